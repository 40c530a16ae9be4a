// A fingerprint of the output map on the path of the walk.
//
// The network is evaluated at the points, with the pieces of the path in place of comparisons. Each
// layer keeps its rows and adds what changes from one region to the next. One more layer combines
// the outputs.
//
// A residue is an integer of its class in a double, at most 2^24 in absolute value. So 31 products
// and a residue add up to less than 2^53: doubles sum them without error, in any order.
#include "tree/fingerprint.h"

#include "base/arena.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/random.h"
#include "exact/kernels.h"
#include "exact/versions.h"
#include <stdlib.h>
#include <string.h>

enum { POINTS = 2, FEW_PRODUCTS = 31, FINGERPRINT_SEED = 1 };

// A matrix: what each of several numbers adds to each of several sums.
typedef struct {
    const sparsity *support; // numbers x sums; NULL: all weights are stored
    size_t stride;           // of sums
    double *weight;          // numbers x stride, or the entries
} residue_matrix;

// A layer at the points: its rows, and the slopes and offsets of its pieces.
typedef struct {
    const scaled_layer *net;
    residue_matrix by;        // inputs x rows
    double *bias, *row;       // POINTS x stride
    double *slope, *offset;   // of each piece
    uint32_t *pattern;        // of the layer before, when the rows were made
    uint64_t before, version; // of the rows of the layer before, and of these rows
    uint64_t seen;            // version of the map in doubles when these were last up to date
} valued_layer;

struct walk_fingerprint {
    arena memory;
    const walk_maps *maps;
    size_t last;         // the last layer that has a pattern, or layer 0
    valued_layer *layer; // 0 .. last, and one that combines the outputs
    uint64_t versions;   // given so far
    // Scratch: numbers that change, and by how much, POINTS x widest.
    uint32_t *input;
    double *term;
    size_t widest;
};

// ---- residues ----

// Adding 1.5 * 2^52 rounds the quotient, which is less than 2^28 and off by less than 2^-24, to an
// integer. So the result is less than p / 2 + p / 2^24 < 2^24.
#define RESIDUE_REDUCE(sum)                                                        \
    ((sum) - (((sum) * (1.0 / (double)FINGERPRINT_PRIME) + 0x1.8p52) - 0x1.8p52) * \
                 (double)FINGERPRINT_PRIME)

VERSIONS
static void reduce_residues(double *residue, size_t count)
{
    for (size_t j = 0; j < count; j += QUAD) {
        quad *block = (quad *)(residue + j);
        *block = RESIDUE_REDUCE(*block);
    }
}

IN_LINE double residue_muladd(double a, double b, double c)
{
    const double sum = a * b + c;
    return RESIDUE_REDUCE(sum);
}

static double residue_of(const fmpz_t x)
{
    return residue_muladd((double)fmpz_fdiv_ui(x, FINGERPRINT_PRIME), 1, 0);
}

static double *residues_of(arena *memory, const fmpz *from, size_t count)
{
    double *residue = arena_new(memory, count, sizeof *residue);
    for (size_t i = 0; i < count; i++)
        residue[i] = residue_of(from + i);
    return residue;
}

// The weights of a layer, by inputs.
static residue_matrix residue_matrix_of(arena *memory, const scaled_layer *net)
{
    ASSERT(net->rows >= net->units);
    const size_t entries = sparsity_entries(&net->support);
    residue_matrix matrix = {.stride = kernel_stride(net->rows)};
    if (net->support.start) {
        matrix.support = &net->by_input;
        matrix.weight = arena_new(memory, entries, sizeof *matrix.weight);
        for (size_t k = 0; k < entries; k++)
            matrix.weight[k] = residue_of(net->weight + net->entry[k]);
        return matrix;
    }
    matrix.weight = arena_new(memory, net->inputs * matrix.stride, sizeof *matrix.weight);
    for (size_t k = 0; k < entries; k++)
        matrix.weight[k % net->inputs * matrix.stride + k / net->inputs] =
            residue_of(net->weight + k);
    return matrix;
}

// Adds the contributions of the listed numbers to POINTS x stride sums.
static void add_listed(double *sum, const residue_matrix *by, const walk_fingerprint *print,
                       size_t count)
{
    for (size_t k = 0; k < count;) {
        const size_t few = count - k < FEW_PRODUCTS ? count - k : FEW_PRODUCTS, end = k + few;
        if (!by->support)
            kernel_sum(&(map_sums){.map = sum,
                                   .start = sum,
                                   .weight = by->weight,
                                   .term = print->term,
                                   .index = print->input + k,
                                   .stride = by->stride,
                                   .apart = print->widest,
                                   .count = few},
                       POINTS, NULL);
        for (size_t i = k; i < end && by->support; i++) {
            const sparsity_row entries = sparsity_row_of(by->support, print->input[i]);
            const double *term = print->term + print->input[i];
            kernel_add_entries(sum, by->stride, POINTS, entries.column, by->weight + entries.first,
                               entries.count, (double[POINTS]){term[0], term[print->widest]});
        }
        k = end;
        reduce_residues(sum, POINTS * by->stride);
    }
}

