// Exact sums of doubles.
#include "exact/double_sum.h"

#include "base/fatal.h"
#include "exact/words64.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { DIGIT = 32, MOST_TERMS = 1 << 29, PARTS = 3 };

static const int64_t MASK = INT64_C(0xffffffff);

void double_sum_zero(double_sum *sum)
{
    memset(sum, 0, sizeof *sum);
    sum->low = DOUBLE_SUM_DIGITS;
}

// Leaves digits from 0 to 2^32 - 1, but for the last one, which has the sign.
static void carry(double_sum *sum)
{
    for (size_t k = sum->low; k + 1 < DOUBLE_SUM_DIGITS; k++) {
        const int64_t rest = sum->digit[k] & MASK;
        sum->digit[k + 1] += (sum->digit[k] - rest) / (MASK + 1);
        sum->digit[k] = rest;
    }
    sum->high = DOUBLE_SUM_DIGITS;
    sum->terms = 0;
}

// A term adds less than 2^33 to each of three digits.
void double_sum_add(double_sum *sum, double term)
{
    enum { EXPONENT = 0x7ff, FRACTION = DBL_MANT_DIG - 1 };
    uint64_t bits;
    ASSERT(isfinite(term));
    if (term == 0)
        return;
    memcpy(&bits, &term, sizeof bits);
    const unsigned field = (unsigned)(bits >> FRACTION) & EXPONENT;
    const unsigned exponent = field ? field - 1 : 0, shift = exponent % DIGIT;
    const uint64_t one = UINT64_C(1) << FRACTION;
    const uint64_t mantissa = (bits & (one - 1)) | (field ? one : 0);
    const uint64_t first = (mantissa & (uint64_t)MASK) << shift;
    const uint64_t second = (mantissa >> DIGIT) << shift;
    const int64_t sign = term < 0 ? -1 : 1;
    const size_t k = exponent / DIGIT;
    sum->digit[k] += sign * (int64_t)(first & (uint64_t)MASK);
    sum->digit[k + 1] += sign * (int64_t)((first >> DIGIT) + (second & (uint64_t)MASK));
    sum->digit[k + 2] += sign * (int64_t)(second >> DIGIT);
    sum->low = k < sum->low ? k : sum->low;
    sum->high = k + PARTS > sum->high ? k + PARTS : sum->high;
    if (++sum->terms == MOST_TERMS)
        carry(sum);
}

void double_sum_append(double_sum *sum, double_sum *more)
{
    if (sum->terms + more->terms >= MOST_TERMS) {
        carry(sum);
        carry(more);
    }
    for (size_t k = more->low; k < more->high; k++) {
        sum->digit[k] += more->digit[k];
        more->digit[k] = 0;
    }
    sum->terms += more->terms + 1;
    sum->low = more->low < sum->low ? more->low : sum->low;
    sum->high = more->high > sum->high ? more->high : sum->high;
    more->low = DOUBLE_SUM_DIGITS;
    more->high = more->terms = 0;
}

void double_sum_get(fmpz_t mantissa, slong *power, const double_sum *sum)
{
    enum { LEAST = DBL_MIN_EXP - DBL_MANT_DIG }; // of the smallest double
    fmpz_t digit;
    fmpz_init(digit);
    fmpz_zero(mantissa);
    for (size_t k = sum->high; k > sum->low;) {
        fmpz_set_i64(digit, sum->digit[--k]);
        fmpz_mul_2exp(mantissa, mantissa, DIGIT);
        fmpz_add(mantissa, mantissa, digit);
    }
    *power = LEAST + DIGIT * (slong)(sum->low < sum->high ? sum->low : 0);
    fmpz_clear(digit);
}
