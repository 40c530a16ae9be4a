// Networks: shape and values, homogeneity, identity, parametrizations as layers.
#include "net/net.h"
#include "base/random.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <gmp.h>
#include <stdio.h>
#include <string.h>

// ---- Shape and values ----

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
static crease_net *rational_net(random_state *random, const size_t *widths, size_t layers,
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
    random_state random = unit_random(8);
    CASES(round, 300) {
        size_t layers = 1 + random_below(&random, 4), widths[5], kinds[4];
        for (size_t l = 0; l <= layers; l++)
            widths[l] = 1 + random_below(&random, 8);
        for (size_t l = 0; l < layers; l++)
            kinds[l] = random_below(&random, ACTIVATIONS);
        crease_net *net = rational_net(&random, widths, layers, kinds);
        check_value(&random, net, kinds);
        crease_net_free(net);
    }
}

// ---- Affine parametrizations as layers ----

static void identity(void)
{
    for (size_t inputs = 1; inputs < 5; inputs++) {
        net_layer layer;
        net_layer_init_affine(&layer, NULL, inputs, inputs);
        CU_ASSERT(layer.inputs == inputs && layer.units == inputs && layer.act->pieces == 1);
        for (size_t i = 0; i < inputs * inputs; i++)
            CU_ASSERT(fmpq_equal_si(layer.weight + i, i / inputs == i % inputs));
        for (size_t i = 0; i < inputs; i++)
            CU_ASSERT(fmpq_is_zero(layer.bias + i));
        net_layer_clear(&layer);
    }
}

// x = parametrization (u, 1), and the linear activation leaves it as it is.
static int takes_to(const net_layer *layer, const fmpq *parametrization, const fmpq *u)
{
    size_t columns = layer->inputs + 1;
    fmpq *x = _fmpq_vec_init((slong)layer->units), *y = _fmpq_vec_init((slong)layer->units);
    net_pre_activation(x, layer, u);
    int good = 1;
    for (size_t i = 0; i < layer->units; i++) {
        for (size_t c = 0; c < columns; c++)
            if (c + 1 < columns)
                fmpq_addmul(y + i, parametrization + i * columns + c, u + c);
            else
                fmpq_add(y + i, y + i, parametrization + i * columns + c);
        activation_apply(x + i, layer->act, x + i);
        good &= fmpq_equal(x + i, y + i);
    }
    _fmpq_vec_clear(x, (slong)layer->units);
    _fmpq_vec_clear(y, (slong)layer->units);
    return good;
}

static void random_parametrizations(void)
{
    random_state random = unit_random(121);
    CASES(k, 200) {
        size_t inputs = 1 + random_below(&random, 6), dimension = 1 + random_below(&random, 3);
        fmpq *parametrization = random_parametrization(&random, inputs, dimension);
        fmpq *u = _fmpq_vec_init((slong)dimension);
        for (size_t i = 0; i < dimension; i++)
            random_rational(u + i, &random, 9);
        net_layer layer;
        net_layer_init_affine(&layer, parametrization, dimension, inputs);
        CU_ASSERT(layer.inputs == dimension && layer.units == inputs);
        CU_ASSERT(takes_to(&layer, parametrization, u));
        net_layer_clear(&layer);
        _fmpq_vec_clear(u, (slong)dimension);
        _fmpq_vec_clear(parametrization, (slong)(inputs * (dimension + 1)));
    }
}

// ---- Positive scaling ----

static int is_homogeneous(const char *name, const char *bias)
{
    char *layers = NULL;
    if (asprintf(&layers,
                 "{\"weights\": [[1, 2], [3, 4]], \"bias\": [0, %s], \"activation\": \"%s\"}", bias,
                 name) < 0)
        abort();
    crease_net *net = net_of(layers);
    int is = crease_net_is_homogeneous(net);
    crease_net_free(net);
    free(layers);
    return is;
}

static void homogeneous_activations(void)
{
    static const char *const good[] = {"relu",   "leaky:1/10", "abs",
                                       "linear", "maxout:2",   "pwl:0;-1,3;0"};
    static const char *const bad[] = {"hardtanh", "pwl:0;1,0;1", "pwl:1;0,1;0", "pwl:-1,0;0,1,2;1"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CU_ASSERT(is_homogeneous(good[i], "0"));
        CU_ASSERT(!is_homogeneous(good[i], "\"1/9\""));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CU_ASSERT(!is_homogeneous(bad[i], "0"));
}

// ---- Identity ----

static crease_net *parse(const char *text)
{
    crease_net *net;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&net, text, strlen(text), "test", &error), CREASE_OK);
    return net;
}

