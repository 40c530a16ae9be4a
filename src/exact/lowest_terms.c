// Fractions with one denominator, in lowest terms.
#include "exact/lowest_terms.h"

#include "base/fatal.h"
#include "exact/common_divisor.h"
#include <flint/fmpz_vec.h>
#include <limits.h>
#include <stdbool.h>

// The product of all entries but the last and zeros, and of *others unless it is NULL, modulo a
// number; 0 if there are no such entries.
static void multiply_entries(fmpz_t product, const fmpz *row, size_t columns, const fmpz *others,
                             const fmpz_t modulus)
{
    bool is_empty = true;
    fmpz_zero(product);
    for (size_t c = 0; c + 1 < columns; c++) {
        if (fmpz_is_zero(row + c))
            continue;
        if (is_empty) {
            fmpz_set(product, row + c);
        } else {
            fmpz_mul(product, product, row + c);
            fmpz_mod(product, product, modulus);
        }
        is_empty = false;
    }
    if (others) {
        fmpz_mul(product, product, others);
        fmpz_mod(product, product, modulus);
    }
}

static void find_common(fmpz_t common, const fmpz *row, size_t columns, const fmpz *others)
{
    ASSERT(columns > 0);
    const fmpz *last = row + columns - 1;
    fmpz_t odd;
    fmpz_init(odd);
    fmpz_tdiv_q_2exp(odd, last, fmpz_val2(last));
    if (fmpz_is_zero(odd) || fmpz_is_pm1(odd)) {
        fmpz_one(common);
    } else {
        multiply_entries(common, row, columns, others, odd);
        common_divisor(common, common, odd);
    }
    fmpz_clear(odd);
}

void lowest_terms_common(fmpz_t common, const fmpz *row, size_t columns)
{
    find_common(common, row, columns, NULL);
}

// The exponent of the highest power of 2 that divides all entries; 0 if all are 0.
static ulong common_twos(const fmpz *row, size_t columns)
{
    ulong twos = ULONG_MAX;
    for (size_t c = 0; c < columns && twos; c++)
        if (!fmpz_is_zero(row + c))
            twos = FLINT_MIN(twos, fmpz_val2(row + c));
    return twos < ULONG_MAX ? twos : 0;
}

void lowest_terms_row(fmpz *primitive, fmpz_t common, const fmpz *from, size_t columns,
                      const fmpz *others)
{
    ASSERT(columns > 0);
    const ulong twos = common_twos(from, columns);
    fmpz_t content;
    fmpz_init(content);
    find_common(common, from, columns, others);
    fmpz_set(content, common);
    for (size_t c = 0; c + 1 < columns && !fmpz_is_one(content); c++)
        common_divisor(content, content, from + c);
    for (size_t c = 0; c < columns; c++)
        fmpz_tdiv_q_2exp(primitive + c, from + c, twos);
    if (!fmpz_is_one(content)) {
        _fmpz_vec_scalar_divexact_fmpz(primitive, primitive, (slong)columns, content);
        common_divisor(common, common, primitive + columns - 1);
    }
    fmpz_clear(content);
}

void lowest_terms_set(fmpq *x, const fmpz *row, size_t columns, const fmpz_t common)
{
    ASSERT(columns > 0);
    const fmpz *last = row + columns - 1;
    const ulong twos = fmpz_val2(last);
    const bool has_common = !fmpz_is_one(common);
    fmpz_t divisor;
    fmpz_init(divisor);
    ASSERT(fmpz_sgn(last) >= 0 && fmpz_sgn(common) > 0);
    for (size_t c = 0; c + 1 < columns; c++) {
        if (fmpz_is_zero(row + c)) {
            fmpq_zero(x + c);
            continue;
        }
        const ulong halved = twos ? FLINT_MIN(twos, fmpz_val2(row + c)) : 0;
        fmpz_tdiv_q_2exp(fmpq_numref(x + c), row + c, halved);
        fmpz_tdiv_q_2exp(fmpq_denref(x + c), last, halved);
        if (has_common)
            common_divisor(divisor, row + c, common);
        if (has_common && !fmpz_is_one(divisor)) {
            fmpz_divexact(fmpq_numref(x + c), fmpq_numref(x + c), divisor);
            fmpz_divexact(fmpq_denref(x + c), fmpq_denref(x + c), divisor);
        }
    }
    fmpz_clear(divisor);
}
