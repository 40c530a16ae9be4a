// Tests of net/net.
#include "net/net.h"
#include "base/random.h"
#include "unit.h"
#include <flint/fmpq_vec.h>
#include <gmp.h>
#include <stdio.h>
#include <string.h>

static const char *const activations[] = {"relu",     "leaky:-2/3", "abs",
                                          "hardtanh", "linear",     "pwl:-1,1/2;2,0,-1;1/3",
                                          "maxout:2", "maxout:3"};
#define ACTIVATIONS (sizeof activations / sizeof *activations)

static activation activation_named(const char *name)
{
    activation act;
    CU_ASSERT_EQUAL_FATAL(activation_parse(&act, name, NULL), CREASE_OK);
    return act;
}

// A network of the given widths, the input first, with small random rationals.
static crease_net *random_net(random_state *random, const size_t *widths, size_t layers,
                              const size_t *kinds)
{
    crease_net *net = net_new(widths[0], layers);
    for (size_t l = 0; l < layers; l++) {
        net_layer *layer = net->layer + l;
        net_layer_init(layer, widths[l], widths[l + 1], activation_named(activations[kinds[l]]));
        for (size_t i = 0; i < layer->rows * layer->inputs; i++)
            fmpq_set_si(layer->weight + i, random_between(random, -6, 6),
                        random_below(random, 5) + 1);
        for (size_t i = 0; i < layer->rows; i++)
            fmpq_set_si(layer->bias + i, random_between(random, -6, 6),
                        random_below(random, 5) + 1);
    }
    net_finish(net);
    return net;
}

static void accessors(void)
{
    random_state random;
    random_seed(&random, 3);
    static const size_t widths[] = {3, 5, 2, 4}, kinds[] = {0, 1, 4};
    crease_net *net = random_net(&random, widths, 3, kinds);
    CU_ASSERT_EQUAL(crease_net_inputs(net), 3);
    CU_ASSERT_EQUAL(crease_net_outputs(net), 4);
    CU_ASSERT_EQUAL(crease_net_layers(net), 3);
    CU_ASSERT_EQUAL(crease_net_hidden(net), 2);
    CU_ASSERT_EQUAL(crease_net_width(net, 0), 5);
    CU_ASSERT_EQUAL(crease_net_width(net, 1), 2);
    CU_ASSERT_EQUAL(crease_net_width(net, 2), 4);
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 0), "relu");
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 1), "leaky:-2/3");
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 2), "linear");
    CU_ASSERT_STRING_EQUAL(crease_net_about(net), "");
    CU_ASSERT_EQUAL(crease_net_parameters(net), 5 * 4 + 2 * 6 + 4 * 3);
    CU_ASSERT_EQUAL(strlen(crease_net_sha256(net)), 64);
    crease_net_free(net);
}

// Widths count units, parameters count weights.
static void maxout_accessors(void)
{
    random_state random;
    random_seed(&random, 3);
    static const size_t widths[] = {3, 5, 2, 1}, kinds[] = {7, 6, 4};
    crease_net *net = random_net(&random, widths, 3, kinds);
    CU_ASSERT_EQUAL(crease_net_width(net, 0), 5);
    CU_ASSERT_EQUAL(crease_net_width(net, 1), 2);
    CU_ASSERT_EQUAL(crease_net_hidden(net), 2);
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 0), "maxout:3");
    CU_ASSERT_EQUAL(crease_net_parameters(net), 5 * 3 * 4 + 2 * 2 * 6 + 3);
    crease_net_free(net);
}

// Only a linear layer at the very end is an output layer.
static void hidden(void)
{
    static const struct {
        const char *names[3];
        size_t layers, hidden;
    } rows[] = {
        {{"linear"}, 1, 0},
        {{"relu"}, 1, 1},
        {{"linear", "relu"}, 2, 2},
        {{"linear", "linear"}, 2, 1},
        {{"relu", "leaky:1"}, 2, 2},
        {{"relu", "linear", "linear"}, 3, 2},
        {{"abs", "hardtanh", "linear"}, 3, 2},
        {{"linear", "maxout:2"}, 2, 2},
        {{"maxout:3", "linear"}, 2, 1},
        {{"pwl:0;1,1"}, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        crease_net *net = net_new(1, rows[i].layers);
        for (size_t l = 0; l < rows[i].layers; l++)
            net_layer_init(net->layer + l, 1, 1, activation_named(rows[i].names[l]));
        CU_ASSERT_EQUAL(crease_net_hidden(net), rows[i].hidden);
        crease_net_free(net);
    }
}

static void freeing(void)
{
    crease_net_free(NULL);
    crease_net *net = net_new(2, 3);
    net_layer_init(net->layer, 2, 2, activation_named("abs"));
    crease_net_free(net); // two layers never filled
}

// The tent map on [0, 1], from two units; 0 to the left.
static void by_hand(void)
{
    crease_net *net = net_new(1, 2);
    net_layer_init(net->layer, 1, 2, activation_named("relu"));
    fmpq_set_si(net->layer[0].weight, 2, 1);
    fmpq_set_si(net->layer[0].weight + 1, 4, 1);
    fmpq_set_si(net->layer[0].bias + 1, -2, 1);
    net_layer_init(net->layer + 1, 2, 1, activation_named("linear"));
    fmpq_set_si(net->layer[1].weight, 1, 1);
    fmpq_set_si(net->layer[1].weight + 1, -1, 1);
    static const int points[][4] = {{0, 1, 0, 1}, {1, 3, 2, 3}, {1, 2, 1, 1},
                                    {3, 4, 1, 2}, {1, 1, 0, 1}, {-5, 7, 0, 1}};
    fmpq_t x, y, expected;
    fmpq_init(x);
    fmpq_init(y);
    fmpq_init(expected);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        fmpq_set_si(x, points[i][0], (ulong)points[i][1]);
        fmpq_set_si(expected, points[i][2], (ulong)points[i][3]);
        crease_net_evaluate(y, net, x);
        CU_ASSERT(fmpq_equal(y, expected));
    }
    fmpq_clear(x);
    fmpq_clear(y);
    fmpq_clear(expected);
    crease_net_free(net);
}

