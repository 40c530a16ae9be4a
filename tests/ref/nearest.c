// Distances by exhaustive search over the faces of all regions.
#include "nearest.h"

#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>

// ---- one polytope ----

typedef struct {
    const number_rows *rows;
    const fmpq *x;
    size_t d, facets; // the rows before are those of the polytope
    crease_norm norm;
    size_t chosen[8], count;
    fmpq *y;
    fmpq *best;
    bool found;
} subsets;

// row . (y, 1)
static void value_at(fmpq_t value, const fmpq *row, const fmpq *y, size_t d)
{
    number_row_dot(value, row, y, d);
    fmpq_add(value, value, row + d);
}

static bool satisfies(const number_rows *rows, size_t count, const fmpq *y, size_t d)
{
    bool inside = true;
    fmpq_t value;
    fmpq_init(value);
    for (size_t i = 0; i < count && inside; i++) {
        value_at(value, number_row(rows, i), y, d);
        inside = fmpq_sgn(value) >= 0;
    }
    fmpq_clear(value);
    return inside;
}

static bool contains(const number_rows *rows, const fmpq *y, size_t d)
{
    return satisfies(rows, rows->count, y, d);
}

void nearest_square(fmpq_t square, const fmpq *x, const fmpq *y, size_t d, crease_norm norm)
{
    fmpq_t step;
    fmpq_init(step);
    fmpq_zero(square);
    for (size_t c = 0; c < d; c++) {
        fmpq_sub(step, y + c, x + c);
        fmpq_abs(step, step);
        if (norm == CREASE_NORM_2)
            fmpq_addmul(square, step, step);
        else if (norm == CREASE_NORM_1)
            fmpq_add(square, square, step);
        else if (fmpq_cmp(step, square) > 0)
            fmpq_set(square, step);
    }
    if (norm != CREASE_NORM_2)
        fmpq_mul(square, square, square);
    fmpq_clear(step);
}

// y = x + A^T u with A y + c = 0 for the chosen rows. Returns 0 if these are dependent.
static bool solve(subsets *s)
{
    slong k = (slong)s->count;
    fmpq_mat_t gram, right, u;
    fmpq_mat_init(gram, k, k);
    fmpq_mat_init(right, k, 1);
    fmpq_mat_init(u, k, 1);
    for (slong i = 0; i < k; i++) {
        const fmpq *row = number_row(s->rows, s->chosen[i]);
        for (slong j = 0; j < k; j++)
            number_row_dot(fmpq_mat_entry(gram, i, j), row, number_row(s->rows, s->chosen[j]),
                           s->d);
        value_at(fmpq_mat_entry(right, i, 0), row, s->x, s->d);
        fmpq_neg(fmpq_mat_entry(right, i, 0), fmpq_mat_entry(right, i, 0));
    }
    bool solved = k == 0 || fmpq_mat_solve(u, gram, right);
    for (size_t c = 0; c < s->d && solved; c++) {
        fmpq_set(s->y + c, s->x + c);
        for (slong i = 0; i < k; i++)
            fmpq_addmul(s->y + c, fmpq_mat_entry(u, i, 0), number_row(s->rows, s->chosen[i]) + c);
    }
    fmpq_mat_clear(gram);
    fmpq_mat_clear(right);
    fmpq_mat_clear(u);
    return solved;
}

static void try_subsets(subsets *s, size_t from)
{
    fmpq_t square;
    if ((s->norm == CREASE_NORM_2 || s->count == s->d) && solve(s) &&
        satisfies(s->rows, s->facets, s->y, s->d)) {
        fmpq_init(square);
        nearest_square(square, s->x, s->y, s->d, s->norm);
        if (!s->found || fmpq_cmp(square, s->best) < 0)
            fmpq_set(s->best, square);
        s->found = 1;
        fmpq_clear(square);
    }
    if (s->count == s->d)
        return;
    for (size_t i = from; i < s->rows->count; i++) {
        s->chosen[s->count++] = i;
        try_subsets(s, i + 1);
        s->count--;
    }
}

