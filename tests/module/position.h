// A position at the root of the tree, for tests of the parts of the walk.
#ifndef TESTS_POSITION_H
#define TESTS_POSITION_H

#include "nets.h"
#include "tree/position.h"

typedef struct {
    rounded_net rounded;
    crease_net *net;
    crease_domain *domain;
    size_t hidden;
    walk_position pos;
} test_position;

// Takes the network and the domain. The position stays where it is.
static inline void test_position_init(test_position *t, crease_arith arith, crease_net *net,
                                      crease_domain *domain)
{
    *t = (test_position){.net = net, .domain = domain, .hidden = crease_net_hidden(net)};
    rounded_net_init(&t->rounded, net, NULL, net->inputs);
    walk_position_init(&t->pos, &t->rounded, domain, 0, arith, 0);
}

static inline void test_position_clear(test_position *t)
{
    walk_position_clear(&t->pos);
    rounded_net_clear(&t->rounded);
    crease_domain_free(t->domain);
    crease_net_free(t->net);
}

#endif
