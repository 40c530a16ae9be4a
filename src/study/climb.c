// One climb to many regions: random changes, exact counts.
#include "study/climb.h"

#include "base/memory.h"
#include <crease/study.h>
#include <stdlib.h>
#include <string.h>

void climb_init(climber *c, const size_t *widths, size_t count, const crease_domain *domain,
                const crease_search *how)
{
    *c = (climber){.domain = domain, .how = how};
    c->net = net_new(widths[0], count - 1);
    for (size_t l = 0; l + 1 < count; l++) {
        activation act;
        activation_parse(&act, l + 2 < count ? how->activation : "linear", NULL);
        net_layer_init(c->net->layer + l, widths[l], widths[l + 1], act);
        c->numbers += c->net->layer[l].rows * (widths[l] + 1);
        // the read-out has no creases, but it can make neighbours alike
        if (l + 2 < count || how->of == CREASE_LINEAR_REGIONS)
            c->movable = c->numbers;
    }
    c->number = memory_new(c->numbers, sizeof *c->number);
    c->before = memory_new(c->numbers, sizeof *c->before);
    crease_counts_init(&c->counts, c->net);
}

void climb_clear(climber *c)
{
    crease_counts_clear(&c->counts);
    free(c->before);
    free(c->number);
    crease_net_free(c->net);
}

void climb_set(climber *c, const int64_t *number)
{
    for (size_t l = 0; l < c->net->layers; l++) {
        net_layer *layer = c->net->layer + l;
        for (size_t i = 0; i < layer->rows * layer->inputs; i++)
            fmpq_set_si(layer->weight + i, *number++, 1);
        for (size_t i = 0; i < layer->rows; i++)
            fmpq_set_si(layer->bias + i, *number++, 1);
    }
}

static int64_t draw(climber *c)
{
    int64_t range = (int64_t)c->how->range;
    return random_between(&c->random, -range, range);
}

void climb_begin(climber *c, uint64_t seed, uint64_t index)
{
    random_seed(&c->random, seed);
    random_seed(&c->random, random_bits(&c->random) + index);
    for (size_t i = 0; i < c->numbers; i++)
        c->number[i] = draw(c);
    c->regions = 0;
}

// ---- Changes ----

static void draw_number(climber *c)
{
    c->number[random_below(&c->random, c->movable)] = draw(c);
}

// One more or one less, or up to a quarter of the range.
static void shift_number(climber *c)
{
    int64_t range = (int64_t)c->how->range, far = range / 4 + 1;
    int64_t by = random_between(&c->random, 1, random_bits(&c->random) >> 63 ? far : 1);
    int64_t *number = c->number + random_below(&c->random, c->movable);
    *number += random_bits(&c->random) >> 63 ? by : -by;
    *number = *number > range ? range : *number < -range ? -range : *number;
}

// All of a row anew, or all of it with the other sign.
static void change_row(climber *c)
{
    const net_layer *layer = c->net->layer;
    int64_t *weight = c->number;
    size_t rows = 0, left;
    for (size_t l = 0; l < c->net->layers; l++)
        rows += c->net->layer[l].rows;
    if (c->movable < c->numbers)
        rows -= c->net->layer[c->net->layers - 1].rows;
    for (left = random_below(&c->random, rows); left >= layer->rows; layer++) {
        left -= layer->rows;
        weight += layer->rows * (layer->inputs + 1);
    }
    int anew = random_bits(&c->random) >> 63 != 0;
    int64_t *bias = weight + layer->rows * layer->inputs + left;
    weight += left * layer->inputs;
    for (size_t i = 0; i < layer->inputs; i++)
        weight[i] = anew ? draw(c) : -weight[i];
    *bias = anew ? draw(c) : -*bias;
}

// One change half of the time, two a quarter of it, ...
static void change(climber *c)
{
    do {
        uint64_t which = random_below(&c->random, 8);
        if (which < 4)
            shift_number(c);
        else if (which < 7)
            draw_number(c);
        else
            change_row(c);
    } while (random_bits(&c->random) >> 63);
}

// ---- Steps ----

static crease_status measure(climber *c, uint64_t *regions, double seconds, crease_error *error)
{
    // A limit keeps the walk in this thread: to start another takes longer than most walks.
    crease_options options = {
        .max_regions = UINT64_MAX, .time_limit = seconds, .interrupt = c->how->interrupt};
    crease_linear_counts linear;
    crease_status status;
    climb_set(c, c->number);
    if (c->how->of == CREASE_LINEAR_REGIONS)
        status = crease_count_linear(&c->counts, &linear, c->net, c->domain, &options, error);
    else
        status = crease_walk(&c->counts, c->net, c->domain, &options, NULL, error);
    *regions =
        c->how->of == CREASE_LINEAR_REGIONS ? linear.linear_regions : c->counts.activation_regions;
    return status;
}

crease_status climb_step(climber *c, uint64_t *regions, int first, double seconds,
                         crease_error *error)
{
    memcpy(c->before, c->number, c->numbers * sizeof *c->number);
    if (!first)
        change(c);
    return measure(c, regions, seconds, error);
}

void climb_settle(climber *c, uint64_t regions)
{
    // A step down now and then leads off plateaus that have no way up.
    int lenient = random_below(&c->random, 16) == 0;
    if (regions + (uint64_t)lenient >= c->regions)
        c->regions = regions;
    else
        memcpy(c->number, c->before, c->numbers * sizeof *c->number);
}
