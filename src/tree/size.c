// How much work there is below a cell.
#include "tree/size.h"

// About a thousand regions as a rule, docs/cluster.md; and some dozens.
enum { LARGE = 400000, SOME = LARGE / 8 };

static uint64_t size_of_cell(const walk_position *pos, const geom_cell *cell, size_t left)
{
    const uint64_t most = INT32_MAX;
    // A cell with fewer facets than dimensions contains a line; its parts will soon have none.
    const size_t d = pos->space.dimension, facets = cell->facets > d ? cell->facets : d;
    const unsigned __int128 size = (unsigned __int128)left * left * left * facets;
    return size < most ? (uint64_t)size : most;
}

int walk_is_large(const walk_position *pos, const geom_cell *cell, size_t left)
{
    return pos->space.dimension > 2 && size_of_cell(pos, cell, left) >= LARGE;
}

int walk_is_some(const walk_position *pos, const geom_cell *cell, size_t left)
{
    return pos->space.dimension > 2 && size_of_cell(pos, cell, left) >= SOME;
}
