// The characteristic polynomial by Whitney's theorem: all subsets, ranks by elimination.
#include "zaslavsky.h"

#include <assert.h>
#include <flint/fmpq_mat.h>
#include <stdbool.h>

// The hyperplanes of the subset as rows of a matrix, without or with their constants.
static slong rank_of(const zaslavsky *of, const size_t *distinct, size_t count, size_t subset,
                     size_t columns)
{
    fmpq_mat_t rows;
    fmpq_mat_init(rows, (slong)count, (slong)columns);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < columns && (subset >> i & 1); j++)
            fmpq_set(fmpq_mat_entry(rows, (slong)i, (slong)j), zaslavsky_row(of, distinct[i]) + j);
    slong rank = fmpq_mat_rref(rows, rows);
    fmpq_mat_clear(rows);
    return rank;
}

static bool is_hyperplane(const zaslavsky *of, size_t index)
{
    for (size_t j = 0; j < of->dimension; j++)
        if (!fmpq_is_zero(zaslavsky_row(of, index) + j))
            return true;
    return false;
}

// Whether two rows are multiples of one another: together they have rank 1.
static bool is_same(const zaslavsky *of, size_t a, size_t b)
{
    const size_t both[] = {a, b};
    return rank_of(of, both, 2, 3, of->dimension + 1) == 1;
}

static size_t choose_distinct(size_t distinct[20], const zaslavsky *of)
{
    size_t count = 0;
    for (size_t i = 0; i < of->count; i++) {
        bool fresh = is_hyperplane(of, i);
        for (size_t k = 0; k < count && fresh; k++)
            fresh = !is_same(of, distinct[k], i);
        if (fresh) {
            assert(count < 20);
            distinct[count++] = i;
        }
    }
    return count;
}

void zaslavsky_whitney(fmpz_poly_t chi, const zaslavsky *of)
{
    size_t distinct[20], count = choose_distinct(distinct, of);
    fmpz_t coefficient;
    fmpz_init(coefficient);
    fmpz_poly_zero(chi);
    for (size_t subset = 0; subset < (size_t)1 << count; subset++) {
        slong rank = rank_of(of, distinct, count, subset, of->dimension);
        if (rank != rank_of(of, distinct, count, subset, of->dimension + 1))
            continue; // no common point
        slong power = (slong)of->dimension - rank;
        fmpz_poly_get_coeff_fmpz(coefficient, chi, power);
        fmpz_add_si(coefficient, coefficient, __builtin_parityl(subset) ? -1 : 1);
        fmpz_poly_set_coeff_fmpz(chi, power, coefficient);
    }
    fmpz_clear(coefficient);
}
