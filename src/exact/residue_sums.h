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

// given[c][j] = row[c][j] where flag[j] is 1, or 0 where it is 0, for j < stride.
void residue_sums_gate(double *restrict given, const double *restrict row,
                       const uint32_t *restrict flag, size_t stride);

// sum[c] = sum_j left[c][j] right[c][j] over j < stride; of its class, and at most 2^27 in size.
// All of left and right are residues.
void residue_sums_dot(double sum[RESIDUE_POINTS], const double *restrict left,
                      const double *restrict right, size_t stride);

#endif
