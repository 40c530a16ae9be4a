// Sums of millions of fractions.
#include "exact/long_sum.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <stdlib.h>

static fmpq *long_sum_row(const long_sum *s, size_t i)
{
    ASSERT(s->rows <= s->ranks);
    return s->sum + i * s->entries;
}

// Makes the next term, of zeros.
static void long_sum_begin(long_sum *s)
{
    const size_t wanted = (s->rows + 1) * s->entries;
    MEMORY_RESERVE(s->rank, s->ranks, s->rows + 1);
    MEMORY_RESERVE(s->sum, s->capacity, wanted);
    for (; s->ready < wanted; s->ready++)
        fmpq_init(s->sum + s->ready);
    for (size_t k = 0; k < s->entries; k++)
        fmpq_zero(long_sum_next(s) + k);
}

void long_sum_init(long_sum *s, size_t entries)
{
    *s = (long_sum){.entries = entries};
    long_sum_begin(s);
}

void long_sum_clear(long_sum *s)
{
    for (size_t i = 0; i < s->ready; i++)
        fmpq_clear(s->sum + i);
    free(s->sum);
    free(s->rank);
}

fmpq *long_sum_next(long_sum *s)
{
    ASSERT(s->rows <= s->ranks);
    return long_sum_row(s, s->rows);
}

// Adds the last row to the one before it.
static void long_sum_fold(long_sum *s)
{
    ASSERT(s->rows <= s->ranks);
    const fmpq *last = long_sum_row(s, --s->rows);
    fmpq *before = long_sum_row(s, s->rows - 1);
    for (size_t k = 0; k < s->entries; k++)
        fmpq_add(before + k, before + k, last + k);
}

static void long_sum_push(long_sum *s, uint64_t rank)
{
    for (s->rank[s->rows++] = rank; s->rows > 1 && s->rank[s->rows - 2] <= rank; rank++) {
        long_sum_fold(s);
        s->rank[s->rows - 1] = rank + 1;
    }
    long_sum_begin(s);
}

void long_sum_add(long_sum *s)
{
    long_sum_push(s, 0);
}

void long_sum_append(long_sum *whole, long_sum *part)
{
    ASSERT(whole->rows <= whole->ranks);
    ASSERT(part->rows <= part->ranks);
    for (size_t i = 0; i < part->rows; i++) {
        for (size_t k = 0; k < part->entries; k++)
            fmpq_swap(long_sum_next(whole) + k, long_sum_row(part, i) + k);
        long_sum_push(whole, part->rank[i]);
    }
    part->rows = 0;
    long_sum_begin(part);
}

const fmpq *long_sum_total(long_sum *s)
{
    ASSERT(s->rows <= s->ranks);
    while (s->rows > 1)
        long_sum_fold(s);
    return s->sum;
}

void long_sum_pack(long_sum *s, pack *p)
{
    ASSERT(s->rows <= s->ranks);
    const size_t rows = pack_count(p, s->rows, sizeof(uint64_t));
    for (size_t i = 0; i < rows && !p->failed; i++) {
        fmpq *row = p->reads ? long_sum_next(s) : long_sum_row(s, i);
        pack_rationals(p, row, s->entries);
        const uint64_t rank = pack_word(p, p->reads ? 0 : s->rank[i]);
        if (p->reads)
            long_sum_push(s, rank);
    }
    if (!p->reads)
        s->rows = 0;
    long_sum_begin(s);
}

size_t long_sum_bytes(const long_sum *s)
{
    ASSERT(s->rows <= s->ranks);
    size_t limbs = 0;
    for (size_t i = 0; i < s->rows * s->entries; i++)
        limbs += (size_t)(fmpz_size(fmpq_numref(s->sum + i)) + fmpz_size(fmpq_denref(s->sum + i)));
    return s->ready * sizeof *s->sum + limbs * sizeof(ulong);
}
