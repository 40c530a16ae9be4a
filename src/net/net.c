// A network in memory: its shape, its exact value at a point, its identity.
#include "net/net.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

crease_net *net_new(size_t inputs, size_t layers)
{
    crease_net *net = memory_new(1, sizeof *net);
    net->inputs = inputs;
    net->layers = layers;
    net->layer = memory_new(layers, sizeof *net->layer);
    net->about = memory_copy_text("");
    net->format = "";
    return net;
}

void net_layer_init(net_layer *layer, size_t inputs, size_t units, activation act)
{
    layer->inputs = inputs;
    layer->units = units;
    layer->rows = units * act.rank;
    layer->weight = _fmpq_vec_init((slong)(layer->rows * inputs));
    layer->bias = _fmpq_vec_init((slong)layer->rows);
    layer->act = act;
}

void net_layer_init_affine(net_layer *layer, const fmpq *rows, size_t dimension, size_t inputs)
{
    activation linear;
    activation_parse(&linear, "linear", NULL);
    net_layer_init(layer, dimension, inputs, linear);
    for (size_t i = 0; i < inputs; i++) {
        for (size_t k = 0; k < dimension; k++)
            if (rows)
                fmpq_set(layer->weight + i * dimension + k, rows + i * (dimension + 1) + k);
            else if (i == k)
                fmpq_one(layer->weight + i * dimension + k);
        if (rows)
            fmpq_set(layer->bias + i, rows + i * (dimension + 1) + dimension);
    }
}

void net_layer_clear(net_layer *layer)
{
    _fmpq_vec_clear(layer->weight, (slong)(layer->rows * layer->inputs));
    _fmpq_vec_clear(layer->bias, (slong)layer->rows);
    activation_clear(&layer->act);
}

void crease_net_free(crease_net *net)
{
    if (!net)
        return;
    for (size_t l = 0; l < net->layers; l++)
        if (net->layer[l].weight) // else never filled
            net_layer_clear(net->layer + l);
    for (size_t i = 0; i < net->parts; i++) {
        free(net->part[i].name);
        free(net->part[i].became);
    }
    free(net->part);
    free(net->layer);
    free(net->about);
    free(net);
}

// ---- Shape ----

size_t crease_net_inputs(const crease_net *net)
{
    return net->inputs;
}

size_t crease_net_outputs(const crease_net *net)
{
    return net->layer[net->layers - 1].units;
}

size_t crease_net_layers(const crease_net *net)
{
    return net->layers;
}

size_t crease_net_hidden(const crease_net *net)
{
    int output_layer = net->layer[net->layers - 1].act.pieces == 1;
    return net->layers - (output_layer ? 1 : 0);
}

size_t crease_net_width(const crease_net *net, size_t layer)
{
    return net->layer[layer].units;
}

const char *crease_net_activation(const crease_net *net, size_t layer)
{
    return net->layer[layer].act.name;
}

const char *crease_net_about(const crease_net *net)
{
    return net->about;
}

size_t crease_net_neurons(const crease_net *net)
{
    size_t count = 0;
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        if (net->layer[l].act.pieces > 1)
            count += net->layer[l].units;
    return count;
}

size_t crease_net_parameters(const crease_net *net)
{
    size_t count = 0;
    for (size_t l = 0; l < net->layers; l++)
        count += net->layer[l].rows * (net->layer[l].inputs + 1);
    return count;
}

const char *crease_net_sha256(const crease_net *net)
{
    return net->sha256;
}

// ---- The file that it was read from ----

void net_note_part(crease_net *net, const char *name, const char *format, ...)
{
    MEMORY_RESERVE(net->part, net->part_capacity, net->parts + 1);
    net_part *part = net->part + net->parts++;
    va_list arguments;
    va_start(arguments, format);
    part->name = memory_copy_text(name);
    part->became = memory_format_list(format, arguments);
    va_end(arguments);
}

const char *crease_net_format(const crease_net *net)
{
    return net->format;
}

