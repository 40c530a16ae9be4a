// Sums over the regions of a tree.
#include "exact/tree_sum.h"

#include "base/memory.h"

#include <stdlib.h>

static fmpq *tree_sum_row(tree_sum *tree, size_t i)
{
    return tree->sum + i * tree->entries;
}

// Makes the row of the splits that are open now, of zeros.
static void begin_row(tree_sum *tree)
{
    const size_t wanted = (tree->open + 1) * tree->entries;
    MEMORY_RESERVE(tree->sum, tree->capacity, wanted);
    for (; tree->ready < wanted; tree->ready++)
        fmpq_init(tree->sum + tree->ready);
    for (size_t k = 0; k < tree->entries; k++)
        fmpq_zero(tree_sum_row(tree, tree->open) + k);
}

void tree_sum_init(tree_sum *tree, size_t entries)
{
    *tree = (tree_sum){.entries = entries};
    begin_row(tree);
}

void tree_sum_clear(tree_sum *tree)
{
    for (size_t i = 0; i < tree->ready; i++)
        fmpq_clear(tree->sum + i);
    free(tree->sum);
}

void tree_sum_open(tree_sum *tree)
{
    tree->open++;
    begin_row(tree);
}

void tree_sum_close(tree_sum *tree)
{
    if (!tree->open) {
        tree->closed++;
        return;
    }
    const fmpq *above = tree_sum_row(tree, tree->open--);
    for (size_t k = 0; k < tree->entries; k++)
        fmpq_add(tree_sum_row(tree, tree->open) + k, tree_sum_row(tree, tree->open) + k, above + k);
}

void tree_sum_append(tree_sum *whole, tree_sum *part)
{
    for (; part->closed; part->closed--)
        tree_sum_close(whole);
    for (size_t i = 0; i <= part->open; i++) {
        if (i)
            tree_sum_open(whole);
        fmpq *here = tree_sum_here(whole);
        for (size_t k = 0; k < part->entries; k++)
            fmpq_add(here + k, here + k, tree_sum_row(part, i) + k);
    }
    part->open = 0;
    begin_row(part);
}

void tree_sum_pack(tree_sum *tree, pack *p)
{
    tree->closed = pack_word(p, tree->closed);
    const size_t open = pack_count(p, tree->open, sizeof(uint64_t));
    pack_rationals(p, tree->sum, tree->entries);
    for (size_t i = 1; i <= open && !p->failed; i++) {
        if (p->reads)
            tree_sum_open(tree);
        pack_rationals(p, tree_sum_row(tree, i), tree->entries);
    }
    if (p->reads)
        return;
    tree->open = tree->closed = 0;
    begin_row(tree);
}

size_t tree_sum_bytes(const tree_sum *tree)
{
    size_t limbs = 0;
    for (size_t i = 0; i < (tree->open + 1) * tree->entries; i++)
        limbs +=
            (size_t)(fmpz_size(fmpq_numref(tree->sum + i)) + fmpz_size(fmpq_denref(tree->sum + i)));
    return tree->ready * sizeof *tree->sum + limbs * sizeof(ulong);
}

fmpq *tree_sum_here(tree_sum *tree)
{
    return tree_sum_row(tree, tree->open);
}

const fmpq *tree_sum_total(tree_sum *tree)
{
    while (tree->open)
        tree_sum_close(tree);
    return tree->sum;
}
