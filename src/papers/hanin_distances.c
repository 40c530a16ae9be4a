// Hanin and Rolnick 2019, figures 6 and 7: N times the distance to the nearest boundary.
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "papers/hanin.h"
#include "papers/nets.h"
#include "papers/trained.h"
#include <crease/path.h>
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- figure 6 ----

// scaled[i]: of the i-th of count points, N being `units`.
static crease_status measure_distances(double *scaled, const experiment *e, const crease_net *net,
                                       size_t units, const fmpq *point, size_t count,
                                       crease_error *error)
{
    fmpq *squared = _fmpq_vec_init((slong)count);
    crease_status status = near_measure(squared, e, net, point, count, error);
    for (size_t i = 0; i < count && status == CREASE_OK; i++)
        scaled[i] = (double)units * near_distance(squared + i);
    _fmpq_vec_clear(squared, (slong)count);
    return status;
}

static const char *const kinds_6[] = {"data points", "uniform in the cube"};

typedef struct {
    training data;
    fmpq *random;
    size_t randoms;
} samples;

// One network at one time: the data points, then the random ones.
static crease_status measure_checkpoint(double *scaled, const grid *g, size_t which, size_t repeat,
                                        crease_error *error)
{
    const samples *s = g->data;
    const training *t = &s->data;
    const crease_net *net = training_net(t, which, repeat);
    crease_status status =
        measure_distances(scaled, g->e, net, t->units, t->point, t->points, error);
    if (status)
        return status;
    return measure_distances(scaled + t->points, g->e, net, t->units, s->random, s->randoms, error);
}

// Over the networks, or over the points of the only one.
static void add_distances(table *to, const samples *s, const grid *g, size_t kind, size_t epoch)
{
    const training *t = &s->data;
    size_t first = kind ? t->points : 0, count = kind ? s->randoms : t->points;
    double *mean = memory_new(t->runs, sizeof *mean), share = 0;
    for (size_t run = 0; run < t->runs; run++) {
        for (size_t i = 0; i < count; i++)
            mean[run] += grid_at(g, epoch, run)[first + i] / (double)count;
        share += t->accuracy[epoch * t->runs + run] / (double)t->runs;
    }
    cells found, accuracy;
    if (t->runs > 1)
        cells_of(&found, mean, t->runs, 1);
    else
        cells_of(&found, grid_at(g, epoch, 0) + first, count, 1);
    cells_of(&accuracy, &share, 1, 1);
    *strchr(accuracy.text, ',') = '\0';
    table_add(to, "%s,%d,%s,0.4,1.5,%s", kinds_6[kind], t->epoch[epoch], found.text, accuracy.text);
    free(mean);
}

static crease_status choose_points(fmpq *point, size_t count, size_t inputs, uint64_t seed,
                                   crease_error *error)
{
    crease_domain *cube;
    if (crease_domain_parse_box(&cube, "0,1", inputs, error))
        return CREASE_ERROR;
    crease_status status = crease_points_uniform(point, count, cube, seed, error);
    crease_domain_free(cube);
    return status;
}

crease_status hanin_6(experiment *e, crease_error *error)
{
    samples s = {.randoms = e->how.quick ? 20 : 200};
    const training *t = &s.data;
    if (training_read(&s.data, e->how.data, "", e->how.data, error))
        return CREASE_ERROR;
    s.random = _fmpq_vec_init((slong)(s.randoms * t->inputs));
    grid g = {.e = e,
              .cases = t->epochs,
              .repeats = t->runs,
              .width = t->points + s.randoms,
              .measure = measure_checkpoint,
              .data = &s};
    crease_status status = choose_points(s.random, s.randoms, t->inputs, e->how.seed, error);
    if (status == CREASE_OK)
        status = grid_measure(&g, error);
    for (size_t i = 0; i < 2 * t->epochs && status == CREASE_OK; i++)
        add_distances(&e->found, &s, &g, i / t->epochs, i % t->epochs);
    grid_clear(&g);
    _fmpq_vec_clear(s.random, (slong)(s.randoms * t->inputs));
    training_clear(&s.data);
    return status;
}

static size_t inputs_6(const experiment *e)
{
    return experiment_size(e, 16, 16, 784);
}

static const shape shapes_6[] = {{1, 8},  {2, 8},  {4, 8},  {1, 16}, {1, 32}, {2, 16},
                                 {4, 16}, {2, 32}, {4, 32}, {8, 16}, {2, 64}, {4, 64}};

// The mean over the points.
static crease_status measure_net(double *mean, const grid *g, size_t which, size_t repeat,
                                 crease_error *error)
{
    enum { MOST_POINTS = 20 };
    size_t points = g->e->how.quick ? 5 : MOST_POINTS, inputs = inputs_6(g->e);
    uint64_t seed = parallel_seed(g->e->how.seed, repeat);
    double scaled[MOST_POINTS];
    crease_net *net;
    shape of = shapes_6[which];
    if (hanin_he(&net, inputs, of, seed, error))
        return CREASE_ERROR;
    fmpq *point = _fmpq_vec_init((slong)(points * inputs));
    crease_points_random(point, points, inputs, parallel_seed(seed, 1));
    crease_status status =
        measure_distances(scaled, g->e, net, of.depth * of.width, point, points, error);
    for (size_t i = 0; i < points && status == CREASE_OK; i++)
        *mean += scaled[i] / (double)points;
    _fmpq_vec_clear(point, (slong)(points * inputs));
    crease_net_free(net);
    return status;
}

