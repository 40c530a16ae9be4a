// Sums of products of residues (residue.h), of two points at once, so that what they share is read
// once. Strides are those of kernel_stride.
#ifndef EXACT_RESIDUE_SUMS_H
#define EXACT_RESIDUE_SUMS_H

#include <stddef.h>
#include <stdint.h>

enum { RESIDUE_POINTS = 2 };

// map[c][j] = start[c][j] + sum_k weight[index[k]][j] term[c][index[k]], as residues, over k <
// count and all j < stride.
typedef struct {
    double *map;           // RESIDUE_POINTS x stride
    const double *start;   // the same; may be map
    const int32_t *weight; // inputs x stride
    const double *term;    // RESIDUE_POINTS x apart
    const uint32_t *index;
    size_t stride, apart, count;
} residue_sums;

void residue_sums_take(const residue_sums *sums);

// sum[c] = sum_j row[c][j] (low[c][j] + flag[j] step[c][j]) over j < stride, as a residue, where
// row and each low and low + step are residues and flags are 0 or 1.
void residue_sums_gated(double sum[RESIDUE_POINTS], const double *restrict row,
                        const double *restrict low, const double *restrict step,
                        const uint32_t *restrict flag, size_t stride);

#endif
