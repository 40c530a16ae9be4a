// The chart of a domain as a linear layer in front of the network.
#include "net/chart.h"

void chart_layer_init(net_layer *layer, const fmpq *chart, size_t dimension, size_t inputs)
{
    activation linear;
    activation_parse(&linear, "linear", NULL);
    net_layer_init(layer, dimension, inputs, linear);
    for (size_t i = 0; i < inputs; i++) {
        fmpq *row = layer->weight + i * dimension;
        if (!chart) {
            fmpq_one(row + i);
            continue;
        }
        const fmpq *from = chart + i * (dimension + 1);
        for (size_t k = 0; k < dimension; k++)
            fmpq_set(row + k, from + k);
        fmpq_set(layer->bias + i, from + dimension);
    }
}
