// The same network in integers.
#include "net/scaled.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/common_scale.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

static void scaled_layer_alloc(scaled_layer *layer, const net_layer *from)
{
    ASSERT(layer->rows >= layer->units);
    ASSERT(from->rows >= from->units);
    layer->inputs = from->inputs;
    layer->units = from->units;
    layer->rows = from->rows;
    layer->unit = from->unit;
    layer->support = from->support;
    slong pieces = (slong)layer->unit.piece[layer->units];
    layer->by_input = sparsity_transpose(&from->support, NULL, &layer->entry);
    layer->weight = _fmpz_vec_init((slong)sparsity_entries(&from->support));
    layer->bias = _fmpz_vec_init((slong)layer->rows);
    layer->slope = _fmpz_vec_init(pieces);
    layer->offset = _fmpz_vec_init(pieces);
    layer->breakpoint = _fmpz_vec_init(pieces);
    layer->tau = _fmpq_vec_init((slong)layer->units);
    layer->sigma = _fmpq_vec_init((slong)layer->units);
}

static void scaled_layer_clear(scaled_layer *layer)
{
    _fmpz_vec_clear(layer->weight, (slong)sparsity_entries(&layer->support));
    sparsity_clear(&layer->by_input);
    free(layer->entry);
    _fmpz_vec_clear(layer->bias, (slong)layer->rows);
    slong pieces = (slong)layer->unit.piece[layer->units];
    _fmpz_vec_clear(layer->slope, pieces);
    _fmpz_vec_clear(layer->offset, pieces);
    _fmpz_vec_clear(layer->breakpoint, pieces);
    _fmpq_vec_clear(layer->tau, (slong)layer->units);
    _fmpq_vec_clear(layer->sigma, (slong)layer->units);
}

// Z_r = tau z_r for every row r of unit j: tau clears weight/sigma_i, bias and
// breakpoints of all of them together.
static void scale_pre_activation(scaled_layer *layer, const net_layer *from, const fmpq *sigma,
                                 size_t j)
{
    ASSERT(layer->rows >= layer->units);
    ASSERT(from->rows >= from->units);
    const activation *act = net_layer_act(from, j);
    const size_t first_row = layer->unit.row[j], end_row = layer->unit.row[j + 1];
    const size_t rank = act->rank, breakpoints = activation_breakpoints(act);
    const size_t first = sparsity_row_of(&layer->support, first_row).first;
    const sparsity_row last = sparsity_row_of(&layer->support, end_row - 1);
    const size_t weights = last.first + last.count - first, count = weights + rank + breakpoints;
    fmpq *x = _fmpq_vec_init((slong)count), *bias = x + weights, *breakpoint = bias + rank;
    for (size_t r = first_row; r < end_row; r++) {
        const sparsity_row row = sparsity_row_of(&layer->support, r);
        for (size_t k = row.first; k < row.first + row.count; k++)
            divide_by_scale(x + k - first, from->weight + k,
                            sigma + row_column(&row, k - row.first));
        fmpq_set(bias + r - first_row, from->bias + r);
    }
    for (size_t b = 0; b < breakpoints; b++)
        fmpq_set(breakpoint + b, act->breakpoint + b);
    common_scale(layer->tau + j, x, count);
    scale_all(layer->weight + first, layer->tau + j, x, weights);
    scale_all(layer->bias + first_row, layer->tau + j, bias, rank);
    scale_all(layer->breakpoint + layer->unit.piece[j], layer->tau + j, breakpoint, breakpoints);
    _fmpq_vec_clear(x, (slong)count);
}

// Y_j = sigma y_j: sigma clears slope/tau and offset.
static void scale_output(scaled_layer *layer, const activation *act, size_t j)
{
    ASSERT(layer->rows >= layer->units);
    ASSERT(act->rank >= 1 && act->pieces >= 1);
    const size_t pieces = act->pieces;
    fmpq *slope = _fmpq_vec_init((slong)(2 * pieces)), *offset = slope + pieces;
    for (size_t p = 0; p < pieces; p++) {
        divide_by_scale(slope + p, act->slope + p, layer->tau + j);
        fmpq_set(offset + p, act->offset + p);
    }
    common_scale(layer->sigma + j, slope, 2 * pieces);
    scale_all(layer->slope + layer->unit.piece[j], layer->sigma + j, slope, pieces);
    scale_all(layer->offset + layer->unit.piece[j], layer->sigma + j, offset, pieces);
    _fmpq_vec_clear(slope, (slong)(2 * pieces));
}

// sigma: the scales of the inputs.
static void scaled_layer_init(scaled_layer *layer, const net_layer *from, const fmpq *sigma)
{
    scaled_layer_alloc(layer, from);
    enum { SCALING = 256 }; // operations that take as long as to scale a weight
    size_t j = 0;
    for (; j < from->units && !run_poll(SCALING * from->inputs); j++) {
        scale_pre_activation(layer, from, sigma, j);
        scale_output(layer, net_layer_act(from, j), j);
    }
    for (; j < from->units; j++) { // cancelled: units that are 0
        fmpq_one(layer->tau + j);
        fmpq_one(layer->sigma + j);
    }
}

// Sizes of rows and outputs, from the sizes of the outputs before: an entry is below 2^bits.
size_t scaled_words(const scaled_net *scaled, size_t from, size_t end)
{
    ASSERT(scaled->layers > 0);
    slong bits = 1, most = 1;
    for (size_t l = from; l < end; l++) {
        const scaled_layer *layer = scaled->layer + l;
        const slong pieces = (slong)layer->unit.piece[layer->units];
        const slong entries = (slong)sparsity_entries(&layer->support);
        bits += FLINT_ABS(_fmpz_vec_max_bits(layer->weight, entries)) +
                (slong)FLINT_BIT_COUNT(layer->inputs);
        bits = FLINT_MAX(bits, FLINT_ABS(_fmpz_vec_max_bits(layer->bias, (slong)layer->rows))) + 1;
        most = FLINT_MAX(most, bits);
        bits += FLINT_ABS(_fmpz_vec_max_bits(layer->slope, pieces));
        bits = FLINT_MAX(bits, FLINT_ABS(_fmpz_vec_max_bits(layer->offset, pieces))) + 1;
        most = FLINT_MAX(most, bits);
    }
    return (size_t)(most + 1) / FLINT_BITS + 1;
}

// The coordinates of the domain are measured in units of 1.
void scaled_net_init(scaled_net *scaled, const crease_net *net, const fmpq *parametrization,
                     size_t dimension)
{
    ASSERT(scaled && net);
    ASSERT(dimension > 0);
    scaled->dimension = dimension;
    scaled->layers = net->layers + 1;
    scaled->layer = memory_new(scaled->layers, sizeof *scaled->layer);
    net_layer_init_affine(&scaled->first, parametrization, dimension, net->inputs);
    fmpq *ones = _fmpq_vec_init((slong)dimension);
    for (size_t k = 0; k < dimension; k++)
        fmpq_one(ones + k);
    scaled_layer_init(scaled->layer, &scaled->first, ones);
    _fmpq_vec_clear(ones, (slong)dimension);
    for (size_t l = 1; l < scaled->layers; l++)
        scaled_layer_init(scaled->layer + l, net->layer + l - 1, scaled->layer[l - 1].sigma);
    scaled->words = scaled_words(scaled, 0, scaled->layers);
}

void scaled_net_clear(scaled_net *scaled)
{
    for (size_t l = 0; l < scaled->layers; l++)
        scaled_layer_clear(scaled->layer + l);
    net_layer_clear(&scaled->first);
    free(scaled->layer);
}
