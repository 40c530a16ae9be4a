// Small random networks of one layer.
#include "random_arrangements.h"

#include "random_units.h"
#include <assert.h>
#include <stdlib.h>

// Many creases run through these.
static void choose_points(unit_maker *maker, size_t dimension)
{
    for (size_t p = 0; p < RANDOM_POINTS; p++)
        for (size_t i = 0; i < RANDOM_WIDEST; i++) {
            fmpq_init(&maker->image[p][i]);
            if (i >= dimension)
                continue;
            ulong denominator = 1 + random_below(&maker->random, 3);
            fmpq_set_si(&maker->image[p][i], random_integer(maker, 2), denominator);
        }
}

static activation any_activation(unit_maker *maker)
{
    static const char *const names[] = {"relu", "relu", "leaky:1/10", "abs", "hardtanh"};
    activation act;
    size_t choice = random_below(&maker->random, sizeof names / sizeof *names);
    if (activation_parse(&act, names[choice], NULL))
        abort();
    return act;
}

static void perturb(unit_maker *maker, net_layer *layer)
{
    fmpq_t change;
    fmpq_init(change);
    fmpq_set_si(change, 10, 1);
    fmpq_pow_si(change, change, random_one_in(maker, 2) ? -200 : -20);
    size_t unit = random_below(&maker->random, layer->units);
    fmpq_add(layer->bias + unit, layer->bias + unit, change);
    size_t weight = random_below(&maker->random, layer->units * layer->inputs);
    if (random_one_in(maker, 2))
        fmpq_sub(layer->weight + weight, layer->weight + weight, change);
    fmpq_clear(change);
}

crease_net *random_arrangement(uint64_t seed, size_t dimension, size_t most)
{
    assert(dimension >= 1 && dimension <= RANDOM_WIDEST && most >= 2);
    unit_maker maker;
    random_seed(&maker.random, seed);
    maker.range = 1 + (int)random_below(&maker.random, 3);
    maker.plain = random_below(&maker.random, 8);
    choose_points(&maker, dimension);
    activation act = any_activation(&maker);
    size_t units = 1 + random_below(&maker.random, most / (act.pieces - 1));
    crease_net *net = net_new(dimension, 1);
    net_layer_init(net->layer, dimension, units, act);
    for (size_t unit = 0; unit < units; unit++)
        random_unit(&maker, net->layer, unit);
    if (random_one_in(&maker, 3))
        perturb(&maker, net->layer);
    net_finish(net);
    for (size_t p = 0; p < RANDOM_POINTS; p++)
        for (size_t i = 0; i < RANDOM_WIDEST; i++)
            fmpq_clear(&maker.image[p][i]);
    return net;
}
