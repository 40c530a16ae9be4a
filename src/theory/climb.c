// One climb to many regions: random changes, exact counts.
#include "theory/climb.h"

#include "base/memory.h"
#include <crease/regions.h>
#include <flint/fmpq_vec.h>
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
        // the output layer has no creases, but it can make neighbours alike
        if (l + 2 < count || how->of == CREASE_LINEAR_REGIONS)
            c->movable_rows += c->net->layer[l].rows;
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

// ---- Places ----

// A row of a layer.
typedef struct {
    size_t l, row;
    int64_t *weight, *bias; // the row's own
} place;

static place place_of(climber *c, size_t l, size_t row)
{
    int64_t *number = c->number;
    for (size_t k = 0; k < l; k++)
        number += c->net->layer[k].rows * (c->net->layer[k].inputs + 1);
    const net_layer *layer = c->net->layer + l;
    return (place){.l = l,
                   .row = row,
                   .weight = number + row * layer->inputs,
                   .bias = number + layer->rows * layer->inputs + row};
}

// Any row of those that matter.
static place draw_row(climber *c)
{
    size_t row = random_below(&c->random, c->movable_rows), l = 0;
    for (; row >= c->net->layer[l].rows; l++)
        row -= c->net->layer[l].rows;
    return place_of(c, l, row);
}

// Bias is as good as any weight: each number of the row is equally likely.
static int64_t *draw_number(climber *c, place at)
{
    size_t inputs = c->net->layer[at.l].inputs, i = random_below(&c->random, inputs + 1);
    return i < inputs ? at.weight + i : at.bias;
}

// ---- Changes ----

// What a row says at a random point, to the nearest integer.
static void value_at_point(fmpz_t value, climber *c, place at)
{
    int64_t range = (int64_t)c->how->range;
    const net_layer *layer = c->net->layer;
    fmpq *y = _fmpq_vec_init((slong)layer->inputs);
    for (size_t i = 0; i < layer->inputs; i++) {
        // one draw a statement: C leaves the order of arguments to the compiler
        ulong denominator = (ulong)random_between(&c->random, 1, range);
        fmpq_set_si(y + i, random_between(&c->random, -range, range), denominator);
    }
    climb_set(c, c->number);
    for (size_t l = 0; l < at.l; l++, layer++) {
        fmpq *above = _fmpq_vec_init((slong)layer->units);
        net_layer_evaluate(above, layer, y);
        _fmpq_vec_clear(y, (slong)layer->inputs);
        y = above;
    }
    fmpq_t z;
    fmpq_init(z);
    fmpq_set_si(z, *at.bias, 1);
    for (size_t i = 0; i < layer->inputs; i++)
        fmpq_addmul(z, layer->weight + at.row * layer->inputs + i, y + i);
    fmpz_fdiv_q(value, fmpq_numref(z), fmpq_denref(z));
    fmpq_clear(z);
    _fmpq_vec_clear(y, (slong)layer->inputs);
}

// Gives a row the bias with which it is about 0 at a random point: in deep layers, where
// values are large, a bias from a fixed range would nearly always leave the row with one sign.
static void aim(climber *c, place at)
{
    fmpz_t value;
    fmpz_init(value);
    value_at_point(value, c, at);
    fmpz_neg(value, value);
    fmpz_add_si(value, value, *at.bias);
    if (fmpz_bits(value) < 53)
        *at.bias = fmpz_get_si(value);
    fmpz_clear(value);
}

static void change_number(climber *c)
{
    place at = draw_row(c);
    int64_t *number = draw_number(c, at);
    if (number == at.bias)
        aim(c, at);
    else
        *number = draw(c);
}

// One more or one less, or up to a quarter of the range.
static void shift_number(climber *c)
{
    place at = draw_row(c);
    int64_t *number = draw_number(c, at), range = (int64_t)c->how->range, far = range / 4 + 1;
    if (number == at.bias && llabs(*number) > range)
        far = llabs(*number) / 4 + 1;
    int64_t by = random_between(&c->random, 1, random_bits(&c->random) >> 63 ? far : 1);
    int64_t shifted = *number + (random_bits(&c->random) >> 63 ? by : -by);
    if (number == at.bias ? llabs(shifted) >> 53 == 0 : llabs(shifted) <= range)
        *number = shifted;
}

static void change_row(climber *c)
{
    place at = draw_row(c);
    for (size_t i = 0; i < c->net->layer[at.l].inputs; i++)
        at.weight[i] = draw(c);
    aim(c, at);
}

// The same creases, with the other side active.
static void negate_row(climber *c)
{
    place at = draw_row(c);
    for (size_t i = 0; i < c->net->layer[at.l].inputs; i++)
        at.weight[i] *= -1;
    *at.bias *= -1;
}

// Parallel to another row of the layer, and looking the same or the other way: what folds
// once many ways is best crossed again alike.
static void copy_row(climber *c)
{
    place at = draw_row(c);
    place other = place_of(c, at.l, random_below(&c->random, c->net->layer[at.l].rows));
    int64_t sign = random_bits(&c->random) >> 63 ? 1 : -1;
    for (size_t i = 0; i < c->net->layer[at.l].inputs; i++)
        at.weight[i] = sign * other.weight[i];
    aim(c, at);
}

void climb_begin(climber *c, uint64_t seed, uint64_t index)
{
    random_seed(&c->random, seed);
    random_seed(&c->random, random_bits(&c->random) + index);
    memset(c->number, 0, c->numbers * sizeof *c->number);
    for (size_t l = 0; l < c->net->layers; l++)
        for (size_t row = 0; row < c->net->layer[l].rows; row++) {
            place at = place_of(c, l, row);
            for (size_t i = 0; i < c->net->layer[l].inputs; i++)
                at.weight[i] = draw(c);
            aim(c, at);
        }
    c->regions = 0;
}

// One change half of the time, two a quarter of it, ...
static void change(climber *c)
{
    static void (*const kinds[])(climber *) = {shift_number,  shift_number,  shift_number,
                                               change_number, change_number, change_row,
                                               negate_row,    copy_row};
    do
        kinds[random_below(&c->random, sizeof kinds / sizeof *kinds)](c);
    while (random_bits(&c->random) >> 63);
}

// ---- Steps ----

static crease_status measure(climber *c, uint64_t *regions, const crease_options *how,
                             crease_error *error)
{
    // A limit keeps the walk in this thread: to start another takes longer than most walks.
    crease_options options = *how;
    options.max_regions = UINT64_MAX;
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

crease_status climb_step(climber *c, uint64_t *regions, int first, const crease_options *options,
                         crease_error *error)
{
    memcpy(c->before, c->number, c->numbers * sizeof *c->number);
    if (!first)
        change(c);
    return measure(c, regions, options, error);
}

void climb_settle(climber *c, uint64_t regions)
{
    // A loss of one is taken once in 16 times, of two once in 256, ...: many plateaus have no
    // way up.
    uint64_t loss = 0;
    while (random_below(&c->random, 16) == 0)
        loss++;
    if (regions + loss >= c->regions)
        c->regions = regions;
    else
        memcpy(c->number, c->before, c->numbers * sizeof *c->number);
}
