// Random networks: known values, laws, sparsity, texts, refusals, moments.
#include "exact/rational.h"
#include "net/net.h"
#include "unit.h"

#include <crease/crease.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- The families of random weights: known values, their moments, sparsity, what is refused ----

static crease_net *law_make(const size_t *widths, size_t count, const crease_random *how)
{
    crease_net *net;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(crease_net_random(&net, widths, count, how, &error), CREASE_OK);
    net_store(net, STORE_ALL);
    return net;
}

// By the recipe of docs/random.md, with 90 decimal digits in another language.
static const struct {
    crease_random how;
    double number[11]; // of the network 3-2-1, layer by layer, weights and then biases
} known[] = {
    {{.init = "xavier-normal", .bias_std = "0.5", .seed = 2027},
     {-0x1.089393f8b14a4p-2, 0x1.311681a4a618cp-5, -0x1.b0f2b5d8db338p-11, -0x1.014d76bc08481p+0,
      -0x1.1c55fc08dd97dp-2, -0x1.cfaa6c086ecafp-3, 0x1.0a807623771f4p-5, -0x1.5af3bce2bc465p-1,
      0x1.6ff6cb01e7e03p+0, 0x1.89c994be61526p-2, 0x1.12ed03f6769b5p-3}},
    {{.init = "xavier-uniform", .bias_std = "0.5", .seed = 2027},
     {-0x1.09fdef7f5fa55p+0, 0x1.32b858f0f2d23p-3, -0x1.f5efafde1e426p-12, -0x1.2a4d71fb2a809p-1,
      -0x1.912e29d08c46bp-1, -0x1.471a10510d175p-1, 0x1.0a807623771f4p-5, -0x1.5af3bce2bc465p-1,
      0x1.d79ba045ca137p-1, -0x1.25c873fdeed93p+0, 0x1.c2a97d15e599bp-1}},
    {{.init = "pytorch-default", .seed = 2027},
     {-0x1.18614f751edcfp-1, 0x1.434fb6a8b77ffp-4, -0x1.088b2c63a9847p-12, -0x1.3a703f4609677p-2,
      -0x1.a6e195e95c16cp-2, -0x1.58cbab5f1e7bdp-2, -0x1.158cafd7a57cep-2, 0x1.26febd069370cp-1,
      0x1.5e9d3226f4099p-6, -0x1.c874abfe48a9ap-2, 0x1.d79ba045ca137p-2}},
    {{.init = "gaussian:2,1/100", .keep_prob = "1/2", .seed = 2027},
     {-0x1.5591175a29f06p-2, 0x1.89dde6f7ceeb9p-5, -0x1.17777f759a5aap-10, 0, -0x1.6f137746f2c14p-2,
      0, 0x1.aa67236bf1cb9p-8, -0x1.158fca4efd051p-3, 0x1.c2a97d15e599bp+0, 0x1.e24a047148f3fp-2,
      0x1.b7e19ff0bdc55p-6}},
    {{.init = "gaussian:3", .bias_std = "0.5", .keep_prob = "3/4", .unscaled = 1, .seed = 2027},
     {-0x1.6a494867c7471p-1, 0x1.a1c242eba0938p-4, -0x1.286b56b8f74e4p-9, -0x1.60537a5a8caa0p+1,
      -0x1.8557ca8b8c308p-1, 0, 0x1.0a807623771f4p-5, -0x1.5af3bce2bc465p-1, 0x1.8648e8703b7bap+1,
      0x1.a1acb520d63bep-1, 0x1.12ed03f6769b5p-3}},
    {{.init = "uniform:3", .bias_std = "0.5", .keep_prob = "1/3", .seed = 2027},
     {-0x1.a491f72fae4b7p+0, 0x1.e4f791fd133fep-3, -0x1.8cd0c2957e46ap-11, 0, -0x1.3d29306f05111p+0,
      0, 0x1.0a807623771f4p-5, -0x1.5af3bce2bc465p-1, 0, 0, 0x1.c2a97d15e599bp-1}},
    {{.init = "uniform:1/3", .bias_std = "0.5", .unscaled = 1, .seed = 2027},
     {-0x1.43c14c87585a9p-2, 0x1.7553ec60d6769p-5, -0x1.3177fc1a98183p-13, -0x1.6b150f57f6961p-3,
      -0x1.e84d17a559215p-3, -0x1.8e22b9b3e01c1p-3, 0x1.0a807623771f4p-5, -0x1.5af3bce2bc465p-1,
      0x1.bca2de606de2dp-3, -0x1.14fb35a7077f8p-2, 0x1.c2a97d15e599bp-1}},
    {{.init = "discrete:2", .bias_std = "0.5", .keep_prob = "0.9", .seed = 2027},
     {0x1.279a74590331cp+0, -0x1.279a74590331cp-1, 0, -0x1.279a74590331cp+0, 0x1.279a74590331cp-1,
      0x1.279a74590331cp-1, 0x1.0a807623771f4p-5, -0x1.5af3bce2bc465p-1, -0x1.6a09e667f3bcdp-1,
      -0x1.6a09e667f3bcdp+0, 0x1.c2a97d15e599bp-1}},
    {{.init = "discrete:1000000000", .unscaled = 1, .seed = 2027},
     {0x1.e3723c5000000p+28, 0x1.06c4557800000p+29, 0x1.caba1de000000p+29, 0x1.7c75195800000p+29,
      0x1.00b58d8000000p+29, -0x1.5bb4370000000p+25, 0, 0, 0x1.ac30d16800000p+29,
      0x1.24aaa2b000000p+28, 0}},
    {{.init = "values:-1,0.1,1", .bias_std = "0.5", .seed = 2027},
     {-0x1.279a74590331cp-1, 0x1.d8f7208e6b82dp-5, 0x1.d8f7208e6b82dp-5, -0x1.279a74590331cp-1,
      -0x1.279a74590331cp-1, 0x1.d8f7208e6b82dp-5, 0x1.0a807623771f4p-5, -0x1.5af3bce2bc465p-1,
      0x1.21a1851ff630ap-4, -0x1.6a09e667f3bcdp-1, 0x1.c2a97d15e599bp-1}},
};

