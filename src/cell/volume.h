// Bounded cells divided into simplices, and their volume.
#pragma once

#include "cell/share.h"
#include <flint/fmpz_mat.h>
#include <stdbool.h>

// Divides a bounded cell into simplices and passes each to visit as d + 1 points in
// homogeneous integers, the weight last and positive; borrowed until the visitor returns.
typedef void cell_simplex_visit(void *data, const fmpz *const *point);
// vertex: those of the cell.
void cell_simplices(geom_space *space, const geom_cell *cell, shared_vertex *const *vertex,
                    cell_simplex_visit *visit, void *data);
// Whether facet f of a cell with vertices meets one of its faces in a facet of the face: `part`,
// the vertices of the face on f, is not a smaller part of what the face has on another facet,
// unless that is all of the face. If facets meet it in one part, only the first does. members:
// cell_members.
bool cell_meets_in_facet(const geom_cell *cell, const uint64_t *members, const uint64_t *face,
                         const uint64_t *part, size_t f);
// A cell with vertices whose faces are divided.
typedef struct {
    geom_space *space;
    const geom_cell *cell;
    const uint64_t *members; // cell_members
    const fmpz **row;        // the point that is passed on for each vertex of a face
} divided_cell;
// Divides a face of `corners` - 1 dimensions, a set of vertices, likewise into simplices of
// `corners` points.
void cell_divide_face(const divided_cell *divided, const uint64_t *face, size_t corners,
                      cell_simplex_visit *visit, void *data);
// d! times the volume of such a simplex, not in lowest terms; matrix, (d + 1) x (d + 1), is
// scratch.
void simplex_volume(fmpq_t volume, fmpz_mat_t matrix, const fmpz *const *point);
// sum += |determinant of some columns of its points| times weights / product of their own, which is
// an integer. columns: a bit each, as many as points; matrix, a row for each point, is scratch.
void simplex_add_minor(fmpz_t sum, fmpz_mat_t matrix, const fmpz *const *point, uint64_t columns,
                       size_t dimension, const fmpz_t weights);

// The volume in lowest terms of a bounded cell, with its vertices (cell/share.h). That of a domain.
void cell_volume(fmpq_t volume, geom_space *space, const geom_cell *cell,
                 shared_vertex *const *vertex);
void domain_volume(fmpq_t volume, const crease_domain *domain, crease_arith arith);
