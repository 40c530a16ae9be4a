// Price and Tanner, figure 2: the mean length of the image of a segment after each layer.
#include "tool/figure_sparse.h"
#include <math.h>

enum { SHARES = 5 };
static const size_t percents[SHARES] = {10, 30, 50, 70, 90};
// sigma_w = 6: variance 36 is not of the form C(C + 1)/3.
static const char init[] = "gaussian:36,1/10000";

static crease_status add_rows(table *t, const lengths *l, size_t which, const sparse_case *s,
                              crease_error *error)
{
    double lower, upper, start = 0;
    if (sparse_bounds(&lower, &upper, s, error))
        return CREASE_ERROR;
    for (size_t i = 0; i < l->repeats; i++)
        start += lengths_of(l, which, i)[0] / (double)l->repeats;
    for (size_t layer = 0; layer <= l->of[which].depth; layer++) {
        cells mean;
        sample length;
        sample_init(&length);
        for (size_t i = 0; i < l->repeats; i++)
            sample_add_double(&length, lengths_of(l, which, i)[layer]);
        table_add(t, "%.9g,%zu,%s,%.9g,%.9g", s->alpha, layer, cells_mean(&mean, &length),
                  start * pow(lower, (double)layer), start * pow(upper, (double)layer));
        sample_clear(&length);
    }
    return CREASE_OK;
}

static crease_status measure(experiment *e, crease_error *error)
{
    size_t width = e->how.quick ? 16 : 64, depth = e->how.quick ? 4 : 8;
    sparse_case s[SHARES];
    lengths_case of[SHARES];
    for (size_t i = 0; i < SHARES; i++) {
        sparse_init(&s[i], 0, 1, percents[i], width, depth, LENGTHS_SEGMENT);
        s[i].of.how.init = init;
        of[i] = s[i].of;
    }
    lengths l;
    crease_status status = lengths_measure(&l, e, of, SHARES, e->how.quick ? 6 : 30, error);
    for (size_t i = 0; i < SHARES && status == CREASE_OK; i++)
        status = add_rows(&e->found, &l, i, &s[i], error);
    lengths_clear(&l);
    return status;
}

static const table_chart plot = {
    .title = "Length of the image of a segment, weights N(0, 36/k) kept with probability alpha",
    .x = "layer",
    .x_label = "layer",
    .y_label = "mean length",
    .log_y = 1,
    .series = "alpha",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "alpha = %s"},
              {.y = "lower", .name = "alpha = %s: Corollary 1", .style = CHART_DASHED},
              {.y = "upper", .name = "alpha = %s: second moment", .style = CHART_DOTTED}},
};

const figure figure_sparse_2 = {
    .about = {.name = "sparse-2",
              .title = "length of the image of a segment after each layer, for several shares of "
                       "weights kept",
              .source = "Price and Tanner, figure 2 and Corollary 1",
              .exact = "the length for each network, enclosed to a relative width of 1e-12",
              .sampled = "networks: 30 for each share; segments between normal points: 10 for each "
                         "network",
              .sizes = "width 64 in place of 784, which the growth does not depend on; normal "
                       "points in place of MNIST's"},
    .columns = "alpha,layer,mean,low,high,lower,upper",
    .measure = measure,
    .chart = &plot,
};
