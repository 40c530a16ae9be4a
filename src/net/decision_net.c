// The network followed by the choice of the greatest of some forms of its outputs.
#include "net/decision_net.h"

#include "base/memory.h"
#include <stdlib.h>

crease_net *decision_net_new(const crease_net *net, const fmpq *forms, size_t count)
{
    const size_t outputs = crease_net_outputs(net);
    activation greatest;
    char *name = memory_format("maxout:%zu", count);
    activation_parse(&greatest, name, NULL);
    free(name);
    crease_net *made = net_new(net->inputs, net->layers + 1);
    for (size_t l = 0; l < net->layers; l++)
        net_layer_copy(made->layer + l, net->layer + l);
    net_layer *last = made->layer + net->layers;
    net_layer_init(last, outputs, 1, greatest);
    for (size_t r = 0; r < count; r++) {
        const fmpq *form = forms + r * (outputs + 1);
        for (size_t o = 0; o < outputs; o++)
            fmpq_set(last->weight + r * outputs + o, form + o);
        fmpq_set(last->bias + r, form + outputs);
    }
    return made;
}
