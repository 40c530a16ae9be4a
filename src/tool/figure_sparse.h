// Random sparse networks of the families of Price and Tanner, all of one variance.
#ifndef TOOL_FIGURE_SPARSE_H
#define TOOL_FIGURE_SPARSE_H

#include "tool/figure_lengths.h"

enum { SPARSE_FAMILIES = 3 };

// "gaussian", "uniform", "discrete".
const char *sparse_name(size_t family);

// Networks with weights from a family, each times 1/sqrt(width), of variance C(C + 1)/3 each: that
// of -C, .., C. Biases have deviation 0.01, as in the paper.
typedef struct {
    lengths_case of; // borrows the texts
    size_t family, C;
    double alpha;
    char init[48], kept[24];
} sparse_case;

// alpha = percent/100. s->of.how points into *s, which must stay where it is.
void sparse_init(sparse_case *s, size_t family, size_t C, size_t percent, size_t width,
                 size_t depth, lengths_path path);

// The standard deviation of the weights before 1/sqrt(width).
double sparse_deviation(size_t C);

// Bounds on the growth of a layer: from below, by Corollary 1, 2 or 3 for the family; from above,
// by the second moment, which is that of all families.
crease_status sparse_bounds(double *lower, double *upper, const sparse_case *s,
                            crease_error *error);

#endif
