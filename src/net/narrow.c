// The network with every number rounded to the nearest float.
#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "net/net.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t changed;
    fmpq_t old;
} narrowing;

// x = the float nearest to it.
static crease_status narrow_number(fmpq *x, narrowing *n, crease_error *error)
{
    fmpq_set(n->old, x);
    if (rational_round(x, RATIONAL_BINARY32, error) != CREASE_OK)
        return CREASE_ERROR;
    n->changed += !fmpq_equal(n->old, x);
    return CREASE_OK;
}

// The slope of leaky:SLOPE is one of the numbers.
static crease_status narrow_activation(activation *to, const activation *from, narrowing *n,
                                       crease_error *error)
{
    static const char leaky[] = "leaky:";
    if (strncmp(from->name, leaky, sizeof leaky - 1))
        return activation_parse(to, from->name, error);
    fmpq_t slope;
    fmpq_init(slope);
    fmpq_set(slope, from->slope);
    crease_status status = narrow_number(slope, n, error);
    if (status == CREASE_OK) {
        char *number = rational_text(slope), *name = memory_format("%s%s", leaky, number);
        status = activation_parse(to, name, error);
        flint_free(number);
        free(name);
    }
    fmpq_clear(slope);
    return status;
}

// Weights that have become zero are not stored, and equal activations become one.
static void rebuild(net_layer *layer, activation *act)
{
    weight_rows rows = {0};
    net_layer made;
    weight_rows_take(&rows, layer);
    net_layer_init_rows(&made, &rows, layer->inputs, layer->units, act, layer->kinds,
                        layer->unit.kind);
    for (size_t i = 0; i < layer->rows; i++)
        fmpq_swap(made.bias + i, layer->bias + i);
    net_layer_clear(layer);
    *layer = made;
}

static crease_status narrow_layer(net_layer *layer, narrowing *n, crease_error *error)
{
    for (size_t k = 0; k < sparsity_entries(&layer->at); k++)
        if (narrow_number(layer->weight + k, n, error) != CREASE_OK)
            return CREASE_ERROR;
    for (size_t i = 0; i < layer->rows; i++)
        if (narrow_number(layer->bias + i, n, error) != CREASE_OK)
            return CREASE_ERROR;
    activation *act = memory_new(layer->kinds, sizeof *act);
    crease_status status = CREASE_OK;
    size_t made = 0;
    while (made < layer->kinds && status == CREASE_OK) {
        status = narrow_activation(act + made, layer->act + made, n, error);
        made += status == CREASE_OK;
    }
    if (status == CREASE_OK)
        rebuild(layer, act);
    else
        while (made--)
            activation_clear(act + made);
    free(act);
    return status;
}

crease_status crease_net_round(crease_net *net, uint64_t *changed, crease_error *error)
{
    narrowing n = {0};
    fmpq_init(n.old);
    crease_status status = CREASE_OK;
    for (size_t l = 0; l < net->layers && status == CREASE_OK; l++)
        if ((status = narrow_layer(net->layer + l, &n, error)) != CREASE_OK)
            error_where(error, "layer %zu", l + 1);
    net_finish(net);
    fmpq_clear(n.old);
    *changed = n.changed;
    return status;
}
