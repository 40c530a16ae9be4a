// Residues of output maps on the path of the walk.
#include "tree/residues.h"

#include "base/memory.h"
#include "base/random.h"
#include "exact/kernels.h"
#include "exact/residue.h"
#include "exact/residue_sums.h"
#include <stdlib.h>
#include <string.h>

enum { POINTS = RESIDUE_POINTS, SEED = 1 };

// The pre-activations of a layer at the points.
typedef struct {
    size_t inputs, units, rows; // as in scaled_layer
    size_t stride;              // of rows
    const unit_table *unit;     // its
    sparsity at;                // inputs x rows: column by column
    int32_t *weight;            // its entries; where all are stored, columns are padded
    double *start;              // POINTS x stride: biases
    double *slope, *offset;     // of each piece
    uint64_t seen;              // version of the doubles when its rows were last brought up to date
    int plain;                  // each unit gives 0 on piece 0, and its one row on piece 1
    double *row;                // POINTS x stride
    map_source source;
} residue_layer;

// What the outputs give, from the units of the last layer that has a pattern:
//   constant[c] + sum_j factor[c][j] (slope_j row[c][j] + offset_j).
typedef struct {
    double constant[POINTS];
    double *factor;     // POINTS x units
    int offsets;        // some are not 0
    int gates;          // each unit has one row, and two pieces at most; then
    double *low, *step; // POINTS x stride: factor times slope on piece 0, and what the other adds
} residue_readout;

struct walk_residues {
    walk_maps *maps;
    const scaled_net *net; // shared
    size_t last;           // the last layer that has a pattern, or layer 0
    residue_layer *layer;  // 0 .. last
    residue_readout read;
    // Scratch: inputs that contribute, and what each gives, by its number.
    uint32_t *input;
    double *term; // POINTS x as many as the widest layer has
    size_t apart;
};

// The start and what `count` inputs add to it.
static void add_terms(walk_residues *residues, residue_layer *layer, const double *start,
                      const double *term, size_t apart, size_t count)
{
    if (!layer->at.start) {
        const residue_sums sums = {layer->row,      start,         layer->weight, term,
                                   residues->input, layer->stride, apart,         count};
        residue_sums_take(&sums);
        return;
    }
    if (start != layer->row)
        memcpy(layer->row, start, POINTS * layer->stride * sizeof *layer->row);
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = residues->input[k];
        const sparsity_row column = sparsity_row_of(&layer->at, i);
        for (size_t e = 0; e < column.count; e++)
            for (size_t c = 0; c < POINTS; c++) {
                double *to = layer->row + c * layer->stride + column.column[e];
                *to = residue_reduce(*to + layer->weight[column.first + e] * term[c * apart + i]);
            }
    }
}

// ---- the network ----

static double *residues_of(const fmpz *numbers, size_t count)
{
    double *residue = memory_new(count, sizeof *residue);
    for (size_t i = 0; i < count; i++)
        residue[i] = residue_of(numbers + i);
    return residue;
}

static int32_t *weights_of(residue_layer *layer, const scaled_layer *from)
{
    size_t *entry;
    layer->at = sparsity_transpose(&from->at, NULL, &entry);
    const int dense = !layer->at.start;
    const size_t entries = dense ? layer->inputs * layer->stride : sparsity_entries(&layer->at);
    int32_t *weight = memory_new(entries, sizeof *weight);
    for (size_t i = 0; i < from->inputs; i++) {
        const sparsity_row column = sparsity_row_of(&layer->at, i);
        for (size_t k = 0; k < column.count; k++)
            weight[dense ? i * layer->stride + k : column.first + k] = (int32_t)residue_of(
                from->weight + (dense ? k * from->inputs + i : entry[column.first + k]));
    }
    free(entry);
    return weight;
}

static int is_plain(const residue_layer *layer)
{
    int plain = layer->rows == layer->units;
    for (size_t j = 0; j < layer->units && plain; j++) {
        const size_t low = layer->unit->piece[j], high = low + 1;
        plain = unit_pieces(layer->unit, j) == 2 && layer->slope[low] == 0 &&
                layer->slope[high] == 1 && layer->offset[low] == 0 && layer->offset[high] == 0;
    }
    return plain;
}

