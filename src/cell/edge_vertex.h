// The integers of a vertex that divides an edge, from those of the ends.
#pragma once

#include "domain/space.h"

// Homogeneous integers, up to a positive factor: at a vertex of as many hyperplanes as dimensions
// their cofactors, else without a common factor (exact/word_row.h). NULL if it is not known which
// edge the point divides, or on cancellation.
const word_row *edge_vertex_integers(shared_vertex *vertex, geom_space *space, uint32_t point);
