// Residues of output maps on the path of the walk.
//
// All layers but the last that has a pattern are followed forwards: the pre-activations of their
// units at the points. From the last one the way is backwards: what each unit of the layer before
// it adds to the outputs, which changes with the last layer's own pattern alone. From one cell to
// the next all units before have other values as a rule, but about one unit of the last layer has
// another piece.
#include "tree/residues.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/random.h"
#include "exact/kernels.h"
#include "exact/residue.h"
#include "exact/residue_sums.h"
#include <stdlib.h>
#include <string.h>

enum { POINTS = RESIDUE_POINTS, SEED = 1 };

// What each of some numbers adds to each of others.
typedef struct {
    sparsity at;     // from x to
    int32_t *weight; // its entries; where all are stored, rows are padded
    size_t stride;   // of what is added to
} residue_matrix;

// What units give on their pieces: slope row + offset.
typedef struct {
    size_t units;
    const unit_table *of;
    double *slope, *offset;
    int plain; // each unit gives 0 on piece 0, and its one row on piece 1
} residue_units;

// The pre-activations of a layer at the points.
typedef struct {
    residue_units units;
    residue_matrix by; // inputs x rows
    double *start;     // POINTS x stride: biases
    uint64_t seen;     // version of the doubles when its rows were last brought up to date
    double *row;       // POINTS x stride
    map_source source;
} residue_layer;

// The outputs, from what the layer before the last gives:
//   constant[c] + sum_i adds[c][i] given[c][i].
typedef struct {
    residue_units units; // of the last layer that has a pattern, or of layer 0
    residue_matrix by;   // rows x inputs
    double *bias;        // rows
    double *factor;      // POINTS x units: of what its units give
    uint32_t *pattern;   // that adds and constant are for
    double *adds;        // POINTS x stride
    double constant[POINTS];
    uint64_t seen; // version of the doubles when what is given was last brought up to date
    double *given; // POINTS x stride
    // Scratch: rows that change, and how the factor of each does, by its number.
    uint32_t *row;
    double *change; // POINTS x rows
} residue_readout;

struct walk_residues {
    arena memory; // of all arrays but those of sparsities
    walk_maps *maps;
    const scaled_net *net; // shared
    size_t last;           // the last layer that has a pattern, or layer 0
    residue_layer *layer;  // 0 .. last - 1
    residue_readout read;
    // Scratch: inputs that contribute, and what each gives, by its number.
    uint32_t *input;
    double *term; // POINTS x as many as the widest layer has
    size_t apart;
};

// ---- matrices ----

// Its weights, or their transpose.
static residue_matrix matrix_of(arena *memory, const scaled_layer *from, int transposed)
{
    size_t *entry = NULL;
    residue_matrix made = {.at = transposed ? sparsity_transpose(&from->at, NULL, &entry)
                                            : sparsity_copy(&from->at)};
    const int dense = !made.at.start;
    made.stride = kernel_stride(made.at.columns);
    const size_t entries = dense ? made.at.rows * made.stride : sparsity_entries(&made.at);
    made.weight = arena_new(memory, entries, sizeof *made.weight);
    for (size_t i = 0; i < made.at.rows; i++) {
        const sparsity_row row = sparsity_row_of(&made.at, i);
        for (size_t k = 0; k < row.count; k++) {
            const size_t to = dense ? i * made.stride + k : row.first + k;
            const size_t of = entry                 ? entry[row.first + k]
                              : dense && transposed ? k * made.at.rows + i
                                                    : row.first + k;
            made.weight[to] = (int32_t)residue_of(from->weight + of);
        }
    }
    free(entry);
    return made;
}

// to = start and what the listed ones add, each as often as its term says; `to` may be `start`.
static void add_terms(double *to, const double *start, const residue_matrix *by,
                      const uint32_t *index, size_t count, const double *term, size_t apart)
{
    if (!by->at.start) {
        const residue_sums sums = {to, start, by->weight, term, index, by->stride, apart, count};
        residue_sums_take(&sums);
        return;
    }
    if (to != start)
        memcpy(to, start, POINTS * by->stride * sizeof *to);
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = index[k];
        const sparsity_row row = sparsity_row_of(&by->at, i);
        for (size_t e = 0; e < row.count; e++)
            for (size_t c = 0; c < POINTS; c++) {
                double *sum = to + c * by->stride + row.column[e];
                *sum = residue_reduce(*sum + by->weight[row.first + e] * term[c * apart + i]);
            }
    }
}

