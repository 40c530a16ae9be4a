// The rows, pieces and predicates of each unit of a layer.
#include "net/units.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

// Rows, pieces and predicates share one array.
static size_t unit_table_alloc(unit_table *all, size_t units)
{
    all->units = units;
    all->kind = memory_new(units, sizeof *all->kind);
    all->row = memory_new(3 * (units + 1), sizeof *all->row);
    all->piece = all->row + units + 1;
    all->predicate = all->piece + units + 1;
    return 3 * (units + 1) * sizeof *all->row;
}

void unit_table_init(unit_table *all, size_t units, const activation *act, const uint32_t *kind)
{
    unit_table_alloc(all, units);
    for (size_t u = 0; u < units; u++) {
        all->kind[u] = kind ? kind[u] : 0;
        const activation *own = act + all->kind[u];
        all->row[u + 1] = all->row[u] + own->rank;
        all->piece[u + 1] = all->piece[u] + own->pieces;
        all->predicate[u + 1] = all->predicate[u] + activation_predicates(own);
    }
}

void unit_table_init_copy(unit_table *all, const unit_table *from)
{
    const size_t bytes = unit_table_alloc(all, from->units);
    memcpy(all->kind, from->kind, from->units * sizeof *all->kind);
    memcpy(all->row, from->row, bytes);
}

void unit_table_clear(unit_table *all)
{
    free(all->kind);
    free(all->row);
}