// ---- the layers ----

// The output of a unit on a piece. Most slopes are 0 or 1.
IN_LINE double output_at_point(const valued_layer *layer, size_t point, size_t unit, uint32_t piece)
{
    const unit_table *table = &layer->net->unit;
    const size_t number = table->piece[unit] + piece;
    if (layer->slope[number] == 0)
        return layer->offset[number];
    const double row = layer->row[point * layer->by.stride + unit_row(table, unit, piece)];
    return layer->slope[number] == 1 && layer->offset[number] == 0
               ? row
               : residue_muladd(layer->slope[number], row, layer->offset[number]);
}

// Lists the inputs whose outputs are to be added: all that are not constant 0.
static size_t list_outputs(walk_fingerprint *print, const valued_layer *before,
                           const uint32_t *pattern)
{
    size_t count = 0;
    for (uint32_t i = 0; i < before->net->units; i++) {
        const size_t number = before->net->unit.piece[i] + pattern[i];
        print->input[count] = i;
        count += before->slope[number] != 0 || before->offset[number] != 0;
        for (size_t c = 0; c < POINTS; c++)
            print->term[c * print->widest + i] = output_at_point(before, c, i, pattern[i]);
    }
    return count;
}

// Lists the inputs that are on another piece than in `old`, brings this up to date, and finds by
// how much their outputs change.
static size_t list_changes(walk_fingerprint *print, const valued_layer *before,
                           const walk_layer *source, uint32_t *old)
{
    const bool all = source->settled_units == source->most_settled;
    const uint32_t *pattern = source->pattern, *list = all ? print->input : source->settled;
    const size_t listed = all ? kernel_list_other(print->input, old, pattern, before->net->units)
                              : source->settled_units;
    size_t count = 0;
    for (size_t k = 0; k < listed; k++) {
        const uint32_t i = list[k];
        for (size_t c = 0; c < POINTS && old[i] != pattern[i]; c++)
            print->term[c * print->widest + i] =
                residue_muladd(-1, output_at_point(before, c, i, old[i]),
                               output_at_point(before, c, i, pattern[i]));
        print->input[count] = i;
        count += old[i] != pattern[i];
        old[i] = pattern[i];
    }
    return count;
}

// Whether the doubles of layer l may have changed since; if not, nothing has.
static bool may_have_changed(uint64_t *seen, const walk_fingerprint *print, size_t l)
{
    const uint64_t before = *seen;
    *seen = print->maps->layer[l].view.version;
    return *seen != before || print->maps->arith == CREASE_EXACT;
}

// Brings layer l up to date with the pattern of the layer before, which is up to date.
static void follow_rows(walk_fingerprint *print, size_t l)
{
    valued_layer *layer = print->layer + l, *before = layer - 1;
    walk_layer *source = print->maps->layer + l - 1;
    if (l <= print->last && !may_have_changed(&layer->seen, print, l))
        return;
    const bool fresh = layer->before != before->version;
    size_t count;
    if (fresh) {
        memcpy(layer->row, layer->bias, POINTS * layer->by.stride * sizeof *layer->row);
        memcpy(layer->pattern, source->pattern, before->net->units * sizeof *layer->pattern);
        count = list_outputs(print, before, layer->pattern);
    } else {
        count = list_changes(print, before, source, layer->pattern);
    }
    source->settled_units = 0;
    if (!fresh && !count)
        return;
    add_listed(layer->row, &layer->by, print, count);
    layer->before = before->version;
    layer->version = ++print->versions;
}

// Appends a residue to a key.
IN_LINE uint64_t key_append(uint64_t key, double residue)
{
    const int64_t value = (int64_t)residue;
    return key << FINGERPRINT_BITS | ((uint64_t)value + (value < 0) * FINGERPRINT_PRIME);
}

uint64_t walk_fingerprint_here(walk_fingerprint *print)
{
    const valued_layer *combined = print->layer + print->last + 1;
    uint64_t key = 0;
    for (size_t l = 1; l <= print->last + 1; l++)
        follow_rows(print, l);
    for (size_t c = 0; c < POINTS; c++)
        key = key_append(key, combined->row[c * combined->by.stride + c]);
    return key;
}

uint64_t walk_fingerprint_step(const walk_fingerprint *print, size_t unit, uint32_t piece)
{
    const valued_layer *layer = print->layer + print->last;
    const residue_matrix *by = &layer[1].by;
    uint64_t key = 0;
    for (size_t c = 0; c < POINTS; c++) {
        const double change = residue_muladd(-1, output_at_point(layer, c, unit, piece),
                                             output_at_point(layer, c, unit, piece + 1));
        key = key_append(key, residue_muladd(change, by->weight[unit * by->stride + c], 0));
    }
    return key;
}