// ---- A forward pass of another make: GMP, activations by their definitions ----

static void activate(mpq_t y, size_t kind)
{
    if (kind == 0 && mpq_sgn(y) < 0)
        mpq_set_ui(y, 0, 1);
    if (kind == 1 && mpq_sgn(y) < 0) {
        mpq_t slope;
        mpq_init(slope);
        mpq_set_si(slope, -2, 3);
        mpq_mul(y, y, slope);
        mpq_clear(slope);
    }
    if (kind == 2)
        mpq_abs(y, y);
    if (kind == 3 && mpq_cmp_si(y, 1, 1) > 0)
        mpq_set_si(y, 1, 1);
    if (kind == 3 && mpq_cmp_si(y, -1, 1) < 0)
        mpq_set_si(y, -1, 1);
    if (kind != 5)
        return;
    // 2 z + 7/3, 1/3, 5/6 - z
    mpq_t turn;
    mpq_init(turn);
    mpq_set_si(turn, 7, 3);
    if (mpq_cmp_si(y, -1, 1) < 0)
        mpq_add(y, y, y);
    else if (mpq_cmp_si(y, 1, 2) < 0)
        mpq_set_ui(y, 0, 1), mpq_set_si(turn, 1, 3);
    else
        mpq_neg(y, y), mpq_set_si(turn, 5, 6);
    mpq_add(y, y, turn);
    mpq_clear(turn);
}

static void forward(mpq_t *value, const crease_net *net, const size_t *kinds)
{
    mpq_t next[8], weight, z;
    mpq_inits(weight, z, NULL);
    for (size_t i = 0; i < 8; i++)
        mpq_init(next[i]);
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *layer = net->layer + l;
        size_t rank = kinds[l] == 6 ? 2 : kinds[l] == 7 ? 3 : 1;
        for (size_t row = 0; row < layer->units * rank; row++) {
            mpq_t *largest = next + row / rank;
            fmpq_get_mpq(z, layer->bias + row);
            for (size_t j = 0; j < layer->inputs; j++) {
                fmpq_get_mpq(weight, layer->weight + row * layer->inputs + j);
                mpq_mul(weight, weight, value[j]);
                mpq_add(z, z, weight);
            }
            activate(z, kinds[l]);
            if (row % rank == 0 || mpq_cmp(z, *largest) > 0)
                mpq_set(*largest, z);
        }
        for (size_t i = 0; i < layer->units; i++)
            mpq_set(value[i], next[i]);
    }
    for (size_t i = 0; i < 8; i++)
        mpq_clear(next[i]);
    mpq_clears(weight, z, NULL);
}

static void check_value(random_state *random, const crease_net *net, const size_t *kinds)
{
    fmpq *x = _fmpq_vec_init(8), *y = _fmpq_vec_init(8);
    mpq_t value[8];
    for (size_t i = 0; i < 8; i++) {
        fmpq_set_si(x + i, random_between(random, -9, 9), random_below(random, 6) + 1);
        mpq_init(value[i]);
        fmpq_get_mpq(value[i], x + i);
    }
    crease_net_evaluate(y, net, x);
    forward(value, net, kinds);
    fmpq_t expected;
    fmpq_init(expected);
    for (size_t i = 0; i < crease_net_outputs(net); i++) {
        fmpq_set_mpq(expected, value[i]);
        CU_ASSERT(fmpq_equal(y + i, expected));
    }
    fmpq_clear(expected);
    for (size_t i = 0; i < 8; i++)
        mpq_clear(value[i]);
    _fmpq_vec_clear(x, 8);
    _fmpq_vec_clear(y, 8);
}

static void against_another_pass(void)
{
    random_state random;
    random_seed(&random, 8);
    printf("seed 8 ");
    for (int round = 0; round < 300; round++) {
        size_t layers = 1 + random_below(&random, 4), widths[5], kinds[4];
        for (size_t l = 0; l <= layers; l++)
            widths[l] = 1 + random_below(&random, 8);
        for (size_t l = 0; l < layers; l++)
            kinds[l] = random_below(&random, ACTIVATIONS);
        crease_net *net = random_net(&random, widths, layers, kinds);
        check_value(&random, net, kinds);
        crease_net_free(net);
    }
}

UNIT_MAIN("net", {"accessors", accessors}, {"maxout accessors", maxout_accessors},
          {"hidden", hidden}, {"freeing", freeing}, {"by hand", by_hand},
          {"against another pass", against_another_pass})
