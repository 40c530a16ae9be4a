// Networks of one layer whose creases are given lines.
#ifndef TESTS_LINED_H
#define TESTS_LINED_H

#include "arrangement.h"
#include "nets.h"

// relu has one crease for each line; hardtanh two, a x + b y + c = -1 and 1.
static inline crease_net *net_of_lines(const int_line *line, size_t n, const char *name)
{
    crease_net *net = net_new(2, 1);
    activation act;
    if (activation_parse(&act, name, NULL) != CREASE_OK)
        abort();
    net_layer_init(net->layer, 2, n, act);
    for (size_t j = 0; j < n; j++) {
        fmpq_set_si(net->layer->weight + 2 * j, line[j].a, 1);
        fmpq_set_si(net->layer->weight + 2 * j + 1, line[j].b, 1);
        fmpq_set_si(net->layer->bias + j, line[j].c, 1);
    }
    net_finish(net);
    return net;
}

#endif
