// A walker as crease_walk makes it, for tests of its parts.
#ifndef TESTS_WALKER_H
#define TESTS_WALKER_H

#include "base/memory.h"
#include "nets.h"
#include "walk/tree.h"

typedef struct {
    crease_options options;
    run_limits limits;
    crease_counts counts;
    crease_visitor visitor;
    rounded_net rounded;
    crease_net *net;
    crease_domain *domain;
    walker w;
} test_walker;

static inline void test_walker_fetch(void *from, fmpz *row, const plane_origin *origin)
{
    walker *w = from;
    walk_maps_form(&w->maps, row, origin->layer + 1, origin->unit, origin->breakpoint);
}

// Takes the network and the domain. The walker stays where it is.
static inline void test_walker_init(test_walker *t, crease_arith arith, crease_net *net,
                                    crease_domain *domain)
{
    *t = (test_walker){.options = {.arith = arith}, .net = net, .domain = domain};
    crease_counts_init(&t->counts, net);
    run_limits_init(&t->limits, &t->options);
    rounded_net_init(&t->rounded, net, NULL, net->inputs);
    walker *w = &t->w;
    *w = (walker){.net = net,
                  .domain = domain,
                  .visitor = &t->visitor,
                  .hidden = crease_net_hidden(net),
                  .counting = 1,
                  .ticker = {.limits = &t->limits},
                  .counts = &t->counts};
    walk_maps_init(&w->maps, net, &t->rounded, arith);
    w->inserts = memory_new(w->maps.layers, sizeof *w->inserts);
    for (size_t l = 0; l < w->maps.layers; l++)
        insertion_init(w->inserts + l, w->maps.layer + l);
    sign_judge_init(&w->judge, arith, 0);
    space_init(&w->space, 2, &w->judge);
    w->space.fetch = test_walker_fetch;
    w->space.fetch_from = w;
    w->has_interior = cell_from_domain(&w->whole, &w->space, domain);
    w->border = space_here(&w->space);
}

static inline void test_walker_clear(test_walker *t)
{
    walker *w = &t->w;
    for (size_t l = 0; l < w->maps.layers; l++)
        insertion_clear(w->inserts + l);
    free(w->inserts);
    free(w->waiting);
    walk_maps_clear(&w->maps);
    space_clear(&w->space);
    sign_judge_clear(&w->judge);
    rounded_net_clear(&t->rounded);
    run_limits_clear(&t->limits);
    crease_counts_clear(&t->counts);
    crease_domain_free(t->domain);
    crease_net_free(t->net);
}

#endif
