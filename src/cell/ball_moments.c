// The volume of a cell and its moments in balls.
#include "cell/balls.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/edges.h"
#include "cell/faces.h"
#include "cell/kind.h"
#include "exact/versions.h"
#include <math.h>
#include <string.h>

static const ball ball_zero, ball_one = {{1, 0}, 0};

IN_LINE bool is_zero(ball x)
{
    return x.value.high == 0 && x.bound == 0;
}

// The value of a form at a generator.
IN_LINE ball value_at(const ball_cell *balls, const ball *row, size_t generator)
{
    const size_t d = balls->dimension;
    const ball *x = balls->vertex[generator]->coordinate;
    ball sum = row[d];
    for (size_t c = 0; c < d; c++)
        if (!is_zero(row[c]))
            sum = ball_add(sum, ball_multiply(row[c], x[c]));
    return sum;
}

// ---- Sums over vertices ----

IN_LINE ball power_of(ball x, size_t exponent)
{
    ball power = ball_one;
    for (; exponent; exponent /= 2) {
        if (exponent % 2)
            power = ball_multiply(power, x);
        if (exponent > 1)
            x = ball_multiply(x, x);
    }
    return power;
}

// What the sums take from the vertices: cell/balls.h.
typedef struct {
    const ball_cell *balls;
    size_t forms;
    ball *height;         // h of each vertex
    ball *base;           // of each form: f at the first vertex
    double *scale, *most; // and s, and a bound of |f| on the cell
    ball *value;          // vertices x forms: s (f - base)
    ball *product[2];     // likewise: the products of all 1 + s r, and of all 1 - s r
} cone_sums;

// The power of two by which the values of a form have about the size of the heights; 0 if the form
// is constant.
static double scale_of(const cone_sums *s, size_t form)
{
    double height = 0, value = 0;
    for (size_t v = 0; v < s->balls->cell->count; v++) {
        height = fmax(height, fabs(s->height[v].value.high));
        value = fmax(value, fabs(s->value[v * s->forms + form].value.high));
    }
    return height > 0 && value > 0 ? ldexp(1, ilogb(height) - ilogb(value)) : 0;
}

IN_LINE ball times(double factor, ball x)
{
    return ball_multiply((ball){{factor, 0}, 0}, x);
}

// The form without the bounds of its row, which are the same error at all vertices.
VERSIONS
static void take_form(cone_sums *s, size_t r, const ball *row)
{
    const size_t d = s->balls->dimension, n = s->balls->cell->count;
    const arena_mark mark = arena_here(&s->balls->space->cells);
    ball *center = arena_take(&s->balls->space->cells, (d + 1) * sizeof *center);
    for (size_t c = 0; c <= d; c++)
        center[c] = (ball){row[c].value, 0};
    s->base[r] = value_at(s->balls, center, 0);
    s->most[r] = fabs(s->base[r].value.high) + s->base[r].bound;
    for (size_t v = 0; v < n; v++) {
        const ball value = value_at(s->balls, center, v);
        s->most[r] = fmax(s->most[r], fabs(value.value.high) + value.bound);
        s->value[v * s->forms + r] = v ? ball_subtract(value, s->base[r]) : ball_zero;
    }
    arena_release(&s->balls->space->cells, mark);
    s->scale[r] = scale_of(s, r);
    for (size_t v = 0; v < n; v++) {
        const size_t k = v * s->forms + r;
        s->value[k] = times(s->scale[r], s->value[k]);
        s->product[0][k] = s->product[1][k] = ball_one;
    }
}

IN_LINE void multiply_ends(ball *product, size_t low, size_t high, ball factor)
{
    product[low] = ball_multiply(product[low], factor);
    product[high] = ball_multiply(product[high], factor);
}

VERSIONS
static void multiply_slopes(cone_sums *s, const cell_edge *edge, size_t edges)
{
    for (size_t e = 0; e < edges; e++) {
        const size_t i = edge[e].end[0], j = edge[e].end[1];
        const ball inverse = ball_divide(ball_one, ball_subtract(s->height[j], s->height[i]));
        for (size_t r = 0; r < s->forms; r++) {
            const size_t low = i * s->forms + r, high = j * s->forms + r;
            const ball slope = ball_multiply(ball_subtract(s->value[high], s->value[low]), inverse);
            multiply_ends(s->product[0], low, high, ball_add(ball_one, slope));
            multiply_ends(s->product[1], low, high, ball_subtract(ball_one, slope));
        }
    }
}

