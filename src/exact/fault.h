// Deliberate faults, which crease-check must detect.
//
// With -DCREASE_FAULTY signs and regions pass through functions of tests/faulty/fault.c, which
// falsify some signs and omit some regions. `tests/faulty/run build` runs that build. Otherwise
// none of this is compiled.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef CREASE_FAULTY
// Returns the sign, or another one.
int fault_sign(int sign);
// Leaves the bounds of ranges, or negates them.
void fault_ranges(double *low, double *high, size_t count);
// Leaves the signs, or negates one.
void fault_verdicts(uint32_t *above, const uint32_t *open, size_t count);
// Returns the bits of the sign (sign.h), or of another one.
int fault_bits(int bits);
// Whether a region is omitted.
bool fault_drops(void);
#else
#define fault_sign(sign) (sign)
#define fault_ranges(low, high, count) ((void)0)
#define fault_verdicts(above, open, count) ((void)0)
#define fault_bits(bits) (bits)
#define fault_drops() false
#endif
