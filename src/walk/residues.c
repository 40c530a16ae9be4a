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
    // Scratch: inputs that contribute, and what they give, column by column.
    uint32_t *input, *term;
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
    size_t widest = 1;
    for (size_t l = 0; l < maps->layers; l++)
        widest = residues->layer[l].inputs > widest ? residues->layer[l].inputs : widest;
    residues->input = memory_new(widest, sizeof *residues->input);
    residues->term = memory_new(widest * maps->columns, sizeof *residues->term);
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
    free(residues->input);
    free(residues->term);
    free(residues);
}

// The output of a unit on a piece: slope row + offset.
typedef struct {
    const uint32_t *row; // of the first column
    uint32_t slope, offset;
} residue_output;

static residue_output output(const residue_layer *layer, size_t unit, uint32_t piece)
{
    size_t at = layer->unit->piece[unit] + piece;
    return (residue_output){layer->row + unit_row(layer->unit, unit, piece), layer->slope[at],
                            layer->offset[at]};
}

// Slopes of most pieces are 0 or 1.
static uint32_t times_slope(const residue_output *of, size_t at)
{
    return of->slope <= 1 ? of->row[at] & -of->slope : residue_multiply(of->slope, of->row[at]);
}

// to[0], to[step], ..: its columns.
static void put_output(uint32_t *to, size_t step, const residue_output *of, size_t stride,
                       size_t columns)
{
    for (size_t c = 0; c < columns; c++)
        to[c * step] = times_slope(of, c * stride);
    to[(columns - 1) * step] = residue_add(to[(columns - 1) * step], of->offset);
}

static void put_change(uint32_t *to, size_t step, const residue_output *new,
                       const residue_output *old, size_t stride, size_t columns)
{
    for (size_t c = 0; c < columns; c++)
        to[c * step] = residue_subtract(times_slope(new, c * stride), times_slope(old, c * stride));
    uint32_t *last = to + (columns - 1) * step;
    *last = residue_add(*last, residue_subtract(new->offset, old->offset));
}

// The inputs whose piece has changed since the layer was last brought up to date.
static size_t changed_inputs(uint32_t *input, const residue_layer *layer, const uint32_t *pattern)
{
    enum { BLOCK = 16 };
    const uint32_t *old = layer->source.pattern;
    size_t count = 0;
    for (size_t from = 0; from < layer->inputs; from += BLOCK) {
        size_t to = from + BLOCK < layer->inputs ? from + BLOCK : layer->inputs;
        if (!memcmp(old + from, pattern + from, (to - from) * sizeof *old))
            continue;
        for (size_t i = from; i < to; i++) {
            input[count] = (uint32_t)i;
            count += old[i] != pattern[i];
        }
    }
    return count;
}

// Those whose output is not zero.
static size_t active_inputs(uint32_t *input, const residue_layer *before, const uint32_t *pattern)
{
    size_t count = 0;
    for (size_t i = 0; i < before->units; i++) {
        size_t at = before->unit->piece[i] + pattern[i];
        input[count] = (uint32_t)i;
        count += before->slope[at] || before->offset[at];
    }
    return count;
}

// Adds weight times term to all columns, for the weights of `count` inputs.
static void add_terms(residue_layer *layer, const walk_residues *residues, size_t count)
{
    const uint32_t *term = residues->term;
    if (!layer->at.start) {
        kernel_sum_residues(layer->row, layer->rows, residues->columns, layer->weight,
                            residues->input, term, count);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        sparsity_row column = sparsity_row_of(&layer->at, residues->input[k]);
        for (size_t e = 0; e < column.count; e++)
            for (size_t c = 0; c < residues->columns; c++) {
                uint32_t *to = layer->row + c * layer->rows + column.column[e];
                uint32_t product =
                    residue_multiply(layer->weight[column.first + e], term[c * count + k]);
                *to = residue_add(*to, product);
            }
    }
}

static size_t rebuild(walk_residues *residues, size_t l, const uint32_t *pattern)
{
    residue_layer *layer = residues->layer + l;
    const residue_layer *before = layer - 1;
    size_t last = residues->columns - 1, count = active_inputs(residues->input, before, pattern);
    memset(layer->row, 0, last * layer->rows * sizeof *layer->row);
    memcpy(layer->row + last * layer->rows, layer->bias, layer->rows * sizeof *layer->row);
    for (size_t k = 0; k < count; k++) {
        size_t i = residues->input[k];
        residue_output of = output(before, i, pattern[i]);
        put_output(residues->term + k, count, &of, before->rows, last + 1);
    }
    return count;
}

static size_t update(walk_residues *residues, size_t l, const uint32_t *pattern)
{
    residue_layer *layer = residues->layer + l;
    const residue_layer *before = layer - 1;
    size_t count = changed_inputs(residues->input, layer, pattern);
    for (size_t k = 0; k < count; k++) {
        size_t i = residues->input[k];
        residue_output new = output(before, i, pattern[i]);
        residue_output old = output(before, i, layer->source.pattern[i]);
        put_change(residues->term + k, count, &new, &old, before->rows, residues->columns);
    }
    return count;
}

// Brings layer l up to date with the pattern of the layer before.
static void bring_up(walk_residues *residues, size_t l)
{
    residue_layer *layer = residues->layer + l;
    const uint32_t *pattern = residues->maps->layer[l - 1].pattern;
    const map_source *before = &layer[-1].source;
    int fresh = layer->source.version_before != before->version;
    size_t count = (fresh ? rebuild : update)(residues, l, pattern);
    if (count)
        add_terms(layer, residues, count);
    if (fresh || count)
        map_source_note(residues->maps, &layer->source, before, residues->maps->layer + l - 1);
}

void walk_residues_output(uint32_t *map, walk_residues *residues)
{
    size_t last = residues->maps->layers - 1;
    for (size_t l = 1; l <= last; l++)
        bring_up(residues, l);
    const residue_layer *layer = residues->layer + last;
    const uint32_t *pattern = residues->maps->layer[last].pattern;
    for (size_t j = 0; j < layer->units; j++) {
        residue_output of = output(layer, j, pattern[j]);
        put_output(map + j * residues->columns, 1, &of, layer->rows, residues->columns);
    }
}
