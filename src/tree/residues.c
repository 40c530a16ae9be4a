// The integer maps on the path of the walk, modulo a prime.
#include "tree/residues.h"

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
    struct residue_fold *fold; // or NULL
};

// The last hidden layer and the outputs as one map, as in maps_exact.c: where all weights are
// stored, and each unit of the layer before has one row.
typedef struct residue_fold {
    size_t outputs, inputs, units; // units: of the hidden layer
    uint32_t *row;                 // its weights by rows
    uint32_t *weight, *constant;   // outputs x inputs; outputs
    uint32_t *pattern;             // of the hidden layer, that this is of; padded, as all are
    int made;
    // Of the inputs: their pieces, slopes and offsets there, and how many offsets are not zero.
    uint32_t *piece, *gate, *shift;
    size_t shifts;
    uint32_t *change, *factor; // scratch: rows that are added, and for each output how often
} residue_fold;

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
    layer->source.pattern = memory_new(kernel_stride(from->inputs), sizeof *layer->source.pattern);
}

static residue_fold *fold_new(const walk_maps *maps, const residue_layer *hidden,
                              const residue_layer *last)
{
    if (!walk_maps_can_fold(maps) || hidden->at.start || last->at.start ||
        hidden[-1].rows > hidden[-1].units)
        return NULL;
    residue_fold *fold = memory_new(1, sizeof *fold);
    *fold =
        (residue_fold){.outputs = last->units, .inputs = hidden->inputs, .units = hidden->units};
    fold->row =
        residues_of(maps->scaled->layer[maps->layers - 2].weight, hidden->rows * hidden->inputs);
    fold->weight = memory_new(fold->outputs * fold->inputs, sizeof *fold->weight);
    fold->constant = memory_new(fold->outputs, sizeof *fold->constant);
    fold->pattern = memory_new(kernel_stride(fold->units), sizeof *fold->pattern);
    fold->piece = memory_new(kernel_stride(fold->inputs), sizeof *fold->piece);
    fold->gate = memory_new(fold->inputs, sizeof *fold->gate);
    fold->shift = memory_new(fold->inputs, sizeof *fold->shift);
    fold->change = memory_new(2 * fold->units, sizeof *fold->change);
    fold->factor = memory_new(2 * fold->units * fold->outputs, sizeof *fold->factor);
    return fold;
}

static void fold_free(residue_fold *fold)
{
    if (!fold)
        return;
    free(fold->row);
    free(fold->weight);
    free(fold->constant);
    free(fold->pattern);
    free(fold->piece);
    free(fold->gate);
    free(fold->shift);
    free(fold->change);
    free(fold->factor);
    free(fold);
}

walk_residues *walk_residues_new(walk_maps *maps)
{
    walk_maps_need_exact(maps, 0); // the integers of the network
    walk_residues *residues = memory_new(1, sizeof *residues);
    *residues = (walk_residues){.maps = maps, .columns = maps->columns};
    residues->layer = memory_new(maps->layers, sizeof *residues->layer);
    for (size_t l = 0; l < maps->layers; l++)
        layer_init(residues->layer + l, maps->scaled->layer + l, maps->columns);
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
    if (maps->layers > 1)
        residues->fold = fold_new(maps, first + maps->layers - 2, first + maps->layers - 1);
    return residues;
}

