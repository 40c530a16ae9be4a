// Raghu et al., figure 1: how the image of an arc grows, layer by layer, in hard-tanh networks.
#include "base/memory.h"
#include "theory/growth.h"
#include "tool/figure_lengths.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A grid of widths and variances; depth as deep as pays.
typedef struct {
    size_t width[5], widths;
    int variance[6];
    size_t variances;
    size_t depth, repeats, vertices, paths;
} plan;

static const plan plans[4][2] = {
    // full, quick
    {{{32}, 1, {1, 2, 4, 8, 16, 32}, 6, 8, 20, 129, 4}, {{16}, 1, {1, 4, 16}, 3, 4, 4, 17, 1}},
    {{{8, 16, 32, 64, 128}, 5, {4}, 1, 8, 10, 65, 4}, {{8, 16, 32}, 3, {4}, 1, 4, 4, 17, 1}},
    {{{8, 16, 32, 64, 128}, 5, {2, 8, 32}, 3, 4, 10, 33, 4},
     {{8, 16, 32}, 3, {2, 8}, 2, 3, 4, 9, 2}},
    {{{8, 32, 128}, 3, {1, 2, 4, 8, 16, 32}, 6, 4, 10, 33, 4},
     {{8, 32}, 2, {1, 4, 16}, 3, 3, 4, 9, 2}},
};

// The texts of the variances are kept beside the cases.
typedef struct {
    lengths_case *of;
    char (*init)[32];
    size_t count;
} grid;

static void grid_init(grid *g, const plan *p)
{
    g->count = p->widths * p->variances;
    g->of = memory_new(g->count, sizeof *g->of);
    g->init = memory_new(g->count, sizeof *g->init);
    for (size_t i = 0; i < g->count; i++) {
        snprintf(g->init[i], sizeof g->init[i], "gaussian:%d", p->variance[i % p->variances]);
        g->of[i] = (lengths_case){.width = p->width[i / p->variances],
                                  .depth = p->depth,
                                  .how = {.init = g->init[i], .activation = "hardtanh"},
                                  .path = LENGTHS_ARC,
                                  .vertices = p->vertices,
                                  .paths = p->paths};
    }
}

static void grid_clear(grid *g)
{
    free(g->of);
    free(g->init);
}

// The bounds grow with the layers from the length that the path has at first.
static void add_layers(table *t, const lengths *l, size_t which, int variance)
{
    double width = (double)l->of[which].width, start = 0;
    for (size_t i = 0; i < l->repeats; i++)
        start += lengths_of(l, which, i)[0] / (double)l->repeats;
    for (size_t layer = 0; layer <= l->of[which].depth; layer++) {
        cells mean;
        sample length;
        sample_init(&length);
        for (size_t i = 0; i < l->repeats; i++)
            sample_add_double(&length, lengths_of(l, which, i)[layer]);
        table_add(t, "%zu,%d,%zu,%s,%.9g,%.9g", l->of[which].width, variance, layer,
                  cells_mean(&mean, &length),
                  start * pow(growth_raghu(variance, 0, width), (double)layer),
                  start * pow(variance, (double)layer / 2));
        sample_clear(&length);
    }
}

static void add_growth(table *t, const lengths *l, size_t which, int variance)
{
    double width = (double)l->of[which].width;
    cells mean;
    sample growth;
    sample_init(&growth);
    lengths_growths(&growth, l, which, 2);
    table_add(t, "%zu,%d,%s,%.9g,%.9g,%.9g", l->of[which].width, variance,
              cells_mean(&mean, &growth), growth_raghu(variance, 0, width),
              growth_raghu_order(variance, 0, width), sqrt(variance));
    sample_clear(&growth);
}

