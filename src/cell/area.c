// The exact area of a bounded polygon.
#include "cell/area.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/kind.h"
#include "exact/common_divisor.h"
#include <flint/fmpz_vec.h>
#include <string.h>

// ---- the sum ----

// x x' of one vertex and another: the triangle that they make with the origin, times their weights.
static void add_triangle(fmpz_t sum, const fmpz *tail, const fmpz *head, const fmpz_t factor,
                         fmpz_t scratch)
{
    fmpz_mul(scratch, tail, head + 1);
    fmpz_submul(scratch, tail + 1, head);
    fmpz_addmul(sum, scratch, factor);
}

// Sums over the edges, counterclockwise. After vertex i all is times the weights of the vertices up
// to it.
bool area_sum(fmpz_t sum, fmpz_t weights, geom_space *space, const geom_cell *cell,
              shared_vertex *const *vertex)
{
    ASSERT(cell_is_made(cell) && cells_are_polygons(space));
    const size_t n = cell->count;
    const fmpz *first = NULL, *last = NULL;
    bool is_finite = n > 0;
    fmpz_t inner, scratch; // the weights of all vertices but the first and the last
    fmpz_init_set_ui(inner, 1);
    fmpz_init(scratch);
    fmpz_one(weights); // of the vertices before the last one
    fmpz_zero(sum);
    for (size_t i = 0; i < n && is_finite; i++) {
        const fmpz *next =
            vertex[i] ? shared_vertex_row(vertex[i], space, cell->generator[i].point) : NULL;
        is_finite = next && fmpz_sgn(next + 2) > 0;
        if (last && is_finite) {
            fmpz_mul(sum, sum, next + 2);
            add_triangle(sum, last, next, weights, scratch);
            fmpz_mul(weights, weights, last + 2);
            if (i + 1 < n)
                fmpz_mul(inner, inner, next + 2);
        }
        first = first ? first : next;
        last = next;
    }
    if (is_finite) {
        add_triangle(sum, last, first, inner, scratch);
        fmpz_mul(weights, weights, last + 2);
        fmpz_abs(sum, sum); // float arithmetic may have turned it
    }
    fmpz_clear(inner);
    fmpz_clear(scratch);
    return is_finite;
}

// ---- the primes ----

// Scratch of area_primes.
typedef struct {
    fmpz_t weights, divisor, product;
} prime_search;

static void take_odd_part(fmpz_t product, fmpz_t number)
{
    if (!fmpz_is_zero(number))
        fmpz_tdiv_q_2exp(number, number, fmpz_val2(number));
    if (!fmpz_is_one(number))
        fmpz_mul(product, product, number);
}

// Branch-free: where b is listed is unpredictable.
static bool is_listed(const shared_vertex *a, const shared_vertex *b)
{
    bool is = false;
    for (size_t i = 0; i < VERTICES_BESIDE && a->compared; i++)
        is |= a->compared[i] == b;
    return is;
}

// If there is no room, the weights are compared again.
static void note_compared(geom_space *space, shared_vertex *a, const shared_vertex *b)
{
    if (!a->compared) {
        a->compared = arena_take(&space->shared.memory, VERTICES_BESIDE * sizeof *a->compared);
        memset(a->compared, 0, VERTICES_BESIDE * sizeof *a->compared);
    }
    if (a->compared_count < VERTICES_BESIDE)
        a->compared[a->compared_count++] = b;
}

// Compares the weight of one vertex with those of the vertices before, and of all vertices that are
// known already if its own integers are not: these it then finds together with its own.
static void compare_vertex(prime_search *s, geom_space *space, const geom_cell *cell,
                           shared_vertex *const *vertex, size_t i)
{
    shared_vertex *v = vertex[i];
    const bool is_new = !v->row;
    fmpz_one(s->weights);
    for (size_t j = 0; j < (is_new ? cell->count : i); j++) {
        if (j == i || !vertex[j]->row || is_listed(v, vertex[j]) || is_listed(vertex[j], v))
            continue;
        fmpz_mul(s->weights, s->weights, vertex[j]->row + 2);
        note_compared(space, v, vertex[j]);
    }
    if (is_new) {
        shared_vertex_row_beside(v, space, cell->generator[i].point, s->weights);
    } else if (!fmpz_is_one(s->weights)) {
        common_divisor(s->divisor, v->row + 2, s->weights);
        fmpz_tdiv_q_2exp(s->divisor, s->divisor, fmpz_val2(s->divisor));
        fmpz_lcm(&v->common, &v->common, s->divisor);
    }
}