static void law_known_values(void)
{
    static const size_t widths[] = {3, 2, 1};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        crease_net *net = law_make(widths, 3, &known[i].how);
        const double *next = known[i].number;
        for (size_t l = 0; l < 2; l++) {
            const net_layer *layer = net->layer + l;
            for (size_t k = 0; k < layer->rows * layer->inputs; k++)
                CU_ASSERT_EQUAL(rational_double(layer->weight + k), *next++);
            for (size_t k = 0; k < layer->rows; k++)
                CU_ASSERT_EQUAL(rational_double(layer->bias + k), *next++);
        }
        crease_net_free(net);
    }
}

// ---- Moments: of n numbers within six standard errors of the theory's. ----

// Second and fourth moment, and the greatest absolute value (0: none), of what is drawn.
typedef struct {
    double second, fourth, most;
} moments;

static void check_moments(const fmpq *x, size_t n, moments theory)
{
    double sum = 0, squares = 0, fourths = 0, count = (double)n;
    for (size_t i = 0; i < n; i++) {
        double value = rational_double(x + i), square = value * value;
        CU_ASSERT(theory.most == 0 || fabs(value) <= theory.most);
        sum += value;
        squares += square;
        fourths += square * square;
    }
    CU_ASSERT(fabs(sum / count) < 6 * sqrt(theory.second / count));
    double spread = theory.fourth - theory.second * theory.second;
    CU_ASSERT(fabs(squares / count - theory.second) < 6 * sqrt(spread / count));
    // tells a uniform law from a normal one of the same variance: 9/5 and 3 of second^2
    CU_ASSERT(fabs(fourths / count / theory.fourth - 1) < 0.2);
}

static moments normal_moments(double variance)
{
    return (moments){variance, 3 * variance * variance, 0};
}

static moments uniform_moments(double most)
{
    double square = most * most;
    return (moments){square / 3, square * square / 5, most};
}

// Each number kept with probability alpha.
static moments sparse(double alpha, moments of)
{
    return (moments){alpha * of.second, alpha * of.fourth, of.most};
}

static const size_t wide[] = {150, 120, 100};

static void law_check_law(crease_random how, const moments weights[2], const moments biases[2])
{
    how.seed = 20;
    crease_net *net = law_make(wide, 3, &how);
    for (size_t l = 0; l < 2; l++) {
        const net_layer *layer = net->layer + l;
        check_moments(layer->weight, layer->rows * layer->inputs, weights[l]);
        double sum = 0;
        for (size_t i = 0; i < layer->rows; i++) {
            double bias = rational_double(layer->bias + i);
            CU_ASSERT(biases[l].most == 0 || fabs(bias) <= biases[l].most);
            sum += bias * bias;
        }
        double rows = (double)layer->rows;
        double spread = biases[l].fourth - biases[l].second * biases[l].second;
        CU_ASSERT(fabs(sum / rows - biases[l].second) < 6 * sqrt(spread / rows) + 1e-300);
    }
    crease_net_free(net);
}

