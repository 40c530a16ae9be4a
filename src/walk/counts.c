// Counts of a walk: made, reset and added.
#include "base/memory.h"

#include "base/fatal.h"
#include "net/net.h"
#include "walk/mode.h"
#include <stdlib.h>
#include <string.h>

const char *crease_arith_name(crease_arith arith)
{
    static const char *const name[] = {"filtered", "exact", "float"};
    return name[arith];
}

void crease_counts_init(crease_counts *counts, const crease_net *net)
{
    *counts = (crease_counts){.layers = crease_net_hidden(net)};
    counts->per_layer = memory_new(counts->layers, sizeof *counts->per_layer);
}

void crease_counts_by_neuron(crease_counts *counts, const crease_net *net)
{
    ASSERT(net->inputs > 0);
    counts->neurons = net_units(net, counts->layers);
    free(counts->per_neuron);
    counts->per_neuron = memory_new(counts->neurons, sizeof *counts->per_neuron);
}

void crease_counts_clear(crease_counts *counts)
{
    free(counts->per_layer);
    free(counts->per_neuron);
    counts->per_layer = counts->per_neuron = NULL;
}

void walk_counts_reset(crease_counts *counts)
{
    *counts = (crease_counts){.per_layer = counts->per_layer,
                              .layers = counts->layers,
                              .per_neuron = counts->per_neuron,
                              .neurons = counts->neurons};
    memset(counts->per_layer, 0, counts->layers * sizeof *counts->per_layer);
    if (counts->per_neuron)
        memset(counts->per_neuron, 0, counts->neurons * sizeof *counts->per_neuron);
}

void walk_counts_add(crease_counts *sum, const crease_counts *part)
{
    ASSERT(sum && part);
    sum->activation_regions += part->activation_regions;
    sum->bounded_regions += part->bounded_regions;
    sum->splits += part->splits;
    sum->decided_float += part->decided_float;
    sum->decided_exact += part->decided_exact;
    for (size_t i = 0; i < sum->layers; i++)
        sum->per_layer[i] += part->per_layer[i];
    for (size_t i = 0; sum->per_neuron && i < sum->neurons; i++)
        sum->per_neuron[i] += part->per_neuron[i];
}