static void check_hash(const char *text, const char *hash)
{
    crease_net *net = parse(text);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(net), hash);
    crease_net_free(net);
}

#define KNOWN "396125c16314c2f0ceb02c3edf6a9bd02d49ba3cc18755bc7812af837e384382"

// sha256sum of the canonical text:
//   printf 'crease-network 1\ninputs 2\nlayer 2 leaky:1/10\n1 -1/2 0\n0 3 7/3\n' >text
//   printf 'layer 1 linear\n1 -2 -5\n' >>text
static void known(void)
{
    check_hash("{\"inputs\": 2, \"layers\": ["
               "{\"weights\": [[1, \"-1/2\"], [0, 3]], \"bias\": [0, \"7/3\"], "
               "\"activation\": \"leaky:1/10\"},"
               "{\"weights\": [[1, -2]], \"bias\": [-5], \"activation\": \"linear\"}]}",
               KNOWN);
    // printf 'crease-network 1\ninputs 1\nlayer 1 hardtanh\n0 0\n'
    check_hash("{\"inputs\": 1, \"layers\": ["
               "{\"weights\": [[0]], \"bias\": [0], \"activation\": \"hardtanh\"}]}",
               "50fd39f12aa130da8356fe6af9e1574bce68336bdcfdb889222e8c6c42203720");
    // printf 'crease-network 1\ninputs 2\nlayer 1 maxout:3\n1 0 0\n0 1 1/2\n-1 0 0\n'
    check_hash("{\"inputs\": 2, \"layers\": ["
               "{\"weights\": [[1, 0], [0, 1], [-1, 0]], \"bias\": [0, 0.5, 0], "
               "\"activation\": \"maxout:03\"}]}",
               "c260797db7def008e93faaf099e3f21d7fd916ae311f30b1ed1ca994d306665b");
    // printf 'crease-network 1\ninputs 1\nlayer 1 pwl:-1/2,2;0,1/3,5;-1\n0 0\n'
    check_hash("{\"inputs\": 1, \"layers\": [{\"weights\": [[0]], \"bias\": [0], "
               "\"activation\": \"pwl:-0.5,2;0,2/6,5e0;-1.0\"}]}",
               "102e51c4f33dbc75301b8c41cbb341fca27a6d47924c0ca67544e169ec1b9dc1");
}

// All of these differ from one another, some by one line or one space only.
static void other_networks(void)
{
    static const char *const texts[] = {
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"abs\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"leaky:0\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"pwl:0;0,1\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"pwl:0;0,1;1\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1], [0]], \"bias\": [0, 0], "
        "\"activation\": \"maxout:2\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[0]], \"bias\": [1], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[-1]], \"bias\": [0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[10]], \"bias\": [0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"numbers\": \"binary32\", \"layers\": [{\"weights\": [[0.1]], \"bias\": "
        "[0], "
        "\"activation\": \"relu\"}]}",
        "{\"inputs\": 1, \"numbers\": \"binary64\", \"layers\": [{\"weights\": [[0.1]], \"bias\": "
        "[0], "
        "\"activation\": \"relu\"}]}",
        "{\"inputs\": 1, \"numbers\": \"decimal\", \"layers\": [{\"weights\": [[0.1]], \"bias\": "
        "[0], "
        "\"activation\": \"relu\"}]}",
        "{\"inputs\": 2, \"layers\": [{\"weights\": [[1, 0]], \"bias\": [0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 2, \"layers\": [{\"weights\": [[0, 1]], \"bias\": [0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1], [0]], \"bias\": [0, 0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"relu\"}, "
        "{\"weights\": [[1]], \"bias\": [0], \"activation\": \"linear\"}]}",
    };
    enum { COUNT = sizeof texts / sizeof *texts };
    crease_net *nets[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        nets[i] = parse(texts[i]);
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < i; j++)
            CU_ASSERT_STRING_NOT_EQUAL(crease_net_sha256(nets[i]), crease_net_sha256(nets[j]));
    for (size_t i = 0; i < COUNT; i++)
        crease_net_free(nets[i]);
}

UNIT_MAIN("net", {"hidden", hidden}, {"against another pass", against_another_pass},
          {"identity", identity}, {"random_parametrizations", random_parametrizations},
          {"activations and biases", homogeneous_activations}, {"known", known},
          {"other networks", other_networks})