static void laws(void)
{
    const moments none[2] = {{0}};
    const moments half[] = {normal_moments(0.25), normal_moments(0.25)};
    law_check_law((crease_random){.init = "he", .bias_std = "0.5"},
                  (moments[]){normal_moments(2.0 / 150), normal_moments(2.0 / 120)}, half);
    law_check_law((crease_random){.init = "xavier-normal"},
                  (moments[]){normal_moments(2.0 / 270), normal_moments(2.0 / 220)}, none);
    law_check_law((crease_random){.init = "xavier-uniform", .bias_std = "0.5"},
                  (moments[]){uniform_moments(sqrt(6.0 / 270)), uniform_moments(sqrt(6.0 / 220))},
                  half);
    const moments torch[] = {uniform_moments(1 / sqrt(150)), uniform_moments(1 / sqrt(120))};
    law_check_law((crease_random){.init = "pytorch-default"}, torch, torch);
    law_check_law((crease_random){.init = "gaussian:2,0.25"},
                  (moments[]){normal_moments(2.0 / 150), normal_moments(2.0 / 120)}, half);
    law_check_law((crease_random){.init = "gaussian:2", .unscaled = 1},
                  (moments[]){normal_moments(2), normal_moments(2)}, none);
    law_check_law((crease_random){.init = "uniform:3", .keep_prob = "0.3"},
                  (moments[]){sparse(0.3, uniform_moments(3 / sqrt(150))),
                              sparse(0.3, uniform_moments(3 / sqrt(120)))},
                  none);
    // -2, .., 2: moments 2 and 34/5
    const moments five = {2, 6.8, 2}, five_150 = {2.0 / 150, 6.8 / 22500, 2 / sqrt(150)},
                  five_120 = {2.0 / 120, 6.8 / 14400, 2 / sqrt(120)};
    law_check_law((crease_random){.init = "discrete:2"}, (moments[]){five_150, five_120}, none);
    law_check_law((crease_random){.init = "discrete:2", .unscaled = 1, .keep_prob = "1/4"},
                  (moments[]){sparse(0.25, five), sparse(0.25, five)}, none);
    const moments signs = {1, 1.0000001, 1};
    law_check_law((crease_random){.init = "values:-1,1", .unscaled = 1}, (moments[]){signs, signs},
                  none);
}

// ---- alpha ----

static size_t zeros(const crease_net *net)
{
    size_t count = 0;
    for (size_t l = 0; l < net->layers; l++)
        for (size_t i = 0; i < net->layer[l].rows * net->layer[l].inputs; i++)
            count += (size_t)fmpq_is_zero(net->layer[l].weight + i);
    return count;
}

// As many weights are kept as alpha says; they do not depend on it, nor do the biases; and
// what a smaller alpha keeps a greater one keeps.
static void kept_share(void)
{
    static const char *const alphas[] = {"0", "0.1", "1/2", "0.9", "1"};
    enum { ALPHAS = 5, WEIGHTS = 150 * 120 + 120 * 100 };
    crease_random how = {.init = "gaussian:2,1", .seed = 21};
    crease_net *full = law_make(wide, 3, &how), *before = NULL;
    for (size_t k = 0; k < ALPHAS; k++) {
        const double expected[] = {0, 0.1, 0.5, 0.9, 1};
        how.keep_prob = alphas[k];
        crease_net *net = law_make(wide, 3, &how);
        double kept = (double)(WEIGHTS - zeros(net)), p = expected[k];
        CU_ASSERT(fabs(kept - p * WEIGHTS) <= 6 * sqrt(p * (1 - p) * WEIGHTS));
        for (size_t l = 0; l < 2; l++) {
            const net_layer *layer = net->layer + l, *all = full->layer + l;
            for (size_t i = 0; i < layer->rows * layer->inputs; i++) {
                bool here = !fmpq_is_zero(layer->weight + i);
                CU_ASSERT(!here || fmpq_equal(layer->weight + i, all->weight + i));
                CU_ASSERT(here || !before || fmpq_is_zero(before->layer[l].weight + i));
            }
            for (size_t i = 0; i < layer->rows; i++)
                CU_ASSERT(fmpq_equal(layer->bias + i, all->bias + i));
        }
        crease_net_free(before);
        before = net;
    }
    CU_ASSERT_EQUAL(zeros(before), 0);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(before), crease_net_sha256(full));
    CU_ASSERT_STRING_EQUAL(crease_net_about(before), crease_net_about(full));
    crease_net_free(before);
    crease_net_free(full);
}

