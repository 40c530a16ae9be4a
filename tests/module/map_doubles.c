// Maps in doubles: their error bound against the true error, in rationals.
#include "exact/norm.h"
#include "paths.h"
#include "unit.h"

// ---- Networks whose weights range widely. ----

// Each number is a random double times a power of two.
static void random_double(fmpq_t x, random_state *random, int range)
{
    double value = (double)random_between(random, -(1ll << 53), 1ll << 53) * 0x1p-53;
    int shift = (int)random_between(random, -range, range);
    exact_double(x, ldexp(value, shift));
}

// Nothing need be a double: sevenths, and ranges beyond any double.
static void random_number(fmpq_t x, random_state *random, int range)
{
    random_double(x, random, range > 500 ? 500 : range);
    if (random_below(random, 2))
        fmpq_div_2exp(x, x, (ulong)range);
    if (random_below(random, 4) == 0)
        fmpq_mul_si(x, x, 3);
    if (random_below(random, 4) == 0)
        fmpq_div_fmpz(x, x, (fmpz[]){7});
    if (random_below(random, 8) == 0)
        fmpq_zero(x);
}

typedef activation any_activation(random_state *random);

static crease_net *wide_net(random_state *random, size_t layers, size_t widest, int range,
                            any_activation *any)
{
    crease_net *net = net_new(PATH_INPUTS, layers);
    for (size_t l = 0; l < layers; l++) {
        size_t below = l ? net->layer[l - 1].units : PATH_INPUTS;
        size_t units = 1 + random_below(random, widest);
        net_layer *layer = net->layer + l;
        net_layer_init(layer, below, units, any(random));
        for (size_t i = 0; i < layer->rows * below; i++)
            random_number(layer->weight + i, random, range);
        for (size_t j = 0; j < layer->rows; j++)
            random_number(layer->bias + j, random, range);
        // Breakpoints far from 1 too, and the offsets that go with them.
        ulong shift = random_below(random, (uint64_t)range + 1);
        for (size_t b = 0; b < activation_breakpoints(layer->act); b++)
            fmpq_mul_2exp(layer->act->breakpoint + b, layer->act->breakpoint + b, shift);
        for (size_t b = 0; b < layer->act->pieces; b++)
            fmpq_mul_2exp(layer->act->offset + b, layer->act->offset + b, shift);
    }
    net_finish(net);
    return net;
}

// ---- The error bound of every map and every form. ----

static bool forms_hold(const path *p, const path_forms *truth, size_t l)
{
    bool good = true;
    const activation *act = p->net->layer[l - 1].act;
    fmpq *wanted = _fmpq_vec_init(PATH_COLUMNS);
    for (size_t j = 0; j < truth[l].units; j++)
        for (size_t b = 0; b < activation_predicates(act); b++) {
            line_approx form;
            walk_layer_approx((double *)&form, p->maps.layer + l, j, b);
            path_predicate(wanted, truth + l, act, j, b);
            for (size_t c = 0; c < PATH_COLUMNS; c++)
                good &= is_within(wanted + c, form.a[c], form.bound[c]);
        }
    _fmpq_vec_clear(wanted, PATH_COLUMNS);
    return good;
}

static size_t finite_bounds(const path *p)
{
    size_t finite = 0;
    for (size_t l = 1; l < p->maps.layers; l++)
        for (size_t c = 0; c < PATH_COLUMNS; c++)
            finite += isfinite(p->maps.layer[l].view.bound[c]) != 0;
    return finite;
}

// All maps must hold after every other step. Returns how many bounds were finite.
static size_t follow(path *p, random_state *random, int steps)
{
    int good = 1;
    size_t told = 0;
    for (int step = 0; step < steps; step++) {
        path_step(p, random);
        if (step % 2)
            continue;
        path_forms *truth = path_truth(p);
        for (size_t l = 1; l < p->maps.layers; l++) {
            good &= path_approx_holds(p, truth, l);
            good &= forms_hold(p, truth, l);
        }
        told += finite_bounds(p);
        path_truth_free(truth, p);
    }
    CU_ASSERT(good);
    return told;
}

static void ranging_of(uint64_t seed, int nets, size_t layers, size_t widest, int range,
                       any_activation *any)
{
    random_state random = unit_random(seed);
    size_t told = 0;
    for (int k = 0; k < nets; k++) {
        path p;
        path_init(&p, wide_net(&random, layers, widest, range, any), CREASE_FILTERED);
        told += follow(&p, &random, 16);
        path_clear(&p);
    }
    CU_ASSERT(told > (size_t)nets * layers * PATH_COLUMNS * 4); // most bounds say something
}

static void ranging(uint64_t seed, int nets, size_t layers, size_t widest, int range)
{
    ranging_of(seed, nets, layers, widest, range, random_activation);
}

static void near_one(void)
{
    ranging(21, 60, 4, 9, 3);
}

// Products leave the range of doubles, downwards and upwards.
static void underflow_and_overflow(void)
{
    ranging(23, 60, 3, 6, 500);
    ranging(24, 40, 2, 6, 1060);
}

static void maxout_ranges(void)
{
    ranging_of(211, 40, 4, 6, 3, random_any_activation);
    ranging_of(212, 40, 4, 6, 60, random_any_activation);
    ranging_of(213, 40, 3, 4, 500, random_any_activation);
    ranging_of(214, 20, 2, 4, 1060, random_any_activation);
}

