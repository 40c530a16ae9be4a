// Products of the weights of several layers, kept until a pattern between them changes. filter.md,
// 19.
//
// Neighbouring cells share the patterns of most layers. So the way back through a block of layers
// is one product with a matrix that is mostly known already.
#pragma once

#include "tree/error_forms.h"

// Blocks of BLOCK_LAYERS maps, of twice as many, and so on.
enum { BLOCK_LAYERS = 2, BLOCK_LEVELS = 5 };

// The outputs of a layer, of which there are `outputs`, as forms in the errors of the outputs so
// many maps before. If map number i from the top adds errors of norm r, those of the outputs have
// at most reach[i] r more, and loss[i] times the errors of the map before, by rounding.
typedef struct error_block {
    error_forms forms;
    size_t maps, outputs;
    const map_view *last; // map
    double size;          // at least the norm of the forms
    double *reach, *loss;
    uint64_t *on; // the units that were on: of the layer of the outputs, and of those before
} error_block;

typedef struct {
    form_pair pair; // scratch
    error_block *block[BLOCK_LEVELS];
    size_t first, rows; // blocks begin and end at multiples of their length from layer `first` on
    arena *memory;
} error_blocks;

// rows: of the widest layer. end: blocks begin and end there, where most ways back end.
void error_blocks_init(error_blocks *blocks, arena *memory, size_t rows, size_t layers, size_t end);
// The longest block that begins with the `count` outputs of the layer before `above`, or NULL.
const error_block *error_blocks_find(error_blocks *blocks, const map_view *above, size_t count);
