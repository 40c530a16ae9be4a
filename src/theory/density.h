// How much boundary a random ReLU network has in the plane: Theorem 3 of Hanin and Rolnick 2019,
// evaluated in the limit of infinite width. docs/random.md, 7.
#ifndef THEORY_DENSITY_H
#define THEORY_DENSITY_H

#include <stddef.h>

typedef struct {
    double length;   // of creases, for each unit of area: codimension 1
    double vertices; // points where two creases meet, for each unit of area: codimension 2
} plane_density;

// The mean over the square [-1, 1]^2, of networks with two inputs and layers of width[0], ..,
// width[layers - 1] ReLU units, weights N(0, V/n), biases N(0, B), B > 0. Doubles with a relative
// error below 1e-6, for B >= V/100.
plane_density density_in_square(double V, double B, const size_t *width, size_t layers);

// E sqrt(a X^2 + b Y^2) for independent standard normal X and Y; a, b >= 0.
double density_mean_root(double a, double b);

#endif