// ---- the network ----

static double *residues_of(arena *memory, const fmpz *numbers, size_t count)
{
    double *residue = arena_new(memory, count, sizeof *residue);
    for (size_t i = 0; i < count; i++)
        residue[i] = residue_of(numbers + i);
    return residue;
}

static int are_plain(const residue_units *units, size_t all_rows)
{
    int plain = all_rows == units->units;
    for (size_t j = 0; j < units->units && plain; j++) {
        const size_t low = units->of->piece[j], high = low + 1;
        plain = unit_pieces(units->of, j) == 2 && units->slope[low] == 0 &&
                units->slope[high] == 1 && units->offset[low] == 0 && units->offset[high] == 0;
    }
    return plain;
}

static residue_units units_of(arena *memory, const scaled_layer *from)
{
    const size_t pieces = from->unit.piece[from->units];
    residue_units made = {.units = from->units,
                          .of = &from->unit,
                          .slope = residues_of(memory, from->slope, pieces),
                          .offset = residues_of(memory, from->offset, pieces)};
    made.plain = are_plain(&made, from->rows);
    return made;
}

static void layer_init(residue_layer *layer, arena *memory, const scaled_layer *from)
{
    *layer = (residue_layer){.units = units_of(memory, from), .by = matrix_of(memory, from, 1)};
    const size_t stride = layer->by.stride;
    layer->start = arena_new(memory, POINTS * stride, sizeof *layer->start);
    for (size_t j = 0; j < from->rows; j++)
        for (size_t c = 0; c < POINTS; c++)
            layer->start[c * stride + j] = residue_of(from->bias + j);
    layer->row = arena_new(memory, POINTS * stride, sizeof *layer->row);
    layer->source.pattern =
        arena_new(memory, kernel_stride(from->inputs), sizeof *layer->source.pattern);
}

static void readout_init(residue_readout *read, arena *memory, const scaled_layer *from)
{
    *read = (residue_readout){.units = units_of(memory, from), .by = matrix_of(memory, from, 0)};
    read->bias = residues_of(memory, from->bias, from->rows);
    read->factor = arena_new(memory, POINTS * from->units, sizeof *read->factor);
    read->pattern = arena_new(memory, kernel_stride(from->units), sizeof *read->pattern);
    read->adds = arena_new(memory, POINTS * read->by.stride, sizeof *read->adds);
    read->given = arena_new(memory, POINTS * read->by.stride, sizeof *read->given);
    read->row = arena_new(memory, 2 * from->units, sizeof *read->row);
    read->change = arena_new(memory, POINTS * from->rows, sizeof *read->change);
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

static void draw_factors(walk_residues *residues, random_state *random)
{
    const int has_outputs = residues->last + 1 < residues->maps->layers;
    residue_readout *read = &residues->read;
    for (size_t c = 0; c < POINTS; c++) {
        double *factor = read->factor + c * read->units.units;
        for (size_t j = 0; j < read->units.units && !has_outputs; j++)
            factor[j] = draw(random);
        if (has_outputs)
            draw_outputs(factor, read->constant + c, random,
                         residues->net->layer + residues->last + 1);
    }
}

// What layer 0, the parametrization, is given are the points themselves.
static void draw_points(walk_residues *residues, random_state *random)
{
    const size_t inputs = residues->net->layer->inputs;
    const size_t apart = residues->last ? residues->apart : residues->read.by.stride;
    double *point = residues->last ? residues->term : residues->read.given;
    for (size_t c = 0; c < POINTS; c++)
        for (size_t i = 0; i < inputs; i++) {
            point[c * apart + i] = draw(random);
            residues->input[i] = (uint32_t)i;
        }
    if (!residues->last)
        return;
    residue_layer *first = residues->layer;
    add_terms(first->row, first->start, &first->by, residues->input, inputs, point, apart);
    first->source.version = 1;
}

// ---- the layers ----

// What a unit gives on a piece at point c. Most slopes are 0 or 1.
static double output(const residue_layer *layer, size_t unit, uint32_t piece, size_t c)
{
    const residue_units *units = &layer->units;
    const size_t at = units->of->piece[unit] + piece;
    const size_t row = c * layer->by.stride + unit_row(units->of, unit, piece);
    if (units->offset[at] == 0 && (units->slope[at] == 0 || units->slope[at] == 1))
        return units->slope[at] == 0 ? 0 : layer->row[row];
    return residue_reduce(units->slope[at] * layer->row[row] + units->offset[at]);
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
                layer->units.plain
                    ? sign * layer->row[c * layer->by.stride + i]
                    : residue_reduce(output(layer, i, pattern[i], c) - output(layer, i, old[i], c));
    }
}

