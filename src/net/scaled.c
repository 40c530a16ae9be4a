// The same network in integers.
#include "net/scaled.h"

#include "base/limits.h"
#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// A positive scale that makes a set of rationals integers without common factor:
// lcm(denominators) / gcd(numerators), collected some rationals at a time.
typedef struct {
    fmpz_t denominators, numerators;
} common_scale;

// As many operations on doubles take about as long as one on rationals, for each of its words.
enum { RATIONAL = 128 };

static void common_scale_init(common_scale *common)
{
    fmpz_init_set_ui(common->denominators, 1);
    fmpz_init(common->numerators);
}

static void common_scale_add(common_scale *common, const fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (run_gives_up(RATIONAL * fmpz_size(common->denominators)))
            return;
        if (fmpq_is_zero(x + i))
            continue;
        if (!fmpz_divisible(common->denominators, fmpq_denref(x + i)))
            fmpz_lcm(common->denominators, common->denominators, fmpq_denref(x + i));
        if (!fmpz_is_one(common->numerators))
            fmpz_gcd(common->numerators, common->numerators, fmpq_numref(x + i));
    }
}

// A set of zeros has scale 1.
static void common_scale_finish(fmpq_t scale, common_scale *common)
{
    if (fmpz_is_zero(common->numerators))
        fmpq_one(scale);
    else
        fmpq_set_fmpz_frac(scale, common->denominators, common->numerators);
    fmpz_clear(common->denominators);
    fmpz_clear(common->numerators);
}

// to = scale * x, known to be integers.
static void scale_all(fmpz *to, const fmpq_t scale, const fmpq *x, size_t count)
{
    fmpz_t denominator;
    fmpz_init(denominator);
    for (size_t i = 0; i < count && !run_gives_up(RATIONAL * fmpz_size(fmpq_numref(scale))); i++) {
        fmpz_mul(denominator, fmpq_denref(scale), fmpq_denref(x + i));
        fmpz_mul(to + i, fmpq_numref(scale), fmpq_numref(x + i));
        if (!fmpz_is_one(denominator))
            fmpz_divexact(to + i, to + i, denominator);
    }
    fmpz_clear(denominator);
}

static void scaled_layer_alloc(scaled_layer *to, const net_layer *from)
{
    to->inputs = from->inputs;
    to->units = from->units;
    to->rows = from->rows;
    unit_table_init_copy(&to->unit, &from->unit);
    slong pieces = (slong)to->unit.piece[to->units];
    to->at = sparsity_copy(&from->at);
    to->by_input = sparsity_transpose(&from->at, NULL, &to->entry);
    to->weight = _fmpz_vec_init((slong)sparsity_entries(&from->at));
    to->bias = _fmpz_vec_init((slong)to->rows);
    to->slope = _fmpz_vec_init(pieces);
    to->offset = _fmpz_vec_init(pieces);
    to->breakpoint = _fmpz_vec_init(pieces);
    to->tau = _fmpq_vec_init((slong)to->units);
    to->sigma = _fmpq_vec_init((slong)to->units);
}

static void scaled_layer_clear(scaled_layer *layer)
{
    _fmpz_vec_clear(layer->weight, (slong)sparsity_entries(&layer->at));
    sparsity_clear(&layer->at);
    sparsity_clear(&layer->by_input);
    free(layer->entry);
    _fmpz_vec_clear(layer->bias, (slong)layer->rows);
    slong pieces = (slong)layer->unit.piece[layer->units];
    _fmpz_vec_clear(layer->slope, pieces);
    _fmpz_vec_clear(layer->offset, pieces);
    _fmpz_vec_clear(layer->breakpoint, pieces);
    _fmpq_vec_clear(layer->tau, (slong)layer->units);
    _fmpq_vec_clear(layer->sigma, (slong)layer->units);
    unit_table_clear(&layer->unit);
}

