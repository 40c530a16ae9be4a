// The volume of a simple cell and its moments as sums over its vertices, in balls.
//
// Balls of all vertices are side by side in columns, so that loops over vertices are vectors.
// Behind the vertices stands the first one again, and whatever follows from it.
#include "cell/vertex_sums.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/columns.h"
#include "cell/cones.h"
#include "cell/edges.h"
#include "exact/versions.h"
#include <math.h>
#include <string.h>

enum { FIRST, SECOND, TERM, POWER, SCRATCH };

// The sums of one cell, in columns with an entry for each vertex.
typedef struct {
    ball_cell *balls;
    size_t dimension, vertices, apart, column, forms;
    double *height; // h
    double *weight; // K
    // Used for forms alone:
    cell_edges edges;
    double *x;          // of each coordinate: v - v0
    double *share;      // K times the product of the differences of h along the edges
    double *value;      // of each form: s f
    double *product[2]; // likewise: the products of the differences of h + s f, and of h - s f
    double *scratch[SCRATCH]; // columns
    double *reach;            // of each coordinate: its absolute value at most
    ball *direction;      // c, and then of each form s a: rows of dimension + 1, the last entry 0
    ball *base;           // of each form: f(v0)
    double *scale, *most; // and s, and a bound of |f| on the cell
} cone_sums;

// ---- Columns ----

// The power of a column, which it destroys; the exponent is not 0.
IN_LINE void raise_to(double *power, double *x, size_t apart, size_t exponent)
{
    bool is_begun = false;
    for (; exponent; exponent /= 2) {
        if (exponent % 2 && is_begun)
            multiply(power, power, x, apart);
        else if (exponent % 2)
            memcpy(power, x, 3 * apart * sizeof *power);
        is_begun |= exponent % 2;
        if (exponent > 1)
            multiply(x, x, x, apart);
    }
}

IN_LINE bool is_zero(ball x)
{
    return x.value.high == 0 && x.bound == 0;
}

// A linear form of the coordinates, and a constant. A bound of all rounding errors is added once:
// each of d sums errs by at most 8 u^2 times the sizes of all terms, and products by 16 u^2.
IN_LINE void set_form(double *value, const cone_sums *s, const ball *row, ball constant)
{
    const size_t apart = s->apart, d = s->dimension;
    const double rounding = (8 * (double)d + 32) * BALL_UNIT;
    fill(value, apart,
         (ball){constant.value, constant.bound + rounding * fabs(constant.value.high)});
    for (size_t c = 0; c < d; c++) {
        const double *x = s->x + c * s->column;
        const ball entry = row[c];
        if (is_zero(entry))
            continue;
        const double size = fabs(entry.value.high) + entry.bound;
        const double doubt = entry.bound + rounding * size;
        INDEPENDENT
        for (size_t i = 0; i < apart; i++) {
            const ball sum = get(value, apart, i), own = get(x, apart, i);
            const dd next = dd_add(sum.value, dd_multiply(entry.value, own.value));
            put(value, apart, i,
                (ball){next, sum.bound + (size * own.bound + doubt * fabs(own.value.high))});
        }
    }
    INDEPENDENT
    for (size_t i = 0; i < apart; i++) {
        double *bound = value + 2 * apart + i;
        *bound = (*bound + (2 * (double)d + 2) * FILTER_TINY) * FILTER_ENLARGE;
    }
}

// The sum over the vertices, of a column that it destroys.
IN_LINE ball sum_of(double *column, const cone_sums *s)
{
    const size_t apart = s->apart;
    size_t count = s->vertices;
    while (count > LANES) {
        const size_t left = ((count + 1) / 2 + LANES - 1) / LANES * LANES;
        INDEPENDENT
        for (size_t i = 0; i < count - left; i++)
            put(column, apart, i, ball_add(get(column, apart, i), get(column, apart, left + i)));
        count = left;
    }
    ball sum = ball_zero;
    for (size_t i = 0; i < count; i++)
        sum = ball_add(sum, get(column, apart, i));
    return sum;
}