// ---- Texts and refusals ----

static void texts(void)
{
    static const struct {
        const char *init;
        bool unscaled;
        const char *weights, *biases;
    } cases[] = {
        {"he", 0, "he, weights N(0, 2/inputs of the layer)", "normal, standard deviation 0"},
        {"gaussian:0x1p1", 0, "gaussian:2, weights N(0, V/inputs of the layer) with V = 2",
         "normal, standard deviation 0"},
        {"gaussian:2,0.01", 1, "gaussian:2,1/100, weights N(0, V) with V = 2",
         "normal, variance 1/100"},
        {"gaussian:2,0", 1, "gaussian:2,0, weights N(0, V) with V = 2", "normal, variance 0"},
        {"pytorch-default", 0, "pytorch-default, weights U(-1, 1)/sqrt(inputs of the layer)",
         "U(-1, 1)/sqrt(inputs of the layer)"},
        {"discrete:3", 1, "discrete:3, weights integers from -C to C with C = 3",
         "normal, standard deviation 0"},
        {"values:0.5,-1", 1, "values:1/2,-1, weights one of the values",
         "normal, standard deviation 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_random how = {.init = cases[i].init, .unscaled = cases[i].unscaled, .seed = 3};
        crease_net *net = law_make((size_t[]){2, 1}, 2, &how);
        char expected[256];
        snprintf(expected, sizeof expected,
                 "random network 2-1: init %s; biases %s; activation relu; seed 3",
                 cases[i].weights, cases[i].biases);
        CU_ASSERT_STRING_EQUAL(crease_net_about(net), expected);
        crease_net_free(net);
    }
}

static void law_refuses(void)
{
    static const struct {
        const char *init;
        bool unscaled;
        const char *where, *message;
    } cases[] = {
        {"xavier", 0, "init",
         "expected one of he, xavier-normal, xavier-uniform, pytorch-default, gaussian:V[,B], "
         "uniform:C, discrete:C, values:V1,..,Vk, found \"xavier\""},
        {"", 0, "init",
         "expected one of he, xavier-normal, xavier-uniform, pytorch-default, gaussian:V[,B], "
         "uniform:C, discrete:C, values:V1,..,Vk, found \"\""},
        {"gaussian", 0, "init", "V of gaussian:V[,B]: expected a number >= 0, found nothing"},
        {"gaussian:", 0, "init", "V of gaussian:V[,B]: expected a number >= 0, found \"\""},
        {"gaussian:1,", 0, "init", "B of gaussian:V[,B]: expected a number >= 0, found \"\""},
        {"gaussian:1,-1", 0, "init", "B of gaussian:V[,B]: expected a number >= 0, found \"-1\""},
        {"uniform:1,2", 0, "init", "C of uniform:C: expected a number >= 0, found \"1,2\""},
        {"discrete:0", 0, "init",
         "C of discrete:C: expected an integer from 1 to 1000000000, found \"0\""},
        {"values:1,,2", 0, "init",
         "V1,..,Vk of values:V1,..,Vk: expected numbers, with commas between them, found "
         "\"1,,2\""},
        {"he", 1, "unscaled",
         "expected gaussian, uniform, discrete or values as init, found \"he\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_error error;
        crease_random how = {.init = cases[i].init, .unscaled = cases[i].unscaled};
        crease_net *net = NULL;
        CU_ASSERT_EQUAL(crease_net_random(&net, wide, 3, &how, &error), CREASE_ERROR);
        CU_ASSERT_PTR_NULL(net);
        CU_ASSERT_STRING_EQUAL(error.where, cases[i].where);
        CU_ASSERT_STRING_EQUAL(error.message, cases[i].message);
    }
    // too large for a double only once it is drawn
    crease_net *net = NULL;
    crease_error error;
    crease_random how = {.init = "uniform:1e400"};
    CU_ASSERT_EQUAL(crease_net_random(&net, wide, 3, &how, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, "init");
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "in the range of binary64"));
    CU_ASSERT_PTR_NULL(net);
}

// ---- Random networks: order of the draws, law of the weights, what is refused ----

static crease_net *random_net_make(const char *architecture, const crease_random *how)
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
    crease_net *net = random_net_make("3-4-2-5", &how);
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
    how = (crease_random){.init = "gaussian:2,0.01", .keep_prob = "0.5", .activation = "maxout:2"};
    net = random_net_make("3-4-1", &how);
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
    crease_net *one = random_net_make("2-8-8-1", NULL), *two = random_net_make("2-8-8-1", &how);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(one), crease_net_sha256(two));
    CU_ASSERT_STRING_EQUAL(crease_net_about(one), crease_net_about(two));
    how.bias_std = "1";
    crease_net *three = random_net_make("2-8-8-1", &how);
    how.seed = 1;
    crease_net *four = random_net_make("2-8-8-1", &how);
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