// ---- all of it ----

static void valued_layer_rows(valued_layer *layer, arena *memory, size_t inputs)
{
    ASSERT(inputs > 0);
    layer->row = arena_new(memory, 2 * POINTS * layer->by.stride, sizeof *layer->row);
    layer->bias = layer->row + POINTS * layer->by.stride;
    layer->pattern = arena_new(memory, kernel_stride(inputs), sizeof *layer->pattern);
}

static void valued_layer_init(valued_layer *layer, arena *memory, const scaled_layer *net)
{
    const size_t pieces = net->unit.piece[net->units];
    *layer = (valued_layer){.net = net, .by = residue_matrix_of(memory, net)};
    valued_layer_rows(layer, memory, net->inputs);
    for (size_t j = 0; j < POINTS * net->rows; j++)
        layer->bias[j / net->rows * layer->by.stride + j % net->rows] =
            residue_of(net->bias + j % net->rows);
    layer->slope = residues_of(memory, net->slope, pieces);
    layer->offset = residues_of(memory, net->offset, pieces);
}

static double draw_residue(random_state *random)
{
    return residue_muladd((double)random_below(random, FINGERPRINT_PRIME), 1, 0);
}

// The inputs of layer 0 are the points themselves.
static void draw_points(walk_fingerprint *print, random_state *random)
{
    valued_layer *first = print->layer;
    const size_t inputs = first->net->inputs;
    for (size_t j = 0; j < POINTS * inputs; j++) {
        print->term[j / inputs * print->widest + j % inputs] = draw_residue(random);
        print->input[j % inputs] = (uint32_t)(j % inputs);
    }
    memcpy(first->row, first->bias, POINTS * first->by.stride * sizeof *first->row);
    add_listed(first->row, &first->by, print, inputs);
    first->version = ++print->versions;
}

// Draws a combination of the outputs of the last layer's units, or of the linear layer behind it,
// for each point: row c of the combined layer matters at point c.
static void draw_outputs(walk_fingerprint *print, const scaled_net *net, random_state *random)
{
    ASSERT(net->layers > 0);
    valued_layer *combined = print->layer + print->last + 1;
    const scaled_layer *last = net->layer + print->last, *outputs = last + 1;
    const size_t stride = kernel_stride(POINTS);
    double *factor = arena_new(&print->memory, last->units * stride, sizeof *factor);
    *combined = (valued_layer){.by = {.stride = stride, .weight = factor}};
    valued_layer_rows(combined, &print->memory, last->units);
    for (size_t c = 0; c < POINTS; c++) {
        double *constant = combined->bias + c * stride + c;
        for (size_t j = 0; j < last->units && print->last + 1 == net->layers; j++)
            factor[j * stride + c] = draw_residue(random);
        for (size_t o = 0; print->last + 1 < net->layers && o < outputs->units; o++) {
            const double u = draw_residue(random);
            const double slope = residue_muladd(u, residue_of(outputs->slope + o), 0);
            const sparsity_row row = sparsity_row_of(&outputs->support, o);
            for (size_t k = 0; k < row.count; k++) {
                double *entry = factor + row_column(&row, k) * stride + c;
                *entry = residue_muladd(slope, residue_of(outputs->weight + row.first + k), *entry);
            }
            *constant = residue_muladd(u, residue_of(outputs->offset + o), *constant);
            *constant = residue_muladd(slope, residue_of(outputs->bias + o), *constant);
        }
    }
}

walk_fingerprint *walk_fingerprint_new(walk_maps *maps)
{
    random_state random;
    random_seed(&random, FINGERPRINT_SEED);
    const scaled_net *net = rounded_net_integers(maps->rounded);
    walk_fingerprint *print = memory_new(1, sizeof *print);
    *print = (walk_fingerprint){.maps = maps, .last = crease_net_hidden(maps->net)};
    arena *memory = &print->memory;
    arena_init(memory);
    print->layer = arena_new(memory, print->last + 2, sizeof *print->layer);
    print->widest = net->layer->inputs;
    for (size_t l = 0; l <= print->last; l++) {
        valued_layer_init(print->layer + l, memory, net->layer + l);
        print->widest = net->layer[l].rows > print->widest ? net->layer[l].rows : print->widest;
    }
    print->input = arena_new(memory, print->widest + 1, sizeof *print->input);
    print->term = arena_new(memory, POINTS * print->widest, sizeof *print->term);
    draw_points(print, &random);
    draw_outputs(print, net, &random);
    return print;
}

void walk_fingerprint_free(walk_fingerprint *print)
{
    arena_clear(&print->memory);
    free(print);
}
