// Maps in double-doubles: their error bound against the true error, in rationals.
#include "exact/norm.h"
#include "paths.h"
#include "unit.h"

// ---- Networks. ----

typedef struct {
    const char *act;
    size_t layers, width;
    slong denominator; // of all weights; 0: doubles
    int spread;        // log2 of the largest ratio of row sizes
} recipe;

// Normal enough: weights uniform with variance 2 / n, so that sizes hardly change from layer
// to layer.
static crease_net *net_by(const recipe *how, random_state *random)
{
    crease_net *net = net_new(PATH_INPUTS, how->layers);
    for (size_t l = 0; l < how->layers; l++) {
        activation act;
        CU_ASSERT_FATAL(activation_parse(&act, how->act, NULL) == CREASE_OK);
        size_t inputs = l ? how->width : PATH_INPUTS;
        net_layer *layer = net->layer + l;
        net_layer_init(layer, inputs, how->width, act);
        size_t weights = layer->rows * inputs;
        for (size_t i = 0; i < weights + layer->rows; i++) {
            bool is_bias = i >= weights;
            fmpq *x = is_bias ? layer->bias + (i - weights) : layer->weight + i;
            double scale = is_bias ? 0.25 : sqrt(6 / (double)inputs);
            slong sample = (slong)random_between(random, -1000, 1000);
            exact_double(x, scale * (double)sample / 1000);
            if (how->denominator)
                fmpq_set_si(x, (slong)(scale * (double)sample), (ulong)how->denominator);
            ulong shift = random_below(random, (uint64_t)how->spread + 1);
            fmpq_div_2exp(x, x, shift);
        }
    }
    net_finish(net);
    return net;
}

// ---- What pairs promise. ----

static int pairs_hold(const path *p, const path_forms *truth, size_t l)
{
    const walk_layer *layer = p->maps.layer + l;
    int good = 1;
    for (size_t c = 0; c < PATH_COLUMNS; c++) {
        size_t at = c * layer->rounded->stride;
        good &= path_column_holds(truth + l, layer->pairs.high + at, layer->pairs.low + at,
                                  layer->pairs.bound[c], c);
    }
    return good;
}

// The largest error bound of the layer, as a share of its column's norm.
static double share_of_bound(const walk_layer *layer)
{
    double share = 0;
    for (size_t c = 0; c < PATH_COLUMNS; c++) {
        double norm =
            filter_norm(layer->pairs.high + c * layer->rounded->stride, layer->rounded->units);
        if (norm > 0 && layer->pairs.bound[c] / norm > share)
            share = layer->pairs.bound[c] / norm;
    }
    return share;
}

// Pairs are requested rarely, for the first layers only, or for all layers.
static void follow_path(path *p, random_state *random, int steps)
{
    for (int step = 0; step < steps; step++) {
        path_step(p, random);
        size_t layers = p->net->layers, upto = 1 + random_below(random, layers);
        walk_maps_need_pairs(&p->maps, upto);
        if (step % 3)
            continue;
        walk_maps_need_pairs(&p->maps, layers);
        path_forms *truth = path_truth(p);
        for (size_t l = 1; l <= layers; l++) {
            CU_ASSERT(p->maps.layer[l].pairs.current);
            CU_ASSERT(pairs_hold(p, truth, l));
        }
        path_truth_free(truth, p);
    }
}

static void follow(const recipe *how, uint64_t seed, int steps)
{
    random_state random = unit_random(seed);
    path p;
    path_init(&p, net_by(how, &random), CREASE_FILTERED);
    follow_path(&p, &random, steps);
    path_clear(&p);
}

static void deep(void)
{
    follow(&(recipe){"relu", 30, 6, 0, 0}, 34, 12);
    follow(&(recipe){"leaky:1/10", 30, 5, 0, 3}, 35, 12);
}

static void maxout(void)
{
    follow(&(recipe){"maxout:2", 3, 7, 0, 12}, 131, 40);
    follow(&(recipe){"maxout:5", 3, 4, 7, 3}, 132, 40);
    follow(&(recipe){"maxout:3", 20, 4, 3, 1}, 133, 10);
}

// ---- Networks in which one part of the error bound dominates. ----

static crease_net *made_of(size_t layers, size_t width, const char *act,
                           void (*fill)(fmpq_t weight, size_t l, size_t j, size_t i))
{
    crease_net *net = net_new(PATH_INPUTS, layers);
    for (size_t l = 0; l < layers; l++) {
        activation of_layer;
        CU_ASSERT_FATAL(activation_parse(&of_layer, act, NULL) == CREASE_OK);
        size_t inputs = l ? width : PATH_INPUTS;
        net_layer_init(net->layer + l, inputs, width, of_layer);
        for (size_t k = 0; k < width * inputs; k++)
            fill(net->layer[l].weight + k, l, k / inputs, k % inputs);
    }
    net_finish(net);
    return net;
}

