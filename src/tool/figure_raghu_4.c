// Raghu et al., figures 4 and 5: dichotomies against the depth that remains after a layer.
#include "base/memory.h"
#include "tool/figure_great_circle.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CASES = 64, VARIANCE = 8 };

typedef struct {
    const experiment *e;
    great_circle of[MOST_CASES];
    size_t cases, repeats;
    uint64_t *distinct, *transitions; // [case][repeat]
} study;

// Remaining depth: hidden layers after the one that turns.
static size_t remaining(const great_circle *of)
{
    return of->depth - 1 - of->layer;
}

// Figure 4: the first layer turns, several widths. Figure 5: one width, several layers turn.
static void choose_cases(study *s, int by_layer, int quick)
{
    static const size_t widths[] = {8, 16, 32, 64}, depths[] = {4, 6, 8};
    size_t deepest = quick ? 3 : 8;
    for (size_t i = 0; !by_layer && i < (quick ? 2 : sizeof widths / sizeof *widths); i++)
        for (size_t depth = 1; depth <= deepest; depth += quick ? 1 : depth < 4 ? 1 : 2)
            s->of[s->cases++] = (great_circle){widths[i], depth, 0, VARIANCE};
    for (size_t i = 0; by_layer && i < (quick ? 1 : sizeof depths / sizeof *depths); i++)
        for (size_t layer = 0; layer < depths[i]; layer++)
            s->of[s->cases++] = (great_circle){quick ? 12 : 32, depths[i], layer, VARIANCE};
}

static crease_status count(void *data, size_t index, crease_error *error)
{
    study *s = data;
    crease_dichotomies found;
    crease_status status =
        great_circle_sweep(&found, s->e, &s->of[index / s->repeats], index % s->repeats, error);
    s->distinct[index] = found.distinct;
    s->transitions[index] = found.transitions;
    crease_dichotomies_clear(&found);
    return status;
}

static void add_row(table *t, const study *s, size_t which)
{
    const great_circle *of = &s->of[which];
    sample distinct, transitions;
    cells counted;
    sample_init(&distinct);
    sample_init(&transitions);
    for (size_t i = 0; i < s->repeats; i++) {
        sample_add_count(&distinct, s->distinct[which * s->repeats + i]);
        sample_add_count(&transitions, s->transitions[which * s->repeats + i]);
    }
    table_add(t, "%zu,%zu,%zu,%zu,%s,%.9g,%d", of->width, of->depth, of->layer + 1, remaining(of),
              cells_mean(&counted, &distinct), sample_estimate(&transitions).mean,
              1 << GREAT_CIRCLE_POINTS);
    sample_clear(&distinct);
    sample_clear(&transitions);
}

static crease_status measure(experiment *e, crease_error *error)
{
    study s = {.e = e, .repeats = e->how.quick ? 2 : 5};
    choose_cases(&s, !strcmp(e->what->about.name, "raghu-5"), e->how.quick);
    s.distinct = memory_new(s.cases * s.repeats, sizeof *s.distinct);
    s.transitions = memory_new(s.cases * s.repeats, sizeof *s.transitions);
    crease_status status = experiment_run(e, s.cases * s.repeats, count, &s, error);
    for (size_t i = 0; i < s.cases && status == CREASE_OK; i++)
        add_row(&e->found, &s, i);
    free(s.distinct);
    free(s.transitions);
    return status;
}

static const table_chart chart_4 = {
    .title = "Dichotomies of 15 points while the first layer turns, hard-tanh, variance 8",
    .x = "remaining",
    .x_label = "layers after the first",
    .y_label = "different dichotomies",
    .log_y = 1,
    .series = "width",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "width %s"},
              {.y = "all", .name = "all, 2^15", .style = CHART_DASHED, .once = 1}},
};

static const table_chart chart_5 = {
    .title = "Dichotomies of 15 points while one layer turns, hard-tanh, width 32, variance 8",
    .x = "remaining",
    .x_label = "layers after the one that turns",
    .y_label = "different dichotomies",
    .log_y = 1,
    .series = "depth",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "%s layers in all"},
              {.y = "all", .name = "all, 2^15", .style = CHART_DASHED, .once = 1}},
};

#define COLUMNS "width,depth,turning,remaining,mean,low,high,transitions,all"
#define EXACT \
    "the dichotomies on a polygon of 256 rational points of the great circle, for each network"
#define SAMPLED "networks and 15 normal points: 5 for each point of the chart"

const figure figure_raghu_4 = {
    .about = {.name = "raghu-4",
              .title = "dichotomies of 15 points while the first layer's weights turn",
              .source = "Raghu et al. 2017, figure 4",
              .exact = EXACT,
              .sampled = SAMPLED,
              .sizes = "widths 8 to 64 in place of up to 600, 0 to 7 layers after the first in "
                       "place of 2 to 18"},
    .columns = COLUMNS,
    .measure = measure,
    .chart = &chart_4,
};

const figure figure_raghu_5 = {
    .about = {.name = "raghu-5",
              .title = "dichotomies of 15 points while the weights of one of the layers turn",
              .source = "Raghu et al. 2017, figure 5",
              .exact = EXACT,
              .sampled = SAMPLED,
              .sizes = "width 32 in place of 128, 4 to 8 layers"},
    .columns = COLUMNS,
    .measure = measure,
    .chart = &chart_5,
};