// Every row of a maxout layer is drawn, like those of a wider layer of one row for each unit.
static void rows_of_maxout(void)
{
    crease_random how = {.bias_std = "1", .seed = 78};
    crease_net *plain = random_net_make("3-12-1", &how);
    how.activation = "maxout:4";
    crease_net *maxout = random_net_make("3-3-1", &how);
    CU_ASSERT_EQUAL(crease_net_width(maxout, 0), 3);
    CU_ASSERT_EQUAL_FATAL(maxout->layer->rows, 12);
    CASES(i, 36)
        CU_ASSERT(fmpq_equal(maxout->layer->weight + i, plain->layer->weight + i));
    for (size_t i = 0; i < 12; i++)
        CU_ASSERT(fmpq_equal(maxout->layer->bias + i, plain->layer->bias + i));
    crease_net_free(plain);
    crease_net_free(maxout);
}

static void random_net_check_refused(const size_t *widths, size_t count, crease_random how,
                                     const char *where, const char *message)
{
    crease_net *net = NULL;
    crease_error error;
    CU_ASSERT_EQUAL(crease_net_random(&net, widths, count, &how, &error), CREASE_ERROR);
    CU_ASSERT_PTR_NULL(net);
    CU_ASSERT_STRING_EQUAL(error.where, where);
    CU_ASSERT_STRING_EQUAL(error.message, message);
}

static void random_net_refuses(void)
{
    const size_t fine[] = {2, 3, 1}, hollow[] = {2, 0, 1};
    const crease_random how = {0};
    random_net_check_refused(hollow, 3, how, "widths",
                             "expected widths from 1 to 1000000, found 0");
    random_net_check_refused(fine, 1, how, "widths",
                             "expected inputs and at least one layer, found 1 number");
    random_net_check_refused(fine, 3, (crease_random){.keep_prob = "1.01"}, "keep_prob",
                             "expected a number from 0 to 1, found \"1.01\"");
    random_net_check_refused(fine, 3, (crease_random){.keep_prob = "-1/2"}, "keep_prob",
                             "expected a number from 0 to 1, found \"-1/2\"");
    random_net_check_refused(
        fine, 3, (crease_random){.keep_prob = "half"}, "keep_prob",
        "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, found \"half\"");
    random_net_check_refused(fine, 3, (crease_random){.init = "gaussian:1,1", .bias_std = "0"},
                             "bias_std",
                             "expected none where biases have a distribution, found \"0\"");
    random_net_check_refused(fine, 3, (crease_random){.bias_std = "-1/2"}, "bias_std",
                             "expected a number >= 0, found \"-1/2\"");
    random_net_check_refused(
        fine, 3, (crease_random){.bias_std = "x"}, "bias_std",
        "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, found \"x\"");
    random_net_check_refused(fine, 3, (crease_random){.activation = "tanh"}, "activation",
                             "expected one of relu, leaky:SLOPE, abs, hardtanh, linear, "
                             "pwl:B1,..,Bk;S0,..,Sk;V, maxout:K, found \"tanh\"");
    const size_t many[] = {100, 1000, 1};
    random_net_check_refused(many, 3, (crease_random){.activation = "maxout:1000"}, "widths",
                             "expected at most 100000000 weights and biases, found 101001001");
    crease_net *net = NULL;
    crease_error error;
    CU_ASSERT_EQUAL(crease_net_random(&net, fine, 3, &(crease_random){.bias_std = "1e400"}, &error),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, "bias_std");
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "in the range of binary64"));
}

UNIT_MAIN("random_net", {"law: known values", law_known_values}, {"law: laws", laws},
          {"law: sparsity", kept_share}, {"law: texts", texts}, {"law: refuses", law_refuses},
          {"random net: shape", shape}, {"random net: defaults", defaults},
          {"random net: rows of maxout", rows_of_maxout},
          {"random net: refuses", random_net_refuses})