static void path_of(crease_net *net, uint64_t seed)
{
    random_state random = unit_random(seed);
    path p;
    path_init(&p, net, CREASE_FILTERED);
    follow_path(&p, &random, 30);
    path_clear(&p);
}

// The first layer's units come in pairs that differ by 2^-70; the second takes the difference, so
// that hardly more than the error remains, and the third passes it on.
static void fill_cancelling(fmpq_t weight, size_t l, size_t j, size_t i)
{
    if (l == 0) {
        fmpq_set_si(weight, (slong)(j % 2), 1);
        fmpq_div_2exp(weight, weight, 70);
        fmpq_add_si(weight, weight, 1);
        fmpq_div_fmpz(weight, weight, (fmpz[]){(fmpz)(3 + 4 * (j / 2 + 3 * i))});
    }
    if (l == 1)
        fmpq_set_si(weight, i / 2 == j / 2 ? (i % 2 ? -1 : 1) : 0, 1);
    if (l == 2)
        fmpq_set_si(weight, i == j, 1);
}

static void errors_are_handed_on(void)
{
    path_of(made_of(3, 6, "leaky:1/3", fill_cancelling), 42);
}

// The terms of the second layer are smaller than any double.
static void fill_tiny(fmpq_t weight, size_t l, size_t j, size_t i)
{
    (void)l;
    fmpq_set_si(weight, 1 + (slong)(j + 2 * i), 7);
    fmpq_div_2exp(weight, weight, 538);
}

static void underflow(void)
{
    path_of(made_of(2, 5, "leaky:1/3", fill_tiny), 43);
}

static void planes(void)
{
    random_state random = unit_random(44);
    CASES(k, 100) {
        path p;
        path_init_plane(&p, &random, CREASE_FILTERED);
        follow_path(&p, &random, 20);
        path_forms *truth = path_truth(&p);
        CU_ASSERT(pairs_hold(&p, truth, 0));
        path_truth_free(truth, &p);
        path_clear(&p);
    }
}

// Where doubles have no accurate bits left, pairs still have about 106 bits less the growth.
static void how_tight(void)
{
    random_state random = unit_random(40);
    path p;
    path_init(&p, net_by(&(recipe){"leaky:1/2", 30, 8, 3, 0}, &random), CREASE_FILTERED);
    walk_maps_need_pairs(&p.maps, 30);
    const walk_layer *layer = p.maps.layer;
    CU_ASSERT(share_of_bound(layer + 1) < 0x1p-88);
    CU_ASSERT(share_of_bound(layer + 30) < 0x1p-32);
    CU_ASSERT(layer[30].pairs.bound[0] < layer[30].doubles.bound[0] * 0x1p-36);
    path_clear(&p);
}

// ---- Updates: only what has changed, and again at intervals. ----

static void updates(void)
{
    enum { WIDTH = 9 };
    random_state random = unit_random(41);
    path p;
    path_init(&p, net_by(&(recipe){"relu", 2, WIDTH, 3, 0}, &random), CREASE_FILTERED);
    walk_layer *layer = p.maps.layer;
    walk_maps_need_pairs(&p.maps, 2);
    size_t fresh = 0, most = 0;
    for (int step = 0; step < 80; step++) {
        uint64_t version = layer[2].pairs.log.version;
        size_t before = layer[2].pairs.log.changes;
        layer[1].pattern[random_below(&random, WIDTH)] ^= 1;
        walk_maps_sync(&p.maps, 2);
        CU_ASSERT_FALSE(layer[2].pairs.current);
        walk_maps_need_pairs(&p.maps, 2);
        CU_ASSERT(layer[2].pairs.log.version != version);
        CU_ASSERT(layer[2].pairs.log.changes == before + 1 || layer[2].pairs.log.changes == 0);
        most = layer[2].pairs.log.changes > most ? layer[2].pairs.log.changes : most;
        fresh += layer[2].pairs.log.changes == 0;
        // Nothing has changed: neither has the version.
        version = layer[2].pairs.log.version;
        walk_maps_sync(&p.maps, 2);
        walk_maps_need_pairs(&p.maps, 2);
        CU_ASSERT(layer[2].pairs.log.version == version);
        path_forms *truth = path_truth(&p);
        CU_ASSERT(pairs_hold(&p, truth, 2));
        path_truth_free(truth, &p);
    }
    CU_ASSERT(most >= WIDTH && most <= WIDTH * PAIR_UPDATES_PER_INPUT);
    CU_ASSERT(fresh >= 2);
    path_clear(&p);
}

UNIT_MAIN("map_pairs", {"deep", deep}, {"planes", planes},
          {"errors_are_handed_on", errors_are_handed_on}, {"underflow", underflow},
          {"how_tight", how_tight}, {"updates", updates}, {"maxout", maxout})
