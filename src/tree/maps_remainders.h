// The integer rows of layers that are plain and dense, by their remainders.
#ifndef TREE_MAPS_REMAINDERS_H
#define TREE_MAPS_REMAINDERS_H

#include "tree/maps.h"

// Of maps whose integers of the network have been made; NULL where it does not serve: if a layer is
// sparse or has units that give something else than 0 or their row, if there are not two hidden
// ones and a linear layer of outputs behind them, or if numbers are too long.
walk_remainders *walk_remainders_new(walk_maps *maps);

// Row j of hidden layer l >= 2 on the present pattern, as maps_exact.c has it; patterns before that
// layer are those of the path. The rows of layer 1 are taken from the maps when they are first
// needed.
void walk_remainders_row(fmpz *row, walk_maps *maps, size_t l, size_t j);

#endif
