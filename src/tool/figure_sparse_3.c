// Price and Tanner, figures 3 and 5: growth of the length in a layer, three families of weights.
#include "base/memory.h"
#include "tool/figure_sparse.h"
#include <stdlib.h>
#include <string.h>

// One point of a chart for each family.
typedef struct {
    size_t C, percent;
    lengths_path path;
} point;

enum { MOST_POINTS = 20 };

typedef struct {
    point point[MOST_POINTS];
    size_t points, width, depth, repeats;
} plan;

static plan make_plan(const char *name, int quick)
{
    plan p = {.width = quick ? 16 : 64, .depth = quick ? 3 : 4, .repeats = quick ? 6 : 30};
    size_t step = quick ? 40 : 10;
    for (size_t C = 1; !strcmp(name, "sparse-3a") && C <= (quick ? 2 : 8); C++)
        p.point[p.points++] = (point){C, 50, LENGTHS_SEGMENT};
    for (size_t share = step; !strcmp(name, "sparse-3b") && share <= 100; share += step)
        p.point[p.points++] = (point){3, share, LENGTHS_SEGMENT};
    for (size_t share = 2 * step; !strcmp(name, "sparse-5") && share <= 100; share += 2 * step) {
        p.point[p.points++] = (point){3, share, LENGTHS_SEGMENT};
        p.point[p.points++] = (point){3, share, LENGTHS_ARC};
    }
    return p;
}

// Layers from the second on: what comes into the first is not the image of anything.
static crease_status add_row(table *t, const lengths *l, size_t which, const sparse_case *s,
                             crease_error *error)
{
    double lower, upper;
    if (sparse_bounds(&lower, &upper, s, error))
        return CREASE_ERROR;
    cells mean;
    sample growth;
    sample_init(&growth);
    size_t without = lengths_growths(&growth, l, which, 2);
    table_add(t, "%s,%s,%.9g,%.9g,%s,%.9g,%.9g,%zu",
              s->of.path == LENGTHS_ARC ? "arcs" : "segments", sparse_name(s->family),
              sparse_deviation(s->C), s->alpha, cells_mean(&mean, &growth), lower, upper, without);
    sample_clear(&growth);
    return CREASE_OK;
}

static crease_status measure(experiment *e, crease_error *error)
{
    plan p = make_plan(e->what->about.name, e->how.quick);
    size_t cases = p.points * SPARSE_FAMILIES;
    sparse_case *s = memory_new(cases, sizeof *s);
    lengths_case *of = memory_new(cases, sizeof *of);
    for (size_t i = 0; i < cases; i++) {
        const point *at = &p.point[i / SPARSE_FAMILIES];
        sparse_init(&s[i], i % SPARSE_FAMILIES, at->C, at->percent, p.width, p.depth, at->path);
        of[i] = s[i].of;
    }
    lengths l;
    crease_status status = lengths_measure(&l, e, of, cases, p.repeats, error);
    for (size_t i = 0; i < cases && status == CREASE_OK; i++)
        status = add_row(&e->found, &l, i, &s[i], error);
    lengths_clear(&l);
    free(of);
    free(s);
    return status;
}

#define COLUMNS "path,family,deviation,alpha,mean,low,high,lower,upper,vanished"
static const table_chart chart_deviation = {
    .title = "Growth of the length in a layer, half of the weights kept",
    .x = "deviation",
    .x_label = "standard deviation of the weights, times sqrt(k)",
    .y_label = "growth factor",
    .series = "family",
    .curve =
        {{.y = "mean", .low = "low", .high = "high", .name = "%s"},
         {.y = "lower", .name = "%s: Corollary", .style = CHART_DASHED},
         {.y = "upper", .name = "root of the second moment", .style = CHART_DASHED, .once = 1}},
};

static const table_chart chart_alpha = {
    .title = "Growth of the length in a layer, weights of standard deviation 2/sqrt(k)",
    .x = "alpha",
    .x_label = "alpha, the probability that a weight is kept",
    .y_label = "growth factor",
    .series = "family",
    .curve =
        {{.y = "mean", .low = "low", .high = "high", .name = "%s"},
         {.y = "lower", .name = "%s: Corollary", .style = CHART_DASHED},
         {.y = "upper", .name = "root of the second moment", .style = CHART_DASHED, .once = 1}},
};

static const table_chart chart_paths = {
    .title = "Growth of the length in a layer, weights of standard deviation 2/sqrt(k)",
    .x = "alpha",
    .x_label = "alpha, the probability that a weight is kept",
    .y_label = "growth factor",
    .series = "family",
    .panel = "path",
    .curve =
        {{.y = "mean", .low = "low", .high = "high", .name = "%s"},
         {.y = "lower", .name = "%s: Corollary", .style = CHART_DASHED},
         {.y = "upper", .name = "root of the second moment", .style = CHART_DASHED, .once = 1}},
};

#define EXACT                                                                               \
    "the growth for each network, from lengths enclosed to a relative width of 1e-12; the " \
    "second moment"
#define SAMPLED "networks: 30 for each point; paths: 10 for each network"

const figure figure_sparse_3a = {
    .about = {.name = "sparse-3a",
              .title = "growth of the length in a layer against the deviation of the weights",
              .source = "Price and Tanner, figure 3a and Corollaries 1 to 3",
              .exact = EXACT,
              .sampled = SAMPLED,
              .sizes = "width 64 in place of 784, 4 layers; deviations are those of -C, .., C"},
    .columns = COLUMNS,
    .measure = measure,
    .chart = &chart_deviation,
};

const figure figure_sparse_3b = {
    .about = {.name = "sparse-3b",
              .title = "growth of the length in a layer against the share of weights kept",
              .source = "Price and Tanner, figure 3b and Corollaries 1 to 3",
              .exact = EXACT,
              .sampled = SAMPLED,
              .sizes = "width 64 in place of 784, 4 layers"},
    .columns = COLUMNS,
    .measure = measure,
    .chart = &chart_alpha,
};

const figure figure_sparse_5 = {
    .about = {.name = "sparse-5",
              .title = "growth of the length in a layer, of segments and of arcs",
              .source = "Price and Tanner, figure 5 and Corollaries 1 to 3",
              .exact = EXACT "; arcs are polygons of 64 segments",
              .sampled = SAMPLED,
              .sizes = "width 64 in place of 500, 4 layers; arcs in planes through normal points"},
    .columns = COLUMNS,
    .measure = measure,
    .chart = &chart_paths,
};
