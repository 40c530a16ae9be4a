// Sums of products of residues.
#include "exact/residue_sums.h"

#include "exact/residue.h"
#include "exact/versions.h"

// Spelled out, a conversion is one instruction.
#define VECTOR quad
#define WIDTH QUAD
#define WIDENED(from) ((quad){(from)[0], (from)[1], (from)[2], (from)[3]})
#define SUM_BLOCK sum_block_of_four
#define SUM sum_by_four
#define SUM_GATED sum_gated_by_four
#include "exact/residue_loops.h"
#undef VECTOR
#undef WIDTH
#undef WIDENED
#undef SUM_BLOCK
#undef SUM
#undef SUM_GATED
#define VECTOR lanes
#define WIDTH LANES
#define WIDENED(from)                                                                     \
    ((lanes){(from)[0], (from)[1], (from)[2], (from)[3], (from)[4], (from)[5], (from)[6], \
             (from)[7]})
#define SUM_BLOCK sum_block_of_eight
#define SUM sum_by_eight
#define SUM_GATED sum_gated_by_eight
#include "exact/residue_loops.h"

WIDEST
static void sum_widest(const residue_sums *sums)
{
    sum_by_eight(sums);
}

WIDEST
static void sum_gated_widest(double sum[RESIDUE_POINTS], const double *restrict row,
                             const double *restrict low, const double *restrict step,
                             const int32_t *restrict flag, size_t stride)
{
    sum_gated_by_eight(sum, row, low, step, flag, stride);
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
void residue_sums_gated(double sum[RESIDUE_POINTS], const double *restrict row,
                        const double *restrict low, const double *restrict step,
                        const uint32_t *restrict flag, size_t stride)
{
    const int32_t *flags = (const int32_t *)flag;
    if (HAS_WIDEST)
        sum_gated_widest(sum, row, low, step, flags, stride);
    else
        sum_gated_by_four(sum, row, low, step, flags, stride);
}
