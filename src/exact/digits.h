// Integers in digits that doubles add and multiply without error.
//
// A number is the sum of its digits times powers of 2^DIGIT_BITS. In the range of a digit they are
// at most 2^(DIGIT_BITS - 1) in size, of either sign; sums of products may be up to 2^53, and are
// carried later. So products of long integers are vector operations without a carry.
//
// Many numbers lie side by side: digit p of number j is digit[p * apart + j].
#ifndef EXACT_DIGITS_H
#define EXACT_DIGITS_H

#include <flint/fmpz.h>
#include <stddef.h>

enum { DIGIT_BITS = 22, DIGITS_MOST = 24 };

// So many products of two digits may be added up in one place.
enum { DIGIT_TERMS = 1024 };

// Digits that hold all integers up to this size.
size_t digits_for(const fmpz_t size);
// One number; count >= digits_for(x).
void digits_put(double *to, size_t apart, size_t count, const fmpz_t x);
// The number of digits of any size up to 2^53; count <= DIGITS_MOST.
void digits_get(fmpz_t x, const double *from, size_t apart, size_t count);

// In vectors of n numbers, a multiple of KERNEL_LANES.
// sum += weight * factor, or minus that: vectors of several digits, and a number, digit p of which
// is factor[p * factor_apart].
typedef struct {
    const double *digit;
    size_t apart, count;
} digit_vector;
void digits_add(double *sum, size_t apart, digit_vector weight, digit_vector factor, int minus,
                size_t n);
// Brings the digits into their range, but for the last one, which takes what is carried.
void digits_carry(double *sum, size_t apart, size_t count, size_t n);
// The sum of a_j b_j over all j that are on, those where mask has all bits, not none; its digits
// are place[s], s < a.count + b.count, of any size up to 2^53. n < 2^20.
void digits_dot(double *place, digit_vector a, digit_vector b, const double *mask, size_t n);

#endif
