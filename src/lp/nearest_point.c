// The point of a polyhedron that is nearest to a given one, exactly, in any dimension.
//
// y = x + sum of u_k a_k over the active rows a_k, with u_k >= 0 and a_k . y + c_k = 0: the point
// nearest to x where the active inequalities hold. While an inequality p is violated at y, its
// multiplier grows by t, and to keep the others tight
//   u_k -= t r_k,   G r = (a_k . a_p),   G the Gram matrix of the active rows,
// and a_p . y + c_p grows by t q, q = |a_p|^2 - r . (a_k . a_p) >= 0, the squared distance of a_p
// from the span of the active rows. A multiplier that has come down to 0 leaves.
#include "lp/nearest_point.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/rows.h"
#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

typedef struct {
    size_t dimension, active, capacity;
    const fmpz *point;
    fmpz **row;       // capacity: the active ones, then the new one
    fmpz **product;   // of row k with rows 0 to k, the lower half of the Gram matrix
    fmpq *multiplier; // of each
    fmpq *response;   // r
    fmpq_t slack;     // of the new one at y
    fmpq_t growth;    // q
} projection;

static void projection_init(projection *p, const fmpz *point, size_t dimension)
{
    ASSERT(dimension > 0);
    *p = (projection){.dimension = dimension, .point = point};
    fmpq_init(p->slack);
    fmpq_init(p->growth);
}

static void projection_clear(projection *p)
{
    for (size_t k = 0; k < p->capacity; k++) {
        _fmpz_vec_clear(p->row[k], (slong)p->dimension + 1);
        _fmpz_vec_clear(p->product[k], (slong)k + 1);
    }
    free(p->row);
    free(p->product);
    _fmpq_vec_clear(p->multiplier, (slong)p->capacity);
    _fmpq_vec_clear(p->response, (slong)p->capacity);
    fmpq_clear(p->slack);
    fmpq_clear(p->growth);
}

// Makes room for the new row after the active ones. Rows are usually few, and dimensions many.
static fmpz *new_row(projection *p)
{
    if (p->active == p->capacity) {
        size_t k = p->capacity++;
        p->row = memory_resize(p->row, p->capacity, sizeof *p->row);
        p->product = memory_resize(p->product, p->capacity, sizeof *p->product);
        p->multiplier = memory_resize(p->multiplier, p->capacity, sizeof *p->multiplier);
        p->response = memory_resize(p->response, p->capacity, sizeof *p->response);
        p->row[k] = _fmpz_vec_init((slong)p->dimension + 1);
        p->product[k] = _fmpz_vec_init((slong)k + 1);
        fmpq_init(p->multiplier + k);
        fmpq_init(p->response + k);
    }
    return p->row[p->active];
}

// y, homogeneous.
static void place(fmpz *nearest, const projection *p)
{
    slong d = (slong)p->dimension;
    fmpz_t common, factor;
    fmpz_init_set_ui(common, 1);
    fmpz_init(factor);
    for (size_t k = 0; k < p->active; k++)
        fmpz_lcm(common, common, fmpq_denref(p->multiplier + k));
    _fmpz_vec_scalar_mul_fmpz(nearest, p->point, d + 1, common);
    fmpz_mul(common, common, p->point + d);
    for (size_t k = 0; k < p->active; k++) {
        fmpz_divexact(factor, common, fmpq_denref(p->multiplier + k));
        fmpz_mul(factor, factor, fmpq_numref(p->multiplier + k));
        _fmpz_vec_scalar_addmul_fmpz(nearest, p->row[k], d, factor);
    }
    row_primitive(nearest, nearest, p->dimension + 1);
    fmpz_clear(common);
    fmpz_clear(factor);
}

// Computes the products of the new row, which follows the active ones, and its slack at y.
static void enter(projection *p, const fmpz *y)
{
    slong d = (slong)p->dimension;
    for (size_t i = 0; i <= p->active; i++)
        _fmpz_vec_dot(p->product[p->active] + i, p->row[p->active], p->row[i], d);
    fmpz_t value;
    fmpz_init(value);
    _fmpz_vec_dot(value, p->row[p->active], y, d + 1);
    fmpq_set_fmpz_frac(p->slack, value, y + d);
    fmpz_clear(value);
    fmpq_zero(p->multiplier + p->active);
}

// The steps of the multipliers and of the point: r and q.
static void find_steps(projection *p)
{
    slong k = (slong)p->active;
    const fmpz *right_side = p->product[k];
    fmpz_mat_t gram, right;
    fmpq_mat_t solution;
    fmpz_mat_init(gram, k, k);
    fmpz_mat_init(right, k, 1);
    fmpq_mat_init(solution, k, 1);
    for (slong i = 0; i < k; i++) {
        fmpz_set(fmpz_mat_entry(right, i, 0), right_side + i);
        for (slong j = 0; j <= i; j++) {
            fmpz_set(fmpz_mat_entry(gram, i, j), p->product[i] + j);
            fmpz_set(fmpz_mat_entry(gram, j, i), p->product[i] + j);
        }
    }
    if (k > 0)
        fmpq_mat_solve_fmpz_mat(solution, gram, right); // independent rows: never singular
    fmpq_t term;
    fmpq_init(term);
    fmpz_set(fmpq_numref(p->growth), right_side + k);
    fmpz_one(fmpq_denref(p->growth));
    for (slong i = 0; i < k; i++) {
        fmpq_set(p->response + i, fmpq_mat_entry(solution, i, 0));
        fmpq_mul_fmpz(term, p->response + i, right_side + i);
        fmpq_sub(p->growth, p->growth, term);
    }
    fmpq_clear(term);
    fmpz_mat_clear(gram);
    fmpz_mat_clear(right);
    fmpq_mat_clear(solution);
}

