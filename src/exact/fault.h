// Faults on purpose: an engine that is broken, to see that crease-check catches it.
//
// With -DCREASE_FAULTY signs and regions pass through functions of tests/faulty/fault.c, which
// now and then misjudge the one and drop the other. `tests/faulty/run build` runs that build.
// Without, nothing of this is compiled.
#ifndef EXACT_FAULT_H
#define EXACT_FAULT_H

#include <stddef.h>
#include <stdint.h>

#ifdef CREASE_FAULTY
// The sign, or another one.
int fault_sign(int sign);
// The bounds of the ranges of some forms, or of the opposite forms.
void fault_ranges(double *low, double *high, size_t count);
// The signs of some forms, or one of them turned.
void fault_verdicts(uint32_t *above, const uint32_t *open, size_t count);
// The bits of a sign (sign.h), or of another one.
int fault_bits(int bits);
// Whether to forget a region.
int fault_drops(void);
#else
#define fault_sign(sign) (sign)
#define fault_ranges(low, high, count) ((void)0)
#define fault_verdicts(above, open, count) ((void)0)
#define fault_bits(bits) (bits)
#define fault_drops() 0
#endif

#endif