// Adds e_i + sign e_j = 0 for the displacement e from x, or e_i = 0 for i = j.
static void add_kink(number_rows *rows, size_t *count, const subsets *s, size_t i, size_t j,
                     int sign)
{
    fmpq *row = number_row(rows, (*count)++);
    fmpq_one(row + i);
    if (i != j)
        fmpq_set_si(row + j, sign, 1);
    number_row_dot(row + s->d, row, s->x, s->d);
    fmpq_neg(row + s->d, row + s->d);
}

// Where the norm of the displacement is not differentiable.
static void add_kinks(number_rows *rows, size_t *count, const subsets *s)
{
    for (size_t i = 0; i < s->d; i++) {
        add_kink(rows, count, s, i, i, 0);
        for (size_t j = 0; j < i && s->norm == CREASE_NORM_MAX; j++) {
            add_kink(rows, count, s, i, j, 1);
            add_kink(rows, count, s, i, j, -1);
        }
    }
}

bool nearest_polytope(fmpq_t square, const number_rows *rows, const fmpq *x, size_t d,
                      crease_norm norm)
{
    number_rows all;
    subsets s = {.rows = rows,
                 .x = x,
                 .d = d,
                 .facets = rows->count,
                 .norm = norm,
                 .y = _fmpq_vec_init((slong)d),
                 .best = square};
    const size_t most = rows->count + d * d;
    number_rows_init(&all, most, d + 1);
    if (norm != CREASE_NORM_2) {
        for (all.count = 0; all.count < rows->count; all.count++)
            for (size_t c = 0; c <= d; c++)
                fmpq_set(number_row(&all, all.count) + c, number_row(rows, all.count) + c);
        add_kinks(&all, &all.count, &s);
        s.rows = &all;
    }
    try_subsets(&s, 0);
    all.count = most;
    number_rows_clear(&all);
    _fmpq_vec_clear(s.y, (slong)d);
    return s.found;
}

// ---- regions ----

static const portrait_region *holder(const portrait *full, const fmpq *x, size_t from)
{
    for (size_t r = from; r < full->regions; r++)
        if (contains(&full->region[r].facets, x, full->dimension))
            return full->region + r;
    return NULL;
}

static bool same_map(const portrait_region *a, const portrait_region *b)
{
    return number_rows_equal(&a->map, &b->map);
}

bool nearest_is_break(const portrait *full, const fmpq *x)
{
    const portrait_region *first = holder(full, x, 0);
    for (const portrait_region *other = first; other;) {
        if (!same_map(first, other))
            return true;
        other = holder(full, x, (size_t)(other - full->region) + 1);
    }
    return false;
}

bool nearest_region(fmpq_t square, const portrait *full, const fmpq *x, bool function,
                    crease_norm norm)
{
    const portrait_region *own = holder(full, x, 0);
    bool found = false;
    fmpq_t other;
    fmpq_init(other);
    for (size_t r = 0; r < full->regions; r++) {
        const portrait_region *region = full->region + r;
        if (region == own || (function && same_map(own, region)))
            continue;
        nearest_polytope(other, &region->facets, x, full->dimension, norm);
        if (!found || fmpq_cmp(other, square) < 0)
            fmpq_set(square, other);
        found = true;
    }
    fmpq_clear(other);
    return found;
}

// ---- edges ----

typedef struct {
    const fmpq *from, *to; // points of the plane
} segment;

// (b - a) x (p - a)
static void cross(fmpq_t area, const fmpq *a, const fmpq *b, const fmpq *p)
{
    fmpq_t u, v;
    fmpq_init(u);
    fmpq_init(v);
    fmpq_sub(u, b, a);
    fmpq_sub(v, p + 1, a + 1);
    fmpq_mul(area, u, v);
    fmpq_sub(u, b + 1, a + 1);
    fmpq_sub(v, p, a);
    fmpq_submul(area, u, v);
    fmpq_clear(u);
    fmpq_clear(v);
}

