// One trajectory through a network, for tests.
#ifndef TESTS_MEASURED_H
#define TESTS_MEASURED_H

#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <stdbool.h>

// Through points spelled with commas between all their numbers. Takes the network; the caller
// clears the result.
static inline crease_trajectory measured(crease_net *net, const char *points, size_t count,
                                         bool closed, const char *width,
                                         const crease_options *options)
{
    crease_trajectory found;
    size_t n = net->inputs;
    fmpq *x = _fmpq_vec_init((slong)(count * n));
    crease_trajectory_init(&found, net);
    CU_ASSERT_FATAL(!crease_point_parse(x, points, count * n, NULL));
    const crease_path path = {x, count, closed};
    CU_ASSERT_EQUAL(crease_trajectory_measure(&found, net, &path, width, options, NULL), CREASE_OK);
    _fmpq_vec_clear(x, (slong)(count * n));
    crease_net_free(net);
    return found;
}

// Whether an enclosure holds sqrt(square) and is at most 2^-30 of it wide.
static inline bool holds_root(const crease_enclosure *x, const char *square)
{
    fmpq_t value, end;
    fmpq_init(value);
    fmpq_init(end);
    CU_ASSERT_FATAL(!crease_point_parse(value, square, 1, NULL));
    fmpq_mul(end, x->lo, x->lo);
    bool good = fmpq_cmp(end, value) <= 0;
    fmpq_mul(end, x->hi, x->hi);
    good &= fmpq_cmp(end, value) >= 0;
    fmpq_sub(end, x->hi, x->lo);
    fmpq_mul_2exp(end, end, 30);
    good &= fmpq_cmp(end, x->hi) <= 0;
    fmpq_clear(value);
    fmpq_clear(end);
    return good;
}

#endif
