// Networks: shape, homogeneity, identity, parametrizations as layers.
#include "net/net.h"
#include "base/random.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

// ---- Shape ----

static activation activation_named(const char *name)
{
    activation act;
    CU_ASSERT_EQUAL_FATAL(activation_parse(&act, name, NULL), CREASE_OK);
    return act;
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

// ---- Affine parametrizations as layers ----

// x = parametrization (u, 1), and the linear activation leaves it as it is.
static bool takes_to(const net_layer *layer, const fmpq *parametrization, const fmpq *u)
{
    size_t columns = layer->inputs + 1;
    fmpq *x = _fmpq_vec_init((slong)layer->units), *y = _fmpq_vec_init((slong)layer->units);
    net_pre_activation(x, layer, u);
    bool good = true;
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

static bool is_homogeneous(const char *name, const char *bias)
{
    char *layers = NULL;
    if (asprintf(&layers,
                 "{\"weights\": [[1, 2], [3, 4]], \"bias\": [0, %s], \"activation\": \"%s\"}", bias,
                 name) < 0)
        abort();
    crease_net *net = net_of(layers);
    bool is = crease_net_is_homogeneous(net);
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
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&net, text, strlen(text), "test", NULL, &error),
                          CREASE_OK);
    return net;
}

static void check_hash(const char *text, const char *hash)
{
    crease_net *net = parse(text);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(net), hash);
    crease_net_free(net);
}

#define KNOWN "0977107140dc94e024ee45a4225832ab32f9fe186701e9999ed1b3833b179bf1"

// sha256sum of the canonical text:
//   printf 'crease-network 2\ninputs 2\nlayer 2\n0,1/10;0,1 1 -1/2 0\n0,1/10;0,1 0 3 7/3\n' >text
//   printf 'layer 1\n0,1 1 -2 -5\n' >>text
static void known(void)
{
    check_hash("{\"inputs\": 2, \"layers\": ["
               "{\"weights\": [[1, \"-1/2\"], [0, 3]], \"bias\": [0, \"7/3\"], "
               "\"activation\": \"leaky:1/10\"},"
               "{\"weights\": [[1, -2]], \"bias\": [-5], \"activation\": \"linear\"}]}",
               KNOWN);
    // printf 'crease-network 2\ninputs 1\nlayer 1\n-1,0;-1,1;1,0 0 0\n'
    check_hash("{\"inputs\": 1, \"layers\": ["
               "{\"weights\": [[0]], \"bias\": [0], \"activation\": \"hardtanh\"}]}",
               "02a75b7e7ee14afdbd6331d286bbf643db071cfe74f24a459f0eea0ab5445ab6");
    // printf 'crease-network 2\ninputs 2\nlayer 1\nmaxout 3\n1 0 0\n0 1 1/2\n-1 0 0\n'
    check_hash("{\"inputs\": 2, \"layers\": ["
               "{\"weights\": [[1, 0], [0, 1], [-1, 0]], \"bias\": [0, 0.5, 0], "
               "\"activation\": \"maxout:03\"}]}",
               "fbc030273350f72cfec1837528b25707fa11f4ad3b0e3436c5e48c642ad63acf");
    // printf 'crease-network 2\ninputs 1\nlayer 1\n-7/6,0;-1/2,1/3;2,5 0 0\n'
    check_hash("{\"inputs\": 1, \"layers\": [{\"weights\": [[0]], \"bias\": [0], "
               "\"activation\": \"pwl:-0.5,2;0,2/6,5e0;-1.0\"}]}",
               "392a2e3be6cab0502843fb47e9ba934704827a4682ce26af8e561f3d963eb007");
}

#define ONE_LAYER(weights, bias, activation) \
    "{\"weights\": [" weights "], \"bias\": [" bias "], \"activation\": \"" activation "\"}"
#define ONE(weights, bias, activation) \
    "{\"inputs\": 1, \"layers\": [" ONE_LAYER(weights, bias, activation) "]}"
#define TENTH(numbers)                        \
    "{\"inputs\": 1, \"numbers\": \"" numbers \
    "\", \"layers\": [" ONE_LAYER("[0.1]", "0", "relu") "]}"
#define TWO(weights) "{\"inputs\": 2, \"layers\": [" ONE_LAYER(weights, "0", "relu") "]}"

// Networks that differ, some by one line or one space of their canonical text only.
static void other_networks(void)
{
    static const char *const texts[] = {
        ONE("[1]", "0", "relu"),
        ONE("[1]", "0", "abs"),
        ONE("[1]", "0", "pwl:0;0,1;1"),
        ONE("[1], [0]", "0, 0", "maxout:2"),
        ONE("[1], [0]", "0, 0", "relu"),
        ONE("[0]", "1", "relu"),
        ONE("[-1]", "0", "relu"),
        ONE("[10]", "0", "relu"),
        TENTH("binary32"),
        TENTH("binary64"),
        TENTH("decimal"),
        TWO("[1, 0]"),
        TWO("[0, 1]"),
        "{\"inputs\": 1, \"layers\": [" ONE_LAYER("[1]", "0", "relu") "," ONE_LAYER("[1]", "0",
                                                                                    "linear") "]}",
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

// Names of the same pieces.
static void same_pieces(void)
{
    static const char *const texts[] = {ONE("[1]", "0", "leaky:0"), ONE("[1]", "0", "pwl:0;0,1")};
    crease_net *net = parse(ONE("[1]", "0", "relu"));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_hash(texts[i], crease_net_sha256(net));
    crease_net_free(net);
}

UNIT_MAIN("net", {"hidden", hidden}, {"random_parametrizations", random_parametrizations},
          {"activations and biases", homogeneous_activations}, {"known", known},
          {"other networks", other_networks}, {"same pieces", same_pieces})