static crease_status measure(experiment *e, crease_error *error)
{
    size_t letter = (size_t)(e->what->about.name[strlen("raghu-1")] - 'a');
    const plan *p = &plans[letter][e->how.quick];
    grid g;
    lengths l;
    grid_init(&g, p);
    crease_status status = lengths_measure(&l, e, g.of, g.count, p->repeats, error);
    for (size_t i = 0; i < g.count && status == CREASE_OK; i++) {
        int variance = p->variance[i % p->variances];
        if (letter < 2)
            add_layers(&e->found, &l, i, variance);
        else
            add_growth(&e->found, &l, i, variance);
    }
    lengths_clear(&l);
    grid_clear(&g);
    return status;
}

#define LAYERS "width,variance,layer,mean,low,high,lower,upper"
#define GROWTH "width,variance,mean,low,high,lower,order,upper"
#define EXACT \
    "the length of the image of a polygon on the arc, enclosed to a relative width of 1e-12"
#define SAMPLED(networks) "networks: " networks " for each point; arcs: 4 for each network"

static const table_chart chart_a = {
    .title = "Length of the image of an arc, hard-tanh, width 32",
    .x = "layer",
    .x_label = "layer",
    .y_label = "length",
    .log_y = 1,
    .series = "variance",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "variance %s"},
              {.y = "lower", .name = "variance %s: Theorem 1", .style = CHART_DASHED}},
};

const figure figure_raghu_1a = {
    .about =
        {.name = "raghu-1a",
         .title = "length after each layer, for several variances",
         .source = "Raghu et al. 2017, figure 1a and Theorem 1",
         .exact = EXACT,
         .sampled = SAMPLED("20"),
         .sizes =
             "arcs of 128 segments, where the paper has 10^6: a polygon's breakpoints are exact"},
    .columns = LAYERS,
    .measure = measure,
    .chart = &chart_a,
};

static const table_chart chart_b = {
    .title = "Length of the image of an arc, hard-tanh, variance 4",
    .x = "layer",
    .x_label = "layer",
    .y_label = "length",
    .log_y = 1,
    .series = "width",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "width %s"},
              {.y = "lower", .name = "width %s: Theorem 1", .style = CHART_DASHED}},
};

const figure figure_raghu_1b = {
    .about = {.name = "raghu-1b",
              .title = "length after each layer, for several widths",
              .source = "Raghu et al. 2017, figure 1b and Theorem 1",
              .exact = EXACT,
              .sampled = SAMPLED("10"),
              .sizes = "arcs of 64 segments; widths up to 128"},
    .columns = LAYERS,
    .measure = measure,
    .chart = &chart_b,
};

static const table_chart chart_c = {
    .title = "Growth of the length in one layer, hard-tanh",
    .x = "width",
    .x_label = "width",
    .y_label = "growth factor",
    .log_x = 1,
    .log_y = 1,
    .series = "variance",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "variance %s"},
              {.y = "lower", .name = "variance %s: Theorem 1", .style = CHART_DASHED}},
};

const figure figure_raghu_1c = {
    .about = {.name = "raghu-1c",
              .title = "growth of the length in a layer against the width",
              .source = "Raghu et al. 2017, figure 1c and Theorem 1",
              .exact = EXACT,
              .sampled = SAMPLED("10"),
              .sizes = "arcs of 32 segments; widths up to 128"},
    .columns = GROWTH,
    .measure = measure,
    .chart = &chart_c,
};

static const table_chart chart_d = {
    .title = "Growth of the length in one layer, hard-tanh",
    .x = "variance",
    .x_label = "variance of the weights, times width",
    .y_label = "growth factor",
    .log_x = 1,
    .log_y = 1,
    .series = "width",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "width %s"},
              {.y = "lower", .name = "width %s: Theorem 1", .style = CHART_DASHED},
              {.y = "upper", .name = "upper bound", .style = CHART_DASHED, .once = 1}},
};

const figure figure_raghu_1d = {
    .about = {.name = "raghu-1d",
              .title = "growth of the length in a layer against the variance",
              .source = "Raghu et al. 2017, figure 1d and Theorem 1",
              .exact = EXACT,
              .sampled = SAMPLED("10"),
              .sizes = "arcs of 32 segments; widths up to 128"},
    .columns = GROWTH,
    .measure = measure,
    .chart = &chart_d,
};
