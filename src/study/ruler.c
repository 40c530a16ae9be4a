// The length of the image of a path behind every layer.
#include "study/ruler.h"

#include "base/memory.h"
#include "exact/kernels.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

enum { COLUMNS = 2 };

void ruler_init(ruler *r, sweep *of, mpfr_prec_t precision)
{
    const crease_net *net = of->net;
    *r = (ruler){.of = of, .precision = precision};
    r->length = memory_new(net->layers + 1, sizeof *r->length);
    size_t widest = 0;
    for (size_t l = 0; l <= net->layers; l++) {
        interval_init(r->length + l, precision);
        if (l && net->layer[l - 1].rows > widest)
            widest = net->layer[l - 1].rows;
    }
    for (size_t i = 0; i < sizeof r->work / sizeof *r->work; i++)
        interval_init(r->work + i, precision);
    r->slope = memory_new(kernel_stride(widest), sizeof *r->slope);
    r->rest = memory_new(kernel_stride(widest), sizeof *r->rest);
    r->row = _fmpz_vec_init(COLUMNS);
}

void ruler_clear(ruler *r)
{
    for (size_t l = 0; l <= r->of->net->layers; l++)
        interval_clear(r->length + l);
    for (size_t i = 0; i < r->places; i++)
        interval_clear(r->place + i);
    for (size_t i = 0; i < sizeof r->work / sizeof *r->work; i++)
        interval_clear(r->work + i);
    free(r->length);
    free(r->place);
    free(r->slope);
    free(r->rest);
    _fmpz_vec_clear(r->row, COLUMNS);
}

void ruler_edge(ruler *r, const fmpq *p, const fmpq *q, size_t inputs)
{
    fmpq_t sum, difference;
    fmpq_init(sum);
    fmpq_init(difference);
    for (size_t i = 0; i < inputs; i++) {
        fmpq_sub(difference, q + i, p + i);
        fmpq_addmul(sum, difference, difference);
    }
    interval_set_fmpq(r->work, sum);
    interval_sqrt(r->work, r->work);
    interval_add(r->length, r->length, r->work);
    fmpq_clear(sum);
    fmpq_clear(difference);
}

static void need_places(ruler *r, size_t count)
{
    size_t old = r->places;
    MEMORY_RESERVE(r->place, r->places, count);
    for (size_t i = old; i < r->places; i++)
        interval_init(r->place + i, r->precision);
}

void ruler_ends(ruler *r)
{
    need_places(r, SWEEP_END + 1);
    for (fmpz end = SWEEP_START; end <= SWEEP_END; end++)
        interval_set_fmpz(r->place + end, &end);
}

// t = -c / a for a form a t + c, which is known to vanish between lo and hi.
static void root(interval *t, interval form[2], const interval *lo, const interval *hi)
{
    int sign = interval_sign(form);
    if (!sign) {
        mpfr_set(t->lo, lo->lo, MPFR_RNDD);
        mpfr_set(t->hi, hi->hi, MPFR_RNDU);
        return;
    }
    interval_neg(form + (sign > 0), form + (sign > 0));
    interval_clip(form + 1);
    interval_div(t, form + 1, form);
    interval_between(t, lo, hi);
}

void ruler_point(ruler *r, uint32_t point, const plane_origin *origin, uint32_t lo, uint32_t hi)
{
    need_places(r, point + 1);
    interval *t = r->place + point;
    if (!r->of->pairs) {
        ruler_integers_place(r, t, point);
        return;
    }
    ruler_pairs_form(r, r->work, origin);
    root(t, r->work, r->place + lo, r->place + hi);
}

void ruler_piece(ruler *r, size_t l, uint32_t lo, uint32_t hi)
{
    interval *norm = r->work, *span = r->work + 1;
    if (r->of->pairs)
        ruler_pairs_norm(r, norm, l);
    else
        ruler_integers_norm(r, norm, l);
    if (r->failed || mpfr_zero_p(norm->hi))
        return;
    interval_sub(span, r->place + hi, r->place + lo);
    interval_clip(span);
    interval_mul(norm, norm, span);
    interval_add(r->length + l, r->length + l, norm);
}
