// Small random networks: creases that coincide, meet, are parallel, run along the border of the box
// or vanish on whole cells, and the same moved very slightly.
#include "random_nets.h"
#include "cases.h"

#include "random_units.h"
#include <assert.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    unit_maker maker;
    random_case *of;
    unsigned kinds; // of activations, besides those with names of their own
    size_t room;    // how many creases may still be made
} builder;

static bool one_in(builder *b, uint64_t n)
{
    return random_one_in(&b->maker, n);
}

static uint64_t below(builder *b, uint64_t bound)
{
    return random_below(&b->maker.random, bound);
}

// ---- Layers. ----

static activation named_activation(const char *name)
{
    activation act;
    crease_status status = activation_parse(&act, name, NULL);
    assert(status == CREASE_OK);
    (void)status;
    return act;
}

// Two to five pieces, adjacent ones sometimes of the same slope.
static activation any_pwl(builder *b)
{
    size_t breakpoints = 1 + below(b, 4), used = 4;
    char name[256] = "pwl:";
    slong at = (slong)random_integer(&b->maker, 2) - (slong)breakpoints;
    for (size_t i = 0; i < breakpoints; i++) {
        used += (size_t)snprintf(name + used, sizeof name - used, "%s%ld/2", i ? "," : "", at);
        at += 1 + (slong)below(b, 3);
    }
    for (size_t i = 0; i <= breakpoints; i++) {
        slong slope = random_integer(&b->maker, 2);
        used += (size_t)snprintf(name + used, sizeof name - used, "%s%ld", i ? "," : ";", slope);
    }
    snprintf(name + used, sizeof name - used, ";%ld", random_integer(&b->maker, 1));
    return named_activation(name);
}

static activation any_maxout(builder *b)
{
    static const char *const names[] = {"maxout:2", "maxout:3", "maxout:3", "maxout:4"};
    return named_activation(names[below(b, sizeof names / sizeof *names)]);
}

static activation any_activation(builder *b)
{
    if (b->kinds & (RANDOM_PWL | RANDOM_MAXOUT) && !one_in(b, 3)) {
        bool maxout = !(b->kinds & RANDOM_PWL) || (b->kinds & RANDOM_MAXOUT && one_in(b, 2));
        return maxout ? any_maxout(b) : any_pwl(b);
    }
    static const char *const names[] = {"relu", "relu",       "relu", "relu",     "leaky:1/10",
                                        "abs",  "leaky:-1/2", "abs",  "hardtanh", "linear"};
    return named_activation(names[below(b, sizeof names / sizeof *names)]);
}

// The chosen points move on to where the layer maps them.
static void map_points(builder *b, const net_layer *layer)
{
    fmpq *z = _fmpq_vec_init((slong)layer->rows);
    for (size_t p = 0; p < RANDOM_POINTS; p++) {
        fmpq *image = b->maker.image[p];
        for (size_t row = 0; row < layer->rows; row++) {
            fmpq_set(z + row, layer->bias + row);
            for (size_t i = 0; i < layer->inputs; i++)
                fmpq_addmul(z + row, layer->weight + row * layer->inputs + i, image + i);
        }
        for (size_t unit = 0; unit < layer->units; unit++)
            activation_apply(image + unit, net_layer_act(layer, unit), z + layer->unit.row[unit]);
    }
    _fmpq_vec_clear(z, (slong)layer->rows);
}

static void fill_layer(builder *b, net_layer *layer)
{
    for (size_t unit = 0; unit < layer->units; unit++)
        random_unit(&b->maker, layer, unit);
    map_points(b, layer);
}

static void add_layer(builder *b, net_layer *layer, size_t inputs, size_t units, activation act)
{
    net_layer_init(layer, inputs, units, act);
    fill_layer(b, layer);
}

// Every unit draws its activation, one in three of them linear; if there is no more room all are.
static size_t add_mixed_layer(builder *b, net_layer *layer, size_t inputs)
{
    activation act[RANDOM_WIDEST];
    uint32_t kind[RANDOM_WIDEST];
    size_t units = 1 + below(b, RANDOM_WIDEST);
    for (size_t unit = 0; unit < units; unit++) {
        kind[unit] = (uint32_t)unit;
        act[unit] = one_in(b, 3) ? named_activation("linear") : any_activation(b);
        if (act[unit].pieces - 1 > b->room) {
            activation_clear(act + unit);
            act[unit] = named_activation("linear");
        }
        b->room -= act[unit].pieces - 1;
    }
    net_layer_init_mixed(layer, inputs, units, act, units, kind);
    fill_layer(b, layer);
    return units;
}

// Hidden layers of any activation within the room there is, then an output layer.
static void build(builder *b)
{
    size_t layers = 1 + below(b, 3);
    bool output_layer = !one_in(b, 5);
    crease_net *net = net_new(b->of->dimension, layers + (size_t)output_layer);
    size_t inputs = b->of->dimension;
    for (size_t l = 0; l < layers; l++) {
        if (b->kinds & RANDOM_MIXED && !one_in(b, 5)) {
            inputs = add_mixed_layer(b, &net->layer[l], inputs);
            continue;
        }
        activation act = any_activation(b);
        size_t units = one_in(b, 2) ? RANDOM_WIDEST : 1 + below(b, RANDOM_WIDEST);
        while (units > 1 && units * (act.pieces - 1) > b->room)
            units--;
        size_t used = units * (act.pieces - 1);
        b->room -= used < b->room ? used : b->room;
        add_layer(b, &net->layer[l], inputs, units, act);
        inputs = units;
    }
    if (output_layer)
        add_layer(b, &net->layer[layers], inputs, 1 + below(b, 3), named_activation("linear"));
    b->of->net = net;
}

