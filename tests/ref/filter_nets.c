// Random networks that try error bounds: how each family is made.
#include "filter_nets.h"

#include "../module/exact_double.h"
#include "filter_changes.h"
#include <assert.h>
#include <flint/fmpq_vec.h>

enum { INPUTS = 2 };

// ---- Shapes. ----

static activation named(const char *name)
{
    activation act;
    crease_status status = activation_parse(&act, name, NULL);
    assert(status == CREASE_OK);
    (void)status;
    return act;
}

static const char *any_activation(net_changer *c)
{
    static const char *const names[] = {"relu", "leaky:1/10",  "leaky:-1/2", "abs", "hardtanh",
                                        "relu", "leaky:1e-17", "leaky:1",    "abs", "linear"};
    return names[random_below(&c->random, sizeof names / sizeof *names)];
}

// Layers of the widths that are given; the last one is an output layer, or hidden too.
static void make_layers(net_changer *c, const size_t *widths, size_t hidden)
{
    int mixed = change_one_in(c, 3), output_layer = !change_one_in(c, 6);
    crease_net *net = net_new(INPUTS, hidden + (size_t)output_layer);
    size_t inputs = INPUTS;
    for (size_t l = 0; l < hidden; l++) {
        net_layer_init(net->layer + l, inputs, widths[l],
                       named(mixed ? any_activation(c) : "relu"));
        inputs = widths[l];
    }
    if (output_layer)
        net_layer_init(net->layer + hidden, inputs, 1 + random_below(&c->random, 3),
                       named("linear"));
    c->net = net;
}

// 1 to 5 layers, few of them wide: all must be walked in integers too.
static void shallow(net_changer *c)
{
    size_t widths[5], layers = 1 + random_below(&c->random, 5), widest = 12;
    if (layers > 1 && !change_one_in(c, 60))
        widest = layers == 2 ? 7 : layers == 3 ? 6 : 5;
    for (size_t l = 0; l < layers; l++)
        widths[l] = 1 + random_below(&c->random, widest);
    make_layers(c, widths, layers);
}

static void deep(net_changer *c)
{
    size_t widths[30], layers = 10 + random_below(&c->random, 21);
    for (size_t l = 0; l < layers; l++)
        widths[l] = 4 + random_below(&c->random, 5);
    make_layers(c, widths, layers);
}

// ---- Weights. ----

// Nearly normal with the given deviation: twelve uniform ones less six, as a double.
static void normal_number(fmpq_t x, net_changer *c, double deviation)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)(random_bits(&c->random) >> 11) * 0x1p-53;
    exact_double(x, sum * deviation);
}

// He's initialisation: variance 2 / n.
static void he_normal(net_changer *c, net_layer *layer)
{
    static const double deviation[] = {0,         1.4142135, 1,         0.8164965, 0.7071067,
                                       0.6324555, 0.5773502, 0.5345224, 0.5,       0.4714045,
                                       0.4472135, 0.4264014, 0.4082482};
    for (size_t k = 0; k < layer->units * layer->inputs; k++)
        normal_number(layer->weight + k, c, deviation[layer->inputs]);
    for (size_t j = 0; j < layer->units; j++)
        normal_number(layer->bias + j, c, change_one_in(c, 4) ? 1 : 0.1);
}

static void quantised(net_changer *c, net_layer *layer, ulong denominator)
{
    for (size_t k = 0; k < layer->units * (layer->inputs + 1); k++) {
        size_t weights = layer->units * layer->inputs;
        fmpq *x = k < weights ? layer->weight + k : layer->bias + (k - weights);
        fmpq_set_si(x, (slong)random_between(&c->random, -2, 2), denominator);
        if (denominator > 1 && change_one_in(c, 2))
            fmpq_set_si(x, (slong)random_between(&c->random, -9, 9), denominator);
    }
}

static void small_integers(net_changer *c, net_layer *layer)
{
    quantised(c, layer, 1);
}

static void few_bits(net_changer *c, net_layer *layer)
{
    quantised(c, layer, 8);
}

// ---- Domains. ----

