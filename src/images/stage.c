// One layer of a network as a network of its own.
#include "images/stage.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <stdlib.h>

// The weights of the first `count` rows of a layer.
static weight_rows copy_rows(const net_layer *layer, size_t count)
{
    weight_rows rows = {0};
    for (size_t row = 0; row < count; row++) {
        const sparsity_row entries = sparsity_row_of(&layer->support, row);
        for (size_t i = 0; i < entries.count; i++)
            if (!fmpq_is_zero(layer->weight + entries.first + i))
                fmpq_set(weight_rows_add(&rows, row_column(&entries, i)),
                         layer->weight + entries.first + i);
        weight_rows_end(&rows);
    }
    return rows;
}

// The affine map of a layer, a unit for each of its rows.
static void init_affine_part(net_layer *affine, const net_layer *layer)
{
    weight_rows rows = copy_rows(layer, layer->rows);
    activation linear;
    activation_parse(&linear, "linear", NULL);
    net_layer_init_rows(affine, &rows, layer->inputs, layer->rows, &linear, 1, NULL);
    for (size_t row = 0; row < layer->rows; row++)
        fmpq_set(affine->bias + row, layer->bias + row);
}

// A layer of the given rows, whose units have the activations of the first units of another one.
static void init_like(net_layer *like, weight_rows *rows, size_t inputs, size_t units,
                      const net_layer *layer)
{
    activation *act = memory_new(layer->kinds, sizeof *act);
    for (size_t k = 0; k < layer->kinds; k++)
        activation_init_copy(act + k, layer->act + k);
    net_layer_init_rows(like, rows, inputs, units, act, layer->kinds, layer->unit.kind);
    free(act);
}

// The first units of a layer.
static void init_first_units(net_layer *first, const net_layer *layer, size_t units)
{
    weight_rows rows = copy_rows(layer, layer->unit.row[units]);
    init_like(first, &rows, layer->inputs, units, layer);
    for (size_t row = 0; row < first->rows; row++)
        fmpq_set(first->bias + row, layer->bias + row);
}

// The units of a layer; input `row` is what the layer's row of that number was.
static void init_units(net_layer *units, const net_layer *layer)
{
    weight_rows rows = {0};
    for (size_t row = 0; row < layer->rows; row++) {
        fmpq_one(weight_rows_add(&rows, row));
        weight_rows_end(&rows);
    }
    init_like(units, &rows, layer->rows, layer->units, layer);
}

crease_net *stage_new(const crease_net *net, size_t l)
{
    ASSERT(l < net->layers);
    const net_layer *layer = net->layer + l;
    const bool is_last = l + 1 == net->layers;
    crease_net *stage = net_new(layer->rows, is_last ? 1 : 2);
    init_units(stage->layer, layer);
    if (!is_last)
        init_affine_part(stage->layer + 1, layer + 1);
    net_store(stage, STORE_WHAT_PAYS);
    return stage;
}

crease_net *stage_new_units(const crease_net *net, size_t count)
{
    ASSERT(count > 0);
    size_t l = 0;
    for (; l + 1 < net->layers && count > net->layer[l].units; l++)
        count -= net->layer[l].units;
    ASSERT(count <= net->layer[l].units);
    crease_net *stage = net_new(net->inputs, l + 1);
    for (size_t k = 0; k < l; k++)
        net_layer_copy(stage->layer + k, net->layer + k);
    init_first_units(stage->layer + l, net->layer + l, count);
    net_store(stage, STORE_WHAT_PAYS);
    return stage;
}

crease_net *stage_new_before(const crease_net *net, size_t l)
{
    ASSERT(l < net->layers);
    crease_net *stage = net_new(net->inputs, l + 1);
    for (size_t k = 0; k < l; k++)
        net_layer_copy(stage->layer + k, net->layer + k);
    init_affine_part(stage->layer + l, net->layer + l);
    net_store(stage, STORE_WHAT_PAYS);
    return stage;
}
