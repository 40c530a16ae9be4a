// Random networks: order of the draws, law of the weights, what is refused.
#include "exact/rational.h"
#include "make/normal.h"
#include "net/net.h"
#include "unit.h"
#include <crease/crease.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static crease_net *make(const char *architecture, const crease_random *how)
{
    size_t *widths, count;
    crease_net *net;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(crease_widths_parse(&widths, &count, architecture, &error), CREASE_OK);
    CU_ASSERT_EQUAL_FATAL(crease_net_random(&net, widths, count, how, &error), CREASE_OK);
    free(widths);
    return net;
}

static void shape(void)
{
    crease_random how = {.bias_std = "0.10", .activation = "leaky:0.5", .seed = 12};
    crease_net *net = make("3-4-2-5", &how);
    CU_ASSERT_EQUAL(crease_net_inputs(net), 3);
    CU_ASSERT_EQUAL(crease_net_outputs(net), 5);
    CU_ASSERT_EQUAL(crease_net_layers(net), 3);
    CU_ASSERT_EQUAL(crease_net_hidden(net), 2);
    CU_ASSERT_EQUAL(crease_net_width(net, 0), 4);
    CU_ASSERT_EQUAL(crease_net_width(net, 1), 2);
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 0), "leaky:1/2");
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 1), "leaky:1/2");
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 2), "linear");
    CU_ASSERT_STRING_EQUAL(crease_net_about(net),
                           "random network 3-4-2-5: init he, weights N(0, 2/inputs of the layer); "
                           "biases normal, standard deviation 1/10; activation leaky:0.5; seed 12");
    crease_net_free(net);
    how = (crease_random){.init = "gaussian:2,0.01", .alpha = "0.5", .activation = "maxout:2"};
    net = make("3-4-1", &how);
    CU_ASSERT_STRING_EQUAL(crease_net_about(net),
                           "random network 3-4-1: init gaussian:2,1/100, weights N(0, V/inputs of "
                           "the layer) with V = 2, each kept with probability 1/2; biases normal, "
                           "variance 1/100; activation maxout:2; seed 0");
    crease_net_free(net);
}

// The defaults are he, no biases, relu, seed 0; biases are drawn even then.
static void defaults(void)
{
    crease_random how = {.init = "he", .bias_std = "0", .activation = "relu", .seed = 0};
    crease_net *one = make("2-8-8-1", NULL), *two = make("2-8-8-1", &how);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(one), crease_net_sha256(two));
    CU_ASSERT_STRING_EQUAL(crease_net_about(one), crease_net_about(two));
    how.bias_std = "1";
    crease_net *three = make("2-8-8-1", &how);
    how.seed = 1;
    crease_net *four = make("2-8-8-1", &how);
    for (size_t l = 0; l < 3; l++) {
        const net_layer *without = one->layer + l, *with = three->layer + l;
        for (size_t i = 0; i < without->units; i++) {
            CU_ASSERT(fmpq_is_zero(without->bias + i));
            CU_ASSERT_FALSE(fmpq_is_zero(with->bias + i));
        }
        for (size_t i = 0; i < without->units * without->inputs; i++) {
            CU_ASSERT(fmpq_equal(without->weight + i, with->weight + i));
            CU_ASSERT_FALSE(fmpq_equal(without->weight + i, four->layer[l].weight + i));
        }
    }
    crease_net_free(one);
    crease_net_free(two);
    crease_net_free(three);
    crease_net_free(four);
}

// Layer by layer, weights row by row, then the biases.
static void order(void)
{
    crease_random how = {.bias_std = "3/7", .seed = 77};
    crease_net *net = make("3-5-4-2", &how);
    normal_source source;
    normal_source_init(&source, 77);
    fmpq_t expected, weights, biases;
    fmpq_init(expected);
    fmpq_init(weights);
    fmpq_init(biases);
    fmpq_set_si(biases, 9, 49);
    for (size_t l = 0; l < 3; l++) {
        const net_layer *layer = net->layer + l;
        fmpq_set_si(weights, 2, layer->inputs);
        for (size_t i = 0; i < layer->units; i++)
            for (size_t j = 0; j < layer->inputs; j++) {
                normal_draw(expected, &source, weights, NULL);
                CU_ASSERT(fmpq_equal(layer->weight + i * layer->inputs + j, expected));
            }
        for (size_t i = 0; i < layer->units; i++) {
            normal_draw(expected, &source, biases, NULL);
            CU_ASSERT(fmpq_equal(layer->bias + i, expected));
        }
    }
    fmpq_clear(biases);
    fmpq_clear(weights);
    fmpq_clear(expected);
    normal_source_clear(&source);
    crease_net_free(net);
}

// Every row of a maxout layer is drawn, like those of a wider layer of one row for each unit.
static void rows_of_maxout(void)
{
    crease_random how = {.bias_std = "1", .seed = 78};
    crease_net *plain = make("3-12-1", &how);
    how.activation = "maxout:4";
    crease_net *maxout = make("3-3-1", &how);
    CU_ASSERT_EQUAL(crease_net_width(maxout, 0), 3);
    CU_ASSERT_EQUAL_FATAL(maxout->layer->rows, 12);
    for (size_t i = 0; i < 36; i++)
        CU_ASSERT(fmpq_equal(maxout->layer->weight + i, plain->layer->weight + i));
    for (size_t i = 0; i < 12; i++)
        CU_ASSERT(fmpq_equal(maxout->layer->bias + i, plain->layer->bias + i));
    crease_net_free(plain);
    crease_net_free(maxout);
}