// ---- The vertices ----

// Heights and weights. Returns 0 if balls cannot compute one.
static bool load_cones(cone_sums *s)
{
    arena *stack = &s->balls->space->cells;
    const arena_mark mark = arena_here(stack);
    ball *weight = arena_take(stack, s->vertices * sizeof *weight);
    bool serves = ball_cell_cones(weight, s->balls);
    for (size_t i = 0; i < s->apart && serves; i++) {
        const size_t v = i < s->vertices ? i : 0;
        const ball *x = ball_cell_vertex(s->balls, v);
        serves = x != NULL;
        put(s->height, s->apart, i, serves ? x[s->dimension] : ball_zero);
        put(s->weight, s->apart, i, weight[v]);
    }
    arena_release(stack, mark);
    return serves;
}

static void load_coordinates(cone_sums *s)
{
    for (size_t i = 0; i < s->apart; i++) {
        const ball *x = s->balls->vertex[i < s->vertices ? i : 0]->coordinate;
        for (size_t c = 0; c < s->dimension; c++) {
            put(s->x + c * s->column, s->apart, i, x[c]);
            s->reach[c] = fmax(s->reach[c], fabs(x[c].value.high) + x[c].bound);
        }
    }
}

// The value of a form at the first vertex.
static ball value_at_first(const ball_cell *balls, const ball *row)
{
    ball sum = row[balls->dimension];
    for (size_t c = 0; c < balls->dimension; c++)
        if (!is_zero(row[c]))
            sum = ball_add(sum, ball_multiply(row[c], balls->vertex[0]->coordinate[c]));
    return sum;
}

// Counts a column from the first vertex on.
IN_LINE void set_origin(double *column, size_t apart)
{
    const ball first = get(column, apart, 0);
    INDEPENDENT
    for (size_t i = 0; i < apart; i++)
        put(column, apart, i, ball_subtract(get(column, apart, i), first));
    put(column, apart, 0, ball_zero);
}

VERSIONS
static void set_origins(cone_sums *s)
{
    for (size_t c = 0; c < s->dimension; c++)
        set_origin(s->x + c * s->column, s->apart);
}

// A power of two that makes the entries of a row about 1; 0 if the form is constant.
static double scale_of(const ball *row, size_t dimension)
{
    double size = 0;
    for (size_t c = 0; c < dimension; c++)
        size = fmax(size, fabs(row[c].value.high));
    return size > 0 ? ldexp(1, -ilogb(size)) : 0;
}

// The form without the bounds of its row, which are the same error at all vertices.
VERSIONS
static void take_form(cone_sums *s, size_t r, const ball *row)
{
    const size_t d = s->dimension;
    ball *center = s->direction + (r + 1) * (d + 1);
    double *value = s->value + r * s->column, most = 0;
    for (size_t c = 0; c <= d; c++)
        center[c] = (ball){row[c].value, 0};
    s->base[r] = value_at_first(s->balls, center);
    s->scale[r] = scale_of(center, d);
    for (size_t c = 0; c < d; c++)
        center[c] = ball_multiply((ball){{s->scale[r], 0}, 0}, center[c]);
    center[d] = ball_zero;
    set_form(value, s, center, ball_zero);
    for (size_t i = 0; i < s->vertices; i++)
        most = fmax(most, fabs(value[i]) + value[2 * s->apart + i]);
    s->most[r] = fabs(s->base[r].value.high) + s->base[r].bound;
    if (s->scale[r] > 0)
        s->most[r] = (s->most[r] + most / s->scale[r]) * (1 + 0x1p-40);
}

// ---- The edges ----

