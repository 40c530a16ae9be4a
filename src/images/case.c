// A case of a proof by cases, within one layer.
#include "images/case.h"

#include "base/bits.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "images/farkas.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void case_init(proof_case *c, size_t dimension, FILE *stream)
{
    *c = (proof_case){.dimension = dimension, .line = {stream, 0}};
    rows_init(&c->constraint, dimension + 1);
    c->chosen = memory_new(dimension + 1, sizeof *c->chosen);
}

void case_clear(proof_case *c)
{
    case_take_back(c, (case_extent){0});
    rows_clear(&c->constraint);
    if (c->is_described)
        cone_clear(&c->shape);
    free(c->cone);
    free(c->chosen);
}

case_extent case_now(const proof_case *c)
{
    return (case_extent){c->constraint.count, c->cones, c->bounded};
}

void case_take_back(proof_case *c, case_extent earlier)
{
    ASSERT(earlier.constraints <= c->constraint.count);
    ASSERT(earlier.cones <= c->cones);
    while (c->cones > earlier.cones)
        free(c->cone[--c->cones].constraint);
    c->constraint.count = earlier.constraints;
    c->bounded = earlier.bounded;
}

void case_add_constraint(proof_case *c, const fmpz *row, bool minus)
{
    const size_t columns = c->dimension + 1;
    fmpz *constraint = rows_at(&c->constraint, rows_push(&c->constraint));
    row_primitive(constraint, row, columns);
    if (minus)
        _fmpz_vec_neg(constraint, constraint, (slong)columns);
}

// ---- The shape ----

bool case_describe(proof_case *c)
{
    ASSERT(c->base <= c->constraint.count);
    const slong columns = (slong)c->dimension + 1;
    const size_t count = c->constraint.count - c->base;
    fmpz *row = _fmpz_vec_init((slong)(count + 1) * columns), *sum = _fmpz_vec_init(columns);
    _fmpz_vec_set(row, rows_at(&c->constraint, c->base), (slong)count * columns);
    fmpz_one(row + (slong)(count + 1) * columns - 1);
    if (c->is_described)
        cone_clear(&c->shape);
    cone_init(&c->shape, row, count + 1, c->dimension + 1);
    c->is_described = true;
    for (size_t g = 0; g < c->shape.rays; g++)
        _fmpz_vec_add(sum, sum, cone_ray(&c->shape, g), columns);
    bool has_interior = fmpz_sgn(sum + c->dimension) > 0;
    fmpz_t value;
    fmpz_init(value);
    for (size_t m = 0; m < count && has_interior; m++) {
        _fmpz_vec_dot(value, row + (slong)m * columns, sum, columns);
        has_interior = fmpz_sgn(value) > 0;
    }
    fmpz_clear(value);
    _fmpz_vec_clear(row, (slong)(count + 1) * columns);
    _fmpz_vec_clear(sum, columns);
    return has_interior;
}

case_sides case_sides_of(const proof_case *c, const fmpz *form)
{
    ASSERT(c->is_described);
    case_sides sides = {0};
    fmpz_t value;
    fmpz_init(value);
    for (size_t g = 0; g < c->shape.lines + c->shape.rays; g++) {
        _fmpz_vec_dot(value, form, c->shape.row + g * c->shape.columns, (slong)c->shape.columns);
        sides.below |= fmpz_sgn(value) < 0 || (g < c->shape.lines && !fmpz_is_zero(value));
        sides.above |= fmpz_sgn(value) > 0 || (g < c->shape.lines && !fmpz_is_zero(value));
    }
    fmpz_clear(value);
    return sides;
}

bool case_is_bounded(const proof_case *c)
{
    bool bounded = !c->shape.lines;
    for (size_t g = 0; g < c->shape.rays; g++)
        bounded &= !fmpz_is_zero(cone_ray(&c->shape, g) + c->dimension);
    return bounded;
}

// The constraints that are 0 where the form is least; NULL if the form has no minimum.
static const uint64_t *tight_where_least(const proof_case *c, const fmpz *form)
{
    const slong columns = (slong)c->dimension + 1;
    size_t best = c->shape.rays;
    fmpz *value = _fmpz_vec_init(2);
    fmpz_t difference;
    fmpz_init(difference);
    for (size_t g = 0; g < c->shape.rays; g++) {
        const fmpz *here = cone_ray(&c->shape, g);
        if (fmpz_is_zero(here + c->dimension))
            continue;
        _fmpz_vec_dot(value, form, here, columns);
        if (best < c->shape.rays)
            fmpz_fmms(difference, value, cone_ray(&c->shape, best) + c->dimension, value + 1,
                      here + c->dimension);
        if (best < c->shape.rays && fmpz_sgn(difference) >= 0)
            continue;
        best = g;
        fmpz_swap(value, value + 1);
    }
    fmpz_clear(difference);
    _fmpz_vec_clear(value, 2);
    return best < c->shape.rays ? cone_tight(&c->shape, best) : NULL;
}

