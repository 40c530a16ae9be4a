// The formulas behind the table of bounds.
#ifndef THEORY_BOUND_H
#define THEORY_BOUND_H

#include "theory/architecture.h"

// Sets value and returns NULL, or returns what the architecture lacks, as the rest of a
// sentence that begins with "needs", and leaves value alone.
typedef const char *bound_formula(fmpz_t value, const crease_architecture *a);

// Why the bound, as it is printed, is false or not proved for an architecture to which it
// applies; NULL if it is a theorem.
typedef const char *bound_flaw(const crease_architecture *a);

// Upper bounds, and maxima of one layer (bound_upper.c).
bound_formula bound_patterns, bound_relu_patterns, bound_zaslavsky, bound_zaslavsky_bounded,
    bound_raghu, bound_montufar_2017, bound_serra, bound_serra_rank, bound_histograms,
    bound_two_units;
// Functions of one variable with several breakpoints (bound_parallel.c).
bound_formula bound_raghu_hardtanh, bound_parallel, bound_pieces;
// Maxout (bound_maxout.c).
bound_formula bound_maxout_pairs_layer, bound_maxout_pairs, bound_maxout_layer, bound_maxout_deep,
    bound_maxout_line, bound_maxout_grid, bound_maxout_cones, bound_maxout_folds,
    bound_maxout_zigzag;
bound_flaw flaw_maxout_cones;
// Convolution (bound_convolution.c).
bound_formula bound_convolution;
// Lower bounds of relu networks (bound_lower.c).
bound_formula bound_pascanu, bound_pascanu_folds, bound_montufar_2014, bound_serra_line,
    bound_serra_zigzag, bound_arora, bound_serra_zonotope, bound_telgarsky;
bound_flaw flaw_serra_zonotope;

#define NEEDS_RELU "relu in every hidden layer"
#define NEEDS_DENSE "fully connected layers"
#define NEEDS_ONE_LAYER "one hidden layer"
#define NEEDS_ONE_BREAKPOINT "one breakpoint in every unit (relu, leaky, abs)"
#define NEEDS_MAXOUT "maxout in every hidden layer"

#endif
