// The kernel of many long integer rows, by solving modulo powers of a prime.
#include "exact/lifted_kernel.h"

#include "base/limits.h"
#include "base/memory.h"
#include <flint/fmpq.h>
#include <flint/fmpz_vec.h>
#include <flint/nmod.h>
#include <flint/nmod_vec.h>
#include <flint/ulong_extras.h>
#include <stdlib.h>

// Primes lie above; sums of so many products of residues fit in 128 bits.
#define FIRST_PRIME (UINT64_C(1) << 58)
enum { PRODUCTS = 256 };
// What an operation on an integer takes of those that run_gives_up counts.
enum { INTEGER_COST = 16 };

static const size_t none = SIZE_MAX;

// The rows as functions y = T x modulo p. An exchange solves one of them for one of the x, which
// become a y and an x of what is left (Stiefel). After as many exchanges as the rank, the exchanged
// columns of the exchanged rows are the inverse of what they were.
typedef struct {
    const fmpz *const *row;
    size_t count, columns;
    nmod_t mod;
    mp_limb_t *table;  // count x columns
    size_t *column_of; // of a row: the column that it was exchanged with, or none
    size_t *row_of;    // of a column
    size_t rank, free; // free: a column that was not exchanged
} exchange;

static void exchange_init(exchange *e, const fmpz *const *row, size_t count, size_t columns)
{
    *e = (exchange){.row = row, .count = count, .columns = columns};
    e->table = memory_new(count * columns, sizeof *e->table);
    e->column_of = memory_new(count, sizeof *e->column_of);
    e->row_of = memory_new(columns, sizeof *e->row_of);
}

static void exchange_clear(exchange *e)
{
    free(e->table);
    free(e->column_of);
    free(e->row_of);
}

static void exchange_one(exchange *e, size_t i, size_t j)
{
    const slong n = (slong)e->columns;
    mp_limb_t *pivot = e->table + i * e->columns;
    const mp_limb_t inverse = n_invmod(pivot[j], e->mod.n);
    pivot[j] = e->mod.n - 1;
    _nmod_vec_scalar_mul_nmod(pivot, pivot, n, nmod_neg(inverse, e->mod), e->mod);
    for (size_t k = 0; k < e->count && !run_gives_up(2 * e->columns); k++) {
        mp_limb_t *other = e->table + k * e->columns, factor = other[j];
        if (k == i || !factor)
            continue;
        other[j] = 0;
        _nmod_vec_scalar_addmul_nmod(other, pivot, n, factor, e->mod);
    }
    e->column_of[i] = j;
    e->row_of[j] = i;
    e->rank++;
}

// Returns whether the rank modulo p is columns - 1. It is at most that of the rows, so then the
// kernel has no more than one dimension.
static int exchange_all(exchange *e, mp_limb_t prime)
{
    nmod_init(&e->mod, prime);
    e->rank = 0;
    for (size_t j = 0; j < e->columns; j++)
        e->row_of[j] = none;
    for (size_t i = 0; i < e->count && !run_gives_up(INTEGER_COST * e->columns); i++) {
        e->column_of[i] = none;
        for (size_t j = 0; j < e->columns; j++)
            e->table[i * e->columns + j] = fmpz_fdiv_ui(e->row[i] + j, prime);
    }
    for (size_t i = 0; i < e->count && e->rank + 1 < e->columns && !run_has_given_up(); i++) {
        size_t j = 0;
        while (j < e->columns && (e->row_of[j] != none || !e->table[i * e->columns + j]))
            j++;
        if (j < e->columns)
            exchange_one(e, i, j);
    }
    for (size_t j = 0; j < e->columns; j++)
        if (e->row_of[j] == none)
            e->free = j;
    return e->rank + 1 == e->columns && !run_has_given_up();
}

// ---- Lifting: x[free] = 1, the others modulo p^k ----

typedef struct {
    const exchange *of;
    fmpz *x;         // columns
    fmpz *rest;      // for each exchanged row, what is left of it, divided by p^k
    mp_limb_t *part; // rest modulo p in the order of columns
    mp_limb_t *digit;
    fmpz_t power; // p^k
} lifting;

static void lifting_init(lifting *l, const exchange *e)
{
    *l = (lifting){.of = e};
    l->x = _fmpz_vec_init((slong)e->columns);
    l->rest = _fmpz_vec_init((slong)e->count);
    l->part = memory_new(e->columns, sizeof *l->part);
    l->digit = memory_new(e->columns, sizeof *l->digit);
    fmpz_init_set_ui(l->power, 1);
    fmpz_one(l->x + e->free);
    for (size_t i = 0; i < e->count; i++)
        fmpz_neg(l->rest + i, e->row[i] + e->free);
}

static void lifting_clear(lifting *l)
{
    _fmpz_vec_clear(l->x, (slong)l->of->columns);
    _fmpz_vec_clear(l->rest, (slong)l->of->count);
    free(l->part);
    free(l->digit);
    fmpz_clear(l->power);
}

