// Hanin and Rolnick 2019: noise, lines, distances and planes, of random and trained networks.
#include "base/memory.h"
#include "base/random.h"
#include "theory/growth.h"
#include "tool/figure_nets.h"
#include <crease/path.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// Rows of figures 5 and 6 at initialisation.
typedef struct {
    size_t depth, width;
} shape;

// He weights, biases N(0, 10^-6).
static crease_status make_random(crease_net **net, size_t inputs, shape of, uint64_t seed,
                                 crease_error *error)
{
    crease_random how = {.bias_std = "1/1000", .seed = seed};
    return nets_random(net, inputs, of.width, of.depth, &how, error);
}

// ---- figure 3: a sawtooth network before and after noise on all its numbers ----

// Noise has standard deviation 2^-k, k = 0 .. NOISES - 1.
enum { NOISES = 13, DEPTHS = 3 };
static const int depths[DEPTHS] = {6, 9, 12};

static crease_status make_sawtooth(crease_net **net, int depth, crease_error *error)
{
    char layers[16];
    snprintf(layers, sizeof layers, "%d", depth);
    const crease_argument argument = {"layers", layers};
    return crease_build(net, "telgarsky:sawtooth", &argument, 1, error);
}

static crease_status make_noisy(crease_net **net, const experiment *e, int depth, size_t size,
                                size_t repeat, crease_error *error)
{
    if (make_sawtooth(net, depth, error))
        return CREASE_ERROR;
    fmpq_t variance;
    fmpq_init(variance);
    fmpq_one(variance);
    fmpq_div_2exp(variance, variance, 2 * size);
    // The same directions for every size.
    crease_status status =
        nets_add_noise(*net, variance, parallel_seed(e->how.seed, repeat), error);
    if (status)
        crease_net_free(*net);
    fmpq_clear(variance);
    return status;
}

static crease_status count_pieces(double *pieces, const grid *g, size_t which, size_t repeat,
                                  crease_error *error)
{
    crease_net *net;
    crease_domain *segment;
    if (make_noisy(&net, g->e, depths[which / NOISES], which % NOISES, repeat, error))
        return CREASE_ERROR;
    crease_status status = crease_domain_parse_box(&segment, "0,1", 1, error);
    if (status == CREASE_OK) {
        status = experiment_count(pieces, NULL, g->e, net, segment, error);
        crease_domain_free(segment);
    }
    crease_net_free(net);
    return status;
}

static crease_status measure_3(experiment *e, crease_error *error)
{
    grid g = {.e = e,
              .cases = DEPTHS * NOISES,
              .repeats = e->how.quick ? 3 : 100,
              .width = 1,
              .measure = count_pieces};
    crease_status status = grid_measure(&g, error);
    for (size_t i = 0; i < g.cases && status == CREASE_OK; i++) {
        cells mean;
        table_add(&e->found, "%d layers,%.9g,%s,%d", depths[i / NOISES],
                  1.0 / (double)(1 << i % NOISES), grid_cells(&mean, &g, i, 0),
                  1 << depths[i / NOISES]);
    }
    grid_clear(&g);
    return status;
}

// The function on [0, 1], with six layers: without noise and with noise of size 1/8.
static crease_status draw_3(experiment *e, crease_error *error)
{
    crease_net *clean, *noisy;
    crease_domain *segment;
    if (make_sawtooth(&clean, depths[0], error))
        return CREASE_ERROR;
    crease_status status = make_noisy(&noisy, e, depths[0], 3, 0, error);
    if (status == CREASE_OK) {
        status = crease_domain_parse_box(&segment, "0,1", 1, error);
        if (status == CREASE_OK) {
            status = experiment_picture(e, "before", clean, segment, error);
            if (status == CREASE_OK)
                status = experiment_picture(e, "after", noisy, segment, error);
            crease_domain_free(segment);
        }
        crease_net_free(noisy);
    }
    crease_net_free(clean);
    return status;
}

