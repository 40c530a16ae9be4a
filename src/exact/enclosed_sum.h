// Sums of rationals and of square roots, enclosed to a relative width.
//
// Terms are enclosed, and enclosures are added exactly, so the result does not depend on the order
// of the terms. No term is negative, so the relative width of the sum is at most that of one term.
#pragma once

#include "base/pack.h"
#include "exact/double_sum.h"
#include "exact/interval.h"
#include <stdbool.h>

// A mantissa times a power of two.
typedef struct {
    fmpz_t mantissa;
    slong power;
} dyadic;

typedef struct {
    fmpq_t rational;         // sum of the roots that are rational
    double_sum value, bound; // sums of the balls
    dyadic end[2];           // the ends of the sum of the others
    interval term;           // scratch
} enclosed_sum;

// digits: the relative width is at most 10^-digits.
void enclosed_sum_init(enclosed_sum *sum, unsigned digits);
void enclosed_sum_clear(enclosed_sum *sum);

// Adds a number that is not negative.
void enclosed_sum_add(enclosed_sum *sum, const fmpq_t value);
// The same of a number in a finite ball; the sum is then as wide as its balls.
void enclosed_sum_add_ball(enclosed_sum *sum, const ball *value);
// Adds the root of a number that is not negative; exactly, if it is rational. The number is in
// lowest terms, or its denominator is a square.
void enclosed_sum_add_root(enclosed_sum *sum, const fmpq_t square);
// The same of the root of a number that is the square of no rational, if it is known to a relative
// error of 2 to the power of -bits. Returns 0, and adds nothing, unless that tells what
// enclosed_sum_add_root would add.
bool enclosed_sum_add_root_of(enclosed_sum *sum, const mpfr_t square, slong bits);
// The precision at which that is nearly always known.
mpfr_prec_t enclosed_sum_root_precision(const enclosed_sum *sum);
// Adds the terms of another sum, and leaves 0 there.
void enclosed_sum_append(enclosed_sum *sum, enclosed_sum *more);
// Writes a sum and leaves 0, or reads it.
void enclosed_sum_pack(enclosed_sum *sum, pack *p);

// The sum divided by a positive number.
void enclosed_sum_get(crease_enclosure *enclosure, const enclosed_sum *sum, const fmpq_t divisor);
// Whether a number lies between the ends.
bool enclosed_sum_holds(const enclosed_sum *sum, const fmpq_t value);
