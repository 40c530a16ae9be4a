// What the files of Price and Tanner's figures have in common.
#ifndef TOOL_FIGURE_PRICE_H
#define TOOL_FIGURE_PRICE_H

#include "tool/figure.h"

// Figure 1: the image of a circle.
crease_status sparse_1(experiment *e, crease_error *error);
// Figure 6: trained networks.
crease_status sparse_6(experiment *e, crease_error *error);

#endif
