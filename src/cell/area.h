// The exact area of a bounded polygon.
//
// Let its vertices be (x_i, y_i, w_i) in primitive integers, and c(i, j) = x_i y_j - x_j y_i. The
// area is N / (2 product of all w), where N is the sum over the edges ij of c(i, j) times the
// product of all other w. Which primes p may N and the weights have in common? If p divides w_v and
// no other weight, and u and t are the vertices beside v, then modulo p
//   N = (c(u, v) w_t + c(v, t) w_u) product of the other w = +-det(u, v, t) product of the other w.
// So if p divides N, then u, v and t lie on one line modulo p. Since u and t are finite there and v
// is not, the edges uv and vt are on the same line modulo p, neither of them at infinity: p divides
// the cross product of their rows. This is q_v (x_v, y_v, w_v), and p does not divide this vertex,
// so p divides q_v. In all: p divides some q_v or two weights. Both are few words, and a vertex has
// its common divisors with those beside it once and for all cells.
#pragma once

#include "cell/share.h"
#include <stdbool.h>
#include <stddef.h>

// A number that has all odd primes that N and a weight have in common; odd. vertex: those of the
// cell. Returns 0 if there is none: in float arithmetic, for a cell that is not bounded, and if two
// edges in succession lie on one line. Best before the integers of the vertices are needed.
bool area_primes(fmpz_t primes, geom_space *space, const geom_cell *cell,
                 shared_vertex *const *vertex);
// sum = |N|, weights = the product of all w. Returns 0 if they are of a cancelled run: then a cell
// may not be bounded, and its integers may be any.
bool area_sum(fmpz_t sum, fmpz_t weights, geom_space *space, const geom_cell *cell,
              shared_vertex *const *vertex);
// The area in lowest terms, 0 after a cancelled run.
void area_set(fmpq_t area, geom_space *space, const geom_cell *cell, shared_vertex *const *vertex);
