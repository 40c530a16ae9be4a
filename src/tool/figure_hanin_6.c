// Hanin and Rolnick, figure 6: N times the distance to the nearest boundary.
#include "base/memory.h"
#include "tool/figure_digits.h"
#include "tool/figure_near.h"
#include "tool/figure_nets.h"
#include <crease/path.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// ---- during training ----

enum { POINTS_QUICK = 20, POINTS_FULL = 200 };
static const char *const kinds[] = {"data points", "uniform in the cube"};

typedef struct {
    const experiment *e;
    digits data;
    fmpq *random;
    size_t randoms;
    double *distance; // [epoch][point], data points first
} training;

// One checkpoint: the data points, then the random ones.
static crease_status measure_checkpoint(void *data, size_t index, crease_error *error)
{
    training *s = data;
    const digits *d = &s->data;
    size_t count = d->points + s->randoms;
    fmpq *squared = _fmpq_vec_init((slong)count);
    crease_status status = near_measure(squared, s->e, d->net[index], d->point, d->points, error);
    if (status == CREASE_OK)
        status =
            near_measure(squared + d->points, s->e, d->net[index], s->random, s->randoms, error);
    for (size_t i = 0; i < count && status == CREASE_OK; i++)
        s->distance[index * count + i] = near_distance(squared + i);
    _fmpq_vec_clear(squared, (slong)count);
    return status;
}

static crease_status choose_points(training *s, crease_error *error)
{
    crease_domain *cube;
    s->randoms = s->e->how.quick ? POINTS_QUICK : POINTS_FULL;
    s->random = _fmpq_vec_init((slong)(s->randoms * s->data.inputs));
    if (crease_domain_parse_box(&cube, "0,1", s->data.inputs, error))
        return CREASE_ERROR;
    crease_status status =
        crease_points_uniform(s->random, s->randoms, cube, s->e->how.seed, error);
    crease_domain_free(cube);
    return status;
}

static void add_checkpoints(table *t, const training *s, size_t kind)
{
    const digits *d = &s->data;
    size_t count = d->points + s->randoms;
    for (size_t epoch = 0; epoch < d->epochs; epoch++) {
        sample distance;
        cells mean;
        sample_init(&distance);
        for (size_t i = kind ? d->points : 0; i < (kind ? count : d->points); i++)
            sample_add_double(&distance, (double)d->units * s->distance[epoch * count + i]);
        table_add(t, "%s,%d,%s,0.4,1.5", kinds[kind], d->epoch[epoch],
                  cells_mean(&mean, &distance));
        sample_clear(&distance);
    }
}

static crease_status measure_training(experiment *e, crease_error *error)
{
    training s = {.e = e};
    if (digits_read(&s.data, e, error))
        return CREASE_ERROR;
    crease_status status = choose_points(&s, error);
    s.distance = memory_new(s.data.epochs * (s.data.points + s.randoms), sizeof *s.distance);
    if (status == CREASE_OK)
        status = experiment_run(e, s.data.epochs, measure_checkpoint, &s, error);
    for (size_t kind = 0; kind < 2 && status == CREASE_OK; kind++)
        add_checkpoints(&e->found, &s, kind);
    free(s.distance);
    _fmpq_vec_clear(s.random, (slong)(s.randoms * s.data.inputs));
    digits_clear(&s.data);
    return status;
}

static const table_chart chart_training = {
    .title = "N times the distance to the nearest boundary, a classifier of digits",
    .x = "epoch",
    .x_label = "epochs of training",
    .y_label = "N * distance",
    .log_y = 1,
    .series = "points",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "%s"},
              {.y = "least", .name = "0.4 and 1.5", .style = CHART_DASHED, .once = 1},
              {.y = "most", .name = "", .style = CHART_DASHED, .once = 1}},
};

const figure figure_hanin_6 = {
    .about = {.name = "hanin-6",
              .title = "distance to the nearest boundary times N, during training",
              .source = "Hanin and Rolnick 2019, figure 6",
              .exact = "the square of each distance to the nearest place where the gradient jumps",
              .sampled = "200 points of the unit cube; the 20 data points are all there are",
              .sizes = "the paper has MNIST; here scikit-learn's digits, 64-32-32-32-10"},
    .columns = "points,epoch,mean,low,high,least,most",
    .measure = measure_training,
    .chart = &chart_training,
};

