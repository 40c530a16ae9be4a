// Kernels by lifting against those of FLINT, and the two routes of row_kernel against each other.
#include "exact/lifted_kernel.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/random.h"
#include "exact/rows.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    size_t count, columns;
    fmpz_mat_t entry;
    const fmpz **row;
} system_of_rows;

static void system_init(system_of_rows *s, size_t count, size_t columns)
{
    *s = (system_of_rows){.count = count, .columns = columns};
    fmpz_mat_init(s->entry, (slong)count, (slong)columns);
    s->row = memory_new(count + 1, sizeof *s->row);
    for (size_t i = 0; i < count; i++)
        s->row[i] = fmpz_mat_entry(s->entry, (slong)i, 0);
}

static void system_clear(system_of_rows *s)
{
    fmpz_mat_clear(s->entry);
    free(s->row);
}

// Rows of small or large integers; some, as chosen, of one entry, in a random column; dependent
// ones between them; all multiplied by a number, be it a prime that is divided by.
static void fill(system_of_rows *s, unsigned bits, size_t zeros, size_t dependent, ulong times,
                 random_state *random)
{
    const slong n = (slong)s->columns;
    for (size_t i = 0; i < s->count; i++) {
        fmpz *row = fmpz_mat_entry(s->entry, (slong)i, 0);
        if (i < zeros)
            fmpz_set_si(row + random_below(random, s->columns), i % 2 ? -3 : 1);
        for (slong c = 0; c < n && i >= zeros && i + dependent < s->count; c++)
            random_integer(row + c, bits, random);
        for (int k = 0; k < 3 && i > 0 && i + dependent >= s->count; k++)
            _fmpz_vec_scalar_addmul_si(row, s->row[random_below(random, i)], n, 2 * k - 1);
        _fmpz_vec_scalar_mul_ui(row, row, n, times);
    }
    for (size_t i = s->count; i > 1; i--) {
        const size_t k = random_below(random, i);
        const fmpz *swap = s->row[k];
        s->row[k] = s->row[i - 1];
        s->row[i - 1] = swap;
    }
}

// FLINT's kernel, if it has one dimension.
static int kernel_of_flint(fmpz *point, const system_of_rows *s)
{
    const slong n = (slong)s->columns;
    fmpz_mat_t basis;
    fmpz_mat_init(basis, n, n);
    const int one = fmpz_mat_nullspace(basis, s->entry) == 1;
    for (slong c = 0; c < n; c++)
        fmpz_set(point + c, fmpz_mat_entry(basis, c, 0));
    fmpz_mat_clear(basis);
    return one;
}

static int is_multiple(const fmpz *a, const fmpz *b, size_t columns)
{
    size_t at = 0;
    while (at < columns && fmpz_is_zero(b + at))
        at++;
    if (at == columns || fmpz_is_zero(a + at))
        return 0;
    int good = 1;
    fmpz *x = _fmpz_vec_init(2);
    for (size_t c = 0; c < columns; c++) {
        fmpz_mul(x, a + c, b + at);
        fmpz_mul(x + 1, b + c, a + at);
        good &= fmpz_equal(x, x + 1);
    }
    _fmpz_vec_clear(x, 2);
    return good;
}

// As row_kernel promises.
static int is_canonical(const fmpz *point, size_t columns)
{
    fmpz_t divisor;
    fmpz_init(divisor);
    _fmpz_vec_content(divisor, point, (slong)columns);
    const int good = fmpz_is_one(divisor) && fmpz_sgn(point + columns - 1) >= 0;
    fmpz_clear(divisor);
    return good;
}

// Returns whether there was a kernel to compare.
static int compare(const system_of_rows *s)
{
    const slong n = (slong)s->columns;
    fmpz *expected = _fmpz_vec_init(n), *point = _fmpz_vec_init(n);
    const int tried = kernel_of_flint(expected, s);
    if (tried) {
        random_state random = unit_random(1);
        for (slong c = 0; c < n; c++)
            random_integer(point + c, 100, &random); // what is there before does not matter
        lifted_kernel(point, s->row, s->count, s->columns);
        CU_ASSERT(is_multiple(point, expected, s->columns));
        row_kernel(point, s->row, s->count, s->columns);
        CU_ASSERT(is_multiple(point, expected, s->columns));
        CU_ASSERT(is_canonical(point, s->columns));
    }
    _fmpz_vec_clear(expected, n);
    _fmpz_vec_clear(point, n);
    return tried;
}

// The first primes above 2^58, by which the first tries of lifting divide.
static const ulong primes[] = {1, 288230376151711813, 288230376151711849};

static void small(void)
{
    enum { CASES = 1500, MOST = 9 };
    static const unsigned bits[] = {1, 2, 30, 60, 600};
    random_state random = unit_random(71);
    int tried = 0;
    for (int k = 0; k < CASES; k++) {
        const size_t columns = 1 + random_below(&random, MOST),
                     dependent = random_below(&random, 4);
        system_of_rows s;
        system_init(&s, columns - 1 + dependent, columns);
        fill(&s, bits[k % 5], columns > 2 ? random_below(&random, 3) : 0, dependent,
             primes[random_below(&random, 3)], &random);
        tried += compare(&s);
        system_clear(&s);
    }
    CU_ASSERT(tried > CASES / 2);
}

// On both sides of where row_kernel changes its route, with and without coordinates that are zero.
static void large(void)
{
    enum { CASES = 24 };
    static const unsigned bits[] = {1, 40, 100};
    random_state random = unit_random(72);
    int tried = 0;
    for (int k = 0; k < CASES; k++) {
        const size_t columns = ROWS_LARGE - 1 + random_below(&random, 30);
        const size_t dependent = k % 2 ? random_below(&random, 9) : 0;
        system_of_rows s;
        system_init(&s, columns - 1 + dependent, columns);
        fill(&s, bits[k % 3], k % 4 == 3 ? 3 : 0, dependent, primes[k % 3], &random);
        tried += compare(&s);
        system_clear(&s);
    }
    CU_ASSERT(tried > CASES / 2);
}

// Whoever is told to stop before leaves integers behind.
static void gives_up(void)
{
    enum { COLUMNS = 400 };
    static const volatile sig_atomic_t flag = 1;
    const crease_options options = {.interrupt = &flag};
    random_state random = unit_random(74);
    system_of_rows s;
    system_init(&s, COLUMNS - 1, COLUMNS);
    fill(&s, 300, 0, 0, 1, &random);
    fmpz *point = _fmpz_vec_init(COLUMNS);
    run_limits limits;
    run_limits_init(&limits, &options);
    CU_ASSERT_FALSE(run_has_given_up());
    row_kernel(point, s.row, s.count, COLUMNS);
    CU_ASSERT(run_has_given_up());
    run_limits_clear(&limits);
    _fmpz_vec_clear(point, COLUMNS);
    system_clear(&s);
}

UNIT_MAIN("lifted_kernel", {"small", small}, {"large", large}, {"gives_up", gives_up})
