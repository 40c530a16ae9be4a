// The flips of several points on one path, merged into dichotomies: see crease/path.h.
#pragma once

#include "path/turning.h"
#include <crease/path.h>

// Marks those points whose flips doubles cannot distinguish from another point's, or do not
// place: needed[p].
void labels_need_exact(char *needed, const flip_list *flips, size_t points);

// Fills in what crease_dichotomies has on transitions, flips, labels and places. Points with a
// mark must have been refined; exact: all of them have, and places are wanted.
void labels_merge(crease_dichotomies *result, const flip_list *flips, size_t points, int exact);
