// The same network in integers.
#include "net/scaled.h"

#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// num / den * 2^twos, where den is odd, positive and prime to num. Weights are nearly always
// doubles: then den is 1, and common factors are found by shifts.
typedef struct {
    fmpz num, den;
    slong twos;
} split_rational;

static split_rational *split_new(size_t count)
{
    return memory_new(count, sizeof(split_rational));
}

static void split_free(split_rational *split, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fmpz_clear(&split[i].num);
        fmpz_clear(&split[i].den);
    }
    free(split);
}

// The exponent of 2 in x, which is not 0.
static slong twos_of(const fmpz_t x)
{
    return COEFF_IS_MPZ(*x) ? (slong)fmpz_val2(x) : __builtin_ctzll((ulong)*x);
}

static void split_set(split_rational *to, const fmpz_t num, const fmpz_t den)
{
    fmpz_set(&to->num, num);
    to->twos = -twos_of(den);
    fmpz_tdiv_q_2exp(&to->den, den, (ulong)-to->twos);
}

// The reciprocal of a positive number.
static void split_invert(split_rational *to, const fmpq_t x)
{
    split_set(to, fmpq_denref(x), fmpq_numref(x));
}

static void split_times(split_rational *x, const split_rational *by)
{
    if (fmpz_is_zero(&x->num))
        return;
    if (!fmpz_is_one(&by->den) || !fmpz_is_one(&x->den))
        _fmpq_mul(&x->num, &x->den, &x->num, &x->den, &by->num, &by->den);
    else if (!fmpz_is_one(&by->num))
        fmpz_mul(&x->num, &x->num, &by->num);
    x->twos += by->twos;
}

// A positive scale that makes a set of rationals integers without common factor:
// lcm(denominators) / gcd(numerators), both odd, times 2^-twos.
typedef struct {
    fmpz_t denominators, numerators;
    slong twos;
} common_scale;

static void common_scale_init(common_scale *common, const split_rational *x, size_t count)
{
    fmpz_init_set_ui(common->denominators, 1);
    fmpz_init(common->numerators);
    common->twos = 0;
    for (size_t i = 0; i < count; i++) {
        if (fmpz_is_zero(&x[i].num))
            continue;
        slong twos = x[i].twos + twos_of(&x[i].num);
        if (fmpz_is_zero(common->numerators) || twos < common->twos)
            common->twos = twos;
        if (!fmpz_is_one(&x[i].den) && !fmpz_divisible(common->denominators, &x[i].den))
            fmpz_lcm(common->denominators, common->denominators, &x[i].den);
        if (!fmpz_is_one(common->numerators)) {
            fmpz_gcd(common->numerators, common->numerators, &x[i].num);
            fmpz_tdiv_q_2exp(common->numerators, common->numerators,
                             (ulong)twos_of(common->numerators));
        }
    }
}

// A set of zeros has scale 1.
static void common_scale_get(fmpq_t scale, const common_scale *common)
{
    fmpq_one(scale);
    if (fmpz_is_zero(common->numerators))
        return;
    fmpz_set(fmpq_numref(scale), common->denominators);
    fmpz_set(fmpq_denref(scale), common->numerators);
    fmpz *times = common->twos < 0 ? fmpq_numref(scale) : fmpq_denref(scale);
    fmpz_mul_2exp(times, times, (ulong)labs(common->twos));
}

static void common_scale_clear(common_scale *common)
{
    fmpz_clear(common->denominators);
    fmpz_clear(common->numerators);
}

