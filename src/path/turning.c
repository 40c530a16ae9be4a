// What a point sees of a layer whose weights turn: a path through a network of two inputs.
#include "path/turning.h"

#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// Layers of the network of a point.
enum { LAYER_TURNING, LAYER_AFTER };

int turning_is_homogeneous(const turning *s)
{
    return net_is_homogeneous_from(s->net, s->layer);
}

void turning_vertex(fmpq_t x, fmpq_t y, size_t vertices, size_t i)
{
    size_t quarter = 4 * i / vertices % 4;
    fmpz_t p, q, square; // u = p/q
    fmpz_init_set_ui(p, 4 * i % vertices);
    fmpz_init_set_ui(q, vertices);
    fmpz_init(square);
    fmpq *along = quarter % 2 ? y : x, *across = quarter % 2 ? x : y;
    fmpz_mul(square, p, p);
    fmpz_mul(fmpq_numref(along), q, q);
    fmpz_add(fmpq_denref(along), fmpq_numref(along), square);
    fmpz_sub(fmpq_numref(along), fmpq_numref(along), square);
    fmpz_mul(fmpq_numref(across), p, q);
    fmpz_mul_2exp(fmpq_numref(across), fmpq_numref(across), 1);
    fmpz_set(fmpq_denref(across), fmpq_denref(along));
    fmpq_canonicalise(along);
    fmpq_canonicalise(across);
    if (quarter == 1 || quarter == 2)
        fmpq_neg(x, x);
    if (quarter >= 2)
        fmpq_neg(y, y);
    fmpz_clear(p);
    fmpz_clear(q);
    fmpz_clear(square);
}

static activation named(const char *name)
{
    activation act;
    if (activation_parse(&act, name, NULL))
        abort(); // it is in the table
    return act;
}

// The input of layer l at v, to be freed with _fmpq_vec_clear.
static fmpq *input_of(const crease_net *net, size_t l, const fmpq *v)
{
    fmpq *input = _fmpq_vec_init((slong)net->inputs);
    for (size_t i = 0; i < net->inputs; i++)
        fmpq_set(input + i, v + i);
    for (size_t k = 0; k < l; k++) {
        const net_layer *layer = net->layer + k;
        fmpq *next = _fmpq_vec_init((slong)layer->units);
        net_layer_evaluate(next, layer, input);
        _fmpq_vec_clear(input, (slong)layer->inputs);
        input = next;
    }
    return input;
}

// A copy of an activation, whose text is canonical.
static void fill_turning(net_layer *layer, const turning *s, const fmpq *v)
{
    const net_layer *from = s->net->layer + s->layer, *to = s->other->layer + s->layer;
    fmpq *h = input_of(s->net, s->layer, v);
    net_layer_init(layer, 2, from->units, named(from->act.name));
    for (size_t r = 0; r < from->rows; r++) {
        slong n = (slong)from->inputs, offset = (slong)r * n;
        _fmpq_vec_dot(layer->weight + 2 * r, from->weight + offset, h, n);
        _fmpq_vec_dot(layer->weight + 2 * r + 1, to->weight + offset, h, n);
        fmpq_set(layer->bias + r, from->bias + r);
    }
    _fmpq_vec_clear(h, (slong)from->inputs);
}

static void fill_label(net_layer *layer, size_t outputs, size_t output)
{
    net_layer_init(layer, outputs, 1, named("relu"));
    fmpq_one(layer->weight + output);
}

crease_net *turning_net_new(const turning *s, const fmpq *v)
{
    size_t after = s->net->layers - s->layer - 1;
    crease_net *net = net_new(2, LAYER_AFTER + after + 1);
    fill_turning(net->layer + LAYER_TURNING, s, v);
    for (size_t l = 0; l < after; l++)
        net->layer[LAYER_AFTER + l] = s->net->layer[s->layer + 1 + l];
    fill_label(net->layer + LAYER_AFTER + after, crease_net_outputs(s->net), s->label);
    return net;
}

void turning_net_free(crease_net *net)
{
    for (size_t l = LAYER_AFTER; net && l + 1 < net->layers; l++)
        net->layer[l].weight = NULL; // borrowed
    crease_net_free(net);
}
