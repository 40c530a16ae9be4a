// The same network in doubles.
#include "net/rounded.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <stdlib.h>

static void rounded_layer_alloc(rounded_layer *to, size_t inputs, size_t units, size_t pieces)
{
    to->inputs = inputs;
    to->units = units;
    to->pieces = pieces;
    to->weight = memory_new(inputs * units, sizeof(double));
    to->bias = memory_new(units, sizeof(double));
    to->breakpoint = memory_new(pieces, sizeof(double));
    to->slope = memory_new(pieces, sizeof(double));
    to->offset = memory_new(pieces, sizeof(double));
}

static void round_all(double *to, const fmpq *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = rational_double(from + i);
}

void rounded_net_init(rounded_net *rounded, const crease_net *net)
{
    rounded->layers = net->layers + 1;
    rounded->layer = memory_new(rounded->layers, sizeof *rounded->layer);
    rounded_layer_alloc(rounded->layer, net->inputs, net->inputs, 1);
    for (size_t j = 0; j < net->inputs; j++)
        rounded->layer[0].weight[j * net->inputs + j] = 1;
    rounded->layer[0].slope[0] = 1;

    for (size_t l = 1; l < rounded->layers; l++) {
        const net_layer *from = net->layer + l - 1;
        rounded_layer *to = rounded->layer + l;
        rounded_layer_alloc(to, from->inputs, from->units, from->act.pieces);
        for (size_t j = 0; j < from->units; j++)
            for (size_t i = 0; i < from->inputs; i++)
                to->weight[i * from->units + j] =
                    rational_double(from->weight + j * from->inputs + i);
        round_all(to->bias, from->bias, from->units);
        round_all(to->breakpoint, from->act.breakpoint, from->act.pieces - 1);
        round_all(to->slope, from->act.slope, from->act.pieces);
        round_all(to->offset, from->act.offset, from->act.pieces);
    }
}

void rounded_net_clear(rounded_net *rounded)
{
    for (size_t l = 0; l < rounded->layers; l++) {
        rounded_layer *layer = rounded->layer + l;
        free(layer->weight);
        free(layer->bias);
        free(layer->breakpoint);
        free(layer->slope);
        free(layer->offset);
    }
    free(rounded->layer);
}
