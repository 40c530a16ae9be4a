// Points of another class, near to a given one.
#pragma once

#include "distance/pattern_cell.h"
#include <stdbool.h>

// Searches for a point y whose class, the piece of the last unit of the cell's network, is not
// `chosen`, as near to x as a local search in doubles gets. Both points are homogeneous. That y has
// the class *rival is decided exactly. Returns 0 if none was found, which means nothing. If the
// limits end the search, y is the best point so far. Cost: up to some hundred exact passes through
// the network.
bool counterexample_find(fmpz *y, size_t *rival, pattern_cell *cell, const fmpz *x, size_t chosen);
