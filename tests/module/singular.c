// The greatest singular value of a rational matrix: its polynomial against FLINT's of the rational
// Gram matrix, its enclosure against a diagonal.
#include "exact/singular.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpq_mat.h>
#include <flint/fmpq_poly.h>
#include <stdio.h>

enum { CASES = 60, WIDEST = 24, SEED = 20261122 };

// Small fractions, many of them 0, and every third row that of another.
static void random_matrix(fmpq_mat_t a, random_state *random)
{
    for (slong i = 0; i < fmpq_mat_nrows(a); i++) {
        const slong other = (slong)random_below(random, 3 * (uint64_t)fmpq_mat_nrows(a));
        for (slong j = 0; j < fmpq_mat_ncols(a); j++) {
            const slong up = (slong)random_below(random, 19) - 9;
            const ulong down = 1 + random_below(random, 7);
            fmpq_set_si(fmpq_mat_entry(a, i, j), up > -3 ? up : 0, down);
            if (other < i)
                fmpq_set(fmpq_mat_entry(a, i, j), fmpq_mat_entry(a, other, j));
        }
    }
}

// The characteristic polynomial of the smaller Gram matrix of A, its roots multiplied by scale.
static void reference(fmpq_poly_t p, const fmpq_mat_t a, const fmpz_t scale)
{
    const slong rows = fmpq_mat_nrows(a), columns = fmpq_mat_ncols(a);
    fmpq_mat_t transposed, gram;
    fmpq_t factor, coefficient;
    fmpq_mat_init(transposed, columns, rows);
    fmpq_mat_init(gram, FLINT_MIN(rows, columns), FLINT_MIN(rows, columns));
    fmpq_init(factor);
    fmpq_init(coefficient);
    fmpq_mat_transpose(transposed, a);
    if (rows <= columns)
        fmpq_mat_mul(gram, a, transposed);
    else
        fmpq_mat_mul(gram, transposed, a);
    fmpq_mat_charpoly(p, gram);
    fmpq_one(factor);
    for (slong i = fmpq_poly_degree(p); i >= 0; i--) {
        fmpq_poly_get_coeff_fmpq(coefficient, p, i);
        fmpq_mul(coefficient, coefficient, factor);
        fmpq_poly_set_coeff_fmpq(p, i, coefficient);
        fmpq_mul_fmpz(factor, factor, scale);
    }
    fmpq_clear(coefficient);
    fmpq_clear(factor);
    fmpq_mat_clear(gram);
    fmpq_mat_clear(transposed);
}

static void polynomials(void)
{
    random_state random = unit_random(SEED);
    for (int i = 0; i < CASES; i++) {
        const slong rows = 1 + (slong)random_below(&random, WIDEST);
        const slong columns = 1 + (slong)random_below(&random, WIDEST);
        fmpq_mat_t a;
        singular_square s;
        fmpq_poly_t expected, found;
        fmpq_mat_init(a, rows, columns);
        fmpq_poly_init(expected);
        fmpq_poly_init(found);
        singular_square_init(&s);
        random_matrix(a, &random);
        singular_square_set(&s, fmpq_mat_entry(a, 0, 0), (size_t)rows, (size_t)columns,
                            (size_t)columns);
        reference(expected, a, s.scale);
        fmpq_poly_set_fmpz_poly(found, s.polynomial);
        CU_ASSERT(fmpq_poly_equal(expected, found));
        singular_square_clear(&s);
        fmpq_poly_clear(found);
        fmpq_poly_clear(expected);
        fmpq_mat_clear(a);
    }
}

// The singular values of a diagonal are its absolute values: here k/7 for k from 1 to the size.
static void diagonals(void)
{
    for (slong size = 1; size <= WIDEST; size++) {
        fmpq_mat_t a;
        fmpq_t square;
        singular_square s;
        crease_enclosure value;
        fmpq_mat_init(a, size, size);
        fmpq_init(square);
        fmpq_init(value.lo);
        fmpq_init(value.hi);
        singular_square_init(&s);
        for (slong i = 0; i < size; i++)
            fmpq_set_si(fmpq_mat_entry(a, i, i), i % 2 ? i + 1 : -i - 1, 7);
        singular_square_set(&s, fmpq_mat_entry(a, 0, 0), (size_t)size, (size_t)size, (size_t)size);
        fmpq_set_si(square, size * size, 49);
        CU_ASSERT_FALSE(singular_square_exceeds(&s, square));
        singular_square_enclose(&value, &s, 40);
        CU_ASSERT(fmpq_cmp(value.lo, square) <= 0);
        CU_ASSERT(fmpq_cmp(value.hi, square) >= 0);
        fmpq_sub(value.hi, value.hi, value.lo);
        fmpq_mul_2exp(value.hi, value.hi, 40);
        CU_ASSERT(fmpq_cmp(value.hi, square) <= 0);
        singular_square_clear(&s);
        fmpq_clear(value.hi);
        fmpq_clear(value.lo);
        fmpq_clear(square);
        fmpq_mat_clear(a);
    }
}

UNIT_MAIN("singular", {"polynomials", polynomials}, {"diagonals", diagonals})
