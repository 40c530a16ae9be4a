// Hanin and Rolnick, figure 5: regions along lines through 0 and a data point, for each unit.
#include "base/memory.h"
#include "theory/growth.h"
#include "tool/figure_digits.h"
#include "tool/figure_nets.h"
#include <crease/path.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// Both the segment from 0 to the point and the whole line.
enum { SEGMENT, LINE, DOMAINS };
static const char *const domains[DOMAINS] = {"segment from 0 to the point", "whole line"};

static crease_status cross(uint64_t *regions, const experiment *e, const crease_net *net,
                           const fmpq *to, int whole, crease_error *error)
{
    fmpq *from = _fmpq_vec_init((slong)crease_net_inputs(net));
    crease_line_wanted wanted = {.places = CREASE_LINE_COUNTED, .whole_line = whole};
    crease_options options = experiment_walk(e);
    crease_line *line;
    crease_status status = crease_line_cross(&line, net, NULL, from, to, &wanted, &options, error);
    if (status != CREASE_ERROR) {
        *regions = crease_line_regions(line);
        crease_line_free(line);
    }
    _fmpq_vec_clear(from, (slong)crease_net_inputs(net));
    return status;
}

// ---- during training ----

typedef struct {
    const experiment *e;
    digits data;
    uint64_t *regions; // [domain][epoch][point]
} training;

static crease_status cross_checkpoint(void *data, size_t index, crease_error *error)
{
    training *s = data;
    const digits *d = &s->data;
    size_t point = index % d->points, epoch = index / d->points % d->epochs;
    return cross(&s->regions[index], s->e, d->net[epoch], d->point + point * d->inputs,
                 index / d->points / d->epochs == LINE, error);
}

static crease_status measure_training(experiment *e, crease_error *error)
{
    training s = {.e = e};
    const digits *d = &s.data;
    if (digits_read(&s.data, e, error))
        return CREASE_ERROR;
    size_t rows = DOMAINS * d->epochs;
    s.regions = memory_new(rows * d->points, sizeof *s.regions);
    crease_status status = experiment_run(e, rows * d->points, cross_checkpoint, &s, error);
    for (size_t row = 0; row < rows && status == CREASE_OK; row++) {
        sample ratio;
        cells mean;
        sample_init(&ratio);
        for (size_t i = 0; i < d->points; i++)
            sample_add_double(&ratio, (double)s.regions[row * d->points + i] / (double)d->units);
        table_add(&e->found, "%s,%d,%s", domains[row / d->epochs], d->epoch[row % d->epochs],
                  cells_mean(&mean, &ratio));
        sample_clear(&ratio);
    }
    free(s.regions);
    digits_clear(&s.data);
    return status;
}

static const table_chart chart_training = {
    .title = "Regions along lines through 0 and a digit, for each unit, a classifier of digits",
    .x = "epoch",
    .x_label = "epochs of training",
    .y_label = "regions / units",
    .series = "domain",
    .from_zero = 1,
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "%s"}},
};

const figure figure_hanin_5 = {
    .about = {.name = "hanin-5",
              .title = "regions along lines for each unit, during training",
              .source = "Hanin and Rolnick 2019, figure 5",
              .exact = "the regions on each line",
              .sampled = "nothing: lines through all 20 points, one network",
              .sizes = "the paper has MNIST and several networks; here scikit-learn's digits, one "
                       "network 64-32-32-32-10"},
    .columns = "domain,epoch,mean,low,high",
    .measure = measure_training,
    .chart = &chart_training,
};

// ---- at initialisation ----

enum { INPUTS = 784, SHAPES = 9, QUICK_SHAPES = 3 };
static const struct {
    size_t depth, width;
} shapes[SHAPES] = {{1, 16}, {2, 16},  {4, 16},  {1, 64}, {2, 64},
                    {4, 64}, {2, 128}, {10, 64}, {5, 128}};

typedef struct {
    const experiment *e;
    size_t nets, lines;
    double *ratio; // [shape][domain][net]: mean over the lines
} initial;

// The mean number of regions for each unit over the lines.
static crease_status cross_many(double *ratio, const experiment *e, const crease_net *net,
                                const fmpq *ends, size_t lines, int whole, crease_error *error)
{
    crease_line_wanted wanted = {.places = CREASE_LINE_COUNTED, .whole_line = whole};
    crease_options options = experiment_walk(e);
    crease_line_averages averages;
    crease_line_averages_init(&averages, net);
    crease_status status =
        crease_lines_cross(&averages, net, NULL, ends, lines, &wanted, &options, NULL, NULL, error);
    *ratio = averages.regions_per_neuron.mean;
    crease_line_averages_clear(&averages);
    return status;
}

