// The corners of one region, as the engine shows them, against the reference's.
#include "versus.h"

#include <assert.h>
#include <flint/fmpq_vec.h>

// The points or rays of a region as rows (x, 1) or (x, 0), as ref_corners has them.
static void read_corners(ref_system *list, const crease_region *region, int rays, size_t dimension)
{
    fmpq *x = _fmpq_vec_init((slong)dimension);
    size_t count = rays ? crease_region_rays(region) : crease_region_vertices(region);
    ref_system_init(list, dimension);
    for (size_t i = 0; i < count; i++) {
        mpq_t *row = ref_system_append(list);
        (rays ? crease_region_ray : crease_region_vertex)(x, region, i);
        for (size_t j = 0; j < dimension; j++)
            fmpq_get_mpq(row[j], x + j);
        mpq_set_si(row[dimension], !rays, 1);
    }
    _fmpq_vec_clear(x, (slong)dimension);
}

// A ray must be integer and primitive.
static int are_primitive(const ref_system *rays)
{
    int primitive = 1;
    mpz_t content;
    mpz_init(content);
    for (size_t r = 0; r < rays->rows; r++) {
        mpz_set_ui(content, 0);
        for (size_t j = 0; j < rays->variables; j++) {
            mpq_srcptr number = ref_system_row(rays, r)[j];
            primitive &= mpz_cmp_ui(mpq_denref(number), 1) == 0;
            mpz_gcd(content, content, mpq_numref(number));
        }
        primitive &= mpz_cmp_ui(content, 1) == 0;
    }
    mpz_clear(content);
    return primitive;
}

static int contains(const ref_system *list, const mpq_t *row)
{
    for (size_t r = 0; r < list->rows; r++)
        if (ref_numbers_equal(ref_system_row(list, r), row, list->variables + 1))
            return 1;
    return 0;
}

static int are_same_sets(const ref_system *found, const ref_system *wanted)
{
    for (size_t r = 0; r < wanted->rows; r++)
        if (!contains(found, ref_system_row(wanted, r)))
            return 0;
    return found->rows == wanted->rows;
}

// The sign of a row of the system at a point (x, 1), or along a direction (x, 0).
static int sign_at(const mpq_t *row, const mpq_t *x, size_t dimension)
{
    mpq_t value;
    mpq_init(value);
    ref_row_value(value, row, x, dimension);
    if (mpq_sgn(x[dimension]) == 0)
        mpq_sub(value, value, row[dimension]);
    int sign = mpq_sgn(value);
    mpq_clear(value);
    return sign;
}

static int are_inside(const ref_system *system, const ref_system *list)
{
    for (size_t r = 0; r < system->rows; r++)
        for (size_t i = 0; i < list->rows; i++)
            if (sign_at(ref_system_row(system, r), ref_system_row(list, i), system->variables) < 0)
                return 0;
    return 1;
}

// Whether p, q, r turn left (1), right (-1) or not (0).
static int turn(const mpq_t *p, const mpq_t *q, const mpq_t *r)
{
    mpq_t a, b, c, d;
    mpq_inits(a, b, c, d, NULL);
    mpq_sub(a, q[0], p[0]);
    mpq_sub(b, q[1], p[1]);
    mpq_sub(c, r[0], p[0]);
    mpq_sub(d, r[1], p[1]);
    mpq_mul(a, a, d);
    mpq_mul(b, b, c);
    int sign = mpq_cmp(a, b);
    mpq_clears(a, b, c, d, NULL);
    return sign;
}

static int lies_before(const mpq_t *p, const mpq_t *q)
{
    int order = mpq_cmp(p[0], q[0]);
    return order < 0 || (order == 0 && mpq_cmp(p[1], q[1]) < 0);
}