void walk_residues_free(walk_residues *residues)
{
    fold_free(residues->fold);
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
    size_t count =
        kernel_list_other(residues->input, layer->source.pattern, pattern, layer->inputs);
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

// ---- the outputs ----

static int has_slope(const residue_layer *hidden, size_t j, uint32_t piece)
{
    return hidden->slope[hidden->unit->piece[j] + piece] != 0;
}

// What unit j of the hidden layer gives on a piece is change number *at of so many, if it has a
// slope there.
static void list_piece(residue_fold *fold, const residue_layer *hidden, const residue_layer *last,
                       size_t j, uint32_t piece, int sign, size_t *at, size_t changes)
{
    size_t of = hidden->unit->piece[j] + piece, row = unit_row(hidden->unit, j, piece);
    const size_t place = *at;
    if (!hidden->slope[of] && !hidden->offset[of])
        return;
    if (hidden->slope[of])
        fold->change[(*at)++] = (uint32_t)row;
    for (size_t o = 0; o < fold->outputs; o++) {
        uint32_t by = last->weight[j * last->rows + o];
        by = sign < 0 ? residue_subtract(0, by) : by;
        uint32_t slope = residue_multiply(by, hidden->slope[of]);
        uint32_t add = residue_add(residue_multiply(by, hidden->offset[of]),
                                   residue_multiply(slope, hidden->bias[row]));
        if (*at > place)
            fold->factor[o * changes + place] = slope;
        fold->constant[o] = residue_add(fold->constant[o], add);
    }
}

// Brings the fold up to date with the pattern of the hidden layer.
static void follow_hidden(residue_fold *fold, const residue_layer *hidden,
                          const residue_layer *last, const uint32_t *pattern, uint32_t *unit)
{
    size_t changed = fold->units, count = 0, changes = 0;
    if (fold->made)
        changed = kernel_list_other(unit, fold->pattern, pattern, fold->units);
    else
        memcpy(fold->constant, last->bias, fold->outputs * sizeof *fold->constant);
    for (size_t k = 0; k < changed; k++) {
        size_t j = fold->made ? unit[k] : k;
        changes += fold->made && has_slope(hidden, j, fold->pattern[j]);
        changes += has_slope(hidden, j, pattern[j]);
    }
    for (size_t k = 0; k < changed; k++) {
        size_t j = fold->made ? unit[k] : k;
        if (fold->made)
            list_piece(fold, hidden, last, j, fold->pattern[j], -1, &count, changes);
        list_piece(fold, hidden, last, j, pattern[j], 1, &count, changes);
        fold->pattern[j] = pattern[j];
    }
    if (count)
        kernel_sum_residues(fold->weight, fold->inputs, fold->outputs, fold->row, fold->change,
                            fold->factor, count);
}

// And with that of the layer before it.
static void follow_inputs(residue_fold *fold, const residue_layer *before, const uint32_t *pattern,
                          uint32_t *unit)
{
    size_t changed = fold->inputs;
    if (fold->made)
        changed = kernel_list_other(unit, fold->piece, pattern, fold->inputs);
    for (size_t k = 0; k < changed; k++) {
        size_t i = fold->made ? unit[k] : k, at = before->unit->piece[i] + pattern[i];
        fold->shifts -= fold->shift[i] != 0;
        fold->piece[i] = pattern[i];
        fold->gate[i] = before->slope[at];
        fold->shift[i] = before->offset[at];
        fold->shifts += fold->shift[i] != 0;
    }
}

static void put_outputs(uint32_t *map, const walk_residues *residues)
{
    size_t last = residues->maps->layers - 1;
    const residue_layer *layer = residues->layer + last;
    const uint32_t *pattern = residues->maps->layer[last].pattern;
    for (size_t j = 0; j < layer->units; j++) {
        residue_output of = output(layer, j, pattern[j]);
        put_output(map + j * residues->columns, 1, &of, layer->rows, residues->columns);
    }
}

// The rows of the last layer through the fold. The layer before the hidden one is up to date.
static void fold_rows(walk_residues *residues)
{
    residue_fold *fold = residues->fold;
    residue_layer *last = residues->layer + residues->maps->layers - 1, *before = last - 2;
    const walk_layer *maps = residues->maps->layer + residues->maps->layers - 3;
    size_t columns = residues->columns;
    follow_hidden(fold, last - 1, last, maps[1].pattern, residues->input);
    follow_inputs(fold, before, maps->pattern, residues->input);
    fold->made = 1;
    for (size_t o = 0; o < fold->outputs; o++) {
        const uint32_t *weight = fold->weight + o * fold->inputs;
        kernel_gated_residues(residues->term, weight, fold->gate, before->row, fold->inputs,
                              columns);
        uint32_t constant = residue_add(residues->term[columns - 1], fold->constant[o]);
        for (size_t i = 0; i < fold->inputs && fold->shifts; i++)
            constant = residue_add(constant, residue_multiply(weight[i], fold->shift[i]));
        residues->term[columns - 1] = constant;
        for (size_t c = 0; c < columns; c++)
            last->row[c * last->rows + o] = residues->term[c];
    }
}

void walk_residues_output(uint32_t *map, walk_residues *residues)
{
    size_t last = residues->maps->layers - 1;
    for (size_t l = 1; l <= (residues->fold ? last - 2 : last); l++)
        bring_up(residues, l);
    if (residues->fold)
        fold_rows(residues);
    put_outputs(map, residues);
}
