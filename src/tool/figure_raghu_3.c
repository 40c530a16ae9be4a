// Raghu et al., figure 3: the creases of three layers of four units in the plane.
#include "base/memory.h"
#include "exact/sample.h"
#include "tool/figure.h"
#include "tool/figure_nets.h"
#include <crease/theory.h>
#include <inttypes.h>
#include <stdlib.h>

enum { WIDTH = 4, LAYERS = 3, QUICK = 20, FULL = 2000 };

typedef struct {
    const experiment *e;
    uint64_t (*regions)[LAYERS]; // of each network
} study;

static crease_status make_net(crease_net **net, const experiment *e, size_t index,
                              crease_error *error)
{
    crease_random how = {.bias_std = "1", .seed = parallel_seed(e->how.seed, index)};
    return nets_random(net, 2, WIDTH, LAYERS, &how, error);
}

static crease_status count(void *data, size_t index, crease_error *error)
{
    study *s = data;
    crease_net *net;
    if (make_net(&net, s->e, index, error))
        return CREASE_ERROR;
    crease_domain *plane = crease_domain_new_space(2);
    crease_options options = experiment_walk(s->e);
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_status status = crease_walk(&counts, net, plane, &options, NULL, error);
    for (size_t l = 0; l < LAYERS; l++)
        s->regions[index][l] = counts.per_layer[l];
    crease_counts_clear(&counts);
    crease_domain_free(plane);
    crease_net_free(net);
    return status;
}

// Serra's bound for the first layers, or that for one layer of as many units.
static crease_status bound(char **text, const char *name, size_t width, size_t layers,
                           crease_error *error)
{
    size_t widths[LAYERS + 2] = {2, width, width, width, 1};
    widths[layers + 1] = 1;
    crease_architecture *shape;
    if (crease_architecture_new(&shape, widths, layers + 2, "relu", error))
        return CREASE_ERROR;
    fmpz_t value;
    fmpz_init(value);
    crease_bound_compute(value, crease_bound_find(name), shape);
    *text = fmpz_get_str(NULL, 10, value);
    fmpz_clear(value);
    crease_architecture_free(shape);
    return CREASE_OK;
}

static crease_status add_row(experiment *e, const study *s, size_t count, size_t l,
                             crease_error *error)
{
    char *serra, *shallow;
    if (bound(&serra, "serra", WIDTH, l + 1, error) ||
        bound(&shallow, "zaslavsky", WIDTH * (l + 1), 1, error))
        return CREASE_ERROR;
    sample regions;
    uint64_t most = 0;
    sample_init(&regions);
    for (size_t i = 0; i < count; i++) {
        sample_add_count(&regions, s->regions[i][l]);
        most = s->regions[i][l] > most ? s->regions[i][l] : most;
    }
    cells mean;
    table_add(&e->found, "%zu,%" PRIu64 ",%s,%" PRIu64 ",%s,%s", l + 1, s->regions[0][l],
              cells_mean(&mean, &regions), most, serra, shallow);
    sample_clear(&regions);
    flint_free(serra);
    flint_free(shallow);
    return CREASE_OK;
}

static crease_status measure(experiment *e, crease_error *error)
{
    size_t nets = e->how.quick ? QUICK : FULL;
    study s = {.e = e, .regions = memory_new(nets, sizeof *s.regions)};
    crease_status status = experiment_run(e, nets, count, &s, error);
    for (size_t l = 0; l < LAYERS && status == CREASE_OK; l++)
        status = add_row(e, &s, nets, l, error);
    free(s.regions);
    return status;
}

// The network of the first row of each layer, in a square.
static crease_status draw(experiment *e, crease_error *error)
{
    crease_net *net;
    crease_domain *square;
    if (make_net(&net, e, 0, error))
        return CREASE_ERROR;
    crease_status status = crease_domain_parse_box(&square, "-4,4", 2, error);
    static const char *const names[LAYERS] = {"layer1", "layer2", "layer3"};
    for (size_t l = 0; l < LAYERS && status == CREASE_OK; l++) {
        crease_net *part = nets_first_layers(net, l + 1);
        status = experiment_picture(e, names[l], part, square, error);
        crease_net_free(part);
    }
    crease_domain_free(square);
    crease_net_free(net);
    return status;
}

static const table_chart plot = {
    .title = "Regions of the plane, layers of 4 units",
    .x = "layers",
    .x_label = "layers",
    .y_label = "activation regions",
    .log_y = 1,
    .curve = {{.y = "mean", .low = "low", .high = "high", .name = "mean of random networks"},
              {.y = "most", .name = "most", .style = CHART_POINTS},
              {.y = "serra", .name = "upper bound of Serra et al.", .style = CHART_DASHED},
              {.y = "shallow", .name = "one layer of as many units", .style = CHART_DASHED}},
};

const figure figure_raghu_3 = {
    .about = {.name = "raghu-3",
              .title = "creases of a network of three layers of four units, layer by layer",
              .source = "Raghu et al. 2017, figure 3",
              .exact = "the regions of each network on the whole plane; both bounds",
              .sampled = "networks, He weights, biases N(0, 1): 2000",
              .sizes = "as in the paper, which shows one network"},
    .columns = "layers,shown,mean,low,high,most,serra,shallow",
    .measure = measure,
    .draw = draw,
    .chart = &plot,
};
