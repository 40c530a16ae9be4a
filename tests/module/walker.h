// A walker as crease_walk makes it, for tests.
#ifndef TESTS_WALKER_H
#define TESTS_WALKER_H

#include "position.h"
#include "tree/tree.h"

typedef struct {
    crease_options options;
    crease_visitor visitor;
    run_limits limits;
    crease_counts counts;
    rounded_net rounded;
    walker w;
} test_walker;

// The walker stays where it is; the network and the domain must live as long.
static inline void test_walker_init(test_walker *t, crease_arith arith, const crease_net *net,
                                    const crease_domain *domain)
{
    *t = (test_walker){.options = {.arith = arith}};
    crease_counts_init(&t->counts, net);
    run_limits_init(&t->limits, &t->options);
    rounded_net_init(&t->rounded, net, NULL, net->inputs);
    t->w = (walker){.visitor = &t->visitor,
                    .hidden = crease_net_hidden(net),
                    .counting = 1,
                    .most_regions = UINT64_MAX,
                    .ticker = {.limits = &t->limits},
                    .counts = &t->counts};
    walk_position_init(&t->w.pos, &t->rounded, domain, 0, arith, 0);
}

static inline void test_walker_clear(test_walker *t)
{
    walk_position_clear(&t->w.pos);
    free(t->w.shared.waiting);
    walk_path_clear(&t->w.path);
    rounded_net_clear(&t->rounded);
    run_limits_end(&t->limits, CREASE_OK, NULL);
    crease_counts_clear(&t->counts);
}

#endif