// Makes the rows of a layer from those outputs of the layer before that are not zero everywhere.
static void make_rows(walk_residues *residues, residue_layer *layer, const uint32_t *pattern)
{
    const residue_layer *before = layer - 1;
    const residue_units *units = &before->units;
    uint32_t *input = residues->input;
    size_t count = 0;
    if (units->plain) { // the rows are the outputs
        count = kernel_list(input, pattern, units->units);
        add_terms(layer->row, layer->start, &layer->by, input, count, before->row,
                  before->by.stride);
        return;
    }
    for (size_t i = 0; i < units->units; i++) {
        const size_t at = units->of->piece[i] + pattern[i];
        if (units->slope[at] == 0 && units->offset[at] == 0)
            continue;
        for (size_t c = 0; c < POINTS; c++)
            residues->term[c * residues->apart + i] = output(before, i, pattern[i], c);
        input[count++] = (uint32_t)i;
    }
    add_terms(layer->row, layer->start, &layer->by, input, count, residues->term, residues->apart);
}

// Adds what those outputs give that have changed. Returns whether there are any.
static int follow_rows(walk_residues *residues, residue_layer *layer, const uint32_t *pattern)
{
    const residue_layer *before = layer - 1;
    const uint32_t *old = layer->source.pattern;
    const size_t count = kernel_list_other(residues->input, old, pattern, before->units.units);
    take_changes(residues, before, old, pattern, count);
    if (count)
        add_terms(layer->row, layer->row, &layer->by, residues->input, count, residues->term,
                  residues->apart);
    return count > 0;
}

// Whether the doubles of layer l may have changed since; then what is made here has to follow.
static int is_new(uint64_t *seen, const walk_residues *residues, size_t l)
{
    const uint64_t before = *seen;
    *seen = residues->maps->layer[l].approx_source.version;
    return *seen != before || residues->maps->arith == CREASE_EXACT;
}

// Brings layer l up to date with the pattern of the layer before.
static void bring_up(walk_residues *residues, size_t l)
{
    residue_layer *layer = residues->layer + l;
    const map_source *before = &layer[-1].source;
    const walk_layer *path = residues->maps->layer + l - 1;
    if (!is_new(&layer->seen, residues, l))
        return;
    int changed = layer->source.version_before != before->version;
    if (changed)
        make_rows(residues, layer, path->pattern);
    else
        changed = follow_rows(residues, layer, path->pattern);
    if (changed)
        map_source_note(residues->maps, &layer->source, before, path);
}

// ---- the outputs ----

// What the layer before the last gives.
static void bring_given(walk_residues *residues)
{
    residue_readout *read = &residues->read;
    const residue_layer *before = residues->layer + residues->last - 1;
    const uint32_t *pattern = residues->maps->layer[residues->last - 1].pattern;
    const size_t stride = read->by.stride;
    if (!is_new(&read->seen, residues, residues->last))
        return;
    if (before->units.plain) {
        residue_sums_gate(read->given, before->row, pattern, stride);
        return;
    }
    for (size_t c = 0; c < POINTS; c++)
        for (size_t i = 0; i < before->units.units; i++)
            read->given[c * stride + i] = output(before, i, pattern[i], c);
}

