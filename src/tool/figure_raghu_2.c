// Raghu et al., figure 2: transitions against length, hard-tanh.
#include "base/memory.h"
#include "tool/figure_lengths.h"
#include <stdlib.h>

// The pairs of the paper's legend. Deeper where that is not too long: transitions grow by about
// sqrt(width) a layer.
typedef struct {
    size_t width;
    int variance;
    size_t depth, quick_depth; // 0: not in the quick one
} pair;

enum { PAIRS = 8, FULL = 5, QUICK = 3, PATHS = 4, VERTICES = 17 };
static const pair pairs[PAIRS] = {{8, 2, 8, 4},  {8, 8, 8, 4},   {8, 32, 8, 4},  {64, 2, 5, 2},
                                  {64, 8, 5, 2}, {64, 32, 4, 0}, {512, 8, 2, 0}, {512, 32, 2, 0}};

static void add_rows(table *t, const lengths *l, size_t which, const pair *p)
{
    for (size_t layer = 1; layer <= l->of[which].depth; layer++) {
        sample length, transitions, ratio;
        sample_init(&length);
        sample_init(&transitions);
        sample_init(&ratio);
        for (size_t i = 0; i < l->repeats; i++) {
            double before = lengths_of(l, which, i)[layer - 1];
            double count = lengths_transitions(l, which, i)[layer];
            sample_add_double(&length, before);
            sample_add_double(&transitions, count);
            sample_add_double(&ratio, count / before);
        }
        cells counted, divided;
        table_add(t, "width %zu; variance %d,%zu,%.9g,%s,%s", p->width, p->variance, layer,
                  sample_estimate(&length).mean, cells_mean(&counted, &transitions),
                  cells_mean(&divided, &ratio));
        sample_clear(&length);
        sample_clear(&transitions);
        sample_clear(&ratio);
    }
}

static crease_status measure(experiment *e, crease_error *error)
{
    lengths_case of[PAIRS];
    const pair *shown[PAIRS];
    char init[PAIRS][32];
    size_t count = 0;
    for (const pair *p = pairs; p < pairs + PAIRS; p++) {
        size_t depth = e->how.quick ? p->quick_depth : p->depth;
        if (!depth)
            continue;
        snprintf(init[count], sizeof init[count], "gaussian:%d", p->variance);
        of[count] = (lengths_case){.width = p->width,
                                   .depth = depth,
                                   .how = {.init = init[count], .activation = "hardtanh"},
                                   .path = LENGTHS_ARC,
                                   .vertices = VERTICES,
                                   .paths = PATHS};
        shown[count++] = p;
    }
    lengths l;
    crease_status status = lengths_measure(&l, e, of, count, e->how.quick ? QUICK : FULL, error);
    for (size_t i = 0; i < count && status == CREASE_OK; i++)
        add_rows(&e->found, &l, i, shown[i]);
    lengths_clear(&l);
    return status;
}

static const table_chart plot = {
    .title = "Transitions of a layer against the length of the path before it, hard-tanh",
    .x = "length",
    .x_label = "length of the image before the layer",
    .y_label = "transitions of the layer's units",
    .log_x = 1,
    .log_y = 1,
    .series = "network",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "%s"}},
};

const figure figure_raghu_2 = {
    .about = {.name = "raghu-2",
              .title = "transitions of a layer against the length of the path before it",
              .source = "Raghu et al. 2017, figure 2 and Theorem 2",
              .exact = "transitions, saturation included, along a polygon on the arc; lengths to a "
                       "relative width of 1e-12",
              .sampled = "networks: 5 for each pair; arcs: 4 for each network",
              .sizes = "the same widths and variances; depth 8 at width 8 down to 2 at width 512"},
    .columns = "network,layer,length,mean,low,high,ratio,ratio_low,ratio_high",
    .measure = measure,
    .chart = &plot,
};
