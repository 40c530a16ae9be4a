// The same function with maxout units and without.
#include "maxout_nets.h"

#include "base/memory.h"
#include "net/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static activation named(const char *name)
{
    activation act;
    if (activation_parse(&act, name, NULL) != CREASE_OK)
        abort();
    return act;
}

// Row `to` of a layer becomes factor times row `from` of another with the same inputs.
static void set_row(net_layer *layer, size_t to, const net_layer *other, size_t from,
                    const fmpq_t factor)
{
    size_t n = layer->inputs;
    for (size_t i = 0; i < n; i++)
        fmpq_mul(layer->weight + to * n + i, other->weight + from * n + i, factor);
    fmpq_mul(layer->bias + to, other->bias + from, factor);
}

static void copy_layer(net_layer *to, const net_layer *from)
{
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    net_layer_init(to, from->inputs, from->units, named(from->act->name));
    for (size_t row = 0; row < from->rows; row++)
        set_row(to, row, from, row, one);
    fmpq_clear(one);
}

// ---- with maxout ----

// Both pieces go through the origin, the steeper one above.
static bool is_larger_of_two(const activation *act)
{
    return act->rank == 1 && act->pieces == 2 && fmpq_is_zero(act->breakpoint) &&
           fmpq_is_zero(act->offset) && fmpq_cmp(act->slope, act->slope + 1) < 0;
}

crease_net *maxout_net_of(const crease_net *net)
{
    crease_net *made = net_new(net->inputs, net->layers);
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *from = net->layer + l;
        net_layer *to = made->layer + l;
        if (!is_larger_of_two(from->act)) {
            copy_layer(to, from);
            continue;
        }
        net_layer_init(to, from->inputs, from->units, named("maxout:2"));
        for (size_t row = 0; row < to->rows; row++)
            set_row(to, row, from, row / 2, from->act->slope + row % 2);
    }
    net_finish(made);
    return made;
}

// ---- without ----

static size_t rounds_of(const activation *act)
{
    size_t rounds = 0;
    for (size_t left = act->rank; left > 1; left = left / 2 + left % 2)
        rounds++;
    return rounds;
}

// row = b - a, both rows of `of`.
static void set_difference(net_layer *layer, size_t row, const net_layer *of, size_t a, size_t b)
{
    size_t n = layer->inputs;
    for (size_t i = 0; i < n; i++)
        fmpq_sub(layer->weight + row * n + i, of->weight + b * n + i, of->weight + a * n + i);
    fmpq_sub(layer->bias + row, of->bias + b, of->bias + a);
}

static void set_entry(net_layer *layer, size_t row, size_t column, slong value)
{
    fmpq_set_si(layer->weight + row * layer->inputs + column, value, 1);
}

// From units with `left` values each, the rows of `values`, to units with half as many: folds and
// sums are the relu layer and the linear one.
static void fold(net_layer *folds, net_layer *sums, const net_layer *values, size_t units,
                 size_t left)
{
    fmpq_t factor;
    size_t half = left / 2 + left % 2;
    fmpq_init(factor);
    net_layer_init(folds, values->inputs, 3 * units * half, named("relu"));
    net_layer_init(sums, folds->units, units * half, named("linear"));
    for (size_t k = 0; k < units * half; k++) {
        // A value without a partner is folded with itself.
        size_t a = k / half * left + 2 * (k % half);
        size_t b = 2 * (k % half) + 1 < left ? a + 1 : a;
        for (size_t i = 0; i < 2; i++) {
            fmpq_set_si(factor, i ? -1 : 1, 1);
            set_row(folds, 3 * k + i, values, a, factor);
        }
        set_difference(folds, 3 * k + 2, values, a, b);
        set_entry(sums, k, 3 * k, 1);
        set_entry(sums, k, 3 * k + 1, -1);
        set_entry(sums, k, 3 * k + 2, 1);
    }
    fmpq_clear(factor);
}

static void identity(net_layer *layer, size_t units)
{
    net_layer_init(layer, units, units, named("linear"));
    for (size_t i = 0; i < units; i++)
        set_entry(layer, i, i, 1);
}

// Returns how many layers were filled.
static size_t unfold(net_layer *to, const net_layer *from)
{
    size_t made = 0, left = from->act->rank;
    fold(to, to + 1, from, from->units, left);
    for (made = 2, left = left / 2 + left % 2; left > 1; made += 2, left = left / 2 + left % 2) {
        net_layer values;
        identity(&values, from->units * left);
        fold(to + made, to + made + 1, &values, from->units, left);
        net_layer_clear(&values);
    }
    return made;
}

crease_net *maxout_net_unfolded(const crease_net *net)
{
    size_t layers = 0;
    for (size_t l = 0; l < net->layers; l++)
        layers += net->layer[l].act->rank > 1 ? 2 * rounds_of(net->layer[l].act) : 1;
    crease_net *made = net_new(net->inputs, layers);
    for (size_t l = 0, at = 0; l < net->layers; l++) {
        if (net->layer[l].act->rank > 1)
            at += unfold(made->layer + at, net->layer + l);
        else
            copy_layer(made->layer + at++, net->layer + l);
    }
    net_finish(made);
    return made;
}
