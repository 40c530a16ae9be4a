// Raghu et al., figure 10: different dichotomies against transitions, and a random walk.
#include "base/memory.h"
#include "tool/figure_cube_walk.h"
#include "tool/figure_great_circle.h"
#include <inttypes.h>
#include <stdlib.h>

enum { WIDTHS = 4, VARIANCE = 16, DEPTH = 6 };
static const size_t widths[WIDTHS] = {8, 16, 32, 64};

typedef struct {
    const experiment *e;
    size_t widths, depth, repeats;
    crease_dichotomies *found; // [width][repeat]
} study;

static crease_status sweep(void *data, size_t index, crease_error *error)
{
    study *s = data;
    great_circle of = {widths[index / s->repeats], s->depth, 0, VARIANCE};
    return great_circle_sweep(&s->found[index], s->e, &of, index % s->repeats, error);
}

// Those that all networks of a width have made.
static uint64_t fewest(const study *s, size_t which)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < s->repeats; i++) {
        const crease_dichotomies *found = &s->found[which * s->repeats + i];
        least = found->transitions < least ? found->transitions : least;
    }
    return least;
}

static void add_row(table *t, const study *s, size_t which, uint64_t transitions,
                    const double *range)
{
    cells mean;
    sample seen;
    sample_init(&seen);
    for (size_t i = 0; i < s->repeats; i++)
        sample_add_count(&seen, s->found[which * s->repeats + i].seen[transitions]);
    table_add(t, "%zu,%" PRIu64 ",%s,%.9g", widths[which], transitions, cells_mean(&mean, &seen),
              range[transitions]);
    sample_clear(&seen);
}

static uint64_t next(uint64_t transitions)
{
    return transitions < 10 ? transitions + 1 : transitions + transitions / 5;
}

// Row i of a sweep is what is seen after i transitions; the last one leads back to row 0.
static void add_rows(table *t, const study *s)
{
    uint64_t most = 0;
    for (size_t i = 0; i < s->widths; i++)
        most = fewest(s, i) > most ? fewest(s, i) : most;
    double *range = memory_new(most + 1, sizeof *range);
    cube_walk_range(range, most + 1, GREAT_CIRCLE_POINTS);
    for (size_t i = 0; i < s->widths; i++)
        for (uint64_t transitions = 1; transitions < fewest(s, i); transitions = next(transitions))
            add_row(t, s, i, transitions, range);
    free(range);
}

static crease_status measure(experiment *e, crease_error *error)
{
    study s = {.e = e,
               .widths = e->how.quick ? 2 : WIDTHS,
               .depth = e->how.quick ? 3 : DEPTH,
               .repeats = e->how.quick ? 3 : 10};
    s.found = memory_new(s.widths * s.repeats, sizeof *s.found);
    crease_status status = experiment_run(e, s.widths * s.repeats, sweep, &s, error);
    if (status == CREASE_OK)
        add_rows(&e->found, &s);
    for (size_t i = 0; i < s.widths * s.repeats; i++)
        crease_dichotomies_clear(&s.found[i]);
    free(s.found);
    return status;
}

static const table_chart plot = {
    .title = "Different dichotomies of 15 points against transitions, hard-tanh, variance 16",
    .x = "transitions",
    .x_label = "transitions since the sweep began",
    .y_label = "different dichotomies so far",
    .log_x = 1,
    .log_y = 1,
    .series = "width",
    .curve =
        {{.y = "mean", .low = "low", .high = "high", .name = "width %s"},
         {.y = "walk", .name = "random walk on the 15-cube", .style = CHART_DASHED, .once = 1}},
};

const figure figure_raghu_10 = {
    .about = {.name = "raghu-10",
              .title = "different dichotomies against transitions, and a random walk",
              .source = "Raghu et al. 2017, figure 10",
              .exact = "the sequence of dichotomies on a polygon of 256 points, for each network; "
                       "the mean of the random walk",
              .sampled = "networks of 6 layers and 15 normal points: 10 for each width",
              .sizes = "widths 8 to 64"},
    .columns = "width,transitions,mean,low,high,walk",
    .measure = measure,
    .chart = &plot,
};
