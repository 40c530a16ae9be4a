// Rationals times a common scale, which are integers.
#include "exact/common_scale.h"

void common_scale(fmpq_t scale, const fmpq *x, size_t count)
{
    fmpz *multiple = fmpq_numref(scale), *divisor = fmpq_denref(scale);
    fmpz_one(multiple);
    fmpz_zero(divisor);
    for (size_t i = 0; i < count; i++) {
        if (fmpq_is_zero(x + i))
            continue;
        if (!fmpz_divisible(multiple, fmpq_denref(x + i)))
            fmpz_lcm(multiple, multiple, fmpq_denref(x + i));
        if (!fmpz_is_one(divisor))
            fmpz_gcd(divisor, divisor, fmpq_numref(x + i));
    }
    if (fmpz_is_zero(divisor))
        fmpz_one(divisor);
}

// The exponent if x is a power of two, else -1. Weights are nearly always doubles: then scales are.
static slong twos_of(const fmpz_t x)
{
    const slong twos = (slong)fmpz_val2(x);
    return (slong)fmpz_bits(x) == twos + 1 ? twos : -1;
}

void scale_all(fmpz *scaled, const fmpq_t scale, const fmpq *x, size_t count)
{
    const slong twos = twos_of(fmpq_numref(scale));
    fmpz_t factor;
    fmpz_init(factor);
    for (size_t i = 0; i < count; i++) {
        if (fmpq_is_zero(x + i)) {
            fmpz_zero(scaled + i);
            continue;
        }
        if (twos >= 0) {
            fmpz_mul_2exp(scaled + i, fmpq_numref(x + i),
                          (ulong)twos - (ulong)fmpz_val2(fmpq_denref(x + i)));
        } else {
            fmpz_divexact(factor, fmpq_numref(scale), fmpq_denref(x + i));
            fmpz_mul(scaled + i, fmpq_numref(x + i), factor);
        }
        if (!fmpz_is_one(fmpq_denref(scale)))
            fmpz_divexact(scaled + i, scaled + i, fmpq_denref(scale));
    }
    fmpz_clear(factor);
}

void divide_by_scale(fmpq_t y, const fmpq_t x, const fmpq_t scale)
{
    const slong twos = twos_of(fmpq_numref(scale));
    if (fmpz_is_one(fmpq_denref(scale)) && twos >= 0)
        fmpq_div_2exp(y, x, (ulong)twos);
    else
        fmpq_div(y, x, scale);
}
