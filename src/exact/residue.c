// Integers modulo the Mersenne prime 2^31 - 1.
#include "exact/residue.h"

#include "exact/versions.h"

uint32_t residue_of(const fmpz_t x)
{
    return (uint32_t)fmpz_fdiv_ui(x, RESIDUE_PRIME);
}

// The product is below 2^62, its two halves together below 2^32, so one more
// halving and one subtraction leave a residue.
VERSIONS
void residue_kernel_add(uint32_t *restrict row, const uint32_t *restrict weight, uint32_t term,
                        size_t n)
{
    const uint32_t p = (uint32_t)RESIDUE_PRIME;
    for (size_t j = 0; j < n; j++) {
        uint64_t product = (uint64_t)weight[j] * term + row[j];
        uint64_t folded = (product & p) + (product >> 31);
        uint32_t sum = (uint32_t)(folded & p) + (uint32_t)(folded >> 31);
        row[j] = sum >= p ? sum - p : sum;
    }
}