// Z_r = tau z_r for every row r of unit j: tau clears weight/sigma_i, bias and
// breakpoints of all of them together.
static void scale_pre_activation(scaled_layer *to, const net_layer *from, const fmpq *sigma,
                                 size_t j)
{
    const activation *act = net_layer_act(from, j);
    size_t first_row = to->unit.row[j], end_row = to->unit.row[j + 1];
    size_t first = sparsity_row_of(&to->at, first_row).first, weights = 0;
    for (size_t r = first_row; r < end_row; r++)
        weights += sparsity_row_of(&to->at, r).count;
    fmpq *rows = _fmpq_vec_init((slong)weights), *tau = to->tau + j;
    for (size_t r = first_row; r < end_row; r++) {
        sparsity_row row = sparsity_row_of(&to->at, r);
        for (size_t k = 0; k < row.count; k++)
            fmpq_div(rows + row.first - first + k, from->weight + row.first + k,
                     sigma + row_column(&row, k));
    }
    common_scale common;
    common_scale_init(&common);
    common_scale_add(&common, rows, weights);
    common_scale_add(&common, from->bias + first_row, act->rank);
    common_scale_add(&common, act->breakpoint, activation_breakpoints(act));
    common_scale_finish(tau, &common);
    scale_all(to->weight + first, tau, rows, weights);
    scale_all(to->bias + first_row, tau, from->bias + first_row, act->rank);
    scale_all(to->breakpoint + to->unit.piece[j], tau, act->breakpoint,
              activation_breakpoints(act));
    _fmpq_vec_clear(rows, (slong)weights);
}

// Y_j = sigma y_j: sigma clears slope/tau and offset.
static void scale_output(scaled_layer *to, const activation *act, size_t j)
{
    fmpq *slope = _fmpq_vec_init((slong)act->pieces), *sigma = to->sigma + j;
    for (size_t p = 0; p < act->pieces; p++)
        fmpq_div(slope + p, act->slope + p, to->tau + j);
    common_scale common;
    common_scale_init(&common);
    common_scale_add(&common, slope, act->pieces);
    common_scale_add(&common, act->offset, act->pieces);
    common_scale_finish(sigma, &common);
    scale_all(to->slope + to->unit.piece[j], sigma, slope, act->pieces);
    scale_all(to->offset + to->unit.piece[j], sigma, act->offset, act->pieces);
    _fmpq_vec_clear(slope, (slong)act->pieces);
}

// sigma are the scales of what the layer takes.
static void scaled_layer_init(scaled_layer *to, const net_layer *from, const fmpq *sigma)
{
    scaled_layer_alloc(to, from);
    for (size_t j = 0; j < from->units && !run_has_given_up(); j++) {
        scale_pre_activation(to, from, sigma, j);
        scale_output(to, net_layer_act(from, j), j);
    }
}

// The coordinates of the domain are measured in units of 1.
static void scaled_layer_init_parametrization(scaled_layer *to, const fmpq *parametrization,
                                              size_t dimension, size_t inputs)
{
    net_layer layer;
    net_layer_init_affine(&layer, parametrization, dimension, inputs);
    fmpq *ones = _fmpq_vec_init((slong)dimension);
    for (size_t k = 0; k < dimension; k++)
        fmpq_one(ones + k);
    scaled_layer_init(to, &layer, ones);
    _fmpq_vec_clear(ones, (slong)dimension);
    net_layer_clear(&layer);
}

void scaled_net_init(scaled_net *scaled, const crease_net *net, const fmpq *parametrization,
                     size_t dimension)
{
    scaled->dimension = dimension;
    scaled->layers = net->layers + 1;
    scaled->layer = memory_new(scaled->layers, sizeof *scaled->layer);
    scaled_layer_init_parametrization(scaled->layer, parametrization, dimension, net->inputs);
    for (size_t l = 1; l < scaled->layers; l++)
        scaled_layer_init(scaled->layer + l, net->layer + l - 1, scaled->layer[l - 1].sigma);
}

void scaled_net_clear(scaled_net *scaled)
{
    for (size_t l = 0; l < scaled->layers; l++)
        scaled_layer_clear(scaled->layer + l);
    free(scaled->layer);
}