size_t crease_net_parts(const crease_net *net)
{
    return net->parts;
}

const char *crease_net_part(const crease_net *net, size_t part)
{
    return net->part[part].name;
}

const char *crease_net_part_became(const crease_net *net, size_t part)
{
    return net->part[part].became;
}

// ---- Networks that commute with positive scaling ----

static int are_zero(const fmpq *x, size_t count)
{
    size_t i = 0;
    while (i < count && fmpq_is_zero(x + i))
        i++;
    return i == count;
}

// Every piece reaches to the origin: no offsets, no breakpoint but 0.
static int is_homogeneous(const activation *act)
{
    return are_zero(act->breakpoint, activation_breakpoints(act)) &&
           are_zero(act->offset, act->pieces);
}

int net_is_homogeneous_from(const crease_net *net, size_t first)
{
    for (size_t l = first; l < net->layers; l++) {
        const net_layer *layer = net->layer + l;
        if (!are_zero(layer->bias, layer->rows) || !is_homogeneous(&layer->act))
            return 0;
    }
    return 1;
}

int crease_net_is_homogeneous(const crease_net *net)
{
    return net_is_homogeneous_from(net, 0);
}

// ---- Values ----

void net_layer_evaluate(fmpq *y, const net_layer *layer, const fmpq *x)
{
    size_t rank = layer->act.rank;
    fmpq *z = _fmpq_vec_init((slong)rank);
    for (size_t unit = 0; unit < layer->units; unit++) {
        for (size_t r = 0; r < rank; r++) {
            size_t row = unit * rank + r;
            fmpq_set(z + r, layer->bias + row);
            for (size_t j = 0; j < layer->inputs; j++)
                fmpq_addmul(z + r, layer->weight + row * layer->inputs + j, x + j);
        }
        activation_apply(y + unit, &layer->act, z);
    }
    _fmpq_vec_clear(z, (slong)rank);
}

void crease_net_evaluate(fmpq *y, const crease_net *net, const fmpq *x)
{
    fmpq *below = NULL; // the values of the layer below, once there is one
    slong width = 0;
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *layer = net->layer + l;
        int last = l + 1 == net->layers;
        fmpq *above = last ? y : _fmpq_vec_init((slong)layer->units);
        net_layer_evaluate(above, layer, below ? below : x);
        if (below)
            _fmpq_vec_clear(below, width);
        below = above;
        width = (slong)layer->units;
    }
}

// ---- Identity: SHA-256 of the canonical text, streamed ----

static void put(struct sha256_ctx *hash, const char *text)
{
    sha256_update(hash, strlen(text), (const uint8_t *)text);
}

static void put_rational(struct sha256_ctx *hash, const fmpq_t x)
{
    char word[RATIONAL_WORD_TEXT];
    size_t length;
    if (rational_is_word(x)) {
        rational_word_text(word, &length, x);
        sha256_update(hash, length, (const uint8_t *)word);
        return;
    }
    char *text = rational_text(x);
    put(hash, text);
    flint_free(text);
}

static void put_layer(struct sha256_ctx *hash, const net_layer *layer)
{
    char units[32];
    snprintf(units, sizeof units, "layer %zu ", layer->units);
    put(hash, units);
    put(hash, layer->act.name);
    put(hash, "\n");
    for (size_t i = 0; i < layer->rows; i++) {
        for (size_t j = 0; j < layer->inputs; j++) {
            put_rational(hash, layer->weight + i * layer->inputs + j);
            put(hash, " ");
        }
        put_rational(hash, layer->bias + i);
        put(hash, "\n");
    }
}

void net_finish(crease_net *net)
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    char head[64];
    snprintf(head, sizeof head, "crease-network 1\ninputs %zu\n", net->inputs);
    put(&hash, head);
    for (size_t l = 0; l < net->layers; l++)
        put_layer(&hash, net->layer + l);
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(&hash, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(net->sha256 + 2 * i, 3, "%02x", digest[i]);
}
