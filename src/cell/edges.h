// The edges of a simple cell.
#pragma once

#include "cell/cell.h"

// A vertex v has d edges; edge k lies on all facets of v but its k-th, which is facet[k * apart +
// v]. Behind the vertices all entries are 0, so that loops may run up to `apart`, a multiple of
// LANES.
typedef struct {
    size_t apart;
    uint32_t *facet, *end; // end: the other vertex
} cell_edges;

// Finds the edges of a bounded cell each of whose vertices lies on d facets; they live in
// space->cells. Cost: d look-ups for each vertex.
void cell_edges_find(cell_edges *edges, geom_space *space, const geom_cell *cell);
