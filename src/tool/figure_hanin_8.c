// Hanin and Rolnick, figure 8: regions of planes through three data points, during training.
#include "base/memory.h"
#include "base/random.h"
#include "tool/figure_digits.h"
#include "tool/figure_nets.h"
#include <inttypes.h>
#include <stdlib.h>

enum { QUICK = 4, FULL = 100 };

typedef struct {
    const experiment *e;
    digits data;
    size_t planes;
    size_t (*corner)[3]; // of each plane; the first are points 0, 1, 2
    uint64_t *regions;   // [epoch][plane]
} study;

static void choose_planes(study *s)
{
    random_state random;
    random_seed(&random, s->e->how.seed);
    for (size_t i = 0; i < s->planes; i++) {
        size_t *corner = s->corner[i];
        for (size_t j = 0; j < 3; j++)
            corner[j] = i ? (size_t)random_below(&random, s->data.points) : j;
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[0] == corner[2])
            i--; // again
    }
}

static crease_status make_square(crease_domain **square, const study *s, size_t plane,
                                 crease_error *error)
{
    const digits *d = &s->data;
    const size_t *corner = s->corner[plane];
    return nets_square(square, d->point + corner[0] * d->inputs, d->point + corner[1] * d->inputs,
                       d->point + corner[2] * d->inputs, d->inputs, error);
}

static crease_status count(void *data, size_t index, crease_error *error)
{
    study *s = data;
    crease_domain *square;
    if (make_square(&square, s, index % s->planes, error))
        return CREASE_ERROR;
    const crease_net *net = s->data.net[index / s->planes];
    crease_options options = experiment_walk(s->e);
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_status status = crease_walk(&counts, net, square, &options, NULL, error);
    s->regions[index] = counts.activation_regions;
    crease_counts_clear(&counts);
    crease_domain_free(square);
    return status;
}

static void add_rows(experiment *e, const study *s)
{
    double half = (double)(s->data.units * s->data.units) / 2;
    for (size_t i = 0; i < s->data.epochs; i++) {
        cells mean;
        sample regions;
        sample_init(&regions);
        for (size_t j = 0; j < s->planes; j++)
            sample_add_count(&regions, s->regions[i * s->planes + j]);
        table_add(&e->found, "%d,%" PRIu64 ",%s,%.9g", s->data.epoch[i], s->regions[i * s->planes],
                  cells_mean(&mean, &regions), half);
        sample_clear(&regions);
    }
}

static crease_status study_init(study *s, const experiment *e, crease_error *error)
{
    *s = (study){.e = e, .planes = e->how.quick ? QUICK : FULL};
    if (digits_read(&s->data, e, error))
        return CREASE_ERROR;
    s->corner = memory_new(s->planes, sizeof *s->corner);
    s->regions = memory_new(s->data.epochs * s->planes, sizeof *s->regions);
    choose_planes(s);
    return CREASE_OK;
}

static void study_clear(study *s)
{
    digits_clear(&s->data);
    free(s->corner);
    free(s->regions);
}

static crease_status measure(experiment *e, crease_error *error)
{
    study s;
    if (study_init(&s, e, error))
        return CREASE_ERROR;
    crease_status status = experiment_run(e, s.data.epochs * s.planes, count, &s, error);
    if (status == CREASE_OK)
        add_rows(e, &s);
    study_clear(&s);
    return status;
}

// The first plane, before, during and after training.
static crease_status draw(experiment *e, crease_error *error)
{
    static const struct {
        size_t checkpoint;
        const char *name;
    } shown[] = {{0, "epoch00"}, {4, "epoch10"}, {6, "epoch50"}};
    study s;
    crease_domain *square;
    if (study_init(&s, e, error))
        return CREASE_ERROR;
    crease_status status = make_square(&square, &s, 0, error);
    if (status == CREASE_OK) {
        for (size_t i = 0; i < sizeof shown / sizeof *shown && status == CREASE_OK; i++)
            status = experiment_picture(e, shown[i].name, s.data.net[shown[i].checkpoint], square,
                                        error);
        crease_domain_free(square);
    }
    study_clear(&s);
    return status;
}

static const table_chart plot = {
    .title = "Regions of planes through three digits, a classifier of them",
    .x = "epoch",
    .x_label = "epochs of training",
    .y_label = "activation regions",
    .log_y = 1,
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "mean of planes"},
              {.y = "first", .name = "the plane of the pictures", .style = CHART_POINTS},
              {.y = "half_square", .name = "N^2/2", .style = CHART_DASHED}},
};

const figure figure_hanin_8 = {
    .about = {.name = "hanin-8",
              .title = "regions of planes through three data points, during training",
              .source = "Hanin and Rolnick 2019, figure 8",
              .exact = "the regions in each square round the three points",
              .sampled = "triples of the 20 digits: 100",
              .sizes = "the paper has MNIST and depth 3, width 64; here scikit-learn's digits, "
                       "64-32-32-32-10"},
    .columns = "epoch,first,mean,low,high,half_square",
    .measure = measure,
    .draw = draw,
    .chart = &plot,
};
