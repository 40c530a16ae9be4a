// The public walk: checks, sets up, walks, counts.
#include "base/error.h"
#include "base/memory.h"
#include "walk/tree.h"
#include <stdlib.h>
#include <string.h>

void crease_counts_init(crease_counts *counts, const crease_net *net)
{
    *counts = (crease_counts){.layers = crease_net_hidden(net)};
    counts->per_layer = memory_new(counts->layers, sizeof *counts->per_layer);
}

void crease_counts_clear(crease_counts *counts)
{
    free(counts->per_layer);
    counts->per_layer = NULL;
}

static void counts_reset(crease_counts *counts)
{
    uint64_t *per_layer = counts->per_layer;
    size_t layers = counts->layers;
    *counts = (crease_counts){.per_layer = per_layer, .layers = layers};
    memset(per_layer, 0, layers * sizeof *per_layer);
}

static void walker_init(walker *w, crease_counts *counts, const crease_net *net,
                        const crease_domain *domain, const crease_options *options,
                        const crease_visitor *visitor)
{
    *w = (walker){.net = net,
                  .domain = domain,
                  .visitor = visitor,
                  .hidden = crease_net_hidden(net),
                  .max_regions = options->max_regions,
                  .counts = counts};
    walk_maps_init(&w->maps, net, options->arith);
    w->inserts = memory_new(w->maps.layers, sizeof *w->inserts);
    for (size_t l = 0; l < w->maps.layers; l++)
        rows_init(&w->inserts[l].forms, w->maps.scaled.dimension + 1);
    sign_judge_init(&w->judge, options->arith, options->tolerance);
    plane_init(&w->space, &w->judge);
    walk_limits_init(&w->limits, options);
}

static void walker_clear(walker *w)
{
    for (size_t l = 0; l < w->maps.layers; l++) {
        free(w->inserts[l].cuts);
        free(w->inserts[l].memo);
        rows_clear(&w->inserts[l].forms);
    }
    free(w->inserts);
    walk_maps_clear(&w->maps);
    plane_clear(&w->space);
    sign_judge_clear(&w->judge);
}

crease_status crease_walk(crease_counts *counts, const crease_net *net, const crease_domain *domain,
                          const crease_options *options, const crease_visitor *visitor,
                          crease_error *error)
{
    static const crease_options defaults;
    static const crease_visitor nobody;
    size_t inputs = crease_net_inputs(net), dimension = crease_domain_dimension(domain);
    if (dimension != inputs)
        return error_set(error,
                         "expected a domain of dimension %zu, the network's inputs, found %zu",
                         inputs, dimension);
    if (dimension != 2)
        return error_set(error, "expected a network with 2 inputs, found %zu", inputs);

    counts_reset(counts);
    walker w;
    walker_init(&w, counts, net, domain, options ? options : &defaults,
                visitor ? visitor : &nobody);
    counts->complete = walk_tree(&w);
    counts->decided_float = w.judge.decided_float;
    counts->decided_exact = w.judge.decided_exact;
    counts->seconds = walk_limits_seconds(&w.limits);
    walker_clear(&w);
    return counts->complete ? CREASE_OK : CREASE_STOPPED;
}
