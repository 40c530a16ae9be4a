// The volume of a cell and its moments in balls.
#include "cell/balls.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/faces.h"
#include "cell/kind.h"
#include "cell/vertex_sums.h"
#include "exact/versions.h"
#include <math.h>
#include <string.h>

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

// ---- Sums over faces ----

// For each face: W, then for each form f the factors in the place of W in the sums of f and of f^2
// (cell/balls.h).
typedef struct {
    ball_cell *balls;
    cell_faces faces;
    size_t forms, entries; // entries: 1 + 2 forms
    ball *slack;           // facets x vertices; value 0: not yet computed
    ball *determinant;     // of each vertex
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
    sum[0] = ball_divide(ball_one, s->determinant[vertex]);
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

// Returns 0 if a determinant is not known.
static bool take_values(face_sums *s, const ball *form)
{
    const size_t d = s->balls->dimension;
    for (size_t v = 0; v < s->balls->cell->count; v++) {
        if (!ball_cell_inverse(s->determinant + v, NULL, s->balls, v, NULL, 0))
            return false;
        for (size_t r = 0; r < s->forms; r++)
            s->value[v * s->forms + r] = value_at(s->balls, form + r * (d + 1), v);
    }
    return true;
}

// Returns 0 if there are too many faces, or if a determinant is not known.
static bool moments_of_faces(ball *sums, ball_cell *balls, const ball *form, size_t forms)
{
    face_sums s = {.balls = balls, .forms = forms, .entries = 1 + 2 * forms};
    arena *stack = &balls->space->cells;
    const arena_mark mark = arena_here(stack);
    bool serves = cell_faces_init(&s.faces, balls->space, balls->cell, NULL);
    if (serves) {
        const size_t vertices = balls->cell->count, slacks = balls->facets * vertices;
        s.slack = arena_take(stack, slacks * sizeof *s.slack);
        memset(s.slack, 0, slacks * sizeof *s.slack);
        s.determinant = arena_take(stack, vertices * sizeof *s.determinant);
        s.value = arena_take(stack, vertices * forms * sizeof *s.value);
        s.sum = arena_take(stack, s.faces.count * s.entries * sizeof *s.sum);
        serves = take_values(&s, form);
    }
    if (serves) {
        sum_over_faces(&s);
        memcpy(sums, s.sum + (s.faces.count - 1) * s.entries, s.entries * sizeof *sums);
    }
    cell_faces_clear(&s.faces);
    arena_release(stack, mark);
    return serves;
}

// Whether the cell is bounded and each vertex lies on d facets.
static bool is_simple(const ball_cell *balls)
{
    const geom_cell *cell = balls->cell;
    bool simple = cell->is_simple && cell->count > 0;
    for (size_t g = 0; g < cell->count && simple; g++)
        simple = !balls->space->point[cell->generator[g].point].infinite;
    return simple;
}

// Returns 0 if the cell is not simple, or if a vertex cannot be solved.
static bool moments_of_simple(ball *sums, ball_cell *balls, const ball *form, size_t forms,
                              double error)
{
    if (!is_simple(balls))
        return false;
    ball_cell_need_rows(balls);
    if (vertex_sums(sums, balls, form, forms, error))
        return true;
    for (size_t g = 0; g < balls->cell->count; g++)
        if (run_is_cancelled() || !ball_cell_vertex(balls, g))
            return false;
    return moments_of_faces(sums, balls, form, forms) && has_digits(sums);
}

bool ball_cell_moments(ball *sums, ball_cell *balls, const ball *form, size_t forms, double error)
{
    double factorial = 1;
    for (size_t k = 2; k <= balls->dimension; k++)
        factorial *= (double)k;
    if (!(cells_are_polygons(balls->space)
              ? moments_of_polygon(sums, balls, form, forms)
              : moments_of_simple(sums, balls, form, forms, factorial * error)))
        return false;
    for (size_t k = 0; k <= 2 * forms; k++)
        sums[k] = ball_divide(sums[k], (ball){{factorial, 0}, 0});
    return !run_is_cancelled();
}

bool ball_cell_volume(ball *volume, ball_cell *balls)
{
    return ball_cell_moments(volume, balls, NULL, 0, 0);
}
