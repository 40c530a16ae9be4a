// The greatest slope of a share of a walk.
#ifndef FUNCTION_SLOPING_H
#define FUNCTION_SLOPING_H

#include "walk/kept_lines.h"
#include <crease/function.h>

// crease_slope_init, for so many dimensions and outputs.
void slope_init(crease_slope *slope, size_t dimension, size_t outputs);

// What is looked for, as a word of records, to be freed; digits 0: as many as usual.
char *slope_work(crease_norm norm, unsigned digits);
// The norm and the digits of such a word; 0 if it is none.
int slope_of_work(crease_norm *norm, unsigned *digits, const char *work);

// crease_slope_find, also in the share that the options name, whose regions are numbered by
// themselves.
crease_status slope_walk(crease_slope *slope, crease_counts *counts, const crease_net *net,
                         const crease_domain *domain, crease_norm norm, unsigned digits,
                         const crease_options *options, crease_error *error);
// Encloses the slope itself, once all is known.
void slope_finish(crease_slope *slope, crease_norm norm, unsigned digits);

// ---- In the result of a share ----

// regions: as many as the share has.
void slope_put_share(FILE *to, const crease_slope *slope);
crease_status slope_take_share(crease_slope *slope, uint64_t regions, word_scanner *scan,
                               crease_error *error);
// Takes what is steeper in the next share, whose region number 0 is number `first` of all.
void slope_append(crease_slope *all, crease_slope *next, crease_norm norm, uint64_t first);

#endif