// ---- figure 5: regions along lines through 0 and a point, for each unit ----

// Both the segment from 0 to the point and the whole line.
enum { SEGMENT, LINE, DOMAINS };
static const char *const domains[DOMAINS] = {"segment from 0 to the point", "whole line"};

// The mean number of regions for each unit over the lines, whose ends come by turns.
static crease_status cross(double *ratio, const experiment *e, const crease_net *net,
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

// During training: one line for each point.
static crease_status cross_checkpoint(double *ratio, const grid *g, size_t which, size_t repeat,
                                      crease_error *error)
{
    const digits *d = g->data;
    fmpq *ends = _fmpq_vec_init((slong)(2 * d->inputs));
    for (size_t i = 0; i < d->inputs; i++)
        fmpq_set(ends + d->inputs + i, d->point + repeat * d->inputs + i);
    crease_status status =
        cross(ratio, g->e, d->net[which % d->epochs], ends, 1, which / d->epochs == LINE, error);
    _fmpq_vec_clear(ends, (slong)(2 * d->inputs));
    return status;
}

static crease_status measure_5(experiment *e, crease_error *error)
{
    digits d;
    if (digits_read(&d, e, error))
        return CREASE_ERROR;
    grid g = {.e = e,
              .cases = DOMAINS * d.epochs,
              .repeats = d.points,
              .width = 1,
              .measure = cross_checkpoint,
              .data = &d};
    crease_status status = grid_measure(&g, error);
    for (size_t i = 0; i < g.cases && status == CREASE_OK; i++) {
        cells mean;
        table_add(&e->found, "%s,%d,%s", domains[i / d.epochs], d.epoch[i % d.epochs],
                  grid_cells(&mean, &g, i, 0));
    }
    grid_clear(&g);
    digits_clear(&d);
    return status;
}

static const shape shapes_5[] = {{1, 16}, {2, 16},  {4, 16},  {1, 64}, {2, 64},
                                 {4, 64}, {2, 128}, {10, 64}, {5, 128}};

static crease_status cross_initial(double *ratio, const grid *g, size_t which, size_t repeat,
                                   crease_error *error)
{
    size_t inputs = g->e->how.quick ? 16 : 784, lines = g->e->how.quick ? 5 : 50;
    uint64_t seed = parallel_seed(g->e->how.seed, repeat);
    crease_net *net;
    if (make_random(&net, inputs, shapes_5[which], seed, error))
        return CREASE_ERROR;
    // Ends by turns: 0, which they are already, and a normal point.
    fmpq *ends = _fmpq_vec_init((slong)(2 * lines * inputs));
    fmpq *point = _fmpq_vec_init((slong)(lines * inputs));
    crease_points_random(point, lines, inputs, parallel_seed(seed, 1));
    for (size_t i = 0; i < lines * inputs; i++)
        fmpq_swap(ends + (2 * (i / inputs) + 1) * inputs + i % inputs, point + i);
    crease_status status = CREASE_OK;
    for (int domain = 0; domain < DOMAINS && status == CREASE_OK; domain++)
        status = cross(ratio + domain, g->e, net, ends, lines, domain == LINE, error);
    _fmpq_vec_clear(point, (slong)(lines * inputs));
    _fmpq_vec_clear(ends, (slong)(2 * lines * inputs));
    crease_net_free(net);
    return status;
}

// What the Kac-Rice formula expects for wide layers: a number of breakpoints for each unit, and one
// more region than breakpoints. The point has coordinates of variance 1.
static double expected_ratio(shape of, int whole)
{
    growth_line line = {.V = 2, .B = 1e-6, .qq = 1, .whole = whole};
    double *crossings = memory_new(of.depth, sizeof *crossings), sum = 0;
    growth_crossings(crossings, of.depth, &line, 0);
    for (size_t l = 0; l < of.depth; l++)
        sum += crossings[l] / (double)of.depth;
    free(crossings);
    return sum + 1 / (double)(of.depth * of.width);
}

static crease_status measure_5_initial(experiment *e, crease_error *error)
{
    grid g = {.e = e,
              .cases = e->how.quick ? 3 : sizeof shapes_5 / sizeof *shapes_5,
              .repeats = e->how.quick ? 4 : 10,
              .width = DOMAINS,
              .measure = cross_initial};
    crease_status status = grid_measure(&g, error);
    for (size_t i = 0; i < DOMAINS * g.cases && status == CREASE_OK; i++) {
        shape of = shapes_5[i / DOMAINS];
        int domain = i % DOMAINS;
        cells mean;
        table_add(&e->found, "%s,%zu,%zu,%zu,%s,%.9g", domains[domain], of.depth, of.width,
                  of.depth * of.width, grid_cells(&mean, &g, i / DOMAINS, (size_t)domain),
                  expected_ratio(of, domain == LINE));
    }
    grid_clear(&g);
    return status;
}

// ---- figure 6: N times the distance to the nearest boundary ----

// scaled[i]: of the i-th of count points, N being `units`.
static crease_status measure_distances(double *scaled, const experiment *e, const crease_net *net,
                                       size_t units, const fmpq *point, size_t count,
                                       crease_error *error)
{
    fmpq *squared = _fmpq_vec_init((slong)count);
    crease_status status = near_measure(squared, e, net, point, count, error);
    for (size_t i = 0; i < count && status == CREASE_OK; i++)
        scaled[i] = (double)units * near_distance(squared + i);
    _fmpq_vec_clear(squared, (slong)count);
    return status;
}

static const char *const kinds_6[] = {"data points", "uniform in the cube"};

typedef struct {
    digits data;
    fmpq *random;
    size_t randoms;
} samples;

// One checkpoint: the data points, then the random ones.
static crease_status measure_checkpoint(double *scaled, const grid *g, size_t which, size_t repeat,
                                        crease_error *error)
{
    (void)repeat;
    const samples *s = g->data;
    const digits *d = &s->data;
    crease_status status =
        measure_distances(scaled, g->e, d->net[which], d->units, d->point, d->points, error);
    if (status)
        return status;
    return measure_distances(scaled + d->points, g->e, d->net[which], d->units, s->random,
                             s->randoms, error);
}

static crease_status choose_points(fmpq *point, size_t count, size_t inputs, uint64_t seed,
                                   crease_error *error)
{
    crease_domain *cube;
    if (crease_domain_parse_box(&cube, "0,1", inputs, error))
        return CREASE_ERROR;
    crease_status status = crease_points_uniform(point, count, cube, seed, error);
    crease_domain_free(cube);
    return status;
}

static crease_status measure_6(experiment *e, crease_error *error)
{
    samples s = {.randoms = e->how.quick ? 20 : 200};
    const digits *d = &s.data;
    if (digits_read(&s.data, e, error))
        return CREASE_ERROR;
    s.random = _fmpq_vec_init((slong)(s.randoms * d->inputs));
    grid g = {.e = e,
              .cases = d->epochs,
              .repeats = 1,
              .width = d->points + s.randoms,
              .measure = measure_checkpoint,
              .data = &s};
    crease_status status = choose_points(s.random, s.randoms, d->inputs, e->how.seed, error);
    if (status == CREASE_OK)
        status = grid_measure(&g, error);
    for (size_t i = 0; i < 2 * d->epochs && status == CREASE_OK; i++) {
        size_t kind = i / d->epochs, epoch = i % d->epochs;
        cells mean;
        table_add(&e->found, "%s,%d,%s,0.4,1.5", kinds_6[kind], d->epoch[epoch],
                  cells_of(&mean, grid_at(&g, epoch, 0) + (kind ? d->points : 0),
                           kind ? s.randoms : d->points, 1));
    }
    grid_clear(&g);
    _fmpq_vec_clear(s.random, (slong)(s.randoms * d->inputs));
    digits_clear(&s.data);
    return status;
}

enum { INPUTS = 16 };
static const shape shapes_6[] = {{1, 8},  {2, 8},  {4, 8},  {1, 16}, {1, 32}, {2, 16},
                                 {4, 16}, {2, 32}, {4, 32}, {8, 16}, {2, 64}, {4, 64}};

// The mean over the points.
static crease_status measure_net(double *mean, const grid *g, size_t which, size_t repeat,
                                 crease_error *error)
{
    enum { MOST_POINTS = 20 };
    size_t points = g->e->how.quick ? 5 : MOST_POINTS;
    uint64_t seed = parallel_seed(g->e->how.seed, repeat);
    double scaled[MOST_POINTS];
    crease_net *net;
    shape of = shapes_6[which];
    if (make_random(&net, INPUTS, of, seed, error))
        return CREASE_ERROR;
    fmpq *point = _fmpq_vec_init((slong)(points * INPUTS));
    crease_points_random(point, points, INPUTS, parallel_seed(seed, 1));
    crease_status status =
        measure_distances(scaled, g->e, net, of.depth * of.width, point, points, error);
    for (size_t i = 0; i < points && status == CREASE_OK; i++)
        *mean += scaled[i] / (double)points;
    _fmpq_vec_clear(point, (slong)(points * INPUTS));
    crease_net_free(net);
    return status;
}

static crease_status measure_6_initial(experiment *e, crease_error *error)
{
    grid g = {.e = e,
              .cases = e->how.quick ? 4 : sizeof shapes_6 / sizeof *shapes_6,
              .repeats = e->how.quick ? 4 : 50,
              .width = 1,
              .measure = measure_net};
    crease_status status = grid_measure(&g, error);
    for (size_t i = 0; i < g.cases && status == CREASE_OK; i++) {
        shape of = shapes_6[i];
        cells mean;
        table_add(&e->found, "%zu layers,%zu,%zu,%s,0.4,1.5", of.depth, of.width,
                  of.depth * of.width, grid_cells(&mean, &g, i, 0));
    }
    grid_clear(&g);
    return status;
}

// ---- figure 7: the distances to the nearest boundary, as a histogram ----

// Bins are 1/8 wide in N times the distance; the last one takes what is farther.
enum { BINS = 40, BINS_A_UNIT = 8 };
enum { INITIAL, BEFORE, AFTER, KINDS };
static const char *const kinds_7[KINDS] = {"He; depth 4; width 16", "digits before training",
                                           "digits after 50 epochs"};

static size_t points_7(const experiment *e)
{
    return e->how.quick ? 10 : 20;
}

static crease_status fill(double *bin, const experiment *e, const crease_net *net, size_t units,
                          const fmpq *point, crease_error *error)
{
    fmpq *squared = _fmpq_vec_init((slong)points_7(e));
    crease_status status = near_measure(squared, e, net, point, points_7(e), error);
    if (status == CREASE_OK) {
        uint64_t count[BINS] = {0};
        fmpq_t width;
        fmpq_init(width);
        fmpq_set_ui(width, 1, BINS_A_UNIT * units);
        crease_distance_histogram(count, BINS, width, squared, points_7(e));
        fmpq_clear(width);
        for (size_t i = 0; i < BINS; i++)
            bin[i] = (double)count[i];
    }
    _fmpq_vec_clear(squared, (slong)points_7(e));
    return status;
}

// A random network and normal points, or a trained one and uniform points of the cube.
static crease_status fill_bins(double *bin, const grid *g, size_t which, size_t repeat,
                               crease_error *error)
{
    const digits *d = g->data;
    const shape of = {4, 16};
    size_t count = points_7(g->e), inputs = which == INITIAL ? INPUTS : d->inputs;
    uint64_t seed = parallel_seed(g->e->how.seed, repeat);
    fmpq *point = _fmpq_vec_init((slong)(count * inputs));
    crease_net *net = NULL;
    crease_status status;
    if (which == INITIAL) {
        crease_points_random(point, count, inputs, parallel_seed(seed, 1));
        status = make_random(&net, inputs, of, seed, error);
        if (status == CREASE_OK)
            status = fill(bin, g->e, net, of.depth * of.width, point, error);
        crease_net_free(net);
    } else {
        status = choose_points(point, count, inputs, seed, error);
        if (status == CREASE_OK)
            status = fill(bin, g->e, d->net[which == BEFORE ? 0 : d->epochs - 1], d->units, point,
                          error);
    }
    _fmpq_vec_clear(point, (slong)(count * inputs));
    return status;
}

static crease_status measure_7(experiment *e, crease_error *error)
{
    digits d;
    if (digits_read(&d, e, error))
        return CREASE_ERROR;
    grid g = {.e = e,
              .cases = KINDS,
              .repeats = e->how.quick ? 4 : 100,
              .width = BINS,
              .measure = fill_bins,
              .data = &d};
    crease_status status = grid_measure(&g, error);
    for (size_t kind = 0; kind < KINDS && status == CREASE_OK; kind++)
        for (size_t b = 0; b + 1 < BINS; b++) {
            double count = 0;
            for (size_t i = 0; i < g.repeats; i++)
                count += grid_at(&g, kind, i)[b];
            table_add(&e->found, "%s,%.9g,%.0f,%.9g", kinds_7[kind],
                      ((double)b + 0.5) / BINS_A_UNIT, count,
                      count * BINS_A_UNIT / (double)(g.repeats * points_7(e)));
        }
    grid_clear(&g);
    digits_clear(&d);
    return status;
}

// ---- figure 8: regions of planes through three data points, during training ----

typedef struct {
    digits data;
    size_t planes;
    size_t (*point)[3]; // of each plane; the first are points 0, 1, 2
} sections;

static crease_status sections_init(sections *s, const experiment *e, crease_error *error)
{
    random_state random;
    *s = (sections){.planes = e->how.quick ? 4 : 100};
    if (digits_read(&s->data, e, error))
        return CREASE_ERROR;
    s->point = memory_new(s->planes, sizeof *s->point);
    random_seed(&random, e->how.seed);
    for (size_t i = 0; i < s->planes; i++) {
        size_t *point = s->point[i];
        for (size_t j = 0; j < 3; j++)
            point[j] = i ? (size_t)random_below(&random, s->data.points) : j;
        if (point[0] == point[1] || point[1] == point[2] || point[0] == point[2])
            i--; // again
    }
    return CREASE_OK;
}

static void sections_clear(sections *s)
{
    digits_clear(&s->data);
    free(s->point);
}

static crease_status make_square(crease_domain **square, const sections *s, size_t plane,
                                 crease_error *error)
{
    const digits *d = &s->data;
    const size_t *point = s->point[plane];
    return nets_square(square, d->point + point[0] * d->inputs, d->point + point[1] * d->inputs,
                       d->point + point[2] * d->inputs, d->inputs, error);
}

static crease_status count_square(double *regions, const grid *g, size_t which, size_t repeat,
                                  crease_error *error)
{
    const sections *s = g->data;
    crease_domain *square;
    if (make_square(&square, s, repeat, error))
        return CREASE_ERROR;
    crease_status status = experiment_count(regions, NULL, g->e, s->data.net[which], square, error);
    crease_domain_free(square);
    return status;
}

static crease_status measure_8(experiment *e, crease_error *error)
{
    sections s;
    if (sections_init(&s, e, error))
        return CREASE_ERROR;
    grid g = {.e = e,
              .cases = s.data.epochs,
              .repeats = s.planes,
              .width = 1,
              .measure = count_square,
              .data = &s};
    crease_status status = grid_measure(&g, error);
    for (size_t i = 0; i < g.cases && status == CREASE_OK; i++) {
        cells mean;
        table_add(&e->found, "%d,%.0f,%s,%.9g", s.data.epoch[i], *grid_at(&g, i, 0),
                  grid_cells(&mean, &g, i, 0), (double)(s.data.units * s.data.units) / 2);
    }
    grid_clear(&g);
    sections_clear(&s);
    return status;
}

// The first plane, before, during and after training.
static crease_status draw_8(experiment *e, crease_error *error)
{
    static const struct {
        size_t checkpoint;
        const char *name;
    } shown[] = {{0, "epoch00"}, {4, "epoch10"}, {6, "epoch50"}};
    sections s;
    crease_domain *square;
    if (sections_init(&s, e, error))
        return CREASE_ERROR;
    crease_status status = make_square(&square, &s, 0, error);
    if (status == CREASE_OK) {
        for (size_t i = 0; i < sizeof shown / sizeof *shown && status == CREASE_OK; i++)
            status = experiment_picture(e, shown[i].name, s.data.net[shown[i].checkpoint], square,
                                        error);
        crease_domain_free(square);
    }
    sections_clear(&s);
    return status;
}

// ---- the list ----

const figure figures_hanin[] = {
    {.name = "hanin-3",
     .title = "pieces of a sawtooth network against the size of noise on its weights",
     .source = "Hanin and Rolnick 2019, figure 3",
     .exact = "the pieces of each network; weights are rational, noise included",
     .sampled = "noise: 100 times for each size",
     .sizes = "the paper shows one network before and after; here three depths and 13 "
              "sizes of noise",
     .columns = "network,noise,mean,low,high,clean",
     .measure = measure_3,
     .draw = draw_3,
     .chart = {.title = "Pieces of a noisy sawtooth on [0, 1]",
               .x = "noise",
               .x_label = "standard deviation of the noise on each weight and bias",
               .y_label = "pieces",
               .log_x = 1,
               .log_y = 1,
               .series = "network",
               .curve = {{FIGURE_MEAN, .name = "%s"},
                         {.y = "clean", .name = "%s, no noise", .style = CHART_DASHED}}}},
    {.name = "hanin-5",
     .title = "regions along lines for each unit, during training",
     .source = "Hanin and Rolnick 2019, figure 5",
     .exact = "the regions on each line",
     .sampled = "nothing: lines through all 20 points, one network",
     .sizes = "the paper has MNIST and several networks; here scikit-learn's digits, one "
              "network 64-32-32-32-10",
     .columns = "domain,epoch,mean,low,high",
     .measure = measure_5,
     .chart =
         {.title =
              "Regions along lines through 0 and a digit, for each unit, a classifier of digits",
          .x = "epoch",
          .x_label = "epochs of training",
          .y_label = "regions / units",
          .series = "domain",
          .from_zero = 1,
          .curve = {{FIGURE_MEAN, .name = "%s"}}}},
    {.name = "hanin-5-initial",
     .title = "regions along lines for each unit, at initialisation, by architecture",
     .source = "Hanin and Rolnick 2019, figure 5 and section 3.1",
     .exact = "the regions on each line; the expectation for wide layers",
     .sampled = "networks: 10 for each architecture; lines through 0 and a normal point: "
                "50 for each network",
     .sizes = "784 inputs as in the paper; 1 to 10 layers of 16 to 128 units",
     .columns = "domain,depth,width,units,mean,low,high,expected",
     .measure = measure_5_initial,
     .chart = {.title =
                   "Regions along lines through 0 for each unit, He weights, biases N(0, 10^-6)",
               .x = "units",
               .x_label = "hidden units N",
               .y_label = "regions / N",
               .log_x = 1,
               .series = "domain",
               .from_zero = 1,
               .curve = {{FIGURE_MEAN, .name = "%s", .style = CHART_POINTS},
                         {.y = "expected", .name = "%s: Kac-Rice", .style = CHART_DOTTED}}}},
    {.name = "hanin-6",
     .title = "distance to the nearest boundary times N, during training",
     .source = "Hanin and Rolnick 2019, figure 6",
     .exact = "the square of each distance to the nearest place where the gradient jumps",
     .sampled = "200 points of the unit cube; the 20 data points are all there are",
     .sizes = "the paper has MNIST; here scikit-learn's digits, 64-32-32-32-10",
     .columns = "points,epoch,mean,low,high,least,most",
     .measure = measure_6,
     .chart = {.title = "N times the distance to the nearest boundary, a classifier of digits",
               .x = "epoch",
               .x_label = "epochs of training",
               .y_label = "N * distance",
               .log_y = 1,
               .series = "points",
               .curve = {{FIGURE_MEAN, .name = "%s"},
                         {.y = "least", .name = "0.4 and 1.5", .style = CHART_DASHED, .once = 1},
                         {.y = "most", .name = "", .style = CHART_DASHED, .once = 1}}}},
    {.name = "hanin-6-initial",
     .title = "distance to the nearest boundary times N, at initialisation, by architecture",
     .source = "Hanin and Rolnick 2019, figure 6",
     .exact = "the square of each distance to the nearest place where the gradient jumps",
     .sampled = "networks, He weights, biases N(0, 10^-6): 50 for each architecture; "
                "normal points: 20 for each network",
     .sizes = "16 inputs; 8 to 256 units",
     .columns = "depth,width,units,mean,low,high,least,most",
     .measure = measure_6_initial,
     .chart = {.title = "N times the distance of normal points to the nearest boundary, He weights",
               .x = "units",
               .x_label = "hidden units N",
               .y_label = "N * distance",
               .log_x = 1,
               .series = "depth",
               .from_zero = 1,
               .curve = {{FIGURE_MEAN, .name = "%s"},
                         {.y = "least", .name = "0.4 and 1.5", .style = CHART_DASHED, .once = 1},
                         {.y = "most", .name = "", .style = CHART_DASHED, .once = 1}}}},
    {.name = "hanin-7",
     .title = "distances to the nearest boundary, as a histogram",
     .source = "Hanin and Rolnick 2019, figure 7",
     .exact = "each distance's bin, from its square",
     .sampled = "100 networks of 4 layers of 16 units, 20 normal points each; of the "
                "classifier 2000 points of the unit cube",
     .sizes = "depth 4 and width 16 as in the paper, which trains it on MNIST",
     .columns = "network,scaled,count,density",
     .measure = measure_7,
     .chart = {.title = "Distances to the nearest boundary times N",
               .x = "scaled",
               .x_label = "N * distance",
               .y_label = "density",
               .series = "network",
               .curve = {{.y = "density", .name = "%s", .style = CHART_STEPS}}}},
    {.name = "hanin-8",
     .title = "regions of planes through three data points, during training",
     .source = "Hanin and Rolnick 2019, figure 8",
     .exact = "the regions in each square round the three points",
     .sampled = "triples of the 20 digits: 100",
     .sizes = "the paper has MNIST and depth 3, width 64; here scikit-learn's digits, "
              "64-32-32-32-10",
     .columns = "epoch,first,mean,low,high,half_square",
     .measure = measure_8,
     .draw = draw_8,
     .chart = {.title = "Regions of planes through three digits, a classifier of them",
               .x = "epoch",
               .x_label = "epochs of training",
               .y_label = "activation regions",
               .log_y = 1,
               .curve = {{FIGURE_MEAN, .name = "mean of planes"},
                         {.y = "first", .name = "the plane of the pictures", .style = CHART_POINTS},
                         {.y = "half_square", .name = "N^2/2", .style = CHART_DASHED}}}},
    {.name = NULL},
};
