// Numbers of points: one number, one point of the domain, whatever cell it is a generator of.
//
// A walk inserts the hyperplanes of units in one order everywhere, so before each of them the cells
// of the whole domain form a complex: where two of them meet is a face of both. The zero set of a
// unit is continuous, so it cuts their common faces alike on both sides and leaves a complex. A new
// vertex lies inside one face of the complex before, which all cells around it share. If that is an
// edge, its ends name the vertex: the next hyperplane that divides the edge does so in all cells.
// So two numbers are enough, and ties need no special case: three creases through one point add no
// second vertex to it.
//
// Other vertices are named by their integers: those of the domain, those made by maxout units,
// which cut a cell by several ties, and those of cells that contain a line, which have no edges. If
// units of maxout cut an unbounded domain, whose cells then need not form a complex, all are.
#pragma once

#include "domain/space.h"

// From now on points have numbers. The walk sets space->divides_edges while it divides a cell.
void point_numbers_begin(geom_space *space);
// The number of a finite point whose integers are known: without common factor, the last one
// positive.
uint64_t point_number_of_row(geom_space *space, const fmpz *row);
// That of a new point between the two ends of an edge; 0 if no edge of the walk is divided. Costs
// the integers of an end that has no number yet.
uint64_t point_number_on_edge(geom_space *space, const uint32_t ends[2]);
