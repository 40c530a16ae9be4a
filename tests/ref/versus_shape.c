// The generators of one region, as the engine shows them, against the reference's.
#include "versus.h"

#include "lasserre.h"
#include "versus_lines.h"
#include <flint/fmpq_vec.h>

// The points or rays of a region as rows (x, 1) or (x, 0), as ref_generators has them.
static void read_generators(ref_system *list, const crease_region *region, bool rays,
                            size_t dimension)
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
static bool are_primitive(const ref_system *rays)
{
    bool primitive = true;
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

static bool contains(const ref_system *list, const mpq_t *row)
{
    for (size_t r = 0; r < list->rows; r++)
        if (ref_numbers_equal(ref_system_row(list, r), row, list->variables + 1))
            return true;
    return false;
}

static bool are_same_sets(const ref_system *found, const ref_system *wanted)
{
    for (size_t r = 0; r < wanted->rows; r++)
        if (!contains(found, ref_system_row(wanted, r)))
            return false;
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

static bool are_inside(const ref_system *system, const ref_system *list)
{
    for (size_t r = 0; r < system->rows; r++)
        for (size_t i = 0; i < list->rows; i++)
            if (sign_at(ref_system_row(system, r), ref_system_row(list, i), system->variables) < 0)
                return false;
    return true;
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

static bool lies_before(const mpq_t *p, const mpq_t *q)
{
    int order = mpq_cmp(p[0], q[0]);
    return order < 0 || (order == 0 && mpq_cmp(p[1], q[1]) < 0);
}

// In the plane: two points in a row are the ends of an edge which has the region on
// its left, all round if it is bounded; and then the least point comes first.
static bool is_counterclockwise(const ref_system *points, const ref_region *region)
{
    size_t count = points->rows;
    for (size_t i = 0; i + !region->bounded < count; i++) {
        const mpq_t *p = ref_system_row(points, i);
        const mpq_t *q = ref_system_row(points, (i + 1) % count);
        bool common = false;
        for (size_t r = 0; r < region->system.rows; r++) {
            const mpq_t *row = ref_system_row(&region->system, r);
            common |= sign_at(row, p, 2) == 0 && sign_at(row, q, 2) == 0;
        }
        if (!common || turn(p, q, region->witness) <= 0)
            return false;
        if (i > 0 && region->bounded && lies_before(p, ref_system_row(points, 0)))
            return false;
    }
    return true;
}

// The region is the sum of the space of its lines and of a region without any, whose
// vertices and rays must be those of the generators.
static bool spans_region(const ref_system *points, const ref_system *rays, const ref_system *system)
{
    versus_lines lines;
    ref_system own, own_points, own_rays, wanted_points, wanted_rays;
    versus_lines_init(&lines, system);
    versus_lines_drop(&own, &lines, system, 0);
    versus_lines_drop(&own_points, &lines, points, 1);
    versus_lines_drop(&own_rays, &lines, rays, 1);
    bool same = versus_lines_span(&own_rays, &lines, rays);
    ref_generators(&wanted_points, &wanted_rays, &own);
    same &= are_same_sets(&own_points, &wanted_points) && are_same_sets(&own_rays, &wanted_rays);
    ref_system_clear(&own);
    ref_system_clear(&own_points);
    ref_system_clear(&own_rays);
    ref_system_clear(&wanted_points);
    ref_system_clear(&wanted_rays);
    versus_lines_clear(&lines);
    return same;
}

// In the plane by triangles, else by the inequalities alone.
static void wanted_volume(mpq_t volume, const ref_region *reference)
{
    const ref_system *system = &reference->system;
    size_t d = system->variables, entries = system->rows * (d + 1);
    if (d == 2) {
        ref_area(volume, reference);
        return;
    }
    fmpq *rows = _fmpq_vec_init((slong)entries);
    fmpq_t found;
    fmpq_init(found);
    for (size_t i = 0; i < entries; i++)
        fmpq_set_mpq(rows + i, system->entry[i]);
    lasserre_volume(found, rows, system->rows, d);
    fmpq_get_mpq(volume, found);
    fmpq_clear(found);
    _fmpq_vec_clear(rows, (slong)entries);
}

static bool same_volume(const crease_region *region, const ref_region *reference)
{
    fmpq_t volume;
    mpq_t found, wanted;
    fmpq_init(volume);
    mpq_inits(found, wanted, NULL);
    crease_region_volume(volume, region);
    fmpq_get_mpq(found, volume);
    wanted_volume(wanted, reference);
    bool same = mpq_equal(found, wanted);
    mpq_clears(found, wanted, NULL);
    fmpq_clear(volume);
    return same;
}

static bool is_pointed(const ref_system *system)
{
    versus_lines lines;
    versus_lines_init(&lines, system);
    bool pointed = lines.count == 0;
    versus_lines_clear(&lines);
    return pointed;
}

bool versus_shape(const char **what, const crease_region *region, const ref_region *reference)
{
    size_t dimension = reference->system.variables;
    ref_system points, rays;
    read_generators(&points, region, 0, dimension);
    read_generators(&rays, region, 1, dimension);
    *what = NULL;
    if (!are_primitive(&rays))
        *what = "a ray is not a primitive integer vector";
    for (size_t r = 0; r < rays.rows; r++)
        ref_row_normalise(ref_system_row(&rays, r), dimension);
    if (!are_inside(&reference->system, &points) || !are_inside(&reference->system, &rays))
        *what = "a vertex or ray lies outside";
    else if (!spans_region(&points, &rays, &reference->system))
        *what = "vertices and rays are not those of the region";
    else if (dimension == 2 && is_pointed(&reference->system) &&
             !is_counterclockwise(&points, reference))
        *what = "the vertices are not in counterclockwise order";
    else if (reference->bounded && !same_volume(region, reference))
        *what = "the volume differs";
    ref_system_clear(&points);
    ref_system_clear(&rays);
    return *what == NULL;
}
