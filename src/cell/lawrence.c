// The volume of a simple cell as a sum over its vertices.
#include "cell/lawrence.h"

#include "base/fatal.h"
#include "base/limits.h"
#include <flint/fmpq.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <flint/perm.h>

int lawrence_direction(size_t axis)
{
    enum { BITS = 20 };
    // The finaliser of splitmix64 (Steele, Lea and Flood 2014): no small integers relate entries.
    uint64_t z = (axis + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int)((z ^ z >> 31) >> (64 - BITS)) + 1;
}

int lawrence_turn(const fmpz *row, half_space facet, size_t dimension)
{
    ASSERT(facet.side == 1 || facet.side == -1);
    size_t c = 0;
    while (c < dimension && fmpz_is_zero(row + c))
        c++;
    return c < dimension && fmpz_sgn(row + c) < 0 ? -facet.side : facet.side;
}

// ---- A term ----

// The turned rows at a generator as columns.
static void load_rows(fmpz_mat_t columns, geom_space *space, const geom_cell *cell,
                      size_t generator)
{
    const size_t d = space->dimension;
    const uint64_t *on = cell_facets_at(cell, generator);
    slong i = 0;
    for (size_t f = 0; f < cell->facets; f++) {
        if (!bits_have(on, f) || cell->facet[f].plane == SPACE_INFINITY)
            continue;
        const half_space facet = cell->facet[f];
        const fmpz *row = space_primitive_row(space, facet.plane);
        const bool turned = lawrence_turn(row, facet, d) == facet.side;
        ASSERT(i < (slong)d);
        for (size_t c = 0; c < d; c++)
            (turned ? fmpz_set : fmpz_neg)(fmpz_mat_entry(columns, (slong)c, i), row + c);
        i++;
    }
}

// Solves A^T g = c. Returns 0 if A is singular: integers of a cancelled run.
static bool solve(fmpz_mat_t g, fmpz_t determinant, fmpz_mat_t columns)
{
    const slong d = fmpz_mat_nrows(columns);
    slong *order = _perm_init(d);
    fmpz_mat_t right;
    fmpz_mat_init(right, d, 1);
    for (slong c = 0; c < d; c++)
        fmpz_set_si(fmpz_mat_entry(right, c, 0), lawrence_direction((size_t)c));
    const bool serves = fmpz_mat_fflu(columns, determinant, order, columns, 1) == d;
    if (serves)
        fmpz_mat_solve_fflu_precomp(g, order, columns, right);
    fmpz_mat_clear(right);
    _perm_clear(order);
    return serves;
}

// With v = x / w and c u_i = g_i / determinant the term is
//   (c x)^d q^(d - 1) / (w product of -g_i), q = |determinant| / w, if the determinant is positive;
// w divides it by Cramer's rule, since the rows are integers. Returns 0 if a g_i is 0.
static bool put_together(fmpq_t term, const fmpz_mat_t g, const fmpz_t determinant, const fmpz *x)
{
    const size_t d = (size_t)fmpz_mat_nrows(g);
    const fmpz *w = x + d;
    fmpz *numerator = fmpq_numref(term), *denominator = fmpq_denref(term);
    fmpz_t power;
    if (fmpz_sgn(w) <= 0 || !fmpz_divisible(determinant, w))
        return false; // integers of a cancelled run
    fmpz_init(power);
    fmpz_divexact(power, determinant, w);
    fmpz_abs(power, power);
    fmpz_pow_ui(power, power, d - 1);
    fmpz_zero(numerator);
    fmpz_set(denominator, w);
    for (size_t c = 0; c < d; c++) {
        const fmpz *entry = fmpz_mat_entry(g, (slong)c, 0);
        fmpz_addmul_ui(numerator, x + c, (ulong)lawrence_direction(c));
        fmpz_mul(denominator, denominator, entry);
    }
    fmpz_pow_ui(numerator, numerator, d);
    fmpz_mul(numerator, numerator, power);
    if (d % 2 && fmpz_sgn(determinant) > 0) // of -g_i, and the sign of the determinant's power
        fmpz_neg(numerator, numerator);
    fmpz_clear(power);
    return !fmpz_is_zero(denominator);
}

int lawrence_term(shared_cone *cone, geom_space *space, const geom_cell *cell, size_t generator,
                  shared_vertex *vertex)
{
    enum { BITS = 8 };
    const slong d = (slong)space->dimension;
    if (cone->is_solved)
        return cone->is_solved > 0;
    const fmpz *x = shared_vertex_row(vertex, space, cell->generator[generator].point);
    fmpz_mat_t columns, g;
    fmpz_t determinant;
    fmpz_init(determinant);
    fmpz_mat_init(columns, d, d);
    fmpz_mat_init(g, d, 1);
    load_rows(columns, space, cell, generator);
    const int serves =
        solve(g, determinant, columns) && put_together(cone->term, g, determinant, x);
    fmpz_set(cone->rest, fmpq_numref(cone->term));
    if (!run_is_cancelled())
        cone->is_solved = serves ? 1 : -1;
    space->shared.bytes +=
        (fmpz_bits(fmpq_numref(cone->term)) + fmpz_bits(fmpq_denref(cone->term))) / BITS;
    fmpz_mat_clear(columns);
    fmpz_mat_clear(g);
    fmpz_clear(determinant);
    return serves;
}

