// The weights of vertices in sums over them (cell/vertex_sums.h), which cells share.
#pragma once

#include "cell/balls.h"

// K of each vertex of a bounded cell, other than a polygon, that lie on d facets each. Returns 0 if
// balls cannot compute one. Finds the vertices too. Cost: d^3 / 3 products of balls for each that
// no other cell with the same forms has computed; several are computed side by side.
bool ball_cell_cones(ball *weight, ball_cell *balls);
