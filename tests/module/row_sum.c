// Sums of rows of integers in words, against those of FLINT.
#include "exact/row_sum.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <stdio.h>

enum { COLUMNS = 5, MOST_BITS = 400, LONG_BITS = 2000 };

static void against_flint(void)
{
    random_state random;
    random_seed(&random, 1511);
    printf("seed 1511 ");
    fmpz *weight = _fmpz_vec_init(ROW_SUM_TERMS);
    fmpz *terms = _fmpz_vec_init(ROW_SUM_TERMS * COLUMNS);
    fmpz *row = _fmpz_vec_init(COLUMNS), *sum = _fmpz_vec_init(COLUMNS);
    int good = 1;
    size_t zeros = 0;
    for (int repeat = 0; repeat < 4000; repeat++) {
        row_term term[ROW_SUM_TERMS];
        const size_t count = random_below(&random, ROW_SUM_TERMS + 1);
        // Words whose sums have one, two or more; some words; and what is too long for those.
        const unsigned most = repeat % 10 == 0  ? LONG_BITS
                              : repeat % 10 < 4 ? 50 + (unsigned)random_below(&random, 16)
                                                : 1 + (unsigned)random_below(&random, MOST_BITS);
        for (size_t c = 0; c < COLUMNS; c++)
            random_special_integer(row + c, 2 * most, 1, &random);
        for (size_t k = 0; k < count; k++) {
            term[k] = (row_term){weight + k, terms + k * COLUMNS, (int)random_below(&random, 2)};
            random_special_integer(weight + k, most, 1, &random);
            for (size_t c = 0; c < COLUMNS; c++)
                random_special_integer(terms + k * COLUMNS + c, most, 1, &random);
            if (k && random_below(&random, 3) == 0) { // takes away what the last one added
                term[k] = term[k - 1];
                term[k].minus = !term[k].minus;
            }
        }
        if (count && repeat % 7 == 0) { // nothing is left
            _fmpz_vec_scalar_mul_fmpz(row, term[0].row, COLUMNS, term[0].weight);
            if (!term[0].minus)
                _fmpz_vec_neg(row, row, COLUMNS);
        }
        _fmpz_vec_set(sum, row, COLUMNS);
        for (size_t k = 0; k < count; k++)
            (term[k].minus ? _fmpz_vec_scalar_submul_fmpz : _fmpz_vec_scalar_addmul_fmpz)(
                sum, term[k].row, COLUMNS, term[k].weight);
        row_add_terms(row, COLUMNS, term, count);
        good &= _fmpz_vec_equal(row, sum, COLUMNS); // of numbers in their one form
        zeros += (size_t)fmpz_is_zero(row);
    }
    CU_ASSERT(good);
    CU_ASSERT(zeros > 0);
    _fmpz_vec_clear(weight, ROW_SUM_TERMS);
    _fmpz_vec_clear(terms, ROW_SUM_TERMS * COLUMNS);
    _fmpz_vec_clear(row, COLUMNS);
    _fmpz_vec_clear(sum, COLUMNS);
}

UNIT_MAIN("row_sum", {"against_flint", against_flint})
