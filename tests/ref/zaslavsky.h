// Counts of the regions of arrangements of hyperplanes without enumerating them.
//
// Zaslavsky 1975: with the characteristic polynomial chi of an arrangement of rank r in R^d, it has
// (-1)^d chi(-1) regions and (-1)^r chi(1) relatively bounded ones: those that are bounded once the
// space that all hyperplanes contain is divided out. A hyperplane a.x + c = 0 is a row (a, c) of d
// + 1 rationals; rows with a = 0 are ignored, and repeated rows count once.
#ifndef ZASLAVSKY_H
#define ZASLAVSKY_H

#include <crease/net.h>
#include <flint/fmpz_poly.h>
#include <stddef.h>

typedef struct {
    size_t dimension, count;
    fmpq *row; // count x (dimension + 1)
} zaslavsky;

// All entries 0.
void zaslavsky_init(zaslavsky *of, size_t dimension, size_t count);
void zaslavsky_clear(zaslavsky *of);
fmpq *zaslavsky_row(const zaslavsky *of, size_t index);

// The creases of the first layer: one hyperplane for each unit and breakpoint. For a
// network of one hidden layer its regions are the activation regions.
void zaslavsky_of_layer(zaslavsky *of, const crease_net *net);

// r(A) = r(A - H) + r(A^H): the hyperplanes that meet H, in H, are as many cuts more.
void zaslavsky_regions(fmpz_t regions, const zaslavsky *of);

// chi(A) = chi(A - H) - chi(A^H), by deletion and restriction.
void zaslavsky_polynomial(fmpz_poly_t chi, const zaslavsky *of);

// chi as the sum of (-1)^|B| t^(d - rank B) over the subsets B whose hyperplanes have a
// common point (Whitney). At most 20 hyperplanes: all subsets are tried.
void zaslavsky_whitney(fmpz_poly_t chi, const zaslavsky *of);

// The counts from chi. The rank is d minus the multiplicity of the root 0.
void zaslavsky_read(fmpz_t regions, fmpz_t relatively_bounded, size_t *rank, const fmpz_poly_t chi,
                    size_t dimension);

#endif
