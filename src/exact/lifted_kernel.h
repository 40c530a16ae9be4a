// The kernel of many long integer rows, by solving modulo powers of a prime.
//
// A kernel of one dimension is found modulo p by elimination, and lifted from p^k to p^(k+1) by
// one multiplication with an inverse modulo p (Dixon 1982), until fractions with its residues can
// be read off. What is found has then been multiplied by all rows: no bound is relied on. Every
// step is short, unlike those of a library, so that limits are heard.
#ifndef EXACT_LIFTED_KERNEL_H
#define EXACT_LIFTED_KERNEL_H

#include <flint/fmpz.h>
#include <stddef.h>

// point = integers, not all zero, that span the kernel of rows of rank columns - 1 >= 0; the common
// divisor and the sign are left open. Anything if it has given up.
// Cost: for n columns and kernels of b bits n^3 operations modulo p, and about n^2 b / 30 of
// integers as long as the rows'.
void lifted_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns);

#endif