static crease_status cross_initial(void *data, size_t index, crease_error *error)
{
    initial *s = data;
    size_t shape = index / s->nets, net_index = index % s->nets;
    size_t inputs = s->e->how.quick ? 16 : INPUTS;
    crease_random how = {.bias_std = "1/1000", .seed = parallel_seed(s->e->how.seed, net_index)};
    crease_net *net;
    if (nets_random(&net, inputs, shapes[shape].width, shapes[shape].depth, &how, error))
        return CREASE_ERROR;
    // Ends by turns: 0, which they are already, and a normal point.
    fmpq *ends = _fmpq_vec_init((slong)(2 * s->lines * inputs));
    fmpq *point = _fmpq_vec_init((slong)(s->lines * inputs));
    crease_points_random(point, s->lines, inputs, parallel_seed(how.seed, 1));
    for (size_t i = 0; i < s->lines * inputs; i++)
        fmpq_swap(ends + (2 * (i / inputs) + 1) * inputs + i % inputs, point + i);
    crease_status status = CREASE_OK;
    for (size_t domain = 0; domain < DOMAINS && status == CREASE_OK; domain++)
        status = cross_many(&s->ratio[(shape * DOMAINS + domain) * s->nets + net_index], s->e, net,
                            ends, s->lines, domain == LINE, error);
    _fmpq_vec_clear(point, (slong)(s->lines * inputs));
    _fmpq_vec_clear(ends, (slong)(2 * s->lines * inputs));
    crease_net_free(net);
    return status;
}

// What the Kac-Rice formula expects for wide layers: a number of breakpoints for each unit, and one
// more region than breakpoints. The point has coordinates of variance 1.
static double expected_ratio(size_t depth, size_t width, int whole)
{
    growth_line line = {.V = 2, .B = 1e-6, .qq = 1, .whole = whole};
    double *crossings = memory_new(depth, sizeof *crossings), sum = 0;
    growth_crossings(crossings, depth, &line, 0);
    for (size_t l = 0; l < depth; l++)
        sum += crossings[l] / (double)depth;
    free(crossings);
    return sum + 1 / (double)(depth * width);
}

static void add_shape(table *t, const initial *s, size_t shape)
{
    for (size_t domain = 0; domain < DOMAINS; domain++) {
        sample ratio;
        cells mean;
        sample_init(&ratio);
        for (size_t i = 0; i < s->nets; i++)
            sample_add_double(&ratio, s->ratio[(shape * DOMAINS + domain) * s->nets + i]);
        table_add(t, "%s,%zu,%zu,%zu,%s,%.9g", domains[domain], shapes[shape].depth,
                  shapes[shape].width, shapes[shape].depth * shapes[shape].width,
                  cells_mean(&mean, &ratio),
                  expected_ratio(shapes[shape].depth, shapes[shape].width, domain == LINE));
        sample_clear(&ratio);
    }
}

static crease_status measure_initial(experiment *e, crease_error *error)
{
    size_t count = e->how.quick ? QUICK_SHAPES : SHAPES;
    initial s = {.e = e, .nets = e->how.quick ? 4 : 10, .lines = e->how.quick ? 5 : 50};
    s.ratio = memory_new(count * DOMAINS * s.nets, sizeof *s.ratio);
    crease_status status = experiment_run(e, count * s.nets, cross_initial, &s, error);
    for (size_t i = 0; i < count && status == CREASE_OK; i++)
        add_shape(&e->found, &s, i);
    free(s.ratio);
    return status;
}

static const table_chart chart_initial = {
    .title = "Regions along lines through 0 for each unit, He weights, biases N(0, 10^-6)",
    .x = "units",
    .x_label = "hidden units N",
    .y_label = "regions / N",
    .log_x = 1,
    .series = "domain",
    .from_zero = 1,
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "%s", .style = CHART_POINTS},
              {.y = "expected", .name = "%s: Kac-Rice", .style = CHART_DOTTED}},
};

const figure figure_hanin_5_initial = {
    .about = {.name = "hanin-5-initial",
              .title = "regions along lines for each unit, at initialisation, by architecture",
              .source = "Hanin and Rolnick 2019, figure 5 and section 3.1",
              .exact = "the regions on each line; the expectation for wide layers",
              .sampled = "networks: 10 for each architecture; lines through 0 and a normal point: "
                         "50 for each network",
              .sizes = "784 inputs as in the paper; 1 to 10 layers of 16 to 128 units"},
    .columns = "domain,depth,width,units,mean,low,high,expected",
    .measure = measure_initial,
    .chart = &chart_initial,
};
