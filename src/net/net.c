// A network in memory: its shape and its exact value at a point.
#include "net/net.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

crease_net *net_new(size_t inputs, size_t layers)
{
    ASSERT(inputs > 0);
    crease_net *net = memory_new(1, sizeof *net);
    net->inputs = inputs;
    net->layers = layers;
    net->layer = memory_new(layers, sizeof *net->layer);
    net->about = memory_copy_text("");
    net->format = "";
    return net;
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

void net_store(crease_net *net, net_storage which)
{
    ASSERT(net->inputs > 0);
    for (size_t l = 0; l < net->layers; l++)
        net_layer_store(net->layer + l, which);
}

// ---- Shape ----

size_t crease_net_inputs(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    return net->inputs;
}

size_t crease_net_outputs(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    return net->layer[net->layers - 1].units;
}

size_t crease_net_layers(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    return net->layers;
}

size_t crease_net_hidden(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    return net->layers - (net_layer_is_linear(net->layer + net->layers - 1) ? 1 : 0);
}

size_t crease_net_width(const crease_net *net, size_t layer)
{
    ASSERT(net->inputs > 0);
    return net->layer[layer].units;
}

size_t net_units(const crease_net *net, size_t layers)
{
    ASSERT(layers <= net->layers);
    size_t units = 0;
    for (size_t l = 0; l < layers; l++)
        units += net->layer[l].units;
    return units;
}

size_t crease_net_rows(const crease_net *net, size_t layer)
{
    ASSERT(net->inputs > 0);
    return net->layer[layer].rows;
}

size_t crease_net_nonzero(const crease_net *net, size_t layer)
{
    ASSERT(net->inputs > 0);
    const net_layer *affine = net->layer + layer;
    size_t count = 0;
    for (size_t k = 0; k < sparsity_entries(&affine->support); k++)
        count += !fmpq_is_zero(affine->weight + k);
    return count;
}

const char *crease_net_activation(const crease_net *net, size_t layer)
{
    ASSERT(net->inputs > 0);
    return net->layer[layer].summary;
}

const char *crease_net_unit_activation(const crease_net *net, size_t layer, size_t unit)
{
    ASSERT(net->inputs > 0);
    return net_layer_act(net->layer + layer, unit)->name;
}

const char *crease_net_about(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    return net->about;
}

size_t crease_net_neurons(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    size_t count = 0;
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        for (size_t u = 0; u < net->layer[l].units; u++)
            count += unit_pieces(&net->layer[l].unit, u) > 1;
    return count;
}

size_t crease_net_parameters(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    size_t count = 0;
    for (size_t l = 0; l < net->layers; l++)
        count += net->layer[l].rows * (net->layer[l].inputs + 1);
    return count;
}

const char *crease_net_sha256(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    return net->sha256;
}

// ---- The file of a network ----

void net_note_part(crease_net *net, const char *name, const char *format, ...)
{
    ASSERT(net->inputs > 0);
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
    ASSERT(net->inputs > 0);
    return net->format;
}

size_t crease_net_parts(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    return net->parts;
}

const char *crease_net_part(const crease_net *net, size_t part)
{
    ASSERT(net->inputs > 0);
    return net->part[part].name;
}

const char *crease_net_part_use(const crease_net *net, size_t part)
{
    ASSERT(net->inputs > 0);
    return net->part[part].became;
}

// ---- Networks that commute with positive scaling ----

static bool are_zero(const fmpq *x, size_t count)
{
    size_t i = 0;
    while (i < count && fmpq_is_zero(x + i))
        i++;
    return i == count;
}

// No offsets, and no breakpoint but 0.
static bool is_homogeneous(const activation *act)
{
    ASSERT(act->rank >= 1 && act->pieces >= 1);
    return are_zero(act->breakpoint, activation_breakpoints(act)) &&
           are_zero(act->offset, act->pieces);
}

static bool layer_is_homogeneous(const net_layer *layer)
{
    ASSERT(layer->rows >= layer->units);
    size_t k = 0;
    while (k < layer->kinds && is_homogeneous(layer->act + k))
        k++;
    return k == layer->kinds && are_zero(layer->bias, layer->rows);
}

size_t net_homogeneous_layers(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    size_t l = 0;
    while (l < net->layers && layer_is_homogeneous(net->layer + l))
        l++;
    return l;
}

int crease_net_is_homogeneous(const crease_net *net)
{
    ASSERT(net->inputs > 0);
    return net_homogeneous_layers(net) == net->layers;
}

// ---- Values ----

void crease_net_evaluate(fmpq *y, const crease_net *net, const fmpq *x)
{
    ASSERT(net->inputs > 0);
    fmpq *below = NULL; // the values of the layer below, if there is one
    slong width = 0;
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *layer = net->layer + l;
        bool last = l + 1 == net->layers;
        fmpq *above = last ? y : _fmpq_vec_init((slong)layer->units);
        net_layer_evaluate(above, layer, below ? below : x);
        if (below)
            _fmpq_vec_clear(below, width);
        below = above;
        width = (slong)layer->units;
    }
}

// ---- Networks made of others ----

crease_net *net_deciding(const crease_net *net, const fmpq *forms, size_t count)
{
    ASSERT(net->inputs > 0);
    const size_t outputs = crease_net_outputs(net);
    activation greatest;
    char *name = memory_format("maxout:%zu", count);
    activation_parse(&greatest, name, NULL);
    free(name);
    crease_net *deciding = net_new(net->inputs, net->layers + 1);
    for (size_t l = 0; l < net->layers; l++)
        net_layer_copy(deciding->layer + l, net->layer + l);
    net_layer *last = deciding->layer + net->layers;
    net_layer_init(last, outputs, 1, greatest);
    for (size_t r = 0; r < count; r++) {
        const fmpq *form = forms + r * (outputs + 1);
        for (size_t o = 0; o < outputs; o++)
            fmpq_set(last->weight + r * outputs + o, form + o);
        fmpq_set(last->bias + r, form + outputs);
    }
    return deciding;
}