// Where p lies along the segment: 0 at its beginning, 1 at its end.
static void place_along(fmpq_t t, const segment *on, const fmpq *p)
{
    fmpq_t u, v, norm;
    fmpq_init(u);
    fmpq_init(v);
    fmpq_init(norm);
    fmpq_zero(t);
    for (size_t c = 0; c < 2; c++) {
        fmpq_sub(u, on->to + c, on->from + c);
        fmpq_sub(v, p + c, on->from + c);
        fmpq_addmul(t, u, v);
        fmpq_addmul(norm, u, u);
    }
    fmpq_div(t, t, norm);
    fmpq_clear(u);
    fmpq_clear(v);
    fmpq_clear(norm);
}

// The squared distance from x to the part lo <= t <= hi of the segment.
static void distance_to_part(fmpq_t square, const segment *of, const fmpq_t lo, const fmpq_t hi,
                             const fmpq *x)
{
    fmpq_t t;
    fmpq_init(t);
    fmpq *y = _fmpq_vec_init(2);
    place_along(t, of, x);
    if (fmpq_cmp(t, lo) < 0)
        fmpq_set(t, lo);
    if (fmpq_cmp(t, hi) > 0)
        fmpq_set(t, hi);
    for (size_t c = 0; c < 2; c++) {
        fmpq_sub(y + c, of->to + c, of->from + c);
        fmpq_mul(y + c, y + c, t);
        fmpq_add(y + c, y + c, of->from + c);
    }
    nearest_square(square, x, y, 2, CREASE_NORM_2);
    _fmpq_vec_clear(y, 2);
    fmpq_clear(t);
}

static segment edge_of(const portrait_region *region, size_t i)
{
    size_t n = region->vertices.count;
    return (segment){number_row(&region->vertices, i), number_row(&region->vertices, (i + 1) % n)};
}

// The part of edge a that edge b shares with it, if they run in opposite directions along one line.
static bool shared(fmpq_t lo, fmpq_t hi, const segment *a, const segment *b)
{
    fmpq_t area;
    fmpq_init(area);
    cross(area, a->from, a->to, b->from);
    bool collinear = fmpq_is_zero(area);
    cross(area, a->from, a->to, b->to);
    collinear = collinear && fmpq_is_zero(area);
    fmpq_clear(area);
    if (!collinear)
        return false;
    place_along(lo, a, b->to);
    place_along(hi, a, b->from);
    if (fmpq_sgn(lo) < 0)
        fmpq_zero(lo);
    if (fmpq_cmp_si(hi, 1) > 0)
        fmpq_one(hi);
    return fmpq_cmp(lo, hi) < 0;
}

bool nearest_edge(fmpq_t square, const portrait *full, const fmpq *x, bool function)
{
    bool found = false;
    fmpq_t lo, hi, part;
    fmpq_init(lo);
    fmpq_init(hi);
    fmpq_init(part);
    for (size_t r = 0; r < full->regions; r++)
        for (size_t q = 0; q < r; q++) {
            const portrait_region *a = full->region + r, *b = full->region + q;
            if (function && same_map(a, b))
                continue;
            for (size_t i = 0; i < a->vertices.count; i++)
                for (size_t j = 0; j < b->vertices.count; j++) {
                    segment s = edge_of(a, i), t = edge_of(b, j);
                    if (!shared(lo, hi, &s, &t))
                        continue;
                    distance_to_part(part, &s, lo, hi, x);
                    if (!found || fmpq_cmp(part, square) < 0)
                        fmpq_set(square, part);
                    found = true;
                }
        }
    fmpq_clear(lo);
    fmpq_clear(hi);
    fmpq_clear(part);
    return found;
}
