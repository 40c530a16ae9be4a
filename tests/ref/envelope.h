// The maximum of several affine functions, from its vertices alone.
#ifndef ENVELOPE_H
#define ENVELOPE_H

#include <flint/fmpq.h>
#include <stddef.h>

// The whole space R^d is divided among the functions row . (x, 1), `rows` of them, each of d + 1
// entries. vertices[i]: how many vertices the part of row i has, where it is the largest.
//
// Returns 0 without a result unless the rows are generic: every d + 1 of them meet in one point,
// through which no other goes, and any d differences of gradients are independent; and there are
// more than d. Then no part contains a line, so each that is there has a vertex; d + 1 rows meet
// there, and near it each of them is somewhere the largest.
int envelope_vertices(size_t *vertices, const fmpq *row, size_t rows, size_t d);

#endif
