// The lengths of a swept segment, for tests.
#ifndef TESTS_RULED_H
#define TESTS_RULED_H

#include "domain/domain.h"
#include "nets.h"
#include "path/ruler.h"
#include "unit.h"
#include "walk/mode.h"

#include <flint/fmpq_vec.h>
#include <stdbool.h>

typedef struct {
    crease_net *net;
    ruler ruler;
} test_ruler;

static inline crease_visit test_ruler_region(void *data, const crease_region *region)
{
    ruler_region(&((test_ruler *)data)->ruler, region, 1);
    return CREASE_GO;
}

// Measures the segment from p to q, points of the net's inputs spelled with commas. Takes the
// network. Returns the status of ruler_finish; r is to be cleared in any case.
static inline bool test_ruler_init(test_ruler *r, crease_net *net, const char *p, const char *q,
                                   bool pairs, mpfr_prec_t precision)
{
    const size_t n = net->inputs;
    const crease_visitor visitor = {.data = r, .region = test_ruler_region};
    const walk_mode mode = {.line_order = true, .visitor = &visitor};
    crease_domain *segment;
    crease_counts counts;
    fmpq *ends = _fmpq_vec_init(2 * (slong)n);
    CU_ASSERT_FATAL(!crease_point_parse(ends, p, n, NULL));
    CU_ASSERT_FATAL(!crease_point_parse(ends + n, q, n, NULL));
    CU_ASSERT_FATAL(!crease_domain_parse_box(&segment, "0,1", 1, NULL));
    CU_ASSERT_FATAL(!crease_domain_set_slice(segment, ends, 2, n, NULL));
    crease_counts_init(&counts, net);
    r->net = net;
    ruler_init(&r->ruler, net, pairs, precision);
    ruler_edge(&r->ruler, NULL, 0);
    CU_ASSERT(!walk_in_mode(&counts, net, segment, &mode, NULL, NULL));
    crease_counts_clear(&counts);
    crease_domain_free(segment);
    _fmpq_vec_clear(ends, 2 * (slong)n);
    return ruler_finish(&r->ruler);
}

static inline void test_ruler_clear(test_ruler *r)
{
    ruler_clear(&r->ruler);
    crease_net_free(r->net);
}

// Whether the length after layer l lies in its interval, which is at most 2^-bits of it wide.
static inline bool is_length(const test_ruler *r, size_t l, const char *length, int bits)
{
    const interval *x = r->ruler.length + l;
    fmpq_t value;
    mpq_t q;
    mpfr_t wide;
    fmpq_init(value);
    mpq_init(q);
    mpfr_init2(wide, 64);
    CU_ASSERT_FATAL(!crease_point_parse(value, length, 1, NULL));
    fmpq_get_mpq(q, value);
    bool good = mpfr_cmp_q(x->lo, q) <= 0 && mpfr_cmp_q(x->hi, q) >= 0;
    mpfr_sub(wide, x->hi, x->lo, MPFR_RNDU);
    mpfr_mul_2si(wide, wide, bits, MPFR_RNDU);
    good &= mpfr_lessequal_p(wide, x->hi);
    mpfr_clear(wide);
    mpq_clear(q);
    fmpq_clear(value);
    return good;
}

// A network of seeded random numbers whose layers have 6 units.
static inline crease_net *random_net_with(const char *name, uint64_t seed)
{
    const size_t widths[] = {3, 6, 6, 6, 2};
    crease_random how = {.activation = name, .init = "gaussian:3,1", .seed = seed};
    crease_net *net;
    CU_ASSERT_FATAL(!crease_net_random(&net, widths, 5, &how, NULL));
    return net;
}

#endif
