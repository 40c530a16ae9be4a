// Sums of fractions whose denominators are products of integers that many of them share.
//
// The weights of vertices are such integers: a volume has the product of the weights of its
// vertices as denominator, and neighbours share vertices. The sum of two such fractions has each
// integer as often as either has it. So no greatest common divisor is needed but in the end, which
// would take most of the time of a sum.
#pragma once

#include <flint/fmpq.h>
#include <stdbool.h>
#include <stddef.h>

// The denominator is the product of the factors, which are ascending and at least 2.
typedef struct {
    fmpz_t numerator;
    fmpz *factor;
    size_t factors;
} factored;

void factored_init(factored *x);
void factored_clear(factored *x);
// x = numerator / product of the factors, which are positive and in any order.
void factored_set(factored *x, const fmpz_t numerator, const fmpz *factor, size_t factors);
// sum = that of some fractions, by halves; they become 0, or the first the sum. may_stop:
// a limit of the run ends it, and the numbers are any.
void factored_sum(factored *const *term, size_t count, bool may_stop);
// In lowest terms.
void factored_get(fmpq_t value, const factored *x);