static void layer_init(residue_layer *layer, const scaled_layer *from)
{
    *layer = (residue_layer){.inputs = from->inputs,
                             .units = from->units,
                             .rows = from->rows,
                             .stride = kernel_stride(from->rows),
                             .unit = &from->unit};
    layer->weight = weights_of(layer, from);
    layer->start = memory_new(POINTS * layer->stride, sizeof *layer->start);
    for (size_t j = 0; j < layer->rows; j++)
        for (size_t c = 0; c < POINTS; c++)
            layer->start[c * layer->stride + j] = residue_of(from->bias + j);
    layer->slope = residues_of(from->slope, from->unit.piece[from->units]);
    layer->offset = residues_of(from->offset, from->unit.piece[from->units]);
    layer->plain = is_plain(layer);
    layer->row = memory_new(POINTS * layer->stride, sizeof *layer->row);
    layer->source.pattern = memory_new(kernel_stride(from->inputs), sizeof *layer->source.pattern);
}

static void layer_clear(residue_layer *layer)
{
    sparsity_clear(&layer->at);
    free(layer->weight);
    free(layer->start);
    free(layer->slope);
    free(layer->offset);
    free(layer->row);
    free(layer->source.pattern);
}

static double draw(random_state *random)
{
    return residue_of_word(random_below(random, RESIDUE_PRIME));
}

static double product(double a, double b)
{
    return residue_reduce(a * b);
}

// Adds a random combination of the outputs of a linear layer: to the factors of the units before
// it, and to the constant.
static void draw_outputs(double *factor, double *constant, random_state *random,
                         const scaled_layer *outputs)
{
    for (size_t o = 0; o < outputs->units; o++) {
        const double u = draw(random), slope = product(u, residue_of(outputs->slope + o));
        const sparsity_row row = sparsity_row_of(&outputs->at, o);
        for (size_t k = 0; k < row.count; k++) {
            double *of = factor + row_column(&row, k);
            *of = residue_reduce(*of + slope * residue_of(outputs->weight + row.first + k));
        }
        *constant = residue_reduce(*constant + u * residue_of(outputs->offset + o) +
                                   slope * residue_of(outputs->bias + o));
    }
}

static double gate_of(const residue_readout *read, const residue_layer *layer, size_t c,
                      size_t unit, size_t piece)
{
    return product(read->factor[c * layer->units + unit],
                   layer->slope[layer->unit->piece[unit] + piece]);
}

static void readout_init(residue_readout *read, const residue_layer *layer)
{
    const size_t entries = POINTS * layer->stride, pieces = layer->unit->piece[layer->units];
    read->factor = memory_new(POINTS * layer->units, sizeof *read->factor);
    read->low = memory_new(entries, sizeof *read->low);
    read->step = memory_new(entries, sizeof *read->step);
    read->gates = layer->rows == layer->units;
    for (size_t j = 0; j < layer->units; j++)
        read->gates &= unit_pieces(layer->unit, j) <= 2;
    for (size_t at = 0; at < pieces; at++)
        read->offsets |= layer->offset[at] != 0;
}

static void readout_draw(walk_residues *residues, random_state *random)
{
    const residue_layer *layer = residues->layer + residues->last;
    const int has_outputs = residues->last + 1 < residues->maps->layers;
    residue_readout *read = &residues->read;
    readout_init(read, layer);
    for (size_t c = 0; c < POINTS; c++) {
        double *factor = read->factor + c * layer->units;
        for (size_t j = 0; j < layer->units && !has_outputs; j++)
            factor[j] = draw(random);
        if (has_outputs)
            draw_outputs(factor, read->constant + c, random,
                         residues->net->layer + residues->last + 1);
        for (size_t j = 0; j < layer->units && read->gates; j++) {
            const size_t at = c * layer->stride + j, high = unit_pieces(layer->unit, j) - 1;
            read->low[at] = gate_of(read, layer, c, j, 0);
            read->step[at] = gate_of(read, layer, c, j, high) - read->low[at];
        }
    }
}

