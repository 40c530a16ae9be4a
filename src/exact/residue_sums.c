// Sums of products of residues.
#include "exact/residue_sums.h"

#include "exact/residue.h"
#include "exact/versions.h"

// Spelled out, a conversion is one instruction.
#define VECTOR quad
#define WIDTH QUAD
#define MOST_VECTORS 4
#define WIDENED(from) ((quad){(from)[0], (from)[1], (from)[2], (from)[3]})
#define SUM_BLOCK sum_block_of_four
#define SUM sum_by_four
#define GATE gate_by_four
#define DOT dot_by_four
#include "exact/residue_loops.h"
#undef VECTOR
#undef WIDTH
#undef MOST_VECTORS
#undef WIDENED
#undef SUM_BLOCK
#undef SUM
#undef GATE
#undef DOT
#define VECTOR lanes
#define WIDTH LANES
#define MOST_VECTORS 8
#define WIDENED(from)                                                                     \
    ((lanes){(from)[0], (from)[1], (from)[2], (from)[3], (from)[4], (from)[5], (from)[6], \
             (from)[7]})
#define SUM_BLOCK sum_block_of_eight
#define SUM sum_by_eight
#define GATE gate_by_eight
#define DOT dot_by_eight
#include "exact/residue_loops.h"

WIDEST
static void sum_widest(const residue_sums *sums)
{
    sum_by_eight(sums);
}

WIDEST
static void gate_widest(double *restrict given, const double *restrict row,
                        const int32_t *restrict flag, size_t stride)
{
    gate_by_eight(given, row, flag, stride);
}

WIDEST
static void dot_widest(double sum[RESIDUE_POINTS], const double *restrict left,
                       const double *restrict right, size_t stride)
{
    dot_by_eight(sum, left, right, stride);
}

VERSIONS
void residue_sums_take(const residue_sums *sums)
{
    if (HAS_WIDEST)
        sum_widest(sums);
    else
        sum_by_four(sums);
}

VERSIONS
void residue_sums_gate(double *restrict given, const double *restrict row,
                       const uint32_t *restrict flag, size_t stride)
{
    const int32_t *flags = (const int32_t *)flag;
    if (HAS_WIDEST)
        gate_widest(given, row, flags, stride);
    else
        gate_by_four(given, row, flags, stride);
}

VERSIONS
void residue_sums_dot(double sum[RESIDUE_POINTS], const double *restrict left,
                      const double *restrict right, size_t stride)
{
    if (HAS_WIDEST)
        dot_widest(sum, left, right, stride);
    else
        dot_by_four(sum, left, right, stride);
}
