// Trajectories: a path is enumerated as often as its lengths need.
#include <crease/path.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "path/ruler.h"
#include "path/sign_changes.h"
#include "walk/mode.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

void crease_trajectory_init(crease_trajectory *trajectory, const crease_net *net)
{
    size_t entries = crease_net_layers(net) + 1;
    *trajectory = (crease_trajectory){.layers = entries - 1};
    trajectory->length = memory_new(entries, sizeof *trajectory->length);
    trajectory->growth = memory_new(entries, sizeof *trajectory->growth);
    trajectory->transitions = memory_new(entries, sizeof *trajectory->transitions);
    trajectory->sign_transitions = memory_new(entries, sizeof *trajectory->sign_transitions);
    trajectory->patterns = memory_new(entries, sizeof *trajectory->patterns);
    for (size_t l = 0; l < entries; l++) {
        fmpq_init(trajectory->length[l].lo);
        fmpq_init(trajectory->length[l].hi);
        fmpq_init(trajectory->growth[l].lo);
        fmpq_init(trajectory->growth[l].hi);
    }
}

void crease_trajectory_clear(crease_trajectory *trajectory)
{
    for (size_t l = 0; l <= trajectory->layers; l++) {
        fmpq_clear(trajectory->length[l].lo);
        fmpq_clear(trajectory->length[l].hi);
        fmpq_clear(trajectory->growth[l].lo);
        fmpq_clear(trajectory->growth[l].hi);
    }
    free(trajectory->length);
    free(trajectory->growth);
    free(trajectory->transitions);
    free(trajectory->sign_transitions);
    free(trajectory->patterns);
    *trajectory = (crease_trajectory){0};
}

// ---- one trajectory ----

// Double-doubles are tried for widths down to 2^-this, and summed with DD_PRECISION bits.
enum { DD_ACCURACY = 84, DD_PRECISION = 128 };

typedef struct {
    const crease_net *net;
    rounded_net rounded;  // after any parametrization
    fmpq_t width;         // of each length: a quarter of what was asked for
    mpfr_prec_t accuracy; // bits that tell apart numbers a 1/16 of width from each other
    run_limits limits;
} measurement;

// ---- one crossing of the path ----

typedef struct {
    crease_trajectory *out;
    const crease_net *net;
    ruler ruler;
    sign_changes signs;
    // The pattern of each layer on the path's first region, and on the region before.
    uint32_t **first, **before;
    bool has_before, new_edge;
} crossing;

// How many units of layer l have another piece than on the region before.
static uint64_t count_changes(const crossing *c, const uint32_t *now, size_t l)
{
    uint64_t changes = 0;
    for (size_t i = 0; i < c->net->layer[l - 1].units && c->has_before; i++)
        changes += now[i] != c->before[l][i];
    return changes;
}

// One interval of an edge. Counts changes of pattern by layer, and adds its lengths.
static crease_visit trajectory_region(void *data, const crease_region *region)
{
    crossing *c = data;
    walk_maps *maps = &region->pos->maps;
    const size_t layers = c->out->layers;
    const uint32_t ends[2] = {region_point(region, 0), region_point(region, 1)};
    size_t differs = c->has_before ? layers + 1 : 1; // the first layer whose pattern does
    for (size_t l = 1; l <= layers; l++) {
        const uint32_t *now = maps->layer[l].pattern;
        const size_t size = c->net->layer[l - 1].units * sizeof *now;
        const uint64_t changes = count_changes(c, now, l);
        if (changes && l < differs)
            differs = l;
        c->out->transitions[l] += changes;
        c->out->patterns[l] += l >= differs;
        if (!sign_changes_in_pattern(&c->signs, l) || changes)
            sign_changes_interval(&c->signs, maps, region_space(region), l, ends);
        memcpy(c->before[l], now, size);
        if (!c->has_before)
            memcpy(c->first[l], now, size);
    }
    ruler_region(&c->ruler, region, c->new_edge ? 1 : differs);
    c->has_before = true;
    c->new_edge = false;
    return CREASE_GO;
}