// All products of the second layer are less than any double.
static void all_underflow(void)
{
    random_state random = unit_random(29);
    path p;
    crease_net *net = net_of(LAYER("leaky:1/3", "[[1, 2], [3, 5]]",
                                   "[7, 0]") "," LAYER("hardtanh", "[[1, 1], [-2, 3]]", "[0, 0]"));
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < 4; i++) {
            fmpq_div_2exp(net->layer[l].weight + i, net->layer[l].weight + i, 538);
            fmpq_div_fmpz(net->layer[l].weight + i, net->layer[l].weight + i, (fmpz[]){11});
        }
    path_init(&p, net, CREASE_FILTERED);
    CU_ASSERT(follow(&p, &random, 40) > 0);
    path_clear(&p);
}

static void planes(void)
{
    random_state random = unit_random(30);
    CASES(k, 100) {
        path p;
        path_init_plane(&p, &random, CREASE_FILTERED);
        CU_ASSERT(follow(&p, &random, 20) > 0);
        path_forms *truth = path_truth(&p);
        CU_ASSERT(path_approx_holds(&p, truth, 0));
        path_truth_free(truth, &p);
        path_clear(&p);
    }
}

// ---- Siblings: one unit after the other changes, far more often than sums are made again. ----

static void many_updates(void)
{
    random_state random = unit_random(26);
    path p;
    crease_net *net = net_new(PATH_INPUTS, 2);
    for (size_t l = 0; l < 2; l++) {
        activation act;
        CU_ASSERT_FATAL(activation_parse(&act, "hardtanh", NULL) == CREASE_OK);
        net_layer_init(net->layer + l, l ? 12 : PATH_INPUTS, 12, act);
        for (size_t i = 0; i < 12 * net->layer[l].inputs; i++)
            random_number(net->layer[l].weight + i, &random, 20);
    }
    net_finish(net);
    path_init(&p, net, CREASE_FILTERED);
    size_t fresh = 0, most = 0;
    for (int step = 0; step < 120; step++) {
        p.maps.layer[1].pattern[random_below(&random, 12)] = (uint32_t)random_below(&random, 3);
        walk_maps_sync(&p.maps, 2);
        size_t updates = p.maps.layer[2].doubles.log.changes;
        most = updates > most ? updates : most;
        fresh += updates == 0;
        path_forms *truth = path_truth(&p);
        CU_ASSERT(path_approx_holds(&p, truth, 2));
        path_truth_free(truth, &p);
    }
    CU_ASSERT(most > 8 && most <= 12 * PAIR_UPDATES_PER_INPUT);
    CU_ASSERT(fresh >= 3);
    path_clear(&p);
}

// ---- Deep networks: error bounds grow, and pairs take them down again. ----

static crease_net *he_net(const char *architecture, uint64_t seed)
{
    size_t *widths, count;
    crease_net *net;
    const crease_random how = {.bias_std = "0.1", .seed = seed};
    CU_ASSERT_FATAL(crease_widths_parse(&widths, &count, architecture, NULL) == CREASE_OK);
    CU_ASSERT_FATAL(crease_net_random(&net, widths, count, &how, NULL) == CREASE_OK);
    free(widths);
    return net;
}

static void is_tight(const walk_layer *layer)
{
    for (size_t c = 0; c < PATH_COLUMNS; c++) {
        double norm =
            filter_norm(layer->view.entry + c * layer->rounded->stride, layer->rounded->units);
        CU_ASSERT(layer->view.bound[c] <= 0x1p-45 * norm + 0x1p-60);
        CU_ASSERT(layer->view.bound[c] <= layer->doubles.bound[c]);
    }
    CU_ASSERT_EQUAL(layer->view.grade, MAP_FIRM);
}

static void tighten(void)
{
    random_state random = unit_random(27);
    path p;
    path_init(&p, he_net("2-8-8-8-8-8-8-8-8-8-8-8-8-8-8-8-8-8-8-8-8-8-8-8-8", 28), CREASE_FILTERED);
    size_t last = p.maps.layers - 1;
    for (size_t l = 1; l <= last; l++) {
        walk_maps_sync(&p.maps, l);
        for (size_t j = 0; j < p.rounded.layer[l].units; j++)
            p.maps.layer[l].pattern[j] = random_below(&random, 3) > 0;
    }
    path_forms *truth = path_truth(&p);
    const walk_layer *layer = p.maps.layer;
    CU_ASSERT(layer[last].view.grade >= MAP_LOOSE);
    CU_ASSERT_EQUAL(layer[2].view.grade, MAP_FIRM);
    // Middle layers first: those below start again from a small error bound.
    for (size_t l = 12; l <= last; l += last - 12) {
        double before = layer[l].view.bound[0];
        uint64_t version = layer[l].view.version;
        walk_maps_tighten(&p.maps, l);
        CU_ASSERT(layer[l].view.bound[0] < before);
        CU_ASSERT(layer[l].view.version != version);
        is_tight(layer + l);
        CU_ASSERT(path_approx_holds(&p, truth, l));
        for (size_t i = l + 1; i <= last; i++) {
            before = layer[i].view.bound[0];
            walk_maps_sync(&p.maps, i);
            CU_ASSERT(layer[i].view.bound[0] < before * 0x1p-10);
            CU_ASSERT(path_approx_holds(&p, truth, i));
        }
    }
    // Its own sums come back with the next predicate.
    walk_maps_sync(&p.maps, last);
    CU_ASSERT(layer[last].view.entry == layer[last].doubles.entry);
    CU_ASSERT(path_approx_holds(&p, truth, last));
    path_truth_free(truth, &p);
    path_clear(&p);
}

UNIT_MAIN("map_doubles", {"near_one", near_one}, {"underflow_and_overflow", underflow_and_overflow},
          {"all_underflow", all_underflow}, {"planes", planes}, {"many_updates", many_updates},
          {"tighten", tighten}, {"maxout_ranges", maxout_ranges})
