// The rows, pieces and predicates of each unit of a layer.
//
// Units of a layer may have different activations, and so different numbers of rows of weights,
// pieces and predicates (net/activation.h). These are numbered unit after unit: piece p of unit u
// is number piece[u] + p.
#pragma once

#include "net/activation.h"
#include <stdint.h>

typedef struct {
    size_t units;
    uint32_t *kind; // the number of its activation in the layer
    // The first ones of each unit; entry `units` is their total number.
    size_t *row, *piece, *predicate;
} unit_table;

// 1, or K for a unit of maxout:K.
static inline size_t unit_rows(const unit_table *all, size_t unit)
{
    return all->row[unit + 1] - all->row[unit];
}

static inline size_t unit_pieces(const unit_table *all, size_t unit)
{
    return all->piece[unit + 1] - all->piece[unit];
}

static inline size_t unit_predicates(const unit_table *all, size_t unit)
{
    return all->predicate[unit + 1] - all->predicate[unit];
}

// The row whose pre-activation determines the output of a unit on a piece.
static inline size_t unit_row(const unit_table *all, size_t unit, size_t piece)
{
    return all->row[unit] + (unit_rows(all, unit) > 1 ? piece : 0);
}