// Where a closed path closes, its last region and its first are neighbours.
static void close_path(crossing *c)
{
    bool differs = false;
    for (size_t l = 1; l <= c->out->layers; l++) {
        const uint64_t changes = count_changes(c, c->first[l], l);
        c->out->transitions[l] += changes;
        differs |= changes > 0;
        c->out->patterns[l] -= !differs && c->out->patterns[l] > 1;
    }
}

static void reset(crease_trajectory *out)
{
    memset(out->transitions, 0, (out->layers + 1) * sizeof *out->transitions);
    memset(out->sign_transitions, 0, (out->layers + 1) * sizeof *out->sign_transitions);
    memset(out->patterns, 0, (out->layers + 1) * sizeof *out->patterns);
}

// ---- results ----

static bool are_narrow(const crossing *c, measurement *b)
{
    for (size_t l = 0; l <= c->out->layers; l++)
        if (!interval_is_narrow(c->ruler.length + l, b->width))
            return false;
    return true;
}

// The ends with `accuracy` bits: what is added to the width is less than 1/8 of it.
static void trajectory_shorten(crease_enclosure *enclosure, const interval *from,
                               mpfr_prec_t accuracy)
{
    interval x;
    interval_init(&x, accuracy);
    interval_set(&x, from);
    interval_ends(enclosure, &x);
    interval_clear(&x);
}

static void give_lengths(crossing *c, mpfr_prec_t accuracy)
{
    crease_trajectory *out = c->out;
    interval ratio, *length = c->ruler.length;
    interval_init(&ratio, mpfr_get_prec(length->lo));
    for (size_t l = 0; l <= out->layers; l++) {
        trajectory_shorten(out->length + l, length + l, accuracy);
        if (!l || !mpfr_sgn(length[l - 1].lo)) {
            fmpq_one(out->growth[l].lo);
            fmpq_zero(out->growth[l].hi);
            continue;
        }
        interval_div(&ratio, length + l, length + l - 1);
        trajectory_shorten(out->growth + l, &ratio, accuracy);
    }
    interval_clear(&ratio);
}

// Returns 0 if a limit was reached.
static bool cross_edges(crossing *c, measurement *b, const crease_path *path)
{
    const size_t inputs = b->net->inputs, edges = path->count - !path->closed;
    fmpq *map = _fmpq_vec_init((slong)(2 * inputs)), lo = {0, 1}, hi = {1, 1};
    const crease_domain edge = {.inputs = inputs,
                                .dimension = 1,
                                .is_box = true,
                                .lo = &lo,
                                .hi = &hi,
                                .parametrization = map, // q - p, p
                                .text = "an edge of the path"};
    const crease_options options = {.arith = b->limits.options->arith};
    const crease_visitor visitor = {.data = c, .region = trajectory_region};
    const walk_mode mode = {.line_order = true, .base = &b->rounded, .visitor = &visitor};
    crease_counts counts;
    crease_counts_init(&counts, b->net);
    bool goes_on = true;
    for (size_t k = 0; k < edges && goes_on; k++) {
        const fmpq *p = path->vertex + k * inputs;
        const fmpq *q = path->vertex + (k + 1) % path->count * inputs;
        for (size_t i = 0; i < inputs; i++) {
            fmpq_sub(map + 2 * i, q + i, p + i);
            fmpq_set(map + 2 * i + 1, p + i);
        }
        ruler_edge(&c->ruler, map, inputs);
        c->new_edge = true;
        goes_on = !walk_in_mode(&counts, b->net, &edge, &mode, &options, NULL);
        c->out->decided_float += counts.decided_float;
        c->out->decided_exact += counts.decided_exact;
    }
    crease_counts_clear(&counts);
    _fmpq_vec_clear(map, (slong)(2 * inputs));
    return goes_on;
}