// Puts a unit on a piece, or with sign -1 takes it off: its row is listed, if the piece has a
// slope. Returns how many are.
static size_t list_piece(residue_readout *read, size_t count, size_t unit, uint32_t piece,
                         double sign)
{
    const residue_units *units = &read->units;
    const size_t at = units->of->piece[unit] + piece, row = unit_row(units->of, unit, piece);
    const double slope = units->slope[at], offset = units->offset[at];
    if (slope == 0 && offset == 0)
        return count;
    const int is_listed = count && read->row[count - 1] == row;
    for (size_t c = 0; c < POINTS; c++) {
        const double factor = sign * read->factor[c * units->units + unit];
        const double more = slope == 1 ? factor : product(factor, slope);
        double *change = read->change + c * read->by.at.rows + row;
        *change = is_listed ? residue_reduce(*change + more) : more;
        read->constant[c] =
            residue_reduce(read->constant[c] + factor * offset + more * read->bias[row]);
    }
    if (!is_listed)
        read->row[count++] = (uint32_t)row;
    return count;
}

// Adds what the listed rows do.
static void add_rows(residue_readout *read, size_t count)
{
    if (count)
        add_terms(read->adds, read->adds, &read->by, read->row, count, read->change,
                  read->by.at.rows);
}

// All units on their first pieces.
static void put_first_pieces(residue_readout *read)
{
    size_t count = 0;
    for (size_t j = 0; j < read->units.units; j++)
        count = list_piece(read, count, j, 0, 1);
    add_rows(read, count);
}

static void follow_pieces(walk_residues *residues)
{
    residue_readout *read = &residues->read;
    const uint32_t *pattern = residues->maps->layer[residues->last].pattern;
    const size_t changed =
        kernel_list_other(residues->input, read->pattern, pattern, read->units.units);
    size_t count = 0;
    for (size_t k = 0; k < changed; k++) {
        const uint32_t j = residues->input[k];
        count = list_piece(read, count, j, read->pattern[j], -1);
        count = list_piece(read, count, j, pattern[j], 1);
        read->pattern[j] = pattern[j];
    }
    add_rows(read, count);
}

map_residues walk_residues_here(walk_residues *residues)
{
    const residue_readout *read = &residues->read;
    map_residues here;
    for (size_t l = 1; l < residues->last; l++)
        bring_up(residues, l);
    if (residues->last)
        bring_given(residues);
    follow_pieces(residues);
    residue_sums_dot(here.at, read->adds, read->given, read->by.stride);
    for (size_t c = 0; c < POINTS; c++)
        here.at[c] += read->constant[c];
    return here;
}

uint64_t map_residues_key(const map_residues *sum)
{
    uint64_t key = 0;
    for (size_t c = 0; c < POINTS; c++)
        key = key << 32 | residue_value(residue_reduce(sum->at[c]));
    return key;
}

// ---- all of it ----

walk_residues *walk_residues_new(walk_maps *maps)
{
    random_state random;
    random_seed(&random, SEED);
    walk_residues *residues = memory_new(1, sizeof *residues);
    *residues = (walk_residues){.maps = maps,
                                .net = rounded_net_integers(maps->rounded),
                                .last = crease_net_hidden(maps->net)};
    arena *memory = &residues->memory;
    arena_init(memory);
    residues->layer = arena_new(memory, residues->last, sizeof *residues->layer);
    for (size_t l = 0; l <= residues->last; l++) {
        const scaled_layer *from = residues->net->layer + l;
        if (l < residues->last)
            layer_init(residues->layer + l, memory, from);
        residues->apart = from->inputs > residues->apart ? from->inputs : residues->apart;
        residues->apart = from->units > residues->apart ? from->units : residues->apart;
    }
    readout_init(&residues->read, memory, residues->net->layer + residues->last);
    residues->input = arena_new(memory, residues->apart, sizeof *residues->input);
    residues->term = arena_new(memory, POINTS * residues->apart, sizeof *residues->term);
    draw_points(residues, &random);
    draw_factors(residues, &random);
    put_first_pieces(&residues->read);
    return residues;
}

void walk_residues_free(walk_residues *residues)
{
    for (size_t l = 0; l < residues->last; l++)
        sparsity_clear(&residues->layer[l].by.at);
    sparsity_clear(&residues->read.by.at);
    arena_clear(&residues->memory);
    free(residues);
}