// Adds what a vertex gives for directions c + s a and c - s a.
IN_LINE void add_slanted(ball *sum, const cone_sums *s, size_t v, size_t r, ball weight)
{
    const size_t k = v * s->forms + r, d = s->balls->dimension;
    const ball up = ball_add(s->height[v], s->value[k]);
    const ball down = ball_subtract(s->height[v], s->value[k]);
    const ball up_term = ball_multiply(power_of(up, d + 1), ball_divide(weight, s->product[0][k]));
    const ball down_term =
        ball_multiply(power_of(down, d + 1), ball_divide(weight, s->product[1][k]));
    sum[0] = ball_add(sum[0], ball_subtract(up_term, down_term));
    sum[1] = ball_add(sum[1], ball_multiply(up_term, up));
    sum[1] = ball_add(sum[1], ball_multiply(down_term, down));
}

// From the sums of slanted directions to S and Q of f.
IN_LINE void finish_form(ball *sum, const cone_sums *s, size_t r, ball volume, ball squares)
{
    const double d = (double)s->balls->dimension, scale = s->scale[r];
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
static void sum_over_cones(ball *sums, const cone_sums *s)
{
    ball squares = ball_zero; // 2 h^(d + 2) K
    for (size_t k = 0; k <= 2 * s->forms; k++)
        sums[k] = ball_zero;
    for (size_t v = 1; v < s->balls->cell->count; v++) {
        const ball height = s->height[v], own = s->balls->cone[v]->weight;
        const ball weight = ball_cell_turn(s->balls, v) < 0 ? ball_negate(own) : own;
        const ball term = ball_multiply(power_of(height, s->balls->dimension), weight);
        sums[0] = ball_add(sums[0], term);
        if (s->forms)
            squares =
                ball_add(squares, ball_multiply(times(2, term), ball_multiply(height, height)));
        for (size_t r = 0; r < s->forms; r++)
            if (s->scale[r] > 0)
                add_slanted(sums + 1 + 2 * r, s, v, r, weight);
    }
    for (size_t r = 0; r < s->forms; r++)
        finish_form(sums + 1 + 2 * r, s, r, sums[0], squares);
}

// ---- Sums over faces ----

// Of each face W, then for each form f what stands for W in the sums of f and of f^2: cell/balls.h.
typedef struct {
    const ball_cell *balls;
    cell_faces faces;
    size_t forms, entries; // entries: 1 + 2 forms
    ball *slack;           // facets x vertices; value 0: not yet computed
    ball *value;           // vertices x forms: f
    ball *sum;             // faces x entries
} face_sums;

// Adds the pyramid with an apex over a face.
IN_LINE void add_pyramid(face_sums *s, ball *sum, ball slack, const ball *apex_value,
                         const ball *base)
{
    sum[0] = ball_add(sum[0], ball_multiply(slack, base[0]));
    for (size_t r = 0; r < s->forms; r++) {
        const ball *values = base + 1 + 2 * r, twice = ball_add(apex_value[r], apex_value[r]);
        const ball first = ball_add(ball_multiply(apex_value[r], base[0]), values[0]);
        const ball second = ball_add(ball_multiply(twice, first), values[1]);
        sum[1 + 2 * r] = ball_add(sum[1 + 2 * r], ball_multiply(slack, first));
        sum[2 + 2 * r] = ball_add(sum[2 + 2 * r], ball_multiply(slack, second));
    }
}

IN_LINE void sum_of_vertex(face_sums *s, ball *sum, size_t vertex)
{
    sum[0] = ball_divide(ball_one, s->balls->cone[vertex]->determinant);
    for (size_t r = 0; r < s->forms; r++) {
        const ball value = s->value[vertex * s->forms + r];
        sum[1 + 2 * r] = ball_multiply(sum[0], value);
        sum[2 + 2 * r] = ball_multiply(ball_add(sum[1 + 2 * r], sum[1 + 2 * r]), value);
    }
}

// The sums of all faces, the lowest first: of vertices their terms, of others the pyramids over
// their facets.
VERSIONS
static void sum_over_faces(face_sums *s)
{
    const cell_faces *faces = &s->faces;
    for (size_t i = 0; i < faces->count && !run_poll(faces->facets); i++) {
        const cell_face face = faces->face[i];
        ball *sum = s->sum + i * s->entries;
        for (size_t k = 0; k < s->entries; k++)
            sum[k] = ball_zero;
        if (face.begin == face.end)
            sum_of_vertex(s, sum, face.apex);
        for (size_t t = face.begin; t < face.end; t++) {
            const face_term term = faces->term[t];
            ball *slack = s->slack + face.apex * s->balls->facets + term.facet;
            if (slack->value.high == 0)
                *slack = value_at(s->balls, s->balls->row + term.facet * (s->balls->dimension + 1),
                                  face.apex);
            add_pyramid(s, sum, *slack, s->value + face.apex * s->forms,
                        s->sum + term.face * s->entries);
        }
    }
}

// ---- Triangles of a polygon ----

static ball side_of(const ball_cell *balls, size_t generator, size_t axis)
{
    return ball_subtract(balls->vertex[generator]->coordinate[axis],
                         balls->vertex[0]->coordinate[axis]);
}

// Adds what W, S and Q are of the triangle between the first vertex and an edge.
static void add_triangle(ball *sums, const ball_cell *balls, size_t edge, const ball *form,
                         size_t forms)
{
    enum { CORNERS = 3 };
    const size_t corner[CORNERS] = {0, edge, edge + 1};
    const ball area =
        ball_subtract(ball_multiply(side_of(balls, edge, 0), side_of(balls, edge + 1, 1)),
                      ball_multiply(side_of(balls, edge, 1), side_of(balls, edge + 1, 0)));
    sums[0] = ball_add(sums[0], area);
    for (size_t r = 0; r < forms; r++) {
        ball first = ball_zero, second = ball_zero, *sum = sums + 1 + 2 * r;
        for (size_t k = 0; k < CORNERS; k++) {
            const ball value = value_at(balls, form + r * CORNERS, corner[k]);
            first = ball_add(first, value);
            second = ball_add(second, ball_multiply(value, value));
        }
        second = ball_add(second, ball_multiply(first, first));
        sum[0] = ball_add(sum[0], ball_multiply(area, first));
        sum[1] = ball_add(sum[1], ball_multiply(area, second));
    }
}

VERSIONS
static void sum_triangles(ball *sums, const ball_cell *balls, const ball *form, size_t forms)
{
    for (size_t i = 1; i + 1 < balls->cell->count; i++)
        add_triangle(sums, balls, i, form, forms);
}

// Whether a volume has 45 bits.
static bool has_digits(const ball *sums)
{
    return sums[0].bound < 0x1p-45 * sums[0].value.high;
}

static bool moments_of_polygon(ball *sums, ball_cell *balls, const ball *form, size_t forms)
{
    for (size_t g = 0; g < balls->cell->count; g++)
        if (!ball_cell_vertex(balls, g))
            return false;
    for (size_t k = 0; k <= 2 * forms; k++)
        sums[k] = ball_zero;
    sum_triangles(sums, balls, form, forms);
    return has_digits(sums);
}

// ---- Moments ----

static void take_values(face_sums *s, const ball *form)
{
    const size_t d = s->balls->dimension;
    for (size_t v = 0; v < s->balls->cell->count; v++)
        for (size_t r = 0; r < s->forms; r++)
            s->value[v * s->forms + r] = value_at(s->balls, form + r * (d + 1), v);
}

// Returns 0 if there are too many faces.
static bool moments_of_faces(ball *sums, ball_cell *balls, const ball *form, size_t forms)
{
    face_sums s = {.balls = balls, .forms = forms, .entries = 1 + 2 * forms};
    arena *stack = &balls->space->cells;
    const arena_mark mark = arena_here(stack);
    const bool serves = cell_faces_init(&s.faces, balls->space, balls->cell);
    if (serves) {
        const size_t slacks = balls->facets * balls->cell->count;
        s.slack = arena_take(stack, slacks * sizeof *s.slack);
        memset(s.slack, 0, slacks * sizeof *s.slack);
        s.value = arena_take(stack, balls->cell->count * forms * sizeof *s.value);
        s.sum = arena_take(stack, s.faces.count * s.entries * sizeof *s.sum);
        take_values(&s, form);
        sum_over_faces(&s);
        memcpy(sums, s.sum + (s.faces.count - 1) * s.entries, s.entries * sizeof *sums);
    }
    cell_faces_clear(&s.faces);
    arena_release(stack, mark);
    return serves;
}

static bool need_cones(ball_cell *balls)
{
    for (size_t g = 0; g < balls->cell->count; g++)
        if (run_poll(balls->dimension * balls->dimension * balls->dimension) ||
            !ball_cell_cone(balls, g))
            return false;
    return true;
}

// How far a form may be from the middle of its balls on the cell, at most.
static double spread_of(const ball_cell *balls, const ball *row)
{
    const size_t d = balls->dimension;
    double most = 0;
    for (size_t v = 0; v < balls->cell->count; v++) {
        const ball *x = balls->vertex[v]->coordinate;
        double sum = row[d].bound;
        for (size_t c = 0; c < d; c++)
            sum += row[c].bound * (fabs(x[c].value.high) + x[c].bound);
        most = sum <= most ? most : sum; // NaN too
    }
    return most * (1 + 0x1p-40);
}

// Adds what the bounds of the forms' rows do to the sums.
static void add_spreads(ball *sums, const cone_sums *s, const ball *form)
{
    const double d = (double)s->balls->dimension, volume = ball_high(sums[0]);
    for (size_t r = 0; r < s->forms; r++) {
        const double spread = spread_of(s->balls, form + r * (s->balls->dimension + 1));
        const double first = (d + 1) * spread * volume;
        const double second = (d + 2) * first * (2 * s->most[r] + spread);
        ball *sum = sums + 1 + 2 * r;
        sum[0] = ball_enlarged(sum[0].value, sum[0].bound + first * (1 + 0x1p-40));
        sum[1] = ball_enlarged(sum[1].value, sum[1].bound + second * (1 + 0x1p-40));
    }
}

// Whether the sums have 66 bits, or the bound of d! volume is at most `error`; sums of a form
// likewise, beside what they would be if it were everywhere as large as at its largest vertex.
static bool are_precise(const ball *sums, const cone_sums *s, double error)
{
    static const double ENOUGH = 0x1p-66;
    const double d = (double)s->balls->dimension;
    const double bound = fmax(ENOUGH * sums[0].value.high, error);
    bool serves = error >= 0 && sums[0].bound <= bound;
    for (size_t r = 0; r < s->forms; r++) {
        const double first = (d + 1) * s->most[r] * bound;
        serves = serves && sums[1 + 2 * r].bound <= first &&
                 sums[2 + 2 * r].bound <= (d + 2) * s->most[r] * first;
    }
    return serves;
}

// Returns 0 if too many digits cancel.
static bool moments_of_cones(ball *sums, const ball_cell *balls, const ball *form, size_t forms,
                             double error)
{
    static const double ENOUGH = 0x1p-46;
    const size_t vertices = balls->cell->count, entries = vertices * forms;
    arena *stack = &balls->space->cells;
    const arena_mark mark = arena_here(stack);
    cone_sums s = {.balls = balls, .forms = forms};
    s.height = arena_take(stack, (vertices + forms + 3 * entries) * sizeof *s.height);
    s.base = s.height + vertices;
    s.value = s.base + forms;
    s.product[0] = s.value + entries;
    s.product[1] = s.product[0] + entries;
    s.scale = arena_take(stack, (2 * forms + 1) * sizeof *s.scale);
    s.most = s.scale + forms;
    for (size_t v = 0; v < vertices; v++)
        s.height[v] = ball_subtract(balls->cone[v]->height, balls->cone[0]->height);
    for (size_t r = 0; r < forms; r++)
        take_form(&s, r, form + r * (balls->dimension + 1));
    if (forms) {
        cell_edge *edge;
        const size_t edges = cell_edges(&edge, balls->space, balls->cell);
        multiply_slopes(&s, edge, edges);
    }
    sum_over_cones(sums, &s);
    add_spreads(sums, &s, form);
    const bool serves =
        forms ? are_precise(sums, &s, error) : sums->bound < ENOUGH * sums->value.high;
    arena_release(stack, mark);
    return serves;
}

// Returns 0 if the cell is not simple, or if a vertex cannot be solved.
static bool moments_of_simple(ball *sums, ball_cell *balls, shared_cone *const *cone,
                              const ball *form, size_t forms, double error)
{
    if (!cone)
        return false;
    balls->cone = cone;
    ball_cell_need_rows(balls);
    bool serves = need_cones(balls);
    if (serves && moments_of_cones(sums, balls, form, forms, error))
        return true;
    if (serves && !balls->vertex) {
        balls->vertex = cell_share_vertices(balls->space, balls->cell);
        serves = need_cones(balls);
    }
    return serves && moments_of_faces(sums, balls, form, forms) && has_digits(sums);
}

bool ball_cell_moments(ball *sums, ball_cell *balls, shared_cone *const *cone, const ball *form,
                       size_t forms, double error)
{
    double factorial = 1;
    for (size_t k = 2; k <= balls->dimension; k++)
        factorial *= (double)k;
    if (!(cells_are_polygons(balls->space)
              ? moments_of_polygon(sums, balls, form, forms)
              : moments_of_simple(sums, balls, cone, form, forms, factorial * error)))
        return false;
    for (size_t k = 0; k <= 2 * forms; k++)
        sums[k] = ball_divide(sums[k], (ball){{factorial, 0}, 0});
    return !run_is_cancelled();
}

bool ball_cell_volume(ball *volume, ball_cell *balls, shared_cone *const *cone)
{
    return ball_cell_moments(volume, balls, cone, NULL, 0, 0);
}