static mp_limb_t product_modulo(const mp_limb_t *a, const mp_limb_t *b, size_t count, nmod_t mod)
{
    mp_limb_t sum = 0;
    for (size_t begin = 0; begin < count; begin += PRODUCTS) {
        const size_t end = count - begin < PRODUCTS ? count : begin + PRODUCTS;
        unsigned __int128 part = sum;
        for (size_t c = begin; c < end; c++)
            part += (unsigned __int128)a[c] * b[c];
        sum = n_ll_mod_preinv((mp_limb_t)(part >> 64), (mp_limb_t)part, mod.n, mod.ninv);
    }
    return sum;
}

// From p^k to p^(k+1): the next digit d of x has B d = rest modulo p, for the matrix B of the
// exchanged rows and columns.
static void lift(lifting *l)
{
    const exchange *e = l->of;
    const size_t n = e->columns;
    for (size_t j = 0; j < n; j++)
        l->part[j] = j == e->free ? 0 : fmpz_fdiv_ui(l->rest + e->row_of[j], e->mod.n);
    for (size_t j = 0; j < n && !run_gives_up(n); j++) {
        l->digit[j] =
            j == e->free ? 0 : product_modulo(e->table + e->row_of[j] * n, l->part, n, e->mod);
        fmpz_addmul_ui(l->x + j, l->power, l->digit[j]);
    }
    for (size_t i = 0; i < e->count && !run_gives_up(INTEGER_COST * n); i++) {
        if (e->column_of[i] == none)
            continue;
        for (size_t j = 0; j < n; j++)
            fmpz_submul_ui(l->rest + i, e->row[i] + j, l->digit[j]);
        fmpz_divexact_ui(l->rest + i, l->rest + i, e->mod.n);
    }
    fmpz_mul_ui(l->power, l->power, e->mod.n);
}

// ---- From residues to integers ----

// Multiplies x modulo p^k by a denominator into integers below the square root of p^k / 2, if there
// is one. Once p^k is four times the square of every minor of the rows, there is, and it gives the
// kernel: denominators divide one minor, and what they multiply x to are others.
static int clear_lifted(fmpz *point, const lifting *l)
{
    const size_t n = l->of->columns;
    int small = 1;
    fmpz_t bound;
    fmpq_t fraction;
    fmpz *denominator = _fmpz_vec_init(1);
    fmpz_init(bound);
    fmpq_init(fraction);
    fmpz_fdiv_q_2exp(bound, l->power, 1);
    fmpz_sqrt(bound, bound);
    fmpz_one(denominator);
    for (size_t j = 0; j < n && small && !run_gives_up(INTEGER_COST * fmpz_size(bound)); j++) {
        fmpz_mul(point + j, l->x + j, denominator);
        fmpz_smod(point + j, point + j, l->power);
        if (fmpz_cmpabs(point + j, bound) <= 0)
            continue;
        run_gives_up(fmpz_size(bound) * fmpz_size(bound));
        fmpz_mod(point + j, point + j, l->power);
        small = fmpq_reconstruct_fmpz(fraction, point + j, l->power);
        fmpz_set(point + j, fmpq_numref(fraction));
        fmpz_mul(denominator, denominator, fmpq_denref(fraction));
        _fmpz_vec_scalar_mul_fmpz(point, point, (slong)j, fmpq_denref(fraction));
        small = small && fmpz_cmpabs(denominator, bound) <= 0;
    }
    fmpz_clear(bound);
    fmpq_clear(fraction);
    _fmpz_vec_clear(denominator, 1);
    return small;
}

static int is_in_kernel(const fmpz *point, const exchange *e)
{
    int zero = 1;
    fmpz_t value;
    fmpz_init(value);
    for (size_t i = 0; i < e->count && zero; i++) {
        fmpz_zero(value);
        for (size_t j = 0; j < e->columns; j++) {
            run_gives_up(INTEGER_COST + fmpz_size(point + j));
            fmpz_addmul(value, e->row[i] + j, point + j);
        }
        zero = fmpz_is_zero(value);
    }
    fmpz_clear(value);
    return zero;
}

static void lift_all(fmpz *point, const exchange *e)
{
    lifting l;
    lifting_init(&l, e);
    for (size_t steps = 0, next = 4; !run_has_given_up(); steps++) {
        if (steps == next) {
            if (clear_lifted(point, &l) && is_in_kernel(point, e))
                break;
            next += next / 4;
        }
        lift(&l);
    }
    lifting_clear(&l);
}

void lifted_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns)
{
    // A prime that lowers the rank divides minors of the rows; so few do.
    enum { PRIMES = 1000 };
    exchange e;
    exchange_init(&e, row, count, columns);
    mp_limb_t prime = FIRST_PRIME;
    int tries = 0, found = 0;
    while (!found && !run_has_given_up() && tries++ < PRIMES) {
        prime = n_nextprime(prime, 1);
        found = exchange_all(&e, prime);
    }
    if (!found && !run_has_given_up())
        abort();
    if (found)
        lift_all(point, &e);
    exchange_clear(&e);
}