// Layer 0 is the parametrization, at the points themselves.
static void draw_points(walk_residues *residues, random_state *random)
{
    residue_layer *first = residues->layer;
    for (size_t c = 0; c < POINTS; c++)
        for (size_t i = 0; i < first->inputs; i++) {
            residues->term[c * residues->apart + i] = draw(random);
            residues->input[i] = (uint32_t)i;
        }
    add_terms(residues, first, first->start, residues->term, residues->apart, first->inputs);
    first->source.version = 1;
}

walk_residues *walk_residues_new(walk_maps *maps)
{
    random_state random;
    random_seed(&random, SEED);
    walk_residues *residues = memory_new(1, sizeof *residues);
    *residues = (walk_residues){.maps = maps,
                                .net = rounded_net_integers(maps->rounded),
                                .last = crease_net_hidden(maps->net)};
    residues->layer = memory_new(residues->last + 1, sizeof *residues->layer);
    for (size_t l = 0; l <= residues->last; l++) {
        layer_init(residues->layer + l, residues->net->layer + l);
        if (residues->layer[l].inputs > residues->apart)
            residues->apart = residues->layer[l].inputs;
        if (residues->layer[l].units > residues->apart)
            residues->apart = residues->layer[l].units;
    }
    residues->input = memory_new(residues->apart, sizeof *residues->input);
    residues->term = memory_new(POINTS * residues->apart, sizeof *residues->term);
    draw_points(residues, &random);
    readout_draw(residues, &random);
    return residues;
}

void walk_residues_free(walk_residues *residues)
{
    for (size_t l = 0; l <= residues->last; l++)
        layer_clear(residues->layer + l);
    free(residues->read.factor);
    free(residues->read.low);
    free(residues->read.step);
    free(residues->layer);
    free(residues->input);
    free(residues->term);
    free(residues);
}

// ---- the layers ----

// What a unit gives on a piece at point c: slope row + offset. Most slopes are 0 or 1.
static double output(const residue_layer *layer, size_t unit, uint32_t piece, size_t c)
{
    const size_t at = layer->unit->piece[unit] + piece;
    const size_t row = c * layer->stride + unit_row(layer->unit, unit, piece);
    if (layer->offset[at] == 0 && (layer->slope[at] == 0 || layer->slope[at] == 1))
        return layer->slope[at] == 0 ? 0 : layer->row[row];
    return residue_reduce(layer->slope[at] * layer->row[row] + layer->offset[at]);
}

// What the outputs of the units in residues->input have changed by, from the old pieces to these.
static void take_changes(walk_residues *residues, const residue_layer *layer, const uint32_t *old,
                         const uint32_t *pattern, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = residues->input[k];
        const double sign = pattern[i] ? 1 : -1;
        for (size_t c = 0; c < POINTS; c++)
            residues->term[c * residues->apart + i] =
                layer->plain
                    ? sign * layer->row[c * layer->stride + i]
                    : residue_reduce(output(layer, i, pattern[i], c) - output(layer, i, old[i], c));
    }
}

// Makes the rows of a layer from those outputs of the layer before that are not zero everywhere.
static void make_rows(walk_residues *residues, residue_layer *layer, const uint32_t *pattern)
{
    const residue_layer *before = layer - 1;
    size_t count = 0;
    if (before->plain) { // the rows are the outputs
        count = kernel_list(residues->input, pattern, before->units);
        add_terms(residues, layer, layer->start, before->row, before->stride, count);
        return;
    }
    for (size_t i = 0; i < before->units; i++) {
        const size_t at = before->unit->piece[i] + pattern[i];
        if (before->slope[at] == 0 && before->offset[at] == 0)
            continue;
        for (size_t c = 0; c < POINTS; c++)
            residues->term[c * residues->apart + i] = output(before, i, pattern[i], c);
        residues->input[count++] = (uint32_t)i;
    }
    add_terms(residues, layer, layer->start, residues->term, residues->apart, count);
}

