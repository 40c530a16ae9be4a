// Rows of three exact doubles: lines and points of the plane in small networks of integers, where
// many signs are 0. filter.md, 17.
//
// All entries are multiples of a power of two, the grain, and at most `size` in absolute value.
// Sums of them are exact if no partial sum exceeds 2^52 grains.
#pragma once

#include "exact/words64.h"
#include <math.h>
#include <stdbool.h>

typedef struct {
    double a[3], grain, size;
} exact_doubles;

// Products of four grains neither overflow nor underflow.
static inline bool grain_will_do(double grain)
{
    return grain >= 0x1p-128 && grain <= 0x1p128;
}

// A row of exact doubles that are multiples of a grain. Returns 0 if it does not fit.
static inline bool exact_doubles_set(exact_doubles *exact, const double *a, double grain)
{
    double size = fabs(a[0]);
    for (int i = 0; i < 3; i++) {
        exact->a[i] = a[i];
        size = fabs(a[i]) > size ? fabs(a[i]) : size;
    }
    exact->grain = grain;
    exact->size = size;
    return grain_will_do(grain) && size <= 0x1p52 * grain;
}

// The same for integers.
static inline bool exact_doubles_set_integers(exact_doubles *exact, const fmpz *row)
{
    double a[3];
    for (int i = 0; i < 3; i++) {
        if (COEFF_IS_MPZ(row[i]) || row[i] > WORD_MOST_EXACT / 2 || row[i] < -WORD_MOST_EXACT / 2)
            return false;
        a[i] = (double)row[i];
    }
    return exact_doubles_set(exact, a, 1);
}

// product = p x q, the intersection of two lines. Returns 0 if that may be inexact.
static inline bool exact_doubles_cross(exact_doubles *product, const exact_doubles *p,
                                       const exact_doubles *q)
{
    product->grain = p->grain * q->grain;
    product->size = 2 * p->size * q->size;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        product->a[i] = p->a[j] * q->a[k] - p->a[k] * q->a[j];
    }
    return product->size <= 0x1p52 * product->grain;
}

// Negates a finite point if w < 0.
static inline void exact_doubles_orient(exact_doubles *point)
{
    const double turn = point->a[2] < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++)
        point->a[i] *= turn;
}

// *value = p . q. Returns 0 if that may be inexact.
static inline bool exact_doubles_dot(double *value, const exact_doubles *p, const exact_doubles *q)
{
    *value = p->a[0] * q->a[0] + p->a[1] * q->a[1] + p->a[2] * q->a[2];
    return 3 * p->size * q->size <= 0x1p52 * (p->grain * q->grain);
}
