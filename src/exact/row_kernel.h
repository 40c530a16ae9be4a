// The integer point in which hyperplanes meet.
#ifndef EXACT_ROW_KERNEL_H
#define EXACT_ROW_KERNEL_H

#include <flint/fmpz.h>
#include <stddef.h>

// point = the integers without a common divisor that span the kernel of the given rows,
// sum_c row[i][c] point[c] = 0 for all i. The kernel must have one dimension: the rows
// have rank columns - 1 >= 0, though some may depend on others. A finite point, one
// with a last entry, gets a positive one; the sign of a direction is one of
// the two. For columns = 3 and two rows this is row_cross up to its factor.
void row_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns);

#endif