crease_status hanin_6_initial(experiment *e, crease_error *error)
{
    grid g = {.e = e,
              .cases = e->how.quick ? 4 : sizeof shapes_6 / sizeof *shapes_6,
              .repeats = e->how.quick ? 4 : 50,
              .width = 1,
              .measure = measure_net};
    crease_status status = grid_measure(&g, error);
    for (size_t i = 0; i < g.cases && status == CREASE_OK; i++) {
        shape of = shapes_6[i];
        cells mean;
        table_add(&e->found, "%zu layer%s,%zu,%zu,%s,0.4,1.5", of.depth, plural(of.depth), of.width,
                  of.depth * of.width, grid_cells(&mean, &g, i, 0));
    }
    grid_clear(&g);
    return status;
}

// ---- figure 7: a histogram ----

// Two bins for each power of two of N times the distance, from 2^-LOW to 2^HIGH: squares are
// compared with powers of two. The outer bins take what is beyond.
enum { LOW = 12, HIGH = 5, BINS = 2 * (LOW + HIGH) };
enum { INITIAL, BEFORE, AFTER, KINDS };
static const char *const kinds_7[KINDS] = {"He; depth 4; width 16", "before training",
                                           "after training"};

static size_t points_7(const experiment *e)
{
    return e->how.quick ? 10 : 20;
}

// floor(log_2 x) for x > 0.
static slong log2_floor(const fmpq_t x)
{
    slong log = (slong)fmpz_bits(fmpq_numref(x)) - (slong)fmpz_bits(fmpq_denref(x));
    fmpq_t power;
    fmpq_init(power);
    fmpq_one(power);
    fmpq_mul_2exp(power, power, log > 0 ? (ulong)log : 0);
    fmpq_div_2exp(power, power, log < 0 ? (ulong)-log : 0);
    log -= fmpq_cmp(x, power) < 0;
    fmpq_clear(power);
    return log;
}

static size_t bin_of(const fmpq_t squared, size_t units)
{
    fmpq_t scaled;
    fmpq_init(scaled);
    fmpq_mul_ui(scaled, squared, units * units);
    slong log = fmpq_is_zero(scaled) ? -2 * LOW : log2_floor(scaled); // of the square
    fmpq_clear(scaled);
    log = log < -2 * LOW ? -2 * LOW : log >= 2 * HIGH ? 2 * HIGH - 1 : log;
    return (size_t)(log + 2 * LOW);
}

static crease_status fill(double *bin, const experiment *e, const crease_net *net, size_t units,
                          const fmpq *point, crease_error *error)
{
    fmpq *squared = _fmpq_vec_init((slong)points_7(e));
    crease_status status = near_measure(squared, e, net, point, points_7(e), error);
    for (size_t i = 0; i < points_7(e) && status == CREASE_OK; i++)
        bin[bin_of(squared + i, units)]++;
    _fmpq_vec_clear(squared, (slong)points_7(e));
    return status;
}

// A random network and normal points, or a trained one and uniform points of the cube.
static crease_status fill_bins(double *bin, const grid *g, size_t which, size_t repeat,
                               crease_error *error)
{
    const training *t = g->data;
    const shape of = {4, 16};
    size_t count = points_7(g->e), inputs = which == INITIAL ? inputs_6(g->e) : t->inputs;
    uint64_t seed = parallel_seed(g->e->how.seed, repeat);
    fmpq *point = _fmpq_vec_init((slong)(count * inputs));
    crease_net *net = NULL;
    crease_status status;
    if (which == INITIAL) {
        crease_points_random(point, count, inputs, parallel_seed(seed, 1));
        status = hanin_he(&net, inputs, of, seed, error);
        if (status == CREASE_OK)
            status = fill(bin, g->e, net, of.depth * of.width, point, error);
        crease_net_free(net);
    } else {
        status = choose_points(point, count, inputs, seed, error);
        if (status == CREASE_OK)
            status = fill(bin, g->e,
                          training_net(t, which == BEFORE ? 0 : t->epochs - 1, repeat % t->runs),
                          t->units, point, error);
    }
    _fmpq_vec_clear(point, (slong)(count * inputs));
    return status;
}

crease_status hanin_7(experiment *e, crease_error *error)
{
    training t;
    if (training_read(&t, e->how.data, "", e->how.data, error))
        return CREASE_ERROR;
    grid g = {.e = e,
              .cases = KINDS,
              .repeats = e->how.quick ? 4 : 100,
              .width = BINS,
              .measure = fill_bins,
              .data = &t};
    crease_status status = grid_measure(&g, error);
    for (size_t kind = 0; kind < KINDS && status == CREASE_OK; kind++)
        for (size_t b = 0; b < BINS; b++) {
            double count = 0, decades = log10(2) / 2;
            for (size_t i = 0; i < g.repeats; i++)
                count += grid_at(&g, kind, i)[b];
            table_add(&e->found, "%s,%.9g,%.0f,%.9g", kinds_7[kind],
                      exp2(((double)b + 0.5) / 2 - LOW), count,
                      count / decades / (double)(g.repeats * points_7(e)));
        }
    grid_clear(&g);
    training_clear(&t);
    return status;
}
