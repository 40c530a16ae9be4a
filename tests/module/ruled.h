// The lengths of a swept segment, for tests.
#ifndef TESTS_RULED_H
#define TESTS_RULED_H

#include "path/ruler.h"
#include "swept.h"

typedef struct {
    test_sweep t;
    ruler ruler;
} test_ruler;

static inline void test_ruler_point(void *data, uint32_t point, const plane_origin *origin,
                                    uint32_t lo, uint32_t hi)
{
    ruler_point(&((test_ruler *)data)->ruler, point, origin, lo, hi);
}

static inline void test_ruler_piece(void *data, size_t l, uint32_t lo, uint32_t hi, int differs)
{
    (void)differs;
    ruler_piece(&((test_ruler *)data)->ruler, l, lo, hi);
}

// Sweeps the segment, as test_sweep_init has it; r must not move. Returns the status of
// ruler_finish; r is to be cleared in any case.
static inline int test_ruler_init(test_ruler *r, crease_net *net, const char *p, const char *q,
                                  int pairs, mpfr_prec_t precision)
{
    sweep_observer observer = {.data = r, .point = test_ruler_point, .piece = test_ruler_piece};
    test_sweep_init(&r->t, net, p, q, CREASE_FILTERED, pairs, observer);
    ruler_init(&r->ruler, &r->t.sweep, precision);
    ruler_edge(&r->ruler, NULL, 0);
    CU_ASSERT(sweep_segment(&r->t.sweep, &r->t.rounded));
    return ruler_finish(&r->ruler);
}

static inline void test_ruler_clear(test_ruler *r)
{
    ruler_clear(&r->ruler);
    test_sweep_clear(&r->t);
}

// Whether the length after layer l lies in its interval, which is at most 2^-bits of it wide.
static inline int is_length(const test_ruler *r, size_t l, const char *length, int bits)
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
    int good = mpfr_cmp_q(x->lo, q) <= 0 && mpfr_cmp_q(x->hi, q) >= 0;
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
