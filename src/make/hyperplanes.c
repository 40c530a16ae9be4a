// An arrangement of hyperplanes as a network: one layer of relu units, no linear output layer.
#include "make/hyperplanes.h"

#include <assert.h>

void hyperplanes_open(hyperplanes *made, slong dimension, slong count)
{
    activation relu;
    activation_parse(&relu, "relu", NULL);
    *made = (hyperplanes){.net = net_new((size_t)dimension, 1)};
    net_layer_init(made->net->layer, (size_t)dimension, (size_t)count, relu);
}

fmpq *hyperplanes_add(hyperplanes *made, slong constant)
{
    net_layer *layer = made->net->layer;
    assert(made->next < layer->units);
    size_t unit = made->next++;
    fmpq_set_si(layer->bias + unit, constant, 1);
    return layer->weight + unit * layer->inputs;
}

crease_net *hyperplanes_close(hyperplanes *made)
{
    assert(made->next == made->net->layer->units);
    return made->net;
}
