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

static const fmpz *row_of_vertex(geom_space *space, const geom_cell *cell,
                                 shared_vertex *const *vertex, size_t i)
{
    return shared_vertex_row(vertex[i], space, cell->generator[i].point);
}

// The sum over the edges, counterclockwise, times all weights. After vertex i these are the weights
// of the vertices up to it.
void area_sum(fmpz_t sum, geom_space *space, const geom_cell *cell, shared_vertex *const *vertex)
{
    ASSERT(cell_is_made(cell) && cells_are_polygons(space));
    const size_t n = cell->count;
    const fmpz *first = row_of_vertex(space, cell, vertex, 0), *last = first;
    fmpz_t before, inner, scratch; // weights before the last vertex; those but the first and last
    fmpz_init_set_ui(before, 1);
    fmpz_init_set_ui(inner, 1);
    fmpz_init(scratch);
    fmpz_zero(sum);
    for (size_t i = 1; i < n; i++) {
        const fmpz *next = row_of_vertex(space, cell, vertex, i);
        fmpz_mul(sum, sum, next + 2);
        add_triangle(sum, last, next, before, scratch);
        fmpz_mul(before, before, last + 2);
        if (i + 1 < n)
            fmpz_mul(inner, inner, next + 2);
        last = next;
    }
    add_triangle(sum, last, first, inner, scratch);
    fmpz_abs(sum, sum); // float arithmetic may have turned it
    fmpz_clear(before);
    fmpz_clear(inner);
    fmpz_clear(scratch);
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

// Divides the sum and one weight by their common divisors of these primes.
static void divide_weight(fmpz_t sum, fmpz_t weight, const fmpz_t primes, fmpz_t divisor)
{
    while (true) {
        fmpz_gcd(divisor, weight, primes);
        if (!fmpz_is_one(divisor))
            fmpz_gcd(divisor, divisor, sum);
        if (fmpz_is_one(divisor))
            return;
        fmpz_divexact(sum, sum, divisor);
        fmpz_divexact(weight, weight, divisor);
    }
}

void area_set(fmpq_t area, fmpz_t sum, fmpz *weight, size_t weights, const fmpz_t primes)
{
    ASSERT(fmpz_is_odd(primes));
    fmpz_t some, divisor;
    if (fmpz_is_zero(sum)) {
        fmpq_zero(area);
        return;
    }
    fmpz_init(some);
    fmpz_init(divisor);
    fmpz_gcd(some, sum, primes);
    for (size_t i = 0; i < weights && !fmpz_is_one(some); i++)
        divide_weight(sum, weight + i, some, divisor);
    fmpz *denominator = fmpq_denref(area);
    _fmpz_vec_prod(denominator, weight, (slong)weights);
    const ulong twos = FLINT_MIN(fmpz_val2(sum), fmpz_val2(denominator));
    fmpz_tdiv_q_2exp(fmpq_numref(area), sum, twos);
    fmpz_tdiv_q_2exp(denominator, denominator, twos);
    fmpz_clear(some);
    fmpz_clear(divisor);
}
