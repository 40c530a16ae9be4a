// Fractions with one denominator in lowest terms, against FLINT's fmpq_canonicalise one by one.
#include "exact/lowest_terms.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <stdbool.h>

enum { MOST_COLUMNS = 5 };

// A row whose entries share factors with the last one, each its own and all of them some: powers of
// 2, small primes and long ones.
static void random_row(fmpz *row, size_t columns, random_state *random)
{
    fmpz_t factor;
    fmpz_init(factor);
    for (size_t c = 0; c < columns; c++)
        random_integer(row + c, (unsigned)random_below(random, 300), random);
    if (fmpz_is_zero(row + columns - 1))
        fmpz_one(row + columns - 1);
    for (size_t k = random_below(random, 4); k > 0; k--) {
        random_special_integer(factor, 1 + random_below(random, 90), 1, random);
        if (fmpz_is_zero(factor))
            fmpz_set_ui(factor, 15);
        for (size_t c = 0; c < columns; c++)
            if (c + 1 == columns || random_below(random, 3))
                fmpz_mul(row + c, row + c, factor);
    }
    fmpz_abs(row + columns - 1, row + columns - 1);
    fmpz_clear(factor);
}

// Scratch of a test.
typedef struct {
    fmpz row[MOST_COLUMNS], primitive[MOST_COLUMNS];
    fmpq x[MOST_COLUMNS - 1];
    fmpq_t wanted;
    fmpz_t common, content;
} numbers;

static void numbers_init(numbers *n)
{
    *n = (numbers){0};
    fmpq_init(n->wanted);
    for (size_t c = 0; c + 1 < MOST_COLUMNS; c++)
        fmpq_init(n->x + c);
}

static void numbers_clear(numbers *n)
{
    for (size_t c = 0; c + 1 < MOST_COLUMNS; c++)
        fmpq_clear(n->x + c);
    for (size_t c = 0; c < MOST_COLUMNS; c++) {
        fmpz_clear(n->row + c);
        fmpz_clear(n->primitive + c);
    }
    fmpq_clear(n->wanted);
    fmpz_clear(n->content);
    fmpz_clear(n->common);
}

// Whether n->x are the fractions of n->row.
static bool are_lowest(numbers *n, size_t columns)
{
    bool good = true;
    for (size_t c = 0; c + 1 < columns; c++) {
        fmpz_set(fmpq_numref(n->wanted), n->row + c);
        fmpz_set(fmpq_denref(n->wanted), n->row + columns - 1);
        fmpq_canonicalise(n->wanted);
        good &= fmpq_equal(n->x + c, n->wanted);
    }
    return good;
}

static void against_flint(void)
{
    numbers n;
    numbers_init(&n);
    SEEDS(seed, 3000) {
        random_state random = unit_random(seed);
        const size_t columns = 1 + random_below(&random, MOST_COLUMNS);
        random_row(n.row, columns, &random);
        lowest_terms_common(n.common, n.row, columns);
        lowest_terms_set(n.x, n.row, columns, n.common);
        CU_ASSERT(are_lowest(&n, columns));
        lowest_terms_row(n.primitive, n.common, n.row, columns, NULL);
        lowest_terms_set(n.x, n.primitive, columns, n.common);
        CU_ASSERT(are_lowest(&n, columns));
        _fmpz_vec_content(n.content, n.row, (slong)columns);
        _fmpz_vec_scalar_divexact_fmpz(n.row, n.row, (slong)columns, n.content);
        CU_ASSERT(_fmpz_vec_equal(n.primitive, n.row, (slong)columns));
    }
    numbers_clear(&n);
}

static void by_hand(void)
{
    numbers n;
    numbers_init(&n);
    // 30/105 = 2/7, 0, -42/105 = -2/5: the product of 30 and -42 is 0 modulo 105.
    fmpz_set_si(n.row, 30);
    fmpz_set_si(n.row + 2, -42);
    fmpz_set_si(n.row + 3, 105);
    lowest_terms_common(n.common, n.row, 4);
    CU_ASSERT(fmpz_equal_ui(n.common, 105));
    lowest_terms_set(n.x, n.row, 4, n.common);
    CU_ASSERT(fmpz_equal_si(fmpq_numref(n.x), 2) && fmpz_equal_si(fmpq_denref(n.x), 7));
    CU_ASSERT(fmpq_is_zero(n.x + 1) && fmpz_is_one(fmpq_denref(n.x + 1)));
    CU_ASSERT(fmpz_equal_si(fmpq_numref(n.x + 2), -2) && fmpz_equal_si(fmpq_denref(n.x + 2), 5));
    // The origin; and the integers of a cancelled run, whose last one may be 0.
    _fmpz_vec_zero(n.row, 3);
    lowest_terms_row(n.row, n.common, n.row, 4, NULL);
    CU_ASSERT(fmpz_is_zero(n.row) && fmpz_is_one(n.row + 3) && fmpz_is_one(n.common));
    fmpz_zero(n.row + 3);
    lowest_terms_row(n.row, n.common, n.row, 4, NULL);
    CU_ASSERT(_fmpz_vec_is_zero(n.row, 4) && fmpz_is_one(n.common));
    numbers_clear(&n);
}

UNIT_MAIN("lowest_terms", {"by_hand", by_hand}, {"against_flint", against_flint})
