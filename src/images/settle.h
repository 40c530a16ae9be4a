// Units of a layer that do not split a set.
#pragma once

#include "images/image.h"

// map takes the source to the inputs of the layer. Where the piece of a unit is the same on all of
// the source, its row of the map, or its rows, are replaced by others with which the unit has the
// same output and is settled too. Equal outputs get equal rows in many cases, though not in all.
void settle_units(fmpq *map, const net_layer *layer, const image_source *source);