// Returns 1 if the lengths are as narrow as is asked for, 0 if not, -1 if it was stopped.
static int trajectory_cross(crease_trajectory *out, measurement *b, const crease_path *path,
                            bool use_pairs, mpfr_prec_t precision)
{
    crossing c = {.out = out, .net = b->net};
    const size_t lists = 2 * (out->layers + 1);
    reset(out);
    c.first = memory_new(lists, sizeof *c.first);
    c.before = c.first + out->layers + 1;
    for (size_t i = 0; i < lists; i++)
        if (i % (out->layers + 1))
            c.first[i] =
                memory_new(b->net->layer[i % (out->layers + 1) - 1].units, sizeof **c.first);
    sign_changes_init(&c.signs, b->net);
    ruler_init(&c.ruler, b->net, use_pairs, precision);
    int result = cross_edges(&c, b, path) ? ruler_finish(&c.ruler) && are_narrow(&c, b) : -1;
    if (result > 0) {
        if (path->closed) {
            close_path(&c);
            sign_changes_close(&c.signs);
        }
        for (size_t l = 1; l <= out->layers; l++)
            out->sign_transitions[l] = c.signs.layer[l].changes;
        give_lengths(&c, b->accuracy);
    }
    out->patterns[0] = 1;
    sign_changes_clear(&c.signs);
    ruler_clear(&c.ruler);
    for (size_t i = 0; i < lists; i++)
        free(c.first[i]);
    free(c.first);
    return result;
}

// Fills a trajectory that has been initialised. Returns 0 if a limit was reached.
static bool measure_path(crease_trajectory *trajectory, measurement *b, const crease_path *path)
{
    int outcome = 0;
    trajectory->complete = 0;
    trajectory->decided_float = trajectory->decided_exact = 0;
    if (b->limits.options->arith != CREASE_EXACT && b->accuracy <= DD_ACCURACY)
        outcome = trajectory_cross(trajectory, b, path, 1, DD_PRECISION);
    for (mpfr_prec_t bits = b->accuracy + 64; !outcome; bits *= 2)
        outcome = trajectory_cross(trajectory, b, path, 0, bits);
    if (outcome < 0)
        reset(trajectory);
    trajectory->complete = outcome > 0;
    return outcome > 0;
}

// ---- the call ----

static crease_status trajectory_read_width(measurement *b, const char *text, crease_error *error)
{
    text = text ? text : "1e-12";
    if (rational_parse(b->width, text, strlen(text), error))
        return error_where(error, "rel_error");
    if (fmpq_sgn(b->width) > 0 && fmpq_cmp_si(b->width, 1) < 0) {
        fmpq_div_2exp(b->width, b->width, 2);
        // width < 2^(p - q + 1) for a numerator of p and a denominator of q bits.
        b->accuracy = (mpfr_prec_t)(fmpz_bits(fmpq_denref(b->width)) + 6);
        b->accuracy -= (mpfr_prec_t)fmpz_bits(fmpq_numref(b->width));
        return CREASE_OK;
    }
    return error_at(error, "rel_error",
                    "expected a number between 0 and 1, both excluded, found \"%s\"", text);
}

static crease_status trajectory_check(const crease_net *net, const crease_path *path,
                                      const crease_options *options, crease_error *error)
{
    const size_t inputs = net->inputs;
    if (options->arith == CREASE_FLOAT)
        return error_at(error, "arith",
                        "expected filtered or exact, because results are proved; found float");
    if (path->count < 2)
        return error_set(error, "expected at least 2 points, found %zu", path->count);
    for (size_t i = 1; i < path->count; i++)
        if (_fmpz_vec_equal(&path->vertex[(i - 1) * inputs].num, &path->vertex[i * inputs].num,
                            2 * (slong)inputs)) {
            error_set(error, "expected another point than the one before, found the same");
            return error_where(error, "points[%zu]", i);
        }
    return CREASE_OK;
}

crease_status crease_trajectory_measure(crease_trajectory *trajectory, const crease_net *net,
                                        const crease_path *path, const char *width,
                                        const crease_options *options, crease_error *error)
{
    measurement b = {.net = net};
    fmpq_init(b.width);
    run_limits_init(&b.limits, options);
    crease_status status = trajectory_check(net, path, b.limits.options, error);
    if (status == CREASE_OK)
        status = trajectory_read_width(&b, width, error);
    if (status == CREASE_OK) {
        rounded_net_init(&b.rounded, net, NULL, crease_net_inputs(net));
        status = measure_path(trajectory, &b, path) ? CREASE_OK : CREASE_STOPPED;
        rounded_net_clear(&b.rounded);
    }
    fmpq_clear(b.width);
    return run_limits_end(&b.limits, status, error);
}