// The primes of two weights. Vertices whose integers are known come first, since a new one finds
// its common divisor with their weights together with that of its coordinates.
static void find_shared(fmpz_t primes, prime_search *s, geom_space *space, const geom_cell *cell,
                        shared_vertex *const *vertex)
{
    for (int is_new = 0; is_new < 2; is_new++)
        for (size_t i = 0; i < cell->count; i++)
            if (is_new == !vertex[i]->row)
                compare_vertex(s, space, cell, vertex, i);
    for (size_t i = 0; i < cell->count; i++) {
        fmpz_set(s->divisor, &vertex[i]->common);
        take_odd_part(primes, s->divisor);
    }
}

// The primes of each q. Rows that are not primitive make more of them.
static bool find_beside(fmpz_t primes, prime_search *s, geom_space *space, const geom_cell *cell,
                        shared_vertex *const *vertex)
{
    const size_t n = cell->count;
    for (size_t i = 0; i < n; i++) {
        const uint32_t before = cell->generator[(i ? i : n) - 1].plane;
        const fmpz *a = space_plane_row(space, before),
                   *b = space_plane_row(space, cell->generator[i].plane);
        fmpz_mul(s->product, a, b + 1);
        fmpz_submul(s->product, a + 1, b);
        if (fmpz_is_zero(s->product))
            return false;
        ASSERT(fmpz_divisible(s->product, vertex[i]->row + 2));
        fmpz_divexact(s->divisor, s->product, vertex[i]->row + 2);
        take_odd_part(primes, s->divisor);
    }
    return true;
}

bool area_primes(fmpz_t primes, geom_space *space, const geom_cell *cell,
                 shared_vertex *const *vertex)
{
    ASSERT(cell_is_made(cell) && cells_are_polygons(space));
    prime_search s;
    fmpz_one(primes);
    for (size_t i = 0; i < cell->count; i++)
        if (!vertex[i]) // at infinity
            return false;
    if (space->judge->arith == CREASE_FLOAT || run_is_cancelled())
        return false;
    fmpz_init(s.weights);
    fmpz_init(s.divisor);
    fmpz_init(s.product);
    find_shared(primes, &s, space, cell, vertex);
    const bool has_primes = !run_is_cancelled() && find_beside(primes, &s, space, cell, vertex);
    fmpz_abs(primes, primes);
    fmpz_clear(s.weights);
    fmpz_clear(s.divisor);
    fmpz_clear(s.product);
    return has_primes && !run_is_cancelled();
}

// ---- lowest terms ----

// Divides both by their common divisors of these primes.
static void divide_common(fmpz_t sum, fmpz_t weights, const fmpz_t primes)
{
    fmpz_t common;
    fmpz_init(common);
    for (fmpz_gcd(common, sum, primes); !fmpz_is_one(common); fmpz_gcd(common, common, sum)) {
        fmpz_gcd(common, common, weights);
        if (fmpz_is_one(common))
            break;
        fmpz_divexact(sum, sum, common);
        fmpz_divexact(weights, weights, common);
    }
    fmpz_clear(common);
}

// Divides both by their greatest common divisor.
static void divide_all(fmpz_t sum, fmpz_t weights)
{
    fmpz_t common;
    fmpz_init(common);
    fmpz_mod(common, sum, weights);
    common_divisor(common, common, weights);
    fmpz_divexact(sum, sum, common);
    fmpz_divexact(weights, weights, common);
    fmpz_clear(common);
}

void area_set(fmpq_t area, geom_space *space, const geom_cell *cell, shared_vertex *const *vertex)
{
    ASSERT(cell_is_made(cell) && cells_are_polygons(space));
    fmpz *sum = fmpq_numref(area), *weights = fmpq_denref(area);
    fmpz_t primes;
    fmpz_init(primes);
    const bool has_primes = area_primes(primes, space, cell, vertex);
    if (!area_sum(sum, weights, space, cell, vertex) || fmpz_is_zero(sum)) {
        fmpq_zero(area);
    } else {
        if (has_primes)
            divide_common(sum, weights, primes);
        else
            divide_all(sum, weights);
        fmpz_mul_2exp(weights, weights, 1);
        const ulong twos = FLINT_MIN(fmpz_val2(sum), fmpz_val2(weights));
        fmpz_tdiv_q_2exp(sum, sum, twos);
        fmpz_tdiv_q_2exp(weights, weights, twos);
    }
    fmpz_clear(primes);
}