// Adds what those outputs give that have changed. Returns whether there are any.
static int follow_rows(walk_residues *residues, residue_layer *layer, const uint32_t *pattern)
{
    const residue_layer *before = layer - 1;
    const uint32_t *old = layer->source.pattern;
    const size_t count = kernel_list_other(residues->input, old, pattern, before->units);
    take_changes(residues, before, old, pattern, count);
    if (count)
        add_terms(residues, layer, layer->row, residues->term, residues->apart, count);
    return count > 0;
}

// Brings layer l up to date with the pattern of the layer before.
static void bring_up(walk_residues *residues, size_t l)
{
    residue_layer *layer = residues->layer + l;
    const map_source *before = &layer[-1].source;
    const walk_layer *path = residues->maps->layer + l - 1;
    const uint64_t now = path[1].approx_source.version;
    if (layer->seen == now && residues->maps->arith != CREASE_EXACT)
        return;
    layer->seen = now;
    int changed = layer->source.version_before != before->version;
    if (changed)
        make_rows(residues, layer, path->pattern);
    else
        changed = follow_rows(residues, layer, path->pattern);
    if (changed)
        map_source_note(residues->maps, &layer->source, before, path);
}

// ---- the outputs ----

// At each point, but for what offsets give.
static void sum_rows(double sum[POINTS], const walk_residues *residues, const uint32_t *pattern)
{
    const residue_layer *layer = residues->layer + residues->last;
    const residue_readout *read = &residues->read;
    if (read->gates) {
        residue_sums_gated(sum, layer->row, read->low, read->step, pattern, layer->stride);
        return;
    }
    for (size_t c = 0; c < POINTS; c++) {
        const double *row = layer->row + c * layer->stride;
        sum[c] = 0;
        for (size_t j = 0; j < layer->units; j++)
            sum[c] = residue_reduce(sum[c] + gate_of(read, layer, c, j, pattern[j]) *
                                                 row[unit_row(layer->unit, j, pattern[j])]);
    }
}

static double sum_offsets(const walk_residues *residues, const uint32_t *pattern, size_t c)
{
    const residue_layer *layer = residues->layer + residues->last;
    const double *factor = residues->read.factor + c * layer->units;
    double sum = residues->read.constant[c];
    for (size_t j = 0; j < layer->units && residues->read.offsets; j++)
        sum = residue_reduce(sum + factor[j] * layer->offset[layer->unit->piece[j] + pattern[j]]);
    return sum;
}

map_residues walk_residues_here(walk_residues *residues)
{
    const uint32_t *pattern = residues->maps->layer[residues->last].pattern;
    map_residues here;
    for (size_t l = 1; l <= residues->last; l++)
        bring_up(residues, l);
    sum_rows(here.at, residues, pattern);
    for (size_t c = 0; c < POINTS; c++)
        here.at[c] += sum_offsets(residues, pattern, c);
    return here;
}

map_residues walk_residues_step(const walk_residues *residues, size_t unit, size_t breakpoint)
{
    const residue_layer *layer = residues->layer + residues->last;
    const size_t at = layer->unit->piece[unit] + breakpoint, row = layer->unit->row[unit];
    const double slope = layer->slope[at + 1] - layer->slope[at];
    const double offset = layer->offset[at + 1] - layer->offset[at];
    map_residues step;
    for (size_t c = 0; c < POINTS; c++) {
        const double factor = residues->read.factor[c * layer->units + unit];
        const double more =
            slope == 1 ? layer->row[c * layer->stride + row]
                       : product(residue_reduce(slope), layer->row[c * layer->stride + row]);
        step.at[c] = product(factor, residue_reduce(more + offset));
    }
    return step;
}

uint64_t map_residues_key(const map_residues *sum)
{
    uint64_t key = 0;
    for (size_t c = 0; c < POINTS; c++)
        key = key << 32 | residue_value(residue_reduce(sum->at[c]));
    return key;
}