// ---- The sum ----

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    shared_vertex *const *vertex;
    shared_cone *const *cone;
    int *turn;    // of each facet
    fmpz *weight; // w of each vertex, then d!
    slong places;
    fmpz_t sum, product, next, quotient;
} vertex_sum;

// The sign of the cone's term in this cell.
static int turn_at(const vertex_sum *s, size_t generator)
{
    const uint64_t *on = cell_facets_at(s->cell, generator);
    int turn = 1;
    for (size_t w = 0; w < s->cell->words; w++)
        for (uint64_t rest = on[w]; rest; rest &= rest - 1)
            turn *= s->turn[w * BITS_WORD + bits_lowest(rest)];
    return turn;
}

// s->next = the term in as many places as the sum has, rounded down. The division goes on where
// that for an earlier cell stopped.
static void place_term(vertex_sum *s, shared_cone *cone)
{
    enum { BITS = 8 };
    const slong more = s->places - cone->places;
    if (more > 0) {
        s->space->shared.bytes += (size_t)more / BITS;
        fmpz_mul_2exp(s->next, cone->rest, (ulong)more);
        fmpz_fdiv_qr(s->quotient, cone->rest, s->next, fmpq_denref(cone->term));
        fmpz_mul_2exp(s->next, cone->fixed, (ulong)more);
        fmpz_add(cone->fixed, s->next, s->quotient);
        cone->places = s->places;
    }
    fmpz_fdiv_q_2exp(s->next, cone->fixed, (ulong)(cone->places - s->places));
}

static bool find_terms(vertex_sum *s)
{
    const size_t d = s->space->dimension, n = s->cell->count;
    for (size_t v = 0; v < n; v++) {
        if (run_poll(d * d * d) || !lawrence_term(s->cone[v], s->space, s->cell, v, s->vertex[v]))
            return false;
        fmpz_set(s->weight + v,
                 shared_vertex_row(s->vertex[v], s->space, s->cell->generator[v].point) + d);
    }
    return true;
}

// d! volume times the product of all w is an integer, since every simplex of vertices has such a
// volume. Each term is rounded down, so the sum is less by at most 2^-places for each vertex, and
// the integer is the only one at this distance. There is one, or the terms are wrong.
static bool round_sum(vertex_sum *s)
{
    enum { GUARD = 48 };
    const size_t n = s->cell->count;
    _fmpz_vec_prod(s->product, s->weight, (slong)n);
    s->places = (slong)fmpz_bits(s->product) + (slong)FLINT_BIT_COUNT(n) + GUARD;
    fmpz_zero(s->sum);
    for (size_t v = 0; v < n; v++) {
        place_term(s, s->cone[v]);
        if (turn_at(s, v) < 0) { // rounded down again: -x - 1
            fmpz_neg(s->next, s->next);
            fmpz_sub_ui(s->next, s->next, 1);
        }
        fmpz_add(s->sum, s->sum, s->next);
    }
    fmpz_mul(s->next, s->sum, s->product);
    fmpz_cdiv_q_2exp(s->sum, s->next, (ulong)s->places);
    fmpz_mul_ui(s->product, s->product, n);
    fmpz_add(s->next, s->next, s->product);
    fmpz_fdiv_q_2exp(s->next, s->next, (ulong)s->places);
    return fmpz_equal(s->sum, s->next) && fmpz_sgn(s->sum) > 0;
}

bool lawrence_volume(fmpq_t volume, geom_space *space, const geom_cell *cell,
                     shared_vertex *const *vertex, shared_cone *const *cone)
{
    const slong n = (slong)cell->count;
    vertex_sum s = {.space = space, .cell = cell, .vertex = vertex, .cone = cone};
    const arena_mark mark = arena_here(&space->cells);
    s.turn = arena_take(&space->cells, cell->facets * sizeof *s.turn);
    for (size_t f = 0; f < cell->facets; f++)
        s.turn[f] = lawrence_turn(space_primitive_row(space, cell->facet[f].plane), cell->facet[f],
                                  space->dimension);
    s.weight = _fmpz_vec_init(n + 1);
    fmpz_fac_ui(s.weight + n, space->dimension);
    fmpz_init(s.sum);
    fmpz_init(s.product);
    fmpz_init(s.next);
    fmpz_init(s.quotient);
    const bool serves = find_terms(&s) && round_sum(&s);
    if (serves) {
        fmpz_swap(fmpq_numref(volume), s.sum);
        _fmpz_vec_prod(fmpq_denref(volume), s.weight, n + 1);
        fmpq_canonicalise(volume);
    }
    fmpz_clear(s.quotient);
    fmpz_clear(s.next);
    fmpz_clear(s.product);
    fmpz_clear(s.sum);
    _fmpz_vec_clear(s.weight, n + 1);
    arena_release(&space->cells, mark);
    return serves;
}