// In the plane: two points in a row are the ends of an edge which has the region on
// its left, all round if it is bounded; and then the least point comes first.
static int is_counterclockwise(const ref_system *points, const ref_region *region)
{
    size_t count = points->rows;
    for (size_t i = 0; i + !region->bounded < count; i++) {
        const mpq_t *p = ref_system_row(points, i);
        const mpq_t *q = ref_system_row(points, (i + 1) % count);
        int common = 0;
        for (size_t r = 0; r < region->system.rows; r++) {
            const mpq_t *row = ref_system_row(&region->system, r);
            common |= sign_at(row, p, 2) == 0 && sign_at(row, q, 2) == 0;
        }
        if (!common || turn(p, q, region->witness) <= 0)
            return 0;
        if (i > 0 && region->bounded && lies_before(p, ref_system_row(points, 0)))
            return 0;
    }
    return 1;
}

// A region that contains a line is a half-plane or a strip, its rows parallel, or
// the plane. One point on each bounding line, the rays both ways along it, and one
// into a half-plane make the region; the plane needs rays all round the origin:
// no direction y has y.r >= 0 for all of them, so {y : y.r > -1} is bounded.
static int spans_lines(const ref_system *points, const ref_system *rays, const ref_system *system)
{
    size_t lines = system->rows;
    if (lines == 0) {
        ref_system round;
        ref_system_copy(&round, rays);
        for (size_t r = 0; r < round.rows; r++)
            mpq_set_si(ref_system_row(&round, r)[2], 1, 1);
        int spans = points->rows == 1 && ref_is_bounded(&round);
        ref_system_clear(&round);
        return spans;
    }
    int along = 0, inward = 0;
    const mpq_t *row = ref_system_row(system, 0);
    for (size_t r = 0; r < rays->rows; r++) {
        const mpq_t *ray = ref_system_row(rays, r);
        size_t k = mpq_sgn(row[0]) != 0; // a coordinate that varies along the line
        if (sign_at(row, ray, 2) == 0)
            along |= mpq_sgn(ray[k]) > 0 ? 1 : 2;
        else
            inward = 1;
    }
    for (size_t r = 0; r < lines; r++) {
        int touched = 0;
        for (size_t p = 0; p < points->rows; p++)
            touched |= sign_at(ref_system_row(system, r), ref_system_row(points, p), 2) == 0;
        if (!touched)
            return 0;
    }
    return points->rows == lines && along == 3 && inward == (lines == 1);
}

static int same_area(const crease_region *region, const ref_region *reference)
{
    fmpq_t area;
    mpq_t found, wanted;
    fmpq_init(area);
    mpq_inits(found, wanted, NULL);
    crease_region_volume(area, region);
    fmpq_get_mpq(found, area);
    ref_area(wanted, reference);
    int same = mpq_equal(found, wanted);
    mpq_clears(found, wanted, NULL);
    fmpq_clear(area);
    return same;
}

int versus_shape(const char **what, const crease_region *region, const ref_region *reference)
{
    size_t dimension = reference->system.variables;
    ref_system points, rays, wanted_points, wanted_rays;
    read_corners(&points, region, 0, dimension);
    read_corners(&rays, region, 1, dimension);
    int pointed = ref_corners(&wanted_points, &wanted_rays, &reference->system);
    *what = NULL;
    if (!are_primitive(&rays))
        *what = "a ray is not a primitive integer vector";
    for (size_t r = 0; r < rays.rows; r++)
        ref_row_normalise(ref_system_row(&rays, r), dimension);
    if (!are_inside(&reference->system, &points) || !are_inside(&reference->system, &rays))
        *what = "a vertex or ray lies outside";
    else if (pointed && !are_same_sets(&points, &wanted_points))
        *what = "the vertices differ";
    else if (pointed && !are_same_sets(&rays, &wanted_rays))
        *what = "the rays differ";
    else if (dimension == 2 && pointed && !is_counterclockwise(&points, reference))
        *what = "the vertices are not in counterclockwise order";
    else if (dimension == 2 && !pointed && !spans_lines(&points, &rays, &reference->system))
        *what = "points and rays do not make the region, which contains a line";
    else if (dimension == 2 && reference->bounded && !same_area(region, reference))
        *what = "the area differs";
    ref_system_clear(&points);
    ref_system_clear(&rays);
    ref_system_clear(&wanted_points);
    ref_system_clear(&wanted_rays);
    return *what == NULL;
}
