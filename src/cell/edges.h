// The edges of a simple cell.
#pragma once

#include "cell/cell.h"

typedef struct {
    uint32_t end[2]; // generators
} cell_edge;

// Lists the edges of a bounded cell each of whose vertices lies on d facets; they live in
// space->cells. Returns their number, d for each two vertices. Cost: d look-ups for each vertex.
size_t cell_edges(cell_edge **edge, geom_space *space, const geom_cell *cell);
