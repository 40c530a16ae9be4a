// Constructions of crease construct and their counts.
#ifndef THEOREM_ROWS_H
#define THEOREM_ROWS_H

#include <stddef.h>
#include <stdint.h>

// The domain: "" is the whole space, "positive" the open orthant, "norm" where the norm of
// arora:zonotope is below 1, otherwise a box. 0 maps: neither they nor linear regions are counted.
//
// The numbers over the whole space and the orthant were found by another program, in rationals and
// without a region tree; those on boxes are from theorems, except the affine maps, which this
// engine found in both arithmetics.
typedef struct {
    const char *name, *arguments, *domain;
    uint64_t activation, linear, maps;
} theorem_row;

extern const theorem_row theorem_rows_daily[], theorem_rows_large[];
extern const size_t theorem_rows_daily_count, theorem_rows_large_count;

#endif
