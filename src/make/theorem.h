// Parts shared by the theorems on deep networks: d inputs, widths n_1, .., n_L, and
// a last layer in general position inside the cube.
#pragma once

#include "make/catalogue.h"
#include <stdbool.h>

#define PARAMETER_INTEGER_OF(id, least, most, text)       \
    {                                                     \
        .name = id, .lo = least, .hi = most, .help = text \
    }
#define PARAMETER_INPUTS(least) PARAMETER_INTEGER_OF("d", least, "100", "inputs")
#define PARAMETER_LAYERS(text) PARAMETER_INTEGER_OF("layers", "1", "10000", text)
#define PARAMETER_RANK PARAMETER_INTEGER_OF("k", "2", "1000", "rows of a unit")
#define PARAMETER_NORMALS PARAMETER_INTEGER_OF("m", "1", "1000", "normals of the norm")
#define PARAMETER_WIDTHS(least, text)                                         \
    {                                                                         \
        .name = "widths", .list = 1, .lo = least, .hi = "10000", .help = text \
    }
#define PARAMETER_FORM                                                                           \
    {                                                                                            \
        .name = "form", .kind = PARAMETER_WORD, .words = "oriented,literal",                     \
        .otherwise = "oriented",                                                                 \
        .help =                                                                                  \
            "whether units of the last layer are turned so that none of its regions is constant" \
    }

bool theorem_is_literal(const parameters *given);
slong theorem_layers(const parameters *given); // L
slong theorem_width(const parameters *given, slong layer);
slong theorem_last_width(const parameters *given); // n_L

// Widths below the last are at least `least` and multiples of `factor`, the last is at least
// `last`, and the network is not too large.
crease_status theorem_check(const parameters *given, slong least, slong factor, slong last,
                            crease_error *error);
// The same if the last layer is put in the cube, for which it must be small enough.
crease_status theorem_check_cube(const parameters *given, slong least, slong last,
                                 crease_error *error);
// CREASE_ERROR at the parameter unless cube_is_small.
crease_status theorem_check_vertices(slong n, slong d, const char *parameter, crease_error *error);

// Adds the last layer: n forms in general position inside the cube of the coordinates.
void theorem_last_layer(stack *network, slong n, bool literal);

// product over the first layers of floor(n_l / divisor) slope + extra.
void theorem_product(fmpz_t product, const parameters *given, slong layers, slong divisor,
                     slong slope, slong extra);
// copies = product over the layers below the last of (floor(n_l / d) slope + extra)^d.
void theorem_copies(fmpz_t copies, const parameters *given, slong slope, slong extra);

// Claims copies * zas(n, d) regions over the domain: exactly that many activation regions and,
// if the last layer is oriented and n > d, linear regions; of one copy, affine maps, too. zas is
// binomials_sum. A literal layer has fewer linear regions if some copies are mirror images in faces
// on which the coordinate x_1 is 0: the region with all units inactive reaches that face. Then
// `literally` says whose network that is, and the claim is listed as refuted; else it is NULL.
void theorem_claims(claims *list, const parameters *given, const fmpz_t copies, slong n,
                    const char *domain, const char *literally);

// sum = C(n, 0) + C(n, 1) c + .. + C(n, d) c^d: the regions of n bundles of c parallel hyperplanes
// in R^d, in general position but for that.
void binomials_sum(fmpz_t sum, uint64_t n, ulong d, ulong c);

// cones = how many linear pieces the sum of stack_zonotope has, for the parameters d and m:
// 2 sum of C(m-1, j) for j < d.
void theorem_cones(fmpz_t cones, const parameters *given);
