// The vertices of a cell in the table of all cells' vertices (domain/shared_vertices.h).
#pragma once

#include "cell/cell.h"

// For each generator its vertex, NULL if it is infinite. The list lives in space->cells, what it
// points to until shared_vertices_trim.
shared_vertex **cell_share_vertices(geom_space *space, const geom_cell *cell);
// A vertex in homogeneous integers without common factor, the last one positive; borrowed.
const fmpz *shared_vertex_row(shared_vertex *vertex, geom_space *space, uint32_t point);
// If it is not known yet, vertex->common gets the common divisors of its last entry and *others
// too.
const fmpz *shared_vertex_row_beside(shared_vertex *vertex, geom_space *space, uint32_t point,
                                     const fmpz *others);
// A positive multiple of them in two's complement, as many words each as returned, in space->cells.
size_t shared_vertex_words(const mp_limb_t **word, shared_vertex *vertex, geom_space *space,
                           uint32_t point);
// x = its coordinates in lowest terms.
void shared_vertex_numbers(fmpq *x, shared_vertex *vertex, geom_space *space, uint32_t point);
