// Balls against exact numbers.
#ifndef TESTS_BALL_HOLDS_H
#define TESTS_BALL_HOLDS_H

#include "exact/ball.h"
#include "exact/rational.h"

// Whether a number lies in a ball.
static inline bool ball_holds(const ball *x, const fmpq_t number)
{
    const double part[] = {x->value.high, x->value.low, x->bound};
    fmpq_t sum, next;
    fmpq_init(sum);
    fmpq_init(next);
    for (int i = 0; i < 3; i++) {
        rational_set_double(next, part[i]);
        if (i < 2)
            fmpq_add(sum, sum, next);
    }
    fmpq_sub(sum, sum, number);
    fmpq_abs(sum, sum);
    const bool inside = fmpq_cmp(sum, next) <= 0;
    fmpq_clear(sum);
    fmpq_clear(next);
    return inside;
}

#endif
