// The integer maps on the path of the walk, modulo a prime.
#include "walk/residues.h"

#include "base/memory.h"
#include "exact/kernels.h"
#include "exact/residue.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t inputs, units, rows; // as in scaled_layer
    const unit_table *unit;     // its
    sparsity at;                // inputs x rows: column by column
    uint32_t *weight;           // its entries
    uint32_t *bias, *slope, *offset;
    uint32_t *row; // columns x rows
    map_source source;
} residue_layer;

struct walk_residues {
    walk_maps *maps;
    size_t columns;
    residue_layer *layer; // one for each layer of maps
};

static uint32_t *residues_of(const fmpz *numbers, size_t count)
{
    uint32_t *residue = memory_new(count, sizeof *residue);
    for (size_t i = 0; i < count; i++)
        residue[i] = residue_of(numbers + i);
    return residue;
}

static void layer_init(residue_layer *layer, const scaled_layer *from, size_t columns)
{
    *layer = (residue_layer){
        .inputs = from->inputs, .units = from->units, .rows = from->rows, .unit = &from->unit};
    size_t *entry;
    layer->at = sparsity_transpose(&from->at, NULL, &entry);
    layer->weight = memory_new(sparsity_entries(&layer->at), sizeof *layer->weight);
    for (size_t i = 0; i < from->inputs; i++) {
        sparsity_row column = sparsity_row_of(&layer->at, i);
        for (size_t k = column.first; k < column.first + column.count; k++) {
            size_t at = entry ? entry[k] : (k - column.first) * from->inputs + i;
            layer->weight[k] = residue_of(from->weight + at);
        }
    }
    free(entry);
    layer->bias = residues_of(from->bias, from->rows);
    layer->slope = residues_of(from->slope, from->unit.piece[from->units]);
    layer->offset = residues_of(from->offset, from->unit.piece[from->units]);
    layer->row = memory_new(columns * from->rows, sizeof *layer->row);
    layer->source.pattern = memory_new(from->inputs, sizeof *layer->source.pattern);
}

walk_residues *walk_residues_new(walk_maps *maps)
{
    walk_maps_need_exact(maps, 0); // the integers of the network
    walk_residues *residues = memory_new(1, sizeof *residues);
    *residues = (walk_residues){.maps = maps, .columns = maps->columns};
    residues->layer = memory_new(maps->layers, sizeof *residues->layer);
    for (size_t l = 0; l < maps->layers; l++)
        layer_init(residues->layer + l, maps->scaled.layer + l, maps->columns);
    // The parametrization: weight and bias are its rows.
    residue_layer *first = residues->layer;
    for (size_t c = 0; c < first->inputs; c++) {
        sparsity_row column = sparsity_row_of(&first->at, c);
        for (size_t k = 0; k < column.count; k++)
            first->row[c * first->rows + row_column(&column, k)] = first->weight[column.first + k];
    }
    memcpy(first->row + first->inputs * first->rows, first->bias,
           first->units * sizeof *first->row);
    first->source.version = 1;
    return residues;
}

void walk_residues_free(walk_residues *residues)
{
    for (size_t l = 0; l < residues->maps->layers; l++) {
        residue_layer *layer = residues->layer + l;
        sparsity_clear(&layer->at);
        free(layer->weight);
        free(layer->bias);
        free(layer->slope);
        free(layer->offset);
        free(layer->row);
        free(layer->source.pattern);
    }
    free(residues->layer);
    free(residues);
}

// Column c of the output of unit i on a piece.
static uint32_t output(const residue_layer *layer, size_t columns, size_t i, uint32_t piece,
                       size_t c)
{
    size_t at = layer->unit->piece[i] + piece, row = unit_row(layer->unit, i, piece);
    uint32_t y = residue_multiply(layer->slope[at], layer->row[c * layer->rows + row]);
    return c + 1 == columns ? residue_add(y, layer->offset[at]) : y;
}

// Adds weight times term to column c, for the weights of input i.
static void add_term(residue_layer *layer, size_t c, size_t i, uint32_t term)
{
    sparsity_row column = sparsity_row_of(&layer->at, i);
    uint32_t *row = layer->row + c * layer->rows, *weight = layer->weight + column.first;
    if (!column.column)
        kernel_add_residues(row, weight, term, layer->rows);
    else
        for (size_t k = 0; k < column.count; k++) {
            uint32_t *to = row + column.column[k];
            *to = residue_add(*to, residue_multiply(weight[k], term));
        }
}

static void rebuild(residue_layer *layer, const residue_layer *before, const uint32_t *pattern,
                    size_t columns)
{
    size_t last = (columns - 1) * layer->rows;
    memset(layer->row, 0, last * sizeof *layer->row);
    memcpy(layer->row + last, layer->bias, layer->rows * sizeof *layer->row);
    for (size_t i = 0; i < layer->inputs; i++)
        for (size_t c = 0; c < columns; c++) {
            uint32_t term = output(before, columns, i, pattern[i], c);
            if (term)
                add_term(layer, c, i, term);
        }
}

static void update(residue_layer *layer, const residue_layer *before, const uint32_t *pattern,
                   size_t columns, size_t i)
{
    for (size_t c = 0; c < columns; c++) {
        uint32_t new = output(before, columns, i, pattern[i], c);
        uint32_t old = output(before, columns, i, layer->source.pattern[i], c);
        add_term(layer, c, i, residue_subtract(new, old));
    }
}

// Brings layer l up to date with the pattern of the layer before.
static void bring_up(walk_residues *residues, size_t l)
{
    residue_layer *layer = residues->layer + l;
    const residue_layer *before = layer - 1;
    const uint32_t *pattern = residues->maps->layer[l - 1].pattern;
    map_source *source = &layer->source;
    int changed = source->version_before != before->source.version;
    if (changed)
        rebuild(layer, before, pattern, residues->columns);
    else
        for (size_t i = 0; i < layer->inputs; i++)
            if (source->pattern[i] != pattern[i]) {
                update(layer, before, pattern, residues->columns, i);
                changed = 1;
            }
    if (changed)
        map_source_note(residues->maps, source, &before->source, residues->maps->layer + l - 1);
}

void walk_residues_output(uint32_t *map, walk_residues *residues)
{
    size_t last = residues->maps->layers - 1;
    for (size_t l = 1; l <= last; l++)
        bring_up(residues, l);
    const residue_layer *layer = residues->layer + last;
    const uint32_t *pattern = residues->maps->layer[last].pattern;
    for (size_t j = 0; j < layer->units; j++)
        for (size_t c = 0; c < residues->columns; c++)
            map[j * residues->columns + c] = output(layer, residues->columns, j, pattern[j], c);
}
