// A segment swept with a observer, for tests.
#ifndef TESTS_SWEPT_H
#define TESTS_SWEPT_H

#include "nets.h"
#include "path/sweep.h"
#include "unit.h"

#include <flint/fmpq_vec.h>

typedef struct {
    crease_options options;
    run_limits limits;
    run_ticker ticker;
    rounded_net base, rounded;
    fmpq *parametrization;
    crease_net *net;
    sweep sweep;
} test_sweep;

// The segment from p to q, points of the net's inputs spelled with commas. Takes the network.
static inline void test_sweep_init(test_sweep *t, crease_net *net, const char *p, const char *q,
                                   crease_arith arith, int pairs, sweep_observer observer)
{
    size_t n = net->inputs;
    *t = (test_sweep){.net = net, .parametrization = _fmpq_vec_init(2 * (slong)n)};
    fmpq *ends = _fmpq_vec_init(2 * (slong)n);
    CU_ASSERT_FATAL(!crease_point_parse(ends, p, n, NULL));
    CU_ASSERT_FATAL(!crease_point_parse(ends + n, q, n, NULL));
    for (size_t i = 0; i < n; i++) {
        fmpq_sub(t->parametrization + 2 * i, ends + n + i, ends + i);
        fmpq_set(t->parametrization + 2 * i + 1, ends + i);
    }
    _fmpq_vec_clear(ends, 2 * (slong)n);
    run_limits_init(&t->limits, &t->options);
    t->ticker = (run_ticker){.limits = &t->limits};
    rounded_net_init(&t->base, net, NULL, n);
    rounded_net_init_on(&t->rounded, &t->base, t->parametrization, 1);
    sweep_init(&t->sweep, net, arith, pairs, &t->ticker, observer);
}

static inline void test_sweep_clear(test_sweep *t)
{
    sweep_clear(&t->sweep);
    rounded_net_clear(&t->rounded);
    rounded_net_clear(&t->base);
    run_limits_clear(&t->limits);
    _fmpq_vec_clear(t->parametrization, 2 * (slong)t->net->inputs);
    crease_net_free(t->net);
}

#endif
