// The length of the image of a path after every layer.
#include "path/ruler.h"

#include "base/memory.h"
#include "exact/kernels.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 2, WORK = sizeof(((ruler *)NULL)->work) / sizeof(interval) };

void ruler_init(ruler *r, sweep *of, mpfr_prec_t precision)
{
    const crease_net *net = of->net;
    *r = (ruler){.of = of, .precision = precision};
    r->length = memory_new(net->layers + 1, sizeof *r->length);
    r->sum = memory_new(net->layers + 1, sizeof *r->sum);
    size_t widest = 0;
    for (size_t l = 0; l <= net->layers; l++) {
        interval_init(r->length + l, precision);
        if (l && net->layer[l - 1].rows > widest)
            widest = net->layer[l - 1].rows;
    }
    for (size_t i = 0; i < WORK; i++)
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
    for (size_t i = 0; i < WORK; i++)
        interval_clear(r->work + i);
    free(r->length);
    free(r->sum);
    free(r->place);
    free(r->spot);
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

void ruler_ends(ruler *r)
{
    for (uint32_t end = SWEEP_START; end <= SWEEP_END; end++)
        if (r->of->pairs)
            ruler_pairs_set(r, end, end);
        else
            ruler_integers_set(r, end, end);
}

void ruler_point(ruler *r, uint32_t point, const plane_origin *origin, uint32_t lo, uint32_t hi)
{
    if (r->of->pairs)
        ruler_pairs_point(r, point, origin, lo, hi);
    else
        ruler_integers_point(r, point);
}

void ruler_piece(ruler *r, size_t l, uint32_t lo, uint32_t hi)
{
    if (r->of->pairs)
        ruler_pairs_piece(r, l, lo, hi);
    else
        ruler_integers_piece(r, l, lo, hi);
}

int ruler_finish(ruler *r)
{
    for (size_t l = 1; r->of->pairs && l <= r->of->net->layers; l++) {
        if (!(fabs(r->sum[l].value.high) < INFINITY && r->sum[l].bound < INFINITY))
            return 0;
        interval_set_ball(r->length + l, r->sum + l);
        interval_clip(r->length + l);
    }
    return 1;
}
