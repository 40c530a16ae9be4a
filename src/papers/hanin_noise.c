// Hanin and Rolnick 2019, figure 3: a sawtooth network before and after noise on all its numbers.
#include "papers/hanin.h"
#include "papers/nets.h"
#include <stdio.h>

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

crease_status hanin_3(experiment *e, crease_error *error)
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
crease_status hanin_3_draw(experiment *e, crease_error *error)
{
    crease_net *clean, *noisy;
    crease_domain *segment;
    if (make_sawtooth(&clean, depths[0], error))
        return CREASE_ERROR;
    crease_status status = make_noisy(&noisy, e, depths[0], 3, 0, error);
    if (status == CREASE_OK) {
        status = crease_domain_parse_box(&segment, "0,1", 1, error);
        if (status == CREASE_OK) {
            status = experiment_picture(e, "before", clean, segment, CREASE_BY_PATTERN, error);
            if (status == CREASE_OK)
                status = experiment_picture(e, "after", noisy, segment, CREASE_BY_PATTERN, error);
            crease_domain_free(segment);
        }
        crease_net_free(noisy);
    }
    crease_net_free(clean);
    return status;
}
