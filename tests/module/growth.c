// Growth of lengths: closed forms against sums over all outcomes and against random layers.
#include "theory/growth.h"
#include "base/random.h"
#include "unit.h"
#include <crease/crease.h>

#include <math.h>

static double normal(random_state *random)
{
    double u = ((double)(random_bits(random) >> 11) + 0.5) * 0x1p-53;
    double v = ((double)(random_bits(random) >> 11) + 0.5) * 0x1p-53;
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

static void close_to(double found, double expected, double relative)
{
    CU_ASSERT_DOUBLE_EQUAL(found, expected, relative * fabs(expected));
}

// The numbers of the theory: k = 60, unscaled; Price and Tanner's Corollaries 1 to 3.
static void corollaries(void)
{
    static const struct {
        const char *init, *alpha;
        double bound, root;
    } cases[] = {{"gaussian:4", "1", 6.18, 10.95},
                 {"gaussian:4", "1/2", 3.09, 7.75},
                 {"uniform:3", "1", 4.11, 9.49},
                 {"discrete:2", "1", 3.29, 7.75},
                 {"values:-2,-1,0,1,2", "1", 3.29, 7.75}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_weight_moments m;
        crease_random how = {.init = cases[i].init, .alpha = cases[i].alpha, .unscaled = 1};
        CU_ASSERT_EQUAL_FATAL(crease_weight_moments_of(&m, &how, 60, 60, NULL), CREASE_OK);
        CU_ASSERT_DOUBLE_EQUAL(crease_growth_price_tanner(&m, 60), cases[i].bound, 0.005);
        CU_ASSERT_DOUBLE_EQUAL(crease_growth_second_moment(&m, 60), cases[i].root, 0.005);
    }
    // with the scaling of the experiments, alpha sigma/sqrt(2 pi), whatever the width
    crease_weight_moments m;
    crease_random how = {.init = "gaussian:4", .alpha = "0.3"};
    CU_ASSERT_EQUAL(crease_weight_moments_of(&m, &how, 784, 784, NULL), CREASE_OK);
    close_to(crease_growth_price_tanner(&m, 784), 0.3 * 2 / sqrt(2 * M_PI), 1e-14);
    close_to(crease_growth_second_moment(&m, 784), 2 * sqrt(0.15), 1e-14);
}

// One row: half the time |N(0, 1)|. Two: (E chi_2 + 2 E chi_1)/4. Between the bounds always.
static void gaussian(void)
{
    close_to(crease_growth_gaussian(1, 1), sqrt(2 / M_PI) / 2, 1e-13);
    close_to(crease_growth_gaussian(9, 2), 3 * (sqrt(M_PI / 2) + 2 * sqrt(2 / M_PI)) / 4, 1e-13);
    for (size_t rows = 1; rows <= 3000; rows = rows * 3 / 2 + 1) {
        crease_weight_moments m = {.alpha = 1, .variance = 2, .projection = 2 / sqrt(M_PI)};
        double exact = crease_growth_gaussian(2, rows);
        CU_ASSERT(exact < crease_growth_second_moment(&m, rows));
        CU_ASSERT(exact > crease_growth_price_tanner(&m, rows));
        CU_ASSERT(exact > sqrt((double)rows) * (1 - 1.0 / (double)rows));
    }
}

// A curve's step d at x goes to the units with w.x + b > 0, by w.d.
static double sample_growth(random_state *random, size_t rows, int hard_tanh, double V, double B)
{
    enum { INPUTS = 5 };
    double x[INPUTS], d[INPUTS], size = 0, norm = 0;
    for (size_t i = 0; i < INPUTS; i++) {
        x[i] = normal(random);
        d[i] = normal(random);
        norm += d[i] * d[i];
    }
    for (size_t r = 0; r < rows; r++) {
        double z = sqrt(B) * normal(random), step = 0;
        for (size_t i = 0; i < INPUTS; i++) {
            double w = sqrt(V / INPUTS) * normal(random);
            z += w * x[i];
            step += w * d[i];
        }
        if (hard_tanh ? fabs(z) < 1 : z > 0)
            size += step * step;
    }
    return sqrt(size / norm);
}

static void check_mean(double expected, double sum, double squares, double n)
{
    double mean = sum / n, error = sqrt((squares / n - mean * mean) / n);
    CU_ASSERT(fabs(mean - expected) < 5 * error);
    CU_ASSERT(error < 0.02 * expected);
}

static void sampled(void)
{
    enum { SAMPLES = 20000 };
    random_state random;
    random_seed(&random, 20);
    for (size_t rows = 1; rows <= 16; rows += 5) {
        double sum = 0, squares = 0;
        for (int i = 0; i < SAMPLES; i++) {
            double growth = sample_growth(&random, rows, 0, 5, 0.5);
            sum += growth;
            squares += growth * growth;
        }
        check_mean(crease_growth_gaussian(1, rows), sum, squares, SAMPLES);
    }
}

// Whatever the hidden layer before it: Raghu's bounds hold of a layer of equal widths, whose
// input has entries of -1..1; the explicit one is nearly met for large V, where few units are
// not saturated, and the slope agrees with it up to a constant.
static void raghu(void)
{
    enum { K = 40, SAMPLES = 400 };
    random_state random;
    random_seed(&random, 21);
    static const double variances[] = {1, 4, 8, 32};
    for (size_t v = 0; v < 4; v++) {
        double V = variances[v], sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            double x[K], d[K], size = 0, norm = 0;
            for (size_t j = 0; j < K; j++) {
                x[j] = fmax(-1, fmin(1, 2 * normal(&random)));
                d[j] = fabs(x[j]) < 1 ? normal(&random) : 0;
                norm += d[j] * d[j];
            }
            for (size_t r = 0; r < K; r++) {
                double z = 0, step = 0;
                for (size_t j = 0; j < K; j++) {
                    double w = sqrt(V / K) * normal(&random);
                    z += w * x[j];
                    step += w * d[j];
                }
                size += fabs(z) < 1 ? step * step : 0;
            }
            sum += sqrt(size / norm) / SAMPLES;
        }
        CU_ASSERT(sum > crease_growth_raghu(V, 0, K));
        CU_ASSERT(sum < sqrt(V));
        CU_ASSERT(sqrt(V) < crease_growth_raghu_upper(V, K));
        double ratio = crease_growth_raghu(V, 0, K) / crease_growth_raghu_order(V, 0, K);
        CU_ASSERT(ratio > 0.3 && ratio < 1.1);
    }
    // k = 1: (sqrt V p - sqrt V p)/sqrt 2; p = erf(1/sqrt 2) at V + B = 1
    CU_ASSERT_EQUAL(crease_growth_raghu(3, 1, 1), 0);
    double p = 0.682689492137085897, root = 2 * sqrt(0.75);
    close_to(crease_growth_raghu(0.75, 0.25, 4),
             (root * p / sqrt(1 + 3 * p) - root * p * pow(1 - p, 3)) / sqrt(2), 1e-13);
    close_to(crease_growth_raghu_order(3, 1, 7), sqrt(21 / (2.0 * 9)), 1e-14);
    close_to(crease_growth_raghu_upper(8, 8), 3, 1e-14);
    close_to(crease_growth_transitions(8, 0, 64), 8, 1e-14);
    close_to(crease_growth_transitions(2, 6, 64), 4, 1e-14);
}

