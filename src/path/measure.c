// One trajectory: swept as often as its lengths need.
#include "path/measure.h"

#include "base/memory.h"
#include "path/ruler.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// Double-doubles are tried for widths down to 2^-this, and summed with so many bits.
enum { PAIRS_ACCURACY = 84, PAIRS_PRECISION = 128 };

void measure_plan_init(measure_plan *plan, const crease_net *net, rounded_net *rounded,
                       crease_arith arith, const fmpq_t width)
{
    *plan = (measure_plan){.net = net, .rounded = rounded, .arith = arith};
    fmpq_init(plan->width);
    fmpq_div_2exp(plan->width, width, 2);
    // width < 2^(a - b + 1) for a numerator of a and a denominator of b bits.
    plan->accuracy = (mpfr_prec_t)(fmpz_bits(fmpq_denref(plan->width)) + 6);
    plan->accuracy -= (mpfr_prec_t)fmpz_bits(fmpq_numref(plan->width));
}

void measure_plan_clear(measure_plan *plan)
{
    fmpq_clear(plan->width);
}

// ---- one crossing of the path ----

typedef struct {
    crease_trajectory *out;
    sweep sweep;
    ruler ruler;
    uint32_t **first; // the pattern of each layer on the path's first stretch
} crossing;

static void hear_point(void *data, uint32_t point, const plane_origin *origin, uint32_t lo,
                       uint32_t hi)
{
    crossing *c = data;
    ruler_point(&c->ruler, point, origin, lo, hi);
}

static void hear_piece(void *data, size_t l, uint32_t lo, uint32_t hi, int differs)
{
    crossing *c = data;
    const walk_layer *map = c->sweep.maps.layer + l;
    if (!c->out->patterns[l])
        memcpy(c->first[l], map->pattern, map->rounded->units * sizeof *map->pattern);
    c->out->patterns[l] += differs != 0;
    c->out->transitions[l] += sweep_changes(&c->sweep, l);
    ruler_piece(&c->ruler, l, lo, hi);
}

// Where a closed path closes, its last stretch and its first are neighbours.
static void close_path(crossing *c)
{
    int differs = 0;
    for (size_t l = 1; l <= c->out->layers; l++) {
        size_t units = c->sweep.net->layer[l - 1].units;
        for (size_t i = 0; i < units; i++) {
            int changes = c->first[l][i] != c->sweep.layer[l].previous[i];
            c->out->transitions[l] += changes != 0;
            differs |= changes;
        }
        c->out->patterns[l] -= !differs && c->out->patterns[l] > 1;
    }
    c->out->patterns[0] = 1;
}

// parametrization: inputs rows (q - p, p).
static void set_parametrization(fmpq *parametrization, const fmpq *p, const fmpq *q, size_t inputs)
{
    for (size_t i = 0; i < inputs; i++) {
        fmpq_sub(parametrization + 2 * i, q + i, p + i);
        fmpq_set(parametrization + 2 * i + 1, p + i);
    }
}

static int cross_edges(crossing *c, const measure_plan *plan, const crease_path *path)
{
    size_t inputs = path->inputs, edges = path->count - !path->closed;
    fmpq *parametrization = _fmpq_vec_init((slong)(2 * inputs));
    int goes_on = 1;
    for (size_t i = 0; i < edges && goes_on; i++) {
        const fmpq *p = path->vertex + i * inputs;
        const fmpq *q = path->vertex + (i + 1) % path->count * inputs;
        rounded_net rounded;
        set_parametrization(parametrization, p, q, inputs);
        rounded_net_init_on(&rounded, plan->rounded, parametrization, 1);
        ruler_edge(&c->ruler, p, q, inputs);
        ruler_ends(&c->ruler);
        goes_on = sweep_segment(&c->sweep, &rounded);
        rounded_net_clear(&rounded);
    }
    _fmpq_vec_clear(parametrization, (slong)(2 * inputs));
    return goes_on;
}

static void reset(crease_trajectory *out)
{
    memset(out->transitions, 0, (out->layers + 1) * sizeof *out->transitions);
    memset(out->patterns, 0, (out->layers + 1) * sizeof *out->patterns);
}

// ---- results ----

static int are_narrow(const crossing *c, const measure_plan *plan)
{
    for (size_t l = 0; l <= c->out->layers; l++)
        if (!interval_is_narrow(c->ruler.length + l, plan->width))
            return 0;
    return 1;
}

// The ends with `accuracy` bits: what is added to the width is less than 1/8 of it.
static void shorten(crease_enclosure *to, const interval *from, mpfr_prec_t accuracy)
{
    interval x;
    interval_init(&x, accuracy);
    interval_set(&x, from);
    interval_ends(to, &x);
    interval_clear(&x);
}

static void give_lengths(crossing *c, mpfr_prec_t accuracy)
{
    crease_trajectory *out = c->out;
    interval ratio, *length = c->ruler.length;
    interval_init(&ratio, c->ruler.precision);
    for (size_t l = 0; l <= out->layers; l++) {
        shorten(out->length + l, length + l, accuracy);
        if (!l || !mpfr_sgn(length[l - 1].lo)) {
            fmpq_one(out->growth[l].lo);
            fmpq_zero(out->growth[l].hi);
            continue;
        }
        interval_div(&ratio, length + l, length + l - 1);
        shorten(out->growth + l, &ratio, accuracy);
    }
    interval_clear(&ratio);
}

// Returns 1 if the lengths are as narrow as is asked for, 0 if not, -1 if it was stopped.
static int cross(crease_trajectory *out, const measure_plan *plan, const crease_path *path,
                 int pairs, mpfr_prec_t precision, run_ticker *ticker)
{
    crossing c = {.out = out};
    sweep_listener listener = {.data = &c, .point = hear_point, .piece = hear_piece};
    reset(out);
    c.first = memory_new(out->layers + 1, sizeof *c.first);
    for (size_t l = 1; l <= out->layers; l++)
        c.first[l] = memory_new(plan->net->layer[l - 1].units, sizeof **c.first);
    sweep_init(&c.sweep, plan->net, plan->arith, pairs, ticker, listener);
    ruler_init(&c.ruler, &c.sweep, precision);
    int result = cross_edges(&c, plan, path) ? ruler_finish(&c.ruler) && are_narrow(&c, plan) : -1;
    if (result > 0) {
        if (path->closed)
            close_path(&c);
        give_lengths(&c, plan->accuracy);
    }
    out->patterns[0] = 1;
    out->decided_float += c.sweep.judge.decided_float;
    out->decided_exact += c.sweep.judge.decided_exact;
    ruler_clear(&c.ruler);
    sweep_clear(&c.sweep);
    for (size_t l = 1; l <= out->layers; l++)
        free(c.first[l]);
    free(c.first);
    return result;
}

int measure_path(crease_trajectory *trajectory, const measure_plan *plan, const crease_path *path,
                 run_ticker *ticker)
{
    int found = 0;
    trajectory->complete = 0;
    trajectory->decided_float = trajectory->decided_exact = 0;
    if (plan->arith != CREASE_EXACT && plan->accuracy <= PAIRS_ACCURACY)
        found = cross(trajectory, plan, path, 1, PAIRS_PRECISION, ticker);
    for (mpfr_prec_t bits = plan->accuracy + 64; !found; bits *= 2)
        found = cross(trajectory, plan, path, 0, bits, ticker);
    if (found < 0)
        reset(trajectory);
    trajectory->complete = found > 0;
    return found > 0;
}
