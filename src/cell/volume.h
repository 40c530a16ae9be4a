// Bounded cells divided into simplices, and their volume.
#pragma once

#include "cell/share.h"
#include <flint/fmpz_mat.h>

// Divides a bounded cell into simplices and passes each to visit as d + 1 points in
// homogeneous integers, the weight last and positive; borrowed until the visitor returns.
typedef void cell_simplex_visit(void *data, const fmpz *const *point);
// vertex: those of the cell.
void cell_simplices(geom_space *space, const geom_cell *cell, shared_vertex *const *vertex,
                    cell_simplex_visit *visit, void *data);
// The same for the pyramid over a facet of a costly cell (cell/cell.h) with the given apex, which
// lies anywhere.
void cell_pyramid(geom_space *space, const geom_cell *cell, shared_vertex *const *vertex,
                  size_t facet, const fmpz *apex, cell_simplex_visit *visit, void *data);
// d! times the volume of such a simplex, not in lowest terms; matrix, (d + 1) x (d + 1), is
// scratch.
void simplex_volume(fmpq_t volume, fmpz_mat_t matrix, const fmpz *const *point);

// The volume in lowest terms of a bounded cell, with its vertices and cones (cell/share.h), or NULL
// for these. That of a domain.
void cell_volume(fmpq_t volume, geom_space *space, const geom_cell *cell,
                 shared_vertex *const *vertex, shared_cone *const *cone);
void domain_volume(fmpq_t volume, const crease_domain *domain, crease_arith arith);
