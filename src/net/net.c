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

// ---- layers ----

// The units' activations, as they are known; all numbers zero.
static void alloc_layer(net_layer *layer, size_t inputs, size_t units, const uint32_t *kind)
{
    unit_table_init(&layer->unit, units, layer->act, kind);
    layer->inputs = inputs;
    layer->units = units;
    layer->rows = layer->unit.row[units];
    layer->weight = _fmpq_vec_init((slong)(layer->rows * inputs));
    layer->bias = _fmpq_vec_init((slong)layer->rows);
}

void net_layer_init(net_layer *layer, size_t inputs, size_t units, activation act)
{
    net_layer_init_mixed(layer, inputs, units, &act, 1, NULL);
}

static int compare_names(const void *a, const void *b)
{
    const activation *const *left = a, *const *right = b;
    int order = strcmp((*left)->name, (*right)->name);
    return order ? order : (*left > *right) - (*left < *right);
}

// same[k] = the first of the activations that has the name of number k.
static void find_same(uint32_t *same, const activation *act, size_t kinds)
{
    const activation **sorted = memory_new(kinds, sizeof *sorted);
    for (size_t k = 0; k < kinds; k++)
        sorted[k] = act + k;
    qsort(sorted, kinds, sizeof *sorted, compare_names);
    for (size_t k = 0; k < kinds; k++) {
        int again = k > 0 && !strcmp(sorted[k]->name, sorted[k - 1]->name);
        same[sorted[k] - act] = again ? same[sorted[k - 1] - act] : (uint32_t)(sorted[k] - act);
    }
    free(sorted);
}

// "3 relu, 1 linear"
static char *summarise(const net_layer *layer)
{
    if (layer->kinds == 1)
        return memory_copy_text(layer->act->name);
    size_t *count = memory_new(layer->kinds, sizeof *count), size;
    for (size_t u = 0; u < layer->units; u++)
        count[layer->unit.kind[u]]++;
    char *text;
    FILE *stream = memory_stream(&text, &size);
    for (size_t k = 0; k < layer->kinds; k++)
        fprintf(stream, "%s%zu %s", k ? ", " : "", count[k], layer->act[k].name);
    fclose(stream);
    free(count);
    return text;
}

void net_layer_init_mixed(net_layer *layer, size_t inputs, size_t units, activation *act,
                          size_t kinds, const uint32_t *kind)
{
    enum { NOT_SEEN = UINT32_MAX };
    uint32_t *same = memory_new(kinds, sizeof *same), *number = memory_new(kinds, sizeof *number);
    uint32_t *own = memory_new(units, sizeof *own);
    find_same(same, act, kinds);
    memset(number, 0xff, kinds * sizeof *number); // NOT_SEEN
    *layer = (net_layer){.act = memory_new(kinds, sizeof *layer->act)};
    for (size_t u = 0; u < units; u++) {
        uint32_t k = same[kind ? kind[u] : 0];
        if (number[k] == NOT_SEEN) {
            number[k] = (uint32_t)layer->kinds;
            layer->act[layer->kinds++] = act[k];
        }
        own[u] = number[k];
    }
    for (size_t k = 0; k < kinds; k++)
        if (number[k] == NOT_SEEN)
            activation_clear(act + k);
    layer->act = memory_resize(layer->act, layer->kinds, sizeof *layer->act);
    alloc_layer(layer, inputs, units, own);
    layer->summary = summarise(layer);
    free(same);
    free(number);
    free(own);
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
    for (size_t k = 0; k < layer->kinds; k++)
        activation_clear(layer->act + k);
    free(layer->act);
    unit_table_clear(&layer->unit);
    free(layer->summary);
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
    return net->layers - (net_layer_is_linear(net->layer + net->layers - 1) ? 1 : 0);
}

size_t crease_net_width(const crease_net *net, size_t layer)
{
    return net->layer[layer].units;
}

const char *crease_net_activation(const crease_net *net, size_t layer)
{
    return net->layer[layer].summary;
}

const char *crease_net_unit_activation(const crease_net *net, size_t layer, size_t unit)
{
    return net_layer_act(net->layer + layer, unit)->name;
}

// Only linear has one piece.
int net_layer_is_linear(const net_layer *layer)
{
    return layer->unit.piece[layer->units] == layer->units;
}

const char *crease_net_about(const crease_net *net)
{
    return net->about;
}

size_t crease_net_neurons(const crease_net *net)
{
    size_t count = 0;
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        for (size_t u = 0; u < net->layer[l].units; u++)
            count += unit_pieces(&net->layer[l].unit, u) > 1;
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

static int layer_is_homogeneous(const net_layer *layer)
{
    size_t k = 0;
    while (k < layer->kinds && is_homogeneous(layer->act + k))
        k++;
    return k == layer->kinds && are_zero(layer->bias, layer->rows);
}

int net_is_homogeneous_from(const crease_net *net, size_t first)
{
    for (size_t l = first; l < net->layers; l++)
        if (!layer_is_homogeneous(net->layer + l))
            return 0;
    return 1;
}

int crease_net_is_homogeneous(const crease_net *net)
{
    return net_is_homogeneous_from(net, 0);
}

// ---- Values ----

void net_layer_evaluate(fmpq *y, const net_layer *layer, const fmpq *x)
{
    fmpq *z = _fmpq_vec_init((slong)layer->rows);
    for (size_t row = 0; row < layer->rows; row++) {
        fmpq_set(z + row, layer->bias + row);
        for (size_t j = 0; j < layer->inputs; j++)
            fmpq_addmul(z + row, layer->weight + row * layer->inputs + j, x + j);
    }
    for (size_t unit = 0; unit < layer->units; unit++)
        activation_apply(y + unit, net_layer_act(layer, unit), z + layer->unit.row[unit]);
    _fmpq_vec_clear(z, (slong)layer->rows);
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
    for (size_t u = 0; u < (layer->kinds == 1 ? 1 : layer->units); u++) {
        put(hash, u ? " " : "");
        put(hash, net_layer_act(layer, u)->name);
    }
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