// ---- The whole network, and changes afterwards. ----

static void power_of_ten(fmpq_t x, slong exponent)
{
    fmpq_set_si(x, 10, 1);
    fmpq_pow_si(x, x, exponent);
}

static void scale(fmpq *numbers, size_t count, slong exponent)
{
    fmpq_t factor;
    fmpq_init(factor);
    power_of_ten(factor, exponent);
    for (size_t i = 0; i < count; i++)
        fmpq_mul(numbers + i, numbers + i, factor);
    fmpq_clear(factor);
}

// Makes one layer tiny and the next huge, or the other way round.
static void scale_layers(builder *b)
{
    crease_net *net = b->of->net;
    slong exponent = one_in(b, 3) ? 300 : 8;
    exponent = one_in(b, 2) ? exponent : -exponent;
    net_layer *layer = &net->layer[below(b, net->layers)];
    scale(layer->weight, layer->rows * layer->inputs, exponent);
    scale(layer->bias, layer->rows, exponent);
    if (layer < net->layer + net->layers - 1 && !one_in(b, 4))
        scale(layer[1].weight, layer[1].rows * layer[1].inputs, -exponent);
}

// Changes a weight or bias by less than a double can represent.
static void perturb(builder *b)
{
    crease_net *net = b->of->net;
    net_layer *layer = &net->layer[below(b, net->layers)];
    size_t weights = layer->rows * layer->inputs;
    size_t choice = below(b, weights + layer->rows);
    fmpq *number = choice < weights ? layer->weight + choice : layer->bias + (choice - weights);
    fmpq_t change;
    fmpq_init(change);
    power_of_ten(change, one_in(b, 2) ? -200 : -20);
    if (one_in(b, 2))
        fmpq_neg(change, change);
    fmpq_add(number, number, change);
    fmpq_clear(change);
}

static void choose_box(builder *b)
{
    random_case *of = b->of;
    int symmetric = one_in(b, 2);
    of->lo = _fmpq_vec_init((slong)b->of->dimension);
    of->hi = _fmpq_vec_init((slong)b->of->dimension);
    for (size_t i = 0; i < b->of->dimension; i++) {
        ulong denominator = 1 + below(b, 4);
        fmpq_set_si(of->lo + i, random_integer(&b->maker, 4), denominator);
        fmpq_add_si(of->hi + i, of->lo + i, 1 + (slong)below(b, 3));
        if (symmetric) {
            fmpq_set_si(of->lo + i, -1, 1);
            fmpq_set_si(of->hi + i, 1, 1);
        }
    }
}

// Creases will be drawn through these: corners of the box, or small integers.
static void choose_points(builder *b)
{
    for (size_t p = 0; p < RANDOM_POINTS; p++) {
        for (size_t i = 0; i < RANDOM_INPUTS; i++)
            fmpq_init(&b->maker.image[p][i]);
        bool generator = b->of->lo && one_in(b, 2);
        for (size_t i = 0; i < b->of->dimension; i++)
            if (generator)
                fmpq_set(&b->maker.image[p][i], (one_in(b, 2) ? b->of->lo : b->of->hi) + i);
            else
                fmpq_set_si(&b->maker.image[p][i], random_integer(&b->maker, 1), 1);
    }
}

void random_case_init_with(random_case *of, uint64_t seed, size_t dimension, unsigned kinds)
{
    static const size_t room[RANDOM_INPUTS + 1] = {0, 20, 18, 10, 6, 6, 6, 6, 6};
    assert(dimension >= 1 && dimension <= RANDOM_INPUTS);
    builder b = {.of = of, .kinds = kinds, .room = room[dimension]};
    *of = (random_case){.dimension = dimension};
    random_seed(&b.maker.random, seed);
    // In higher dimensions the regions would be far too many for the reference.
    if (one_in(&b, 4) && dimension + (kinds > 0) < 4)
        b.room *= 2;
    b.maker.range = 1 + (int)below(&b, 3);
    b.maker.plain = below(&b, 8);
    if (!one_in(&b, 3))
        choose_box(&b);
    choose_points(&b);
    build(&b);
    if (one_in(&b, 5))
        scale_layers(&b);
    for (int changes = one_in(&b, 3) ? 1 + one_in(&b, 3) : 0; changes > 0; changes--)
        perturb(&b);
    net_finish(of->net);
    test_shows_net(of->net);
    for (size_t p = 0; p < RANDOM_POINTS; p++)
        for (size_t i = 0; i < RANDOM_INPUTS; i++)
            fmpq_clear(&b.maker.image[p][i]);
}

void random_case_init(random_case *of, uint64_t seed, size_t dimension)
{
    random_case_init_with(of, seed, dimension, 0);
}

crease_domain *random_case_domain(const random_case *of)
{
    crease_domain *domain = NULL;
    crease_error error;
    if (!of->lo)
        return crease_domain_new_space(of->dimension);
    if (crease_domain_new_box(&domain, of->lo, of->hi, of->dimension, &error) != CREASE_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(EXIT_FAILURE);
    }
    return domain;
}

void random_case_clear(random_case *of)
{
    test_shows_net(NULL);
    crease_net_free(of->net);
    if (of->lo)
        _fmpq_vec_clear(of->lo, (slong)of->dimension);
    if (of->hi)
        _fmpq_vec_clear(of->hi, (slong)of->dimension);
}
