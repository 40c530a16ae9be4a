// The difference of two networks, as one network with both side by side.
#include <crease/function.h>

#include "base/error.h"
#include "base/memory.h"
#include "net/net.h"
#include <stdlib.h>

// A layer of one of them, or the identity after the last; it copies or takes nothing.
typedef struct {
    const net_layer *layer;
    size_t inputs, units;
} half_layer;

static half_layer half_of(const crease_net *net, size_t l)
{
    const size_t outputs = crease_net_outputs(net);
    if (l >= net->layers)
        return (half_layer){NULL, outputs, outputs};
    return (half_layer){net->layer + l, net->layer[l].inputs, net->layer[l].units};
}

static void add_half_rows(weight_rows *rows, const half_layer *half, size_t offset)
{
    const size_t count = half->layer ? half->layer->rows : half->units;
    for (size_t row = 0; row < count; row++) {
        if (!half->layer) {
            fmpq_one(weight_rows_add(rows, offset + row));
            weight_rows_end(rows);
            continue;
        }
        const sparsity_row entries = sparsity_row_of(&half->layer->at, row);
        for (size_t i = 0; i < entries.count; i++)
            if (!fmpq_is_zero(half->layer->weight + entries.first + i))
                fmpq_set(weight_rows_add(rows, offset + row_column(&entries, i)),
                         half->layer->weight + entries.first + i);
        weight_rows_end(rows);
    }
}

// Layer l of both: the first has the inputs in common.
static void add_layer(crease_net *made, size_t l, const crease_net *a, const crease_net *b)
{
    const half_layer halves[2] = {half_of(a, l), half_of(b, l)};
    const size_t units = halves[0].units + halves[1].units;
    const size_t inputs = l ? halves[0].inputs + halves[1].inputs : made->inputs;
    weight_rows rows = {0};
    activation *act = memory_new(units, sizeof *act);
    uint32_t *kind = memory_new(units, sizeof *kind);
    for (size_t h = 0, unit = 0; h < 2; h++) {
        add_half_rows(&rows, halves + h, l && h ? halves[0].inputs : 0);
        for (size_t i = 0; i < halves[h].units; i++, unit++) {
            kind[unit] = (uint32_t)unit;
            if (halves[h].layer)
                activation_init_copy(act + unit, net_layer_act(halves[h].layer, i));
            else
                activation_parse(act + unit, "linear", NULL);
        }
    }
    net_layer *layer = made->layer + l;
    net_layer_init_rows(layer, &rows, inputs, units, act, units, kind);
    for (size_t h = 0, row = 0; h < 2; h++)
        for (size_t j = 0; j < (halves[h].layer ? halves[h].layer->rows : halves[h].units); j++)
            if (halves[h].layer)
                fmpq_set(layer->bias + row++, halves[h].layer->bias + j);
            else
                row++;
    free(act);
    free(kind);
}

crease_status crease_net_difference(crease_net **difference, const crease_net *a,
                                    const crease_net *b, crease_error *error)
{
    const size_t inputs = crease_net_inputs(a), outputs = crease_net_outputs(a);
    const size_t layers = a->layers > b->layers ? a->layers : b->layers;
    activation linear;
    if (inputs != crease_net_inputs(b) || outputs != crease_net_outputs(b))
        return error_set(error,
                         "expected two networks of one shape, found %zu inputs and %zu outputs, "
                         "and %zu and %zu",
                         inputs, outputs, crease_net_inputs(b), crease_net_outputs(b));
    crease_net *made = net_new(inputs, layers + 1);
    for (size_t l = 0; l < layers; l++)
        add_layer(made, l, a, b);
    weight_rows rows = {0};
    for (size_t o = 0; o < outputs; o++) {
        fmpq_one(weight_rows_add(&rows, o));
        fmpq_set_si(weight_rows_add(&rows, outputs + o), -1, 1);
        weight_rows_end(&rows);
    }
    activation_parse(&linear, "linear", NULL);
    net_layer_init_rows(made->layer + layers, &rows, 2 * outputs, outputs, &linear, 1, NULL);
    net_finish(made);
    *difference = made;
    return CREASE_OK;
}
