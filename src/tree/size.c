// How much work there is below a cell.
#include "tree/size.h"

// About a thousand regions as a rule, docs/cluster.md; and some dozens.
enum { LARGE = 400000, SOME = LARGE / 8 };

uint64_t walk_size(const walk_position *pos, const geom_cell *cell, size_t left)
{
    const uint64_t most = INT32_MAX;
    if (pos->space.dimension <= 2) // as many as pairs of lines
        return left + 2;
    // A cell with fewer facets than dimensions contains a line; its parts will soon have none.
    const size_t d = pos->space.dimension, facets = cell->facets > d ? cell->facets : d;
    const unsigned __int128 size = (unsigned __int128)left * left * left * facets;
    return size < most ? (uint64_t)size : most;
}

int walk_is_large(const walk_position *pos, const geom_cell *cell, size_t left)
{
    return pos->space.dimension > 2 && walk_size(pos, cell, left) >= LARGE;
}

int walk_is_some(const walk_position *pos, const geom_cell *cell, size_t left)
{
    return pos->space.dimension > 2 && walk_size(pos, cell, left) >= SOME;
}
