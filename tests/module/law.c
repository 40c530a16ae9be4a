// The families of random weights: known values, their moments, sparsity, what is refused.
#include "make/law.h"
#include "exact/rational.h"
#include "net/net.h"
#include "unit.h"
#include <crease/crease.h>

#include <math.h>
#include <string.h>

static crease_net *make(const size_t *widths, size_t count, const crease_random *how)
{
    crease_net *net;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(crease_net_random(&net, widths, count, how, &error), CREASE_OK);
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
    {{.init = "gaussian:2,1/100", .alpha = "1/2", .seed = 2027},
     {-0x1.5591175a29f06p-2, 0x1.89dde6f7ceeb9p-5, -0x1.17777f759a5aap-10, 0, -0x1.6f137746f2c14p-2,
      0, 0x1.aa67236bf1cb9p-8, -0x1.158fca4efd051p-3, 0x1.c2a97d15e599bp+0, 0x1.e24a047148f3fp-2,
      0x1.b7e19ff0bdc55p-6}},
    {{.init = "gaussian:3", .bias_std = "0.5", .alpha = "3/4", .unscaled = 1, .seed = 2027},
     {-0x1.6a494867c7471p-1, 0x1.a1c242eba0938p-4, -0x1.286b56b8f74e4p-9, -0x1.60537a5a8caa0p+1,
      -0x1.8557ca8b8c308p-1, 0, 0x1.0a807623771f4p-5, -0x1.5af3bce2bc465p-1, 0x1.8648e8703b7bap+1,
      0x1.a1acb520d63bep-1, 0x1.12ed03f6769b5p-3}},
    {{.init = "uniform:3", .bias_std = "0.5", .alpha = "1/3", .seed = 2027},
     {-0x1.a491f72fae4b7p+0, 0x1.e4f791fd133fep-3, -0x1.8cd0c2957e46ap-11, 0, -0x1.3d29306f05111p+0,
      0, 0x1.0a807623771f4p-5, -0x1.5af3bce2bc465p-1, 0, 0, 0x1.c2a97d15e599bp-1}},
    {{.init = "uniform:1/3", .bias_std = "0.5", .unscaled = 1, .seed = 2027},
     {-0x1.43c14c87585a9p-2, 0x1.7553ec60d6769p-5, -0x1.3177fc1a98183p-13, -0x1.6b150f57f6961p-3,
      -0x1.e84d17a559215p-3, -0x1.8e22b9b3e01c1p-3, 0x1.0a807623771f4p-5, -0x1.5af3bce2bc465p-1,
      0x1.bca2de606de2dp-3, -0x1.14fb35a7077f8p-2, 0x1.c2a97d15e599bp-1}},
    {{.init = "discrete:2", .bias_std = "0.5", .alpha = "0.9", .seed = 2027},
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

static void known_values(void)
{
    static const size_t widths[] = {3, 2, 1};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        crease_net *net = make(widths, 3, &known[i].how);
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

static void check_law(crease_random how, const moments weights[2], const moments biases[2])
{
    how.seed = 20;
    crease_net *net = make(wide, 3, &how);
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
    check_law((crease_random){.init = "xavier-normal"},
              (moments[]){normal_moments(2.0 / 270), normal_moments(2.0 / 220)}, none);
    check_law((crease_random){.init = "xavier-uniform", .bias_std = "0.5"},
              (moments[]){uniform_moments(sqrt(6.0 / 270)), uniform_moments(sqrt(6.0 / 220))},
              half);
    const moments torch[] = {uniform_moments(1 / sqrt(150)), uniform_moments(1 / sqrt(120))};
    check_law((crease_random){.init = "pytorch-default"}, torch, torch);
    check_law((crease_random){.init = "gaussian:2,0.25"},
              (moments[]){normal_moments(2.0 / 150), normal_moments(2.0 / 120)}, half);
    check_law((crease_random){.init = "gaussian:2", .unscaled = 1},
              (moments[]){normal_moments(2), normal_moments(2)}, none);
    check_law((crease_random){.init = "uniform:3", .alpha = "0.3"},
              (moments[]){sparse(0.3, uniform_moments(3 / sqrt(150))),
                          sparse(0.3, uniform_moments(3 / sqrt(120)))},
              none);
    // -2, .., 2: moments 2 and 34/5
    const moments five = {2, 6.8, 2}, five_150 = {2.0 / 150, 6.8 / 22500, 2 / sqrt(150)},
                  five_120 = {2.0 / 120, 6.8 / 14400, 2 / sqrt(120)};
    check_law((crease_random){.init = "discrete:2"}, (moments[]){five_150, five_120}, none);
    check_law((crease_random){.init = "discrete:2", .unscaled = 1, .alpha = "1/4"},
              (moments[]){sparse(0.25, five), sparse(0.25, five)}, none);
    const moments signs = {1, 1.0000001, 1};
    check_law((crease_random){.init = "values:-1,1", .unscaled = 1}, (moments[]){signs, signs},
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
static void sparsity(void)
{
    static const char *const alphas[] = {"0", "0.1", "1/2", "0.9", "1"};
    enum { ALPHAS = 5, WEIGHTS = 150 * 120 + 120 * 100 };
    crease_random how = {.init = "gaussian:2,1", .seed = 21};
    crease_net *full = make(wide, 3, &how), *before = NULL;
    for (size_t k = 0; k < ALPHAS; k++) {
        const double expected[] = {0, 0.1, 0.5, 0.9, 1};
        how.alpha = alphas[k];
        crease_net *net = make(wide, 3, &how);
        double kept = (double)(WEIGHTS - zeros(net)), p = expected[k];
        CU_ASSERT(fabs(kept - p * WEIGHTS) <= 6 * sqrt(p * (1 - p) * WEIGHTS));
        for (size_t l = 0; l < 2; l++) {
            const net_layer *layer = net->layer + l, *all = full->layer + l;
            for (size_t i = 0; i < layer->rows * layer->inputs; i++) {
                int here = !fmpq_is_zero(layer->weight + i);
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
        int unscaled;
        const char *weights, *biases;
    } cases[] = {
        {"he", 0, "he, weights N(0, 2/inputs of the layer)", NULL},
        {"gaussian:0x1p1", 0, "gaussian:2, weights N(0, V/inputs of the layer) with V = 2", NULL},
        {"gaussian:2,0.01", 1, "gaussian:2,1/100, weights N(0, V) with V = 2",
         "normal, variance 1/100"},
        {"gaussian:2,0", 1, "gaussian:2,0, weights N(0, V) with V = 2", "normal, variance 0"},
        {"pytorch-default", 0, "pytorch-default, weights U(-1, 1)/sqrt(inputs of the layer)",
         "U(-1, 1)/sqrt(inputs of the layer)"},
        {"discrete:3", 1, "discrete:3, weights integers from -C to C with C = 3", NULL},
        {"values:0.5,-1", 1, "values:1/2,-1, weights one of the values", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        law *weights = law_read(cases[i].init, cases[i].unscaled, NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(weights);
        char *text = law_weights_text(weights);
        CU_ASSERT_STRING_EQUAL(text, cases[i].weights);
        free(text);
        CU_ASSERT_EQUAL_FATAL(law_has_biases(weights), cases[i].biases != NULL);
        if (cases[i].biases) {
            text = law_biases_text(weights);
            CU_ASSERT_STRING_EQUAL(text, cases[i].biases);
            free(text);
        }
        law_free(weights);
    }
}

static void refuses(void)
{
    static const struct {
        const char *init;
        int unscaled;
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
        CU_ASSERT_PTR_NULL(law_read(cases[i].init, cases[i].unscaled, &error));
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

UNIT_MAIN("law", {"known values", known_values}, {"laws", laws}, {"sparsity", sparsity},
          {"texts", texts}, {"refuses", refuses})
