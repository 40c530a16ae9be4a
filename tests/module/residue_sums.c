// Sums of residues in vectors, against 128-bit integers.
#include "exact/residue_sums.h"
#include "base/random.h"
#include "exact/kernels.h"
#include "exact/residue.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Of any size that residues may have, often the largest.
static double random_residue(random_state *random)
{
    const int64_t most = (int64_t)1 << 24;
    if (random_below(random, 4) == 0)
        return random_below(random, 2) ? (double)most : -(double)most;
    return (double)random_between(random, -most, most);
}

static int is_of_class(double found, __int128 sum, double most)
{
    const __int128 p = RESIDUE_PRIME, by = (__int128)found - sum;
    return fabs(found) <= most && found == floor(found) && by % p == 0;
}

static void fill_residues(double *entry, size_t count, random_state *random, int largest)
{
    for (size_t i = 0; i < count; i++)
        entry[i] = largest ? 0x1p24 : random_residue(random);
}

// Sums in place and not, of any number of inputs.
static void sums_of_products(void)
{
    enum { SEED = 95, LONGEST = 300, INPUTS = 80, CASES = 200, ENTRIES = LONGEST + KERNEL_LANES };
    printf("seed %d ", SEED);
    static int32_t weight[INPUTS * ENTRIES];
    static double start[2 * ENTRIES], map[2 * ENTRIES];
    double term[2 * INPUTS];
    uint32_t index[INPUTS];
    random_state random;
    random_seed(&random, SEED);
    int good = 1;
    for (size_t k = 0; k < CASES; k++) {
        const size_t stride = kernel_stride(1 + random_below(&random, LONGEST));
        const size_t count = random_below(&random, INPUTS);
        const int largest = random_below(&random, 4) == 0, in_place = random_below(&random, 2) == 0;
        for (size_t i = 0; i < INPUTS * stride; i++)
            weight[i] = largest ? 1 << 24 : (int32_t)random_residue(&random);
        fill_residues(start, 2 * stride, &random, largest);
        fill_residues(term, 2 * INPUTS, &random, largest);
        for (size_t i = 0; i < count; i++)
            index[i] = (uint32_t)random_below(&random, INPUTS);
        memcpy(map, start, 2 * stride * sizeof *map);
        const residue_sums sums = {
            map, in_place ? map : start, weight, term, index, stride, INPUTS, count};
        residue_sums_take(&sums);
        for (size_t at = 0; at < 2 * stride; at++) {
            __int128 sum = (__int128)start[at];
            for (size_t i = 0; i < count; i++)
                sum += (__int128)weight[index[i] * stride + at % stride] *
                       (__int128)term[at / stride * INPUTS + index[i]];
            good &= is_of_class(map[at], sum, 0x1p24);
        }
    }
    CU_ASSERT(good);
}

static int are_of_classes(const double found[2], const __int128 sum[2])
{
    return is_of_class(found[0], sum[0], 0x1p27) && is_of_class(found[1], sum[1], 0x1p27);
}

// Dot products of numbers, and of some of them.
static void dot_products(void)
{
    enum { SEED = 96, LONGEST = 600, CASES = 200, ENTRIES = LONGEST + KERNEL_LANES };
    printf("seed %d ", SEED);
    static double left[2 * ENTRIES], right[2 * ENTRIES], given[2 * ENTRIES];
    static uint32_t flag[ENTRIES];
    random_state random;
    random_seed(&random, SEED);
    for (size_t k = 0; k < CASES; k++) {
        const size_t stride = kernel_stride(1 + random_below(&random, LONGEST));
        const int largest = random_below(&random, 4) == 0;
        __int128 sum[2] = {0};
        double found[2];
        fill_residues(left, 2 * stride, &random, largest);
        fill_residues(right, 2 * stride, &random, largest);
        for (size_t j = 0; j < stride; j++)
            flag[j] = (uint32_t)random_below(&random, 2);

        residue_sums_gate(given, right, flag, stride);
        for (size_t at = 0; at < 2 * stride; at++) {
            CU_ASSERT(given[at] == (flag[at % stride] ? right[at] : 0));
            sum[at / stride] += (__int128)left[at] * (__int128)right[at];
        }
        residue_sums_dot(found, left, right, stride);
        CU_ASSERT(are_of_classes(found, sum));
    }
}

UNIT_MAIN("residue_sums", {"sums_of_products", sums_of_products}, {"dot_products", dot_products})