// ---- at initialisation ----

enum { SHAPES = 12, QUICK_SHAPES = 4, INPUTS = 16 };
static const struct {
    size_t depth, width;
} shapes[SHAPES] = {{1, 8},  {2, 8},  {4, 8},  {1, 16}, {1, 32}, {2, 16},
                    {4, 16}, {2, 32}, {4, 32}, {8, 16}, {2, 64}, {4, 64}};

typedef struct {
    const experiment *e;
    size_t nets, points;
    double *scaled; // [shape][net]: mean over the points of N times the distance
} initial;

static crease_status measure_net(void *data, size_t index, crease_error *error)
{
    initial *s = data;
    size_t depth = shapes[index / s->nets].depth, width = shapes[index / s->nets].width;
    crease_random how = {.bias_std = "1/1000",
                         .seed = parallel_seed(s->e->how.seed, index % s->nets)};
    crease_net *net;
    if (nets_random(&net, INPUTS, width, depth, &how, error))
        return CREASE_ERROR;
    fmpq *point = _fmpq_vec_init((slong)(s->points * INPUTS));
    fmpq *squared = _fmpq_vec_init((slong)s->points);
    crease_points_random(point, s->points, INPUTS, parallel_seed(how.seed, 1));
    crease_status status = near_measure(squared, s->e, net, point, s->points, error);
    for (size_t i = 0; i < s->points && status == CREASE_OK; i++)
        s->scaled[index] +=
            (double)(depth * width) * near_distance(squared + i) / (double)s->points;
    _fmpq_vec_clear(squared, (slong)s->points);
    _fmpq_vec_clear(point, (slong)(s->points * INPUTS));
    crease_net_free(net);
    return status;
}

static crease_status measure_initial(experiment *e, crease_error *error)
{
    size_t count = e->how.quick ? QUICK_SHAPES : SHAPES;
    initial s = {.e = e, .nets = e->how.quick ? 4 : 50, .points = e->how.quick ? 5 : 20};
    s.scaled = memory_new(count * s.nets, sizeof *s.scaled);
    crease_status status = experiment_run(e, count * s.nets, measure_net, &s, error);
    for (size_t i = 0; i < count && status == CREASE_OK; i++) {
        sample scaled;
        cells mean;
        sample_init(&scaled);
        for (size_t j = 0; j < s.nets; j++)
            sample_add_double(&scaled, s.scaled[i * s.nets + j]);
        table_add(&e->found, "%zu layers,%zu,%zu,%s,0.4,1.5", shapes[i].depth, shapes[i].width,
                  shapes[i].depth * shapes[i].width, cells_mean(&mean, &scaled));
        sample_clear(&scaled);
    }
    free(s.scaled);
    return status;
}

static const table_chart chart_initial = {
    .title = "N times the distance of normal points to the nearest boundary, He weights",
    .x = "units",
    .x_label = "hidden units N",
    .y_label = "N * distance",
    .log_x = 1,
    .series = "depth",
    .from_zero = 1,
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "%s"},
              {.y = "least", .name = "0.4 and 1.5", .style = CHART_DASHED, .once = 1},
              {.y = "most", .name = "", .style = CHART_DASHED, .once = 1}},
};

const figure figure_hanin_6_initial = {
    .about = {.name = "hanin-6-initial",
              .title =
                  "distance to the nearest boundary times N, at initialisation, by architecture",
              .source = "Hanin and Rolnick 2019, figure 6",
              .exact = "the square of each distance to the nearest place where the gradient jumps",
              .sampled = "networks, He weights, biases N(0, 10^-6): 50 for each architecture; "
                         "normal points: 20 for each network",
              .sizes = "16 inputs; 8 to 256 units"},
    .columns = "depth,width,units,mean,low,high,least,most",
    .measure = measure_initial,
    .chart = &chart_initial,
};