// to = scale * x, known to be integers.
static void scale_all(fmpz *to, const common_scale *common, const split_rational *x, size_t count)
{
    const int whole = fmpz_is_one(common->denominators), prime = fmpz_is_one(common->numerators);
    fmpz_t factor;
    fmpz_init(factor);
    for (size_t i = 0; i < count; i++) {
        if (fmpz_is_zero(&x[i].num))
            continue;
        slong twos = x[i].twos - common->twos;
        if (twos < 0)
            fmpz_tdiv_q_2exp(to + i, &x[i].num, (ulong)-twos);
        else
            fmpz_mul_2exp(to + i, &x[i].num, (ulong)twos);
        if (!whole) {
            fmpz_divexact(factor, common->denominators, &x[i].den);
            fmpz_mul(to + i, to + i, factor);
        }
        if (!prime)
            fmpz_divexact(to + i, to + i, common->numerators);
    }
    fmpz_clear(factor);
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

// The most numbers that a unit has on one side of its activation.
static size_t most_numbers(const net_layer *layer)
{
    size_t most = 0;
    for (size_t j = 0; j < layer->units; j++) {
        const activation *act = net_layer_act(layer, j);
        size_t numbers = act->rank + activation_breakpoints(act);
        for (size_t r = layer->unit.row[j]; r < layer->unit.row[j + 1]; r++)
            numbers += sparsity_row_of(&layer->at, r).count;
        numbers = numbers > 2 * act->pieces ? numbers : 2 * act->pieces;
        most = numbers > most ? numbers : most;
    }
    return most;
}

static void split_all(split_rational *to, const fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        split_set(to + i, fmpq_numref(x + i), fmpq_denref(x + i));
}

// Z_r = tau z_r for every row r of unit j: tau clears weight/sigma_i, bias and
// breakpoints of all of them together. per[i] = 1 / sigma_i; split is scratch.
static void scale_pre_activation(scaled_layer *to, const net_layer *from, const split_rational *per,
                                 split_rational *split, size_t j)
{
    const activation *act = net_layer_act(from, j);
    size_t first_row = to->unit.row[j], breakpoints = activation_breakpoints(act);
    size_t first = sparsity_row_of(&to->at, first_row).first, weights = 0;
    for (size_t r = first_row; r < to->unit.row[j + 1]; r++) {
        sparsity_row row = sparsity_row_of(&to->at, r);
        split_all(split + weights, from->weight + row.first, row.count);
        for (size_t k = 0; k < row.count; k++)
            split_times(split + weights + k, per + row_column(&row, k));
        weights += row.count;
    }
    split_rational *bias = split + weights, *breakpoint = bias + act->rank;
    split_all(bias, from->bias + first_row, act->rank);
    split_all(breakpoint, act->breakpoint, breakpoints);
    common_scale common;
    common_scale_init(&common, split, weights + act->rank + breakpoints);
    common_scale_get(to->tau + j, &common);
    scale_all(to->weight + first, &common, split, weights);
    scale_all(to->bias + first_row, &common, bias, act->rank);
    scale_all(to->breakpoint + to->unit.piece[j], &common, breakpoint, breakpoints);
    common_scale_clear(&common);
}

// Y_j = sigma y_j: sigma clears slope/tau and offset.
static void scale_output(scaled_layer *to, const activation *act, split_rational *split, size_t j)
{
    split_rational per_tau = {0}, *offset = split + act->pieces;
    split_invert(&per_tau, to->tau + j);
    split_all(split, act->slope, act->pieces);
    for (size_t p = 0; p < act->pieces; p++)
        split_times(split + p, &per_tau);
    split_all(offset, act->offset, act->pieces);
    common_scale common;
    common_scale_init(&common, split, 2 * act->pieces);
    common_scale_get(to->sigma + j, &common);
    scale_all(to->slope + to->unit.piece[j], &common, split, act->pieces);
    scale_all(to->offset + to->unit.piece[j], &common, offset, act->pieces);
    common_scale_clear(&common);
    fmpz_clear(&per_tau.num);
    fmpz_clear(&per_tau.den);
}

// sigma: the scales of the inputs.
static void scaled_layer_init(scaled_layer *to, const net_layer *from, const fmpq *sigma)
{
    const size_t most = most_numbers(from);
    split_rational *per = split_new(from->inputs), *split = split_new(most);
    scaled_layer_alloc(to, from);
    for (size_t i = 0; i < from->inputs; i++)
        split_invert(per + i, sigma + i);
    for (size_t j = 0; j < from->units; j++) {
        scale_pre_activation(to, from, per, split, j);
        scale_output(to, net_layer_act(from, j), split, j);
    }
    split_free(per, from->inputs);
    split_free(split, most);
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