// Multiplies the products by the factors of edge k of each vertex.
VERSIONS
static void multiply_edges(cone_sums *s, size_t k)
{
    const size_t apart = s->apart;
    const uint32_t *end = s->edges.end + k * apart;
    const double *height = s->height;
    double *step = s->scratch[TERM], *share = s->share;
    INDEPENDENT
    for (size_t i = 0; i < apart; i++) {
        const ball own = ball_subtract(get(height, apart, i), get(height, apart, end[i]));
        put(step, apart, i, own);
        put(share, apart, i, ball_multiply(get(share, apart, i), own));
    }
    for (size_t r = 0; r < s->forms; r++) {
        const double *value = s->value + r * s->column;
        double *up = s->product[0] + r * s->column, *down = s->product[1] + r * s->column;
        INDEPENDENT
        for (size_t i = 0; i < apart; i++) {
            const ball own = get(step, apart, i);
            const ball other = ball_subtract(get(value, apart, i), get(value, apart, end[i]));
            put(up, apart, i, ball_multiply(get(up, apart, i), ball_add(own, other)));
            put(down, apart, i, ball_multiply(get(down, apart, i), ball_subtract(own, other)));
        }
    }
}

// Whether a number has 90 bits.
IN_LINE bool is_sharp(ball x)
{
    return x.bound <= 0x1p-90 * fabs(x.value.high);
}

static bool has_sharp_factors(const cone_sums *s, size_t v)
{
    bool is = is_sharp(get(s->share, s->apart, v));
    for (size_t r = 0; r < s->forms && is; r++)
        for (int k = 0; k < 2; k++)
            is = is && is_sharp(get(s->product[k] + r * s->column, s->apart, v));
    return is;
}

// The product of -(c u + sign s a u) over the edges u at a vertex.
IN_LINE ball product_of_slopes(const ball *slope, const ball *own, int sign, size_t dimension)
{
    ball product = ball_one;
    for (size_t i = 0; i < dimension; i++) {
        ball sum = slope[i];
        if (sign)
            sum = sign > 0 ? ball_add(sum, own[i]) : ball_subtract(sum, own[i]);
        product = ball_multiply(product, ball_negate(sum));
    }
    return product;
}

// Short edges leave few digits of factors. The inverse of the facets' rows at such a vertex tells
// them once more, all divided by the product of its slacks. Returns whether there are any.
VERSIONS
static bool sharpen(cone_sums *s)
{
    const size_t d = s->dimension;
    arena *stack = &s->balls->space->cells;
    const arena_mark mark = arena_here(stack);
    ball *slope = arena_take(stack, (1 + s->forms) * d * sizeof *slope), determinant;
    bool any = false;
    for (size_t v = 0; v < s->vertices && !run_poll(d * d * d); v++) {
        if (has_sharp_factors(s, v) ||
            !ball_cell_inverse(&determinant, slope, s->balls, v, s->direction, 1 + s->forms))
            continue;
        any = true;
        put(s->share, s->apart, v, ball_divide(ball_one, determinant));
        for (size_t r = 0; r < s->forms; r++)
            for (int k = 0; k < 2; k++)
                put(s->product[k] + r * s->column, s->apart, v,
                    product_of_slopes(slope, slope + (1 + r) * d, k ? -1 : 1, d));
    }
    arena_release(stack, mark);
    return any;
}

// ---- The sums ----

// The factors of all vertices.
VERSIONS
static void find_factors(cone_sums *s)
{
    memcpy(s->share, s->weight, s->column * sizeof *s->share);
    for (size_t r = 0; r < s->forms; r++)
        for (int k = 0; k < 2; k++)
            fill(s->product[k] + r * s->column, s->apart, ball_one);
    for (size_t k = 0; k < s->dimension; k++)
        multiply_edges(s, k);
}

