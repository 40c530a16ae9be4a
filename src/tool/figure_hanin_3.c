// Hanin and Rolnick, figure 3: a sawtooth network before and after noise on all its numbers.
#include "base/memory.h"
#include "tool/figure.h"
#include "tool/figure_nets.h"
#include <inttypes.h>
#include <stdlib.h>

// Noise has standard deviation 2^-k, k = 0 .. SIZES - 1.
enum { SIZES = 13, DEPTHS = 3, QUICK = 3, FULL = 100 };
static const int depths[DEPTHS] = {6, 9, 12};

typedef struct {
    const experiment *e;
    size_t repeats;
    uint64_t *pieces; // [depth][size][repeat]
} study;

static crease_status make_net(crease_net **net, int depth, crease_error *error)
{
    char layers[16];
    snprintf(layers, sizeof layers, "%d", depth);
    const crease_argument argument = {"layers", layers};
    return crease_build(net, "telgarsky:sawtooth", &argument, 1, error);
}

static crease_status make_noisy(crease_net **net, const experiment *e, int depth, size_t size,
                                size_t repeat, crease_error *error)
{
    if (make_net(net, depth, error))
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

static crease_status count(void *data, size_t index, crease_error *error)
{
    study *s = data;
    crease_net *net;
    size_t repeat = index % s->repeats, size = index / s->repeats % SIZES;
    if (make_noisy(&net, s->e, depths[index / s->repeats / SIZES], size, repeat, error))
        return CREASE_ERROR;
    crease_domain *segment;
    crease_options options = experiment_walk(s->e);
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_status status = crease_domain_parse_box(&segment, "0,1", 1, error);
    if (status == CREASE_OK) {
        status = crease_walk(&counts, net, segment, &options, NULL, error);
        crease_domain_free(segment);
    }
    s->pieces[index] = counts.activation_regions;
    crease_counts_clear(&counts);
    crease_net_free(net);
    return status;
}

static crease_status measure(experiment *e, crease_error *error)
{
    study s = {.e = e, .repeats = e->how.quick ? QUICK : FULL};
    size_t jobs = DEPTHS * SIZES * s.repeats;
    s.pieces = memory_new(jobs, sizeof *s.pieces);
    crease_status status = experiment_run(e, jobs, count, &s, error);
    for (size_t row = 0; row < DEPTHS * SIZES && status == CREASE_OK; row++) {
        int depth = depths[row / SIZES];
        cells mean;
        sample pieces;
        sample_init(&pieces);
        for (size_t i = 0; i < s.repeats; i++)
            sample_add_count(&pieces, s.pieces[row * s.repeats + i]);
        table_add(&e->found, "%d layers,%.9g,%s,%d", depth, 1.0 / (double)(1 << row % SIZES),
                  cells_mean(&mean, &pieces), 1 << depth);
        sample_clear(&pieces);
    }
    free(s.pieces);
    return status;
}

// The function on [0, 1], with six layers: without noise and with noise of size 1/8.
static crease_status draw(experiment *e, crease_error *error)
{
    crease_net *clean, *noisy;
    crease_domain *segment;
    if (make_net(&clean, depths[0], error))
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

static const table_chart plot = {
    .title = "Pieces of a noisy sawtooth on [0, 1]",
    .x = "noise",
    .x_label = "standard deviation of the noise on each weight and bias",
    .y_label = "pieces",
    .log_x = 1,
    .log_y = 1,
    .series = "network",
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "%s"},
              {.y = "clean", .name = "%s, no noise", .style = CHART_DASHED}},
};

const figure figure_hanin_3 = {
    .about = {.name = "hanin-3",
              .title = "pieces of a sawtooth network against the size of noise on its weights",
              .source = "Hanin and Rolnick 2019, figure 3",
              .exact = "the pieces of each network; weights are rational, noise included",
              .sampled = "noise: 100 times for each size",
              .sizes = "the paper shows one network before and after; here three depths and 13 "
                       "sizes of noise"},
    .columns = "network,noise,mean,low,high,clean",
    .measure = measure,
    .draw = draw,
    .chart = &plot,
};