// The sum over all 2^k subsets.
static double subset_sum(const double *u, size_t k, double alpha)
{
    double sum = 0;
    for (size_t set = 0; set < (size_t)1 << k; set++) {
        double square = 0, chance = 1;
        for (size_t i = 0; i < k; i++) {
            square += set >> i & 1 ? u[i] * u[i] : 0;
            chance *= set >> i & 1 ? alpha : 1 - alpha;
        }
        sum += chance * sqrt(square);
    }
    return sum;
}

static void subsets(void)
{
    random_state random;
    random_seed(&random, 22);
    for (int trial = 0; trial < 200; trial++) {
        double u[10], norm = 0;
        size_t k = 1 + random_below(&random, 10);
        int kind = (int)random_below(&random, 4); // normal, ties and zeros, of many sizes, one
        double alpha = (double)random_below(&random, 11) / 10;
        for (size_t i = 0; i < k; i++) {
            double g = normal(&random);
            u[i] = kind == 0 ? g : kind == 1 ? floor(g) : kind == 2 ? exp(8 * g) : i == 0;
            norm += u[i] * u[i];
        }
        double found = crease_mean_subset_norm(u, k, alpha), exact = subset_sum(u, k, alpha);
        CU_ASSERT_DOUBLE_EQUAL(found, exact, 1e-11 * exact);
        CU_ASSERT(found >= alpha * sqrt(norm) * (1 - 1e-11));
        CU_ASSERT(found <= sqrt(alpha * norm) * (1 + 1e-11));
    }
}

static void sphere(void)
{
    close_to(crease_mean_subset_norm_sphere(1, 0.3), 0.3, 1e-13);
    // k = 2: |cos| has mean 2/pi
    close_to(crease_mean_subset_norm_sphere(2, 0.5), 0.25 + 0.5 * 2 / M_PI, 1e-13);
    CU_ASSERT_EQUAL(crease_mean_subset_norm_sphere(9, 0), 0);
    close_to(crease_mean_subset_norm_sphere(9, 1), 1, 1e-13);
    random_state random;
    random_seed(&random, 23);
    enum { K = 30, SAMPLES = 2000 };
    double sum = 0, squares = 0;
    for (int i = 0; i < SAMPLES; i++) {
        double u[K], norm = 0;
        for (size_t j = 0; j < K; j++) {
            u[j] = normal(&random);
            norm += u[j] * u[j];
        }
        double mean = crease_mean_subset_norm(u, K, 0.2) / sqrt(norm);
        sum += mean;
        squares += mean * mean;
    }
    check_mean(crease_mean_subset_norm_sphere(K, 0.2), sum, squares, SAMPLES);
}

UNIT_MAIN("growth", {"corollaries", corollaries}, {"gaussian", gaussian}, {"sampled", sampled},
          {"raghu", raghu}, {"subsets", subsets}, {"sphere", sphere})