// The active row whose multiplier is the first to reach 0, after `step`; p->active if none does.
static size_t first_to_leave(fmpq_t step, const projection *p)
{
    size_t leaving = p->active;
    fmpq_t ratio;
    fmpq_init(ratio);
    for (size_t k = 0; k < p->active; k++) {
        if (fmpq_sgn(p->response + k) <= 0)
            continue;
        fmpq_div(ratio, p->multiplier + k, p->response + k);
        if (leaving == p->active || fmpq_cmp(ratio, step) < 0) {
            leaving = k;
            fmpq_set(step, ratio);
        }
    }
    fmpq_clear(ratio);
    return leaving;
}

static void advance(projection *p, const fmpq_t step)
{
    for (size_t k = 0; k < p->active; k++)
        fmpq_submul(p->multiplier + k, step, p->response + k);
    fmpq_add(p->multiplier + p->active, p->multiplier + p->active, step);
    fmpq_addmul(p->slack, step, p->growth);
}

// The new row moves down with those after row k.
static void leave(projection *p, size_t k)
{
    fmpz *gone = p->row[k];
    for (size_t i = k; i < p->active; i++) {
        p->row[i] = p->row[i + 1];
        fmpq_swap(p->multiplier + i, p->multiplier + i + 1);
        for (size_t j = 0; j < k; j++)
            fmpz_swap(p->product[i] + j, p->product[i + 1] + j);
        for (size_t j = k; j <= i; j++)
            fmpz_swap(p->product[i] + j, p->product[i + 1] + j + 1);
    }
    p->row[p->active--] = gone;
}

// Roughly the time of a step: products with the rows, and the system, whose integers are long.
static size_t step_work(const projection *p)
{
    const size_t k = p->active + 1;
    return 16 * k * (p->dimension + k * k);
}

// Makes the new row tight. Returns 0 if no point satisfies it and the active rows, and on
// cancellation.
static bool satisfy(projection *p)
{
    fmpq_t step, full;
    fmpq_init(step);
    fmpq_init(full);
    while (!run_poll(step_work(p))) {
        find_steps(p);
        bool moves = !fmpq_is_zero(p->growth);
        size_t leaving = first_to_leave(step, p);
        if (!moves && leaving == p->active)
            break;
        if (moves) {
            fmpq_div(full, p->slack, p->growth);
            fmpq_neg(full, full);
        }
        bool whole = moves && (leaving == p->active || fmpq_cmp(full, step) <= 0);
        advance(p, whole ? full : step);
        if (whole) {
            p->active++;
            break;
        }
        leave(p, leaving);
    }
    bool done = !run_is_cancelled() && fmpq_is_zero(p->slack);
    fmpq_clear(step);
    fmpq_clear(full);
    return done;
}

bool nearest_point(fmpz *nearest, const fmpz *point, size_t dimension,
                   nearest_point_oracle polyhedron)
{
    ASSERT(dimension > 0);
    projection p;
    bool feasible = true;
    projection_init(&p, point, dimension);
    place(nearest, &p);
    while (feasible && polyhedron.violated(polyhedron.data, new_row(&p), nearest)) {
        enter(&p, nearest);
        feasible = satisfy(&p);
        if (feasible)
            place(nearest, &p);
    }
    bool refuted = !feasible && !run_is_cancelled();
    for (size_t k = 0; refuted && polyhedron.refuted && k <= p.active; k++)
        if (k == p.active || !fmpq_is_zero(p.response + k))
            polyhedron.refuted(polyhedron.data, p.row[k]);
    projection_clear(&p);
    return feasible;
}

// ---- explicit rows ----

static bool find_violated(void *data, fmpz *row, const fmpz *point)
{
    const nearest_point_rows *list = data;
    slong columns = (slong)list->columns;
    bool is_violated = false;
    fmpz_t value;
    fmpz_init(value);
    for (size_t i = 0; i < list->count && !is_violated; i++) {
        const fmpz *from = list->row + i * list->columns;
        _fmpz_vec_dot(value, from, point, columns);
        is_violated = fmpz_sgn(value) < 0;
        if (is_violated)
            _fmpz_vec_set(row, from, columns);
    }
    fmpz_clear(value);
    return is_violated;
}

nearest_point_oracle nearest_point_of_rows(nearest_point_rows *explicit)
{
    return (nearest_point_oracle){explicit, find_violated, NULL};
}