// By the recipe of docs/random.md, with 80 decimal digits in another language.
static void known_values(void)
{
    static const double weights[] = {-0x1.988aaddc2aa5ap+0, -0x1.cf5d9796d02a2p-1,
                                     -0x1.00fe0560b34e0p+0, -0x1.20c88e72ec8dap+0,
                                     -0x1.8ed3890961b44p-1, 0x1.5549b3b3ab680p+0};
    static const double biases[] = {-0x1.eb10c76c57be3p-4, -0x1.f94f3575ada78p-4,
                                    -0x1.cd2be5a49d8bap-7};
    crease_random how = {.bias_std = "0.1", .seed = 2026};
    crease_net *net = make("2-2-1", &how);
    size_t w = 0, b = 0;
    for (size_t l = 0; l < 2; l++) {
        const net_layer *layer = net->layer + l;
        for (size_t i = 0; i < layer->units * layer->inputs; i++)
            CU_ASSERT_EQUAL(rational_double(layer->weight + i), weights[w++]);
        for (size_t i = 0; i < layer->units; i++)
            CU_ASSERT_EQUAL(rational_double(layer->bias + i), biases[b++]);
    }
    crease_net_free(net);
}

// Mean and variance of n numbers are those expected, within six standard errors.
static void check_law(const fmpq *x, size_t n, double variance)
{
    double sum = 0, squares = 0, count = (double)n;
    for (size_t i = 0; i < n; i++) {
        double value = rational_double(x + i);
        sum += value;
        squares += value * value;
    }
    CU_ASSERT(fabs(sum / count) < 6 * sqrt(variance / count));
    CU_ASSERT(fabs(squares / count / variance - 1) < 6 * sqrt(2 / count));
}

static void law(void)
{
    crease_random how = {.bias_std = "0.3", .seed = 4};
    crease_net *net = make("10-300-200-100", &how);
    for (size_t l = 0; l < 3; l++) {
        const net_layer *layer = net->layer + l;
        check_law(layer->weight, layer->units * layer->inputs, 2.0 / (double)layer->inputs);
        check_law(layer->bias, layer->units, 0.09);
    }
    crease_net_free(net);
}

static void check_refused(const size_t *widths, size_t count, crease_random how, const char *where,
                          const char *message)
{
    crease_net *net = NULL;
    crease_error error;
    CU_ASSERT_EQUAL(crease_net_random(&net, widths, count, &how, &error), CREASE_ERROR);
    CU_ASSERT_PTR_NULL(net);
    CU_ASSERT_STRING_EQUAL(error.where, where);
    CU_ASSERT_STRING_EQUAL(error.message, message);
}

static void refuses(void)
{
    const size_t fine[] = {2, 3, 1}, hollow[] = {2, 0, 1};
    const crease_random how = {0};
    check_refused(hollow, 3, how, "widths", "expected widths from 1 to 1000000, found 0");
    check_refused(fine, 1, how, "widths", "expected inputs and at least one layer, found 1 number");
    check_refused(fine, 3, (crease_random){.init = "xavier"}, "init",
                  "expected one of he, xavier-normal, xavier-uniform, pytorch-default, "
                  "gaussian:V[,B], uniform:C, discrete:C, values:V1,..,Vk, found \"xavier\"");
    check_refused(fine, 3, (crease_random){.alpha = "1.01"}, "alpha",
                  "expected a number from 0 to 1, found \"1.01\"");
    check_refused(fine, 3, (crease_random){.alpha = "-1/2"}, "alpha",
                  "expected a number from 0 to 1, found \"-1/2\"");
    check_refused(fine, 3, (crease_random){.alpha = "half"}, "alpha",
                  "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, found \"half\"");
    check_refused(fine, 3, (crease_random){.init = "gaussian:1,1", .bias_std = "0"}, "bias_std",
                  "expected none with an init that says how biases are drawn, found \"0\"");
    check_refused(fine, 3, (crease_random){.unscaled = 1}, "unscaled",
                  "expected gaussian, uniform, discrete or values as init, found \"he\"");
    check_refused(fine, 3, (crease_random){.bias_std = "-1/2"}, "bias_std",
                  "expected a number >= 0, found \"-1/2\"");
    check_refused(fine, 3, (crease_random){.bias_std = "x"}, "bias_std",
                  "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, found \"x\"");
    check_refused(fine, 3, (crease_random){.activation = "tanh"}, "activation",
                  "expected one of relu, leaky:SLOPE, abs, hardtanh, linear, "
                  "pwl:B1,..,Bk;S0,..,Sk;V, maxout:K, found \"tanh\"");
    const size_t wide[] = {100, 1000, 1};
    check_refused(wide, 3, (crease_random){.activation = "maxout:1000"}, "widths",
                  "expected at most 100000000 weights and biases, found 101001001");
    crease_net *net = NULL;
    crease_error error;
    CU_ASSERT_EQUAL(crease_net_random(&net, fine, 3, &(crease_random){.bias_std = "1e400"}, &error),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, "bias_std");
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "in the range of binary64"));
}

UNIT_MAIN("random_net", {"shape", shape}, {"defaults", defaults}, {"order", order},
          {"rows of maxout", rows_of_maxout}, {"known values", known_values}, {"law", law},
          {"refuses", refuses})