// Adds the terms of all vertices for direction c + s a, or c - s a: those of power d + 1 to sum[0],
// from which the second direction's are subtracted, and those of power d + 2 to sum[1].
IN_LINE void add_direction(ball *sum, cone_sums *s, size_t r, bool is_down)
{
    const size_t apart = s->apart;
    double *first = s->scratch[FIRST], *second = s->scratch[SECOND], *term = s->scratch[TERM],
           *power = s->scratch[POWER];
    const double *height = s->height, *value = s->value + r * s->column, *share = s->share,
                 *product = s->product[is_down] + r * s->column;
    INDEPENDENT
    for (size_t i = 0; i < apart; i++) {
        ball slanted = get(value, apart, i);
        if (is_down)
            slanted = ball_negate(slanted);
        slanted = ball_add(get(height, apart, i), slanted);
        put(first, apart, i, slanted);
        put(second, apart, i, slanted);
    }
    raise_to(power, first, apart, s->dimension + 1);
    INDEPENDENT
    for (size_t i = 0; i < apart; i++) {
        const ball own = ball_divide(get(share, apart, i), get(product, apart, i));
        put(term, apart, i, ball_multiply(get(power, apart, i), own));
    }
    multiply(second, second, term, apart);
    const ball firsts = sum_of(term, s);
    sum[0] = is_down ? ball_subtract(sum[0], firsts) : ball_add(sum[0], firsts);
    sum[1] = ball_add(sum[1], sum_of(second, s));
}

static ball times(double factor, ball x)
{
    return ball_multiply((ball){{factor, 0}, 0}, x);
}

// From the sums of slanted directions to S and Q of f.
static void finish_form(ball *sum, const cone_sums *s, size_t r, ball volume, ball squares)
{
    const double d = (double)s->dimension, scale = s->scale[r];
    if (scale > 0) {
        sum[0] = times(0.5 / scale, sum[0]);
        sum[1] = times(1 / scale, times(1 / scale, ball_subtract(sum[1], squares)));
    } else {
        sum[0] = sum[1] = ball_zero;
    }
    const ball base = s->base[r], part = ball_multiply(times(d + 1, base), volume);
    const ball twice = ball_add(ball_add(sum[0], sum[0]), part);
    sum[1] = ball_add(sum[1], ball_multiply(times(d + 2, base), twice));
    sum[0] = ball_add(sum[0], part);
}

VERSIONS
static void sum_volume(ball *volume, cone_sums *s)
{
    const size_t apart = s->apart;
    double *first = s->scratch[FIRST], *term = s->scratch[TERM];
    set_origin(s->height, apart);
    memcpy(first, s->height, s->column * sizeof *first);
    raise_to(term, first, apart, s->dimension);
    multiply(term, term, s->weight, apart);
    memcpy(s->scratch[POWER], term, s->column * sizeof *term);
    *volume = sum_of(term, s);
}

// The terms of the volume are in scratch[POWER].
VERSIONS
static ball sum_squares(cone_sums *s)
{
    double *term = s->scratch[POWER];
    multiply(term, term, s->height, s->apart);
    multiply(term, term, s->height, s->apart);
    return sum_of(term, s);
}

VERSIONS
static void add_forms(ball *sums, cone_sums *s, ball squares)
{
    for (size_t r = 0; r < s->forms; r++) {
        ball *sum = sums + 1 + 2 * r;
        sum[0] = sum[1] = ball_zero;
        for (int is_down = 0; is_down < 2 && s->scale[r] > 0; is_down++)
            add_direction(sum, s, r, is_down);
        finish_form(sum, s, r, sums[0], squares);
    }
}

// ---- Precision ----

// Adds what the bounds of the forms' rows do to the sums.
static void add_spreads(ball *sums, const cone_sums *s, const ball *form)
{
    const double d = (double)s->dimension, volume = ball_high(sums[0]);
    for (size_t r = 0; r < s->forms; r++) {
        const ball *row = form + r * (s->dimension + 1);
        double spread = row[s->dimension].bound; // of the form from the middle of its balls
        for (size_t c = 0; c < s->dimension; c++)
            spread += row[c].bound * s->reach[c];
        spread *= 1 + 0x1p-40;
        const double first = (d + 1) * spread * volume;
        const double second = (d + 2) * first * (2 * s->most[r] + spread);
        ball *sum = sums + 1 + 2 * r;
        sum[0] = ball_enlarged(sum[0].value, sum[0].bound + first * (1 + 0x1p-40));
        sum[1] = ball_enlarged(sum[1].value, sum[1].bound + second * (1 + 0x1p-40));
    }
}

