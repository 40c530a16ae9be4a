// Networks that commute with positive scaling.
#include "net/net.h"


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
