// Hanin and Rolnick, figure 7: the distances to the nearest boundary, as a histogram.
#include "base/memory.h"
#include "tool/figure_digits.h"
#include "tool/figure_near.h"
#include "tool/figure_nets.h"
#include <crease/path.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdlib.h>

// Bins are 1/8 wide in N times the distance; the last one takes what is farther.
enum { BINS = 40, BINS_A_UNIT = 8, INPUTS = 16, DEPTH = 4, WIDTH = 16 };
enum { INITIAL, BEFORE, AFTER, KINDS };
static const char *const kinds[KINDS] = {"He; depth 4; width 16", "digits before training",
                                         "digits after 50 epochs"};

typedef struct {
    const experiment *e;
    digits data;
    size_t nets, points;
    uint64_t (*bin)[BINS]; // of each job
} study;

static void fill(uint64_t *bin, const fmpq *squared, size_t count, size_t units)
{
    fmpq_t width;
    fmpq_init(width);
    fmpq_set_ui(width, 1, BINS_A_UNIT * units);
    crease_distance_histogram(bin, BINS, width, squared, count);
    fmpq_clear(width);
}

static crease_status measure_random(study *s, size_t index, fmpq *point, fmpq *squared,
                                    crease_error *error)
{
    crease_random how = {.bias_std = "1/1000", .seed = parallel_seed(s->e->how.seed, index)};
    crease_net *net;
    if (nets_random(&net, INPUTS, WIDTH, DEPTH, &how, error))
        return CREASE_ERROR;
    crease_points_random(point, s->points, INPUTS, parallel_seed(how.seed, 1));
    crease_status status = near_measure(squared, s->e, net, point, s->points, error);
    if (status == CREASE_OK)
        fill(s->bin[index], squared, s->points, DEPTH * WIDTH);
    crease_net_free(net);
    return status;
}

// Jobs after those of random networks: a trained one, and uniform points of the cube.
static crease_status measure_trained(study *s, size_t index, fmpq *point, fmpq *squared,
                                     crease_error *error)
{
    size_t which = index - s->nets, blocks = s->nets;
    const digits *d = &s->data;
    crease_domain *cube;
    if (crease_domain_parse_box(&cube, "0,1", d->inputs, error))
        return CREASE_ERROR;
    crease_status status = crease_points_uniform(
        point, s->points, cube, parallel_seed(s->e->how.seed, which % blocks), error);
    crease_domain_free(cube);
    if (status == CREASE_OK)
        status = near_measure(squared, s->e, d->net[which < blocks ? 0 : d->epochs - 1], point,
                              s->points, error);
    if (status == CREASE_OK)
        fill(s->bin[index], squared, s->points, d->units);
    return status;
}

static crease_status measure_job(void *data, size_t index, crease_error *error)
{
    study *s = data;
    size_t inputs = index < s->nets ? INPUTS : s->data.inputs;
    fmpq *point = _fmpq_vec_init((slong)(s->points * inputs));
    fmpq *squared = _fmpq_vec_init((slong)s->points);
    crease_status status = index < s->nets ? measure_random(s, index, point, squared, error)
                                           : measure_trained(s, index, point, squared, error);
    _fmpq_vec_clear(squared, (slong)s->points);
    _fmpq_vec_clear(point, (slong)(s->points * inputs));
    return status;
}

static void add_rows(table *t, const study *s, size_t kind)
{
    for (size_t b = 0; b + 1 < BINS; b++) {
        uint64_t count = 0;
        for (size_t i = 0; i < s->nets; i++)
            count += s->bin[kind * s->nets + i][b];
        table_add(t, "%s,%.9g,%" PRIu64 ",%.9g", kinds[kind], ((double)b + 0.5) / BINS_A_UNIT,
                  count, (double)(count * BINS_A_UNIT) / (double)(s->nets * s->points));
    }
}

static crease_status measure(experiment *e, crease_error *error)
{
    study s = {.e = e, .nets = e->how.quick ? 4 : 100, .points = e->how.quick ? 10 : 20};
    if (digits_read(&s.data, e, error))
        return CREASE_ERROR;
    s.bin = memory_new(KINDS * s.nets, sizeof *s.bin);
    crease_status status = experiment_run(e, KINDS * s.nets, measure_job, &s, error);
    for (size_t kind = 0; kind < KINDS && status == CREASE_OK; kind++)
        add_rows(&e->found, &s, kind);
    free(s.bin);
    digits_clear(&s.data);
    return status;
}

static const table_chart plot = {
    .title = "Distances to the nearest boundary times N",
    .x = "scaled",
    .x_label = "N * distance",
    .y_label = "density",
    .series = "network",
    .curve = {{.y = "density", .name = "%s", .style = CHART_STEPS}},
};

const figure figure_hanin_7 = {
    .about = {.name = "hanin-7",
              .title = "distances to the nearest boundary, as a histogram",
              .source = "Hanin and Rolnick 2019, figure 7",
              .exact = "each distance's bin, from its square",
              .sampled = "100 networks of 4 layers of 16 units, 20 normal points each; of the "
                         "classifier 2000 points of the unit cube",
              .sizes = "depth 4 and width 16 as in the paper, which trains it on MNIST"},
    .columns = "network,scaled,count,density",
    .measure = measure,
    .chart = &plot,
};
