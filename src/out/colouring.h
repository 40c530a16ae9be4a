// One colour for each region of a mosaic.
#ifndef OUT_COLOURING_H
#define OUT_COLOURING_H

#include "out/mosaic.h"
#include "out/palette.h"

// tiles->regions colours, in the order of the regions; the caller frees them.
colour *colouring_new(const mosaic *tiles);

#endif