// ---- Words ----

// Writes the cone of the constraints chosen, which follow base, unless it is in scope.
static void give_cone(proof_case *c, size_t count)
{
    for (size_t k = 0; k < count; k++)
        c->chosen[k] += (uint32_t)c->base;
    for (size_t i = 0; i < c->cones; i++)
        if (c->cone[i].count == count &&
            !memcmp(c->cone[i].constraint, c->chosen, count * sizeof *c->chosen))
            return;
    MEMORY_RESERVE(c->cone, c->capacity, c->cones + 1);
    case_cone *held = c->cone + c->cones++;
    *held = (case_cone){count, memory_new(count + 1, sizeof *held->constraint)};
    memcpy(held->constraint, c->chosen, count * sizeof *held->constraint);
    proof_line_cone(&c->line, "", held->constraint, count, c->constraint.count);
}

static rows used_constraints(const proof_case *c)
{
    rows used = c->constraint;
    used.entry += c->base * used.columns;
    used.count -= c->base;
    return used;
}

static bool show_among(proof_case *c, const fmpz *form, const uint64_t *among, bool directions)
{
    const rows used = used_constraints(c);
    size_t count;
    if (!farkas_find(c->chosen, &count, form, &used, among, directions))
        return false;
    if (count)
        give_cone(c, count);
    return true;
}

bool case_show(proof_case *c, const fmpz *form)
{
    return show_among(c, form, tight_where_least(c, form), 0);
}

bool case_show_empty(proof_case *c, size_t first)
{
    ASSERT(first <= c->constraint.count);
    fmpz *form = _fmpz_vec_init((slong)c->dimension + 1);
    bool shown = false;
    for (size_t m = first; m < c->constraint.count && !shown; m++) {
        _fmpz_vec_neg(form, rows_at(&c->constraint, m), (slong)c->dimension + 1);
        shown = show_among(c, form, NULL, 0);
    }
    _fmpz_vec_clear(form, (slong)c->dimension + 1);
    proof_line_empty(&c->line);
    return shown;
}

bool case_show_bounded(proof_case *c)
{
    const size_t columns = c->dimension + 1;
    const rows used = used_constraints(c);
    uint32_t *member = memory_new(columns, sizeof *member);
    fmpz *form = _fmpz_vec_init((slong)columns);
    bool shown = farkas_independent(member, &used);
    for (size_t k = 0; k < c->dimension && shown; k++)
        _fmpz_vec_sub(form, form, rows_at(&used, member[k]), (slong)columns);
    shown = shown && show_among(c, form, NULL, 1);
    if (shown)
        proof_line_cone(&c->line, "b", member, c->dimension, used.count);
    c->bounded |= shown;
    free(member);
    _fmpz_vec_clear(form, (slong)columns);
    return shown;
}

void case_put_inside(proof_case *c)
{
    ASSERT(c->is_described);
    const size_t d = c->dimension;
    fmpq *point = _fmpq_vec_init((slong)d), *rays = _fmpq_vec_init((slong)d);
    size_t vertices = 0;
    fmpq_t x;
    fmpq_init(x);
    for (size_t g = 0; g < c->shape.rays; g++) {
        const fmpz *here = cone_ray(&c->shape, g);
        const bool finite = !fmpz_is_zero(here + d);
        vertices += (size_t)finite;
        for (size_t k = 0; k < d; k++) {
            if (finite)
                fmpq_set_fmpz_frac(x, here + k, here + d);
            else
                fmpq_set_fmpz(x, here + k);
            fmpq_add((finite ? point : rays) + k, (finite ? point : rays) + k, x);
        }
    }
    fmpz_t number;
    fmpz_init_set_ui(number, vertices);
    for (size_t k = 0; k < d; k++) {
        fmpq_div_fmpz(point + k, point + k, number);
        fmpq_add(point + k, point + k, rays + k);
    }
    proof_line_point(&c->line, point, d);
    fmpz_clear(number);
    fmpq_clear(x);
    _fmpq_vec_clear(point, (slong)d);
    _fmpq_vec_clear(rays, (slong)d);
}

void case_put_direction(proof_case *c)
{
    ASSERT(c->is_described);
    const size_t d = c->dimension;
    const fmpz *ray = c->shape.row; // a line, if there is one
    for (size_t g = 0; !c->shape.lines && g < c->shape.rays; g++)
        if (fmpz_is_zero(cone_ray(&c->shape, g) + d))
            ray = cone_ray(&c->shape, g);
    fmpq *direction = _fmpq_vec_init((slong)d);
    for (size_t k = 0; k < d; k++)
        fmpz_set(fmpq_numref(direction + k), ray + k);
    proof_line_direction(&c->line, direction, d);
    _fmpq_vec_clear(direction, (slong)d);
}