static void set_box(random_case *of, const fmpq *middle, slong exponent, slong other)
{
    const slong exponents[] = {exponent, other};
    of->lo = _fmpq_vec_init(INPUTS);
    of->hi = _fmpq_vec_init(INPUTS);
    fmpq_t half;
    fmpq_init(half);
    for (int i = 0; i < INPUTS; i++) {
        change_power_of_ten(half, exponents[i]);
        fmpq_sub(of->lo + i, middle + i, half);
        fmpq_add(of->hi + i, middle + i, half);
    }
    fmpq_clear(half);
}

// Around the origin or the chosen point; or with that point as its lower generator.
static void choose_domain(net_changer *c, random_case *of)
{
    static const slong tiny[] = {-3, -12, -16, -30, -200, -330};
    fmpq *origin = _fmpq_vec_init(INPUTS);
    slong small = tiny[random_below(&c->random, sizeof tiny / sizeof *tiny)];
    uint64_t kind = random_below(&c->random, 20);
    if (kind < 8)
        set_box(of, origin, 0, 0);
    else if (kind < 10)
        set_box(of, c->point, 0, 1);
    else if (kind < 13)
        set_box(of, c->point, small, small);
    else if (kind < 14)
        set_box(of, c->point, small, 0);
    else if (kind < 16)
        set_box(of, origin, kind == 14 ? 300 : 20, 300);
    for (int i = 0; i < INPUTS && of->lo && change_one_in(c, 3); i++)
        fmpq_set(of->lo + i, kind < 10 ? origin + i : c->point + i);
    _fmpq_vec_clear(origin, INPUTS);
    for (int i = 0; i < INPUTS && of->lo; i++)
        if (fmpq_cmp(of->lo + i, of->hi + i) >= 0) // the point is not in [-1, 1]
            fmpq_sub_si(of->lo + i, of->hi + i, 1);
}

// ---- Families. ----

static const struct {
    const char *name;
    unsigned share; // of 100
    void (*shape)(net_changer *);
    void (*fill)(net_changer *, net_layer *);
    void (*change)(net_changer *);
} families[] = {
    {"generic", 14, shallow, he_normal, NULL},
    {"generic and deep", 2, deep, he_normal, NULL},
    {"integers", 10, shallow, small_integers, NULL},
    {"integers and deep", 1, deep, small_integers, NULL},
    {"quantised", 7, shallow, few_bits, NULL},
    {"quantised and deep", 1, deep, few_bits, NULL},
    {"concurrent", 8, shallow, he_normal, change_concurrent},
    {"slivers", 13, shallow, he_normal, change_slivers},
    {"slivers of integers", 5, shallow, small_integers, change_slivers},
    {"one weight changed", 6, shallow, few_bits, change_one_weight},
    {"scaled layers", 6, shallow, he_normal, change_layer_scales},
    {"scaled integers", 4, shallow, small_integers, change_layer_scales},
    {"scaled rows", 6, shallow, he_normal, change_row_scales},
    {"denormal weights", 4, shallow, he_normal, change_to_denormal},
    {"beyond doubles", 5, shallow, few_bits, change_beyond_doubles},
};

static void build(random_case *of, net_changer *c, size_t family)
{
    c->point = _fmpq_vec_init(INPUTS);
    for (int i = 0; i < INPUTS; i++) {
        ulong denominator = 1 + random_below(&c->random, 4);
        fmpq_set_si(c->point + i, (slong)random_between(&c->random, -3, 3), denominator);
    }
    families[family].shape(c);
    for (size_t l = 0; l < c->net->layers; l++)
        families[family].fill(c, c->net->layer + l);
    if (families[family].change)
        families[family].change(c);
    choose_domain(c, of);
    net_finish(c->net);
    of->net = c->net;
    _fmpq_vec_clear(c->point, INPUTS);
}

const char *filter_case_init(random_case *of, uint64_t seed)
{
    net_changer c = {0};
    random_seed(&c.random, seed);
    uint64_t choice = random_below(&c.random, 100);
    size_t family = 0, count = sizeof families / sizeof *families;
    while (family < count && choice >= families[family].share)
        choice -= families[family++].share;
    if (family == count) {
        random_case_init(of, seed, INPUTS);
        return "ties";
    }
    *of = (random_case){.dimension = INPUTS};
    build(of, &c, family);
    return families[family].name;
}
