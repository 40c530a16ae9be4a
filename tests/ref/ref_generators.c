// Vertices and extreme rays of a region, by trying all sets of rows.
#include "ref.h"

#include "base/memory.h"
#include <assert.h>
#include <stdlib.h>

// The determinant of the rows in the columns of the set, by Laplace's expansion
// along the first row. There are as many columns in the set as rows.
static void determinant(mpq_t value, const mpq_t **row, size_t columns, unsigned set)
{
    if (!set) {
        mpq_set_si(value, 1, 1);
        return;
    }
    mpq_t sum, term;
    mpq_inits(sum, term, NULL);
    int sign = 1;
    for (size_t k = 0; k < columns; k++) {
        if (!(set >> k & 1))
            continue;
        determinant(term, row + 1, columns, set & ~(1u << k));
        mpq_mul(term, term, row[0][k]);
        if (sign < 0)
            mpq_neg(term, term);
        mpq_add(sum, sum, term);
        sign = -sign;
    }
    mpq_swap(value, sum);
    mpq_clears(sum, term, NULL);
}

// x = the vector of signed maximal minors of `variables` rows: orthogonal to all of
// them (a determinant with a row twice is 0), and zero only if they are dependent.
static void orthogonal_vector(mpq_t *x, const mpq_t **row, size_t variables)
{
    unsigned all = (1u << (variables + 1)) - 1;
    for (size_t k = 0; k <= variables; k++) {
        determinant(x[k], row, variables + 1, all & ~(1u << k));
        if (k % 2)
            mpq_neg(x[k], x[k]);
    }
}

static bool is_known(const ref_system *list, const mpq_t *x)
{
    for (size_t r = 0; r < list->rows; r++)
        if (ref_numbers_equal(ref_system_row(list, r), x, list->variables + 1))
            return true;
    return false;
}

// Keeps x, a homogeneous point (t not 0) or direction (t = 0), if it lies in the
// closed cone of the rows. x and -x are the same point, but opposite directions.
static void keep_generator(ref_system *points, ref_system *directions, const ref_system *cone,
                           mpq_t *x)
{
    size_t variables = points->variables;
    bool is_point = mpq_sgn(x[variables]) != 0;
    mpq_t scale;
    mpq_init(scale);
    if (is_point)
        mpq_set(scale, x[variables]);
    else
        mpq_abs(scale, x[ref_row_first(x, variables)]);
    for (size_t j = 0; j <= variables; j++)
        mpq_div(x[j], x[j], scale);
    bool inside = true;
    for (size_t r = 0; inside && r < cone->rows; r++) {
        const mpq_t *row = ref_system_row(cone, r);
        ref_row_value(scale, row, x, variables);
        if (!is_point)
            mpq_sub(scale, scale, row[variables]);
        inside = mpq_sgn(scale) >= 0;
    }
    ref_system *list = is_point ? points : directions;
    if (inside && !is_known(list, x))
        ref_system_append_copy(list, x);
    mpq_clear(scale);
}

// Chooses rows from number `from` on until there are enough to meet in one line.
static void try_rows(ref_system *points, ref_system *directions, const ref_system *cone,
                     const mpq_t **chosen, size_t count, size_t from)
{
    size_t variables = points->variables;
    if (count < variables) {
        for (size_t r = from; r < cone->rows; r++) {
            chosen[count] = ref_system_row(cone, r);
            try_rows(points, directions, cone, chosen, count + 1, r + 1);
        }
        return;
    }
    mpq_t *x = ref_numbers_new(variables + 1);
    orthogonal_vector(x, chosen, variables);
    if (ref_row_first(x, variables + 1) <= variables) {
        keep_generator(points, directions, cone, x);
        for (size_t j = 0; j <= variables; j++)
            mpq_neg(x[j], x[j]);
        keep_generator(points, directions, cone, x);
    }
    ref_numbers_free(x, variables + 1);
}

// The closed region is the part t = 1 of the cone {a.x + c t >= 0, t >= 0}, whose
// extreme rays are the vertices (t > 0) and the directions (t = 0). If the cone
// contains no line, a ray in it is extreme if and only if d independent rows
// vanish on it. A region without a line has a vertex.
bool ref_generators(ref_system *points, ref_system *directions, const ref_system *region)
{
    size_t variables = region->variables;
    const mpq_t **chosen = memory_new(variables, sizeof *chosen);
    ref_system cone;
    ref_system_copy(&cone, region);
    mpq_set_si(ref_system_append(&cone)[variables], 1, 1); // t >= 0
    ref_system_init(points, variables);
    ref_system_init(directions, variables);
    try_rows(points, directions, &cone, chosen, 0, 0);
    if (points->rows == 0)
        ref_system_truncate(directions, 0);
    ref_system_clear(&cone);
    free(chosen);
    return points->rows > 0;
}

// Adds twice the area of the triangle w, p, q.
static void add_triangle(mpq_t sum, const mpq_t *w, const mpq_t *p, const mpq_t *q)
{
    mpq_t a, b, c, d;
    mpq_inits(a, b, c, d, NULL);
    mpq_sub(a, p[0], w[0]);
    mpq_sub(b, p[1], w[1]);
    mpq_sub(c, q[0], w[0]);
    mpq_sub(d, q[1], w[1]);
    mpq_mul(a, a, d);
    mpq_mul(b, b, c);
    mpq_sub(a, a, b);
    mpq_abs(a, a);
    mpq_add(sum, sum, a);
    mpq_clears(a, b, c, d, NULL);
}

// The region is the union of the triangles that an inner point makes with its edges.
void ref_area(mpq_t area, const ref_region *region)
{
    assert(region->bounded && region->system.variables == 2);
    ref_system points, directions;
    ref_generators(&points, &directions, &region->system);
    mpq_t value;
    mpq_init(value);
    mpq_set_si(area, 0, 1);
    for (size_t r = 0; r < region->system.rows; r++) {
        const mpq_t *end[2];
        size_t ends = 0;
        for (size_t p = 0; p < points.rows; p++) {
            ref_row_value(value, ref_system_row(&region->system, r), ref_system_row(&points, p), 2);
            if (mpq_sgn(value) == 0 && ends < 2)
                end[ends++] = ref_system_row(&points, p);
        }
        if (ends == 2)
            add_triangle(area, region->witness, end[0], end[1]);
    }
    mpq_div_2exp(area, area, 1);
    mpq_clear(value);
    ref_system_clear(&points);
    ref_system_clear(&directions);
}
