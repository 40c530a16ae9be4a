// Bounded cells divided into simplices: their volume and that of a face.
#ifndef GEOM_CELL_VOLUME_H
#define GEOM_CELL_VOLUME_H

#include "geom/cell.h"
#include "geom/simplex_sum.h"
#include <stdint.h>

// The volume of dimension d - 1 of facet f, divided by the norm of its normal: a rational number.
// Results are comparable if normals are primitive; their sign does not matter.
void cell_face_measure(fmpq_t volume, geom_space *space, const geom_cell *cell, size_t f,
                       const fmpz *normal);

// Divides a bounded cell into simplices and passes each to visit as d + 1 points in
// homogeneous integers, the weight last and positive; borrowed until the visitor returns.
typedef void cell_simplex_visit(void *data, const fmpz *const *row);
// Adds it to a simplex_sum.
cell_simplex_visit cell_simplex_add;
void cell_simplices(geom_space *space, const geom_cell *cell, cell_simplex_visit *visit,
                    void *data);

// The volume of a bounded cell; of a bounded domain, in lowest terms.
void cell_volume(fmpq_t volume, geom_space *space, const geom_cell *cell, int in_lowest_terms);
void domain_volume(fmpq_t volume, const crease_domain *domain);

// The first d entries of a row without their common factor.
void cell_primitive_normal(fmpz *normal, const fmpz *row, size_t dimension);

#endif
