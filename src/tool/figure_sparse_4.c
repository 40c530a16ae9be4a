// Price and Tanner, figure 4: the norm of a random part of a unit vector.
#include "base/memory.h"
#include "exact/rational.h"
#include "make/variate.h"
#include "theory/growth.h"
#include "tool/figure.h"
#include <math.h>
#include <stdlib.h>

enum { QUICK = 4, FULL = 50, SHARES = 11, KINDS = 4, WIDTHS = 2 };
static const size_t widths[WIDTHS] = {10, 784};

typedef struct {
    const experiment *e;
    size_t repeats;
    double *norm; // [width][share][repeat]: of random vectors
} study;

static double share(size_t i)
{
    return (double)i / (SHARES - 1);
}

// A normal vector, scaled to norm 1: uniform on the sphere.
static crease_status draw_vector(double *u, size_t k, uint64_t seed, crease_error *error)
{
    normal_source source;
    normal_source_init(&source, seed);
    fmpq_t one, x;
    fmpq_init(one);
    fmpq_init(x);
    fmpq_one(one);
    double square = 0;
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < k && status == CREASE_OK; i++) {
        status = normal_draw(x, &source, one, error);
        u[i] = rational_double(x);
        square += u[i] * u[i];
    }
    for (size_t i = 0; i < k; i++)
        u[i] /= sqrt(square);
    fmpq_clear(one);
    fmpq_clear(x);
    normal_source_clear(&source);
    return status;
}

// One vector, at every share.
static crease_status average(void *data, size_t index, crease_error *error)
{
    study *s = data;
    size_t which = index / s->repeats, k = widths[which];
    double *u = memory_new(k, sizeof *u);
    crease_status status = draw_vector(u, k, parallel_seed(s->e->how.seed, index), error);
    for (size_t i = 0; i < SHARES && status == CREASE_OK; i++)
        s->norm[(which * SHARES + i) * s->repeats + index % s->repeats] =
            mean_subset_norm(u, k, share(i));
    free(u);
    return status;
}

static void add_rows(experiment *e, const study *s, size_t which)
{
    size_t k = widths[which];
    double *flat = memory_new(k, sizeof *flat);
    for (size_t i = 0; i < k; i++)
        flat[i] = 1 / sqrt((double)k);
    for (size_t i = 0; i < SHARES; i++) {
        cells mean;
        sample norms;
        sample_init(&norms);
        for (size_t j = 0; j < s->repeats; j++)
            sample_add_double(&norms, s->norm[(which * SHARES + i) * s->repeats + j]);
        table_add(&e->found, "k = %zu,%.9g,%.9g,%.9g,%.9g,%s,%.9g,%.9g", k, share(i), share(i),
                  mean_subset_norm(flat, k, share(i)), mean_subset_norm_sphere(k, share(i)),
                  cells_mean(&mean, &norms), share(i), sqrt(share(i)));
        sample_clear(&norms);
    }
    free(flat);
}

static crease_status measure(experiment *e, crease_error *error)
{
    study s = {.e = e, .repeats = e->how.quick ? QUICK : FULL};
    s.norm = memory_new(WIDTHS * SHARES * s.repeats, sizeof *s.norm);
    crease_status status = experiment_run(e, WIDTHS * s.repeats, average, &s, error);
    for (size_t which = 0; which < WIDTHS && status == CREASE_OK; which++)
        add_rows(e, &s, which);
    free(s.norm);
    return status;
}

static const table_chart plot = {
    .title = "Mean norm of u_J, |u| = 1, each entry kept with probability alpha",
    .x = "alpha",
    .x_label = "alpha",
    .y_label = "E |u_J|",
    .panel = "k",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "random vectors"},
              {.y = "sphere", .name = "uniform on the sphere", .style = CHART_DASHED},
              {.y = "axis", .name = "u = e_1 (= alpha, the lower bound)"},
              {.y = "flat", .name = "u = (1, .., 1)/sqrt(k)", .style = CHART_POINTS},
              {.y = "upper", .name = "sqrt(alpha), the upper bound", .style = CHART_DASHED}},
};

const figure figure_sparse_4 = {
    .about = {.name = "sparse-4",
              .title = "mean norm of a random part of a unit vector against its share",
              .source = "Price and Tanner, figure 4",
              .exact = "the mean over all subsets, for each vector and for the sphere (doubles, "
                       "relative error below 1e-9)",
              .sampled = "vectors of the sphere: 50 for each size",
              .sizes = "as in the paper, which samples the subsets too"},
    .columns = "k,alpha,axis,flat,sphere,mean,low,high,lower,upper",
    .measure = measure,
    .chart = &plot,
};
