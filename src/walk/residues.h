// The integer maps on the path of the walk, modulo a prime.
//
// Kept like the integers of layer_exact.c, but each number is one word however deep the
// network: enough to prove that two affine maps differ.
#ifndef WALK_RESIDUES_H
#define WALK_RESIDUES_H

#include "walk/layer.h"

typedef struct {
    size_t inputs, units, rows, rank, pieces; // as in scaled_layer
    uint32_t *weight;                         // inputs x rows: column by column
    uint32_t *bias, *slope, *offset;
    uint32_t *row; // columns x rows
    map_source source;
} residue_layer;

typedef struct {
    walk_maps *maps;
    size_t columns;
    residue_layer *layer; // one for each layer of maps
} walk_residues;

void walk_residues_init(walk_residues *residues, walk_maps *maps);
void walk_residues_clear(walk_residues *residues);

// The output map on the present path: outputs x columns residues.
void walk_residues_output(uint32_t *map, walk_residues *residues);

#endif