// Whether a volume has 46 bits.
static bool has_digits(const ball *volume)
{
    return volume->bound < 0x1p-46 * volume->value.high;
}

// Whether the sums have 66 bits, or the bound of d! volume is at most `error`; sums of a form
// likewise, beside what they would be if it were everywhere as large as at its largest vertex.
static bool are_precise(const ball *sums, const cone_sums *s, double error)
{
    static const double ENOUGH = 0x1p-66;
    const double d = (double)s->dimension;
    const double bound = fmax(ENOUGH * sums[0].value.high, error);
    bool serves = error >= 0 && sums[0].bound <= bound;
    for (size_t r = 0; r < s->forms; r++) {
        const double first = (d + 1) * s->most[r] * bound;
        serves = serves && sums[1 + 2 * r].bound <= first &&
                 sums[2 + 2 * r].bound <= (d + 2) * s->most[r] * first;
    }
    return serves;
}

// ---- The cell ----

static void take_columns(cone_sums *s)
{
    const size_t d = s->dimension, forms = s->forms, coordinates = forms ? d : 0;
    arena *stack = &s->balls->space->cells;
    double *next =
        arena_take(stack, (3 + coordinates + 3 * forms + SCRATCH) * s->column * sizeof *next);
    double **part[] = {&s->height, &s->weight, &s->share,     &s->x,
                       &s->value,  s->product, s->product + 1};
    const size_t columns[] = {1, 1, 1, coordinates, forms, forms, forms};
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        *part[k] = next;
        next += columns[k] * s->column;
    }
    for (size_t k = 0; k < SCRATCH; k++, next += s->column)
        s->scratch[k] = next;
    s->reach = arena_take(stack, (d + 2 * forms + 1) * sizeof *s->reach);
    memset(s->reach, 0, d * sizeof *s->reach);
    s->scale = s->reach + d;
    s->most = s->scale + forms;
    s->base = arena_take(stack, (forms + (forms + 1) * (d + 1)) * sizeof *s->base);
    s->direction = s->base + forms;
}

static bool sum_terms(ball *sums, cone_sums *s, const ball *form, ball squares, double error)
{
    add_forms(sums, s, squares);
    add_spreads(sums, s, form);
    return are_precise(sums, s, error);
}

static bool sum_forms(ball *sums, cone_sums *s, const ball *form, double error)
{
    const ball squares = times(2, sum_squares(s)); // 2 h^(d + 2) K
    cell_edges_find(&s->edges, s->balls->space, s->balls->cell);
    ball_direction(s->direction, s->dimension);
    load_coordinates(s);
    set_origins(s);
    for (size_t r = 0; r < s->forms; r++)
        take_form(s, r, form + r * (s->dimension + 1));
    find_factors(s);
    return sum_terms(sums, s, form, squares, error) ||
           (error >= 0 && sharpen(s) && sum_terms(sums, s, form, squares, error));
}

static bool sum_over_vertices(ball *sums, cone_sums *s, const ball *form, double error)
{
    if (!load_cones(s))
        return false;
    sum_volume(sums, s);
    return s->forms ? sum_forms(sums, s, form, error) : has_digits(sums);
}

bool vertex_sums(ball *sums, ball_cell *balls, const ball *form, size_t forms, double error)
{
    ASSERT(balls->vertex && balls->cell->count > balls->dimension);
    arena *stack = &balls->space->cells;
    const arena_mark mark = arena_here(stack);
    cone_sums s = {.balls = balls,
                   .dimension = balls->dimension,
                   .vertices = balls->cell->count,
                   .forms = forms};
    s.apart = (s.vertices + LANES - 1) / LANES * LANES;
    s.column = 3 * s.apart;
    take_columns(&s);
    const bool serves = sum_over_vertices(sums, &s, form, error);
    arena_release(stack, mark);
    return serves;
}
