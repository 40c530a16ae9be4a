// Expected growth of lengths and of changes of sign: closed forms against sums over all outcomes,
// against random layers and random networks.
#include "theory/growth.h"
#include "base/random.h"
#include "unit.h"

#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <math.h>

static double normal(random_state *random)
{
    double u = ((double)(random_bits(random) >> 11) + 0.5) * 0x1p-53;
    double v = ((double)(random_bits(random) >> 11) + 0.5) * 0x1p-53;
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

static void growth_close_to(double found, double expected, double relative)
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
        weight_moments m;
        crease_random how = {.init = cases[i].init, .alpha = cases[i].alpha, .unscaled = 1};
        CU_ASSERT_EQUAL_FATAL(weight_moments_of(&m, &how, 60, 60, NULL), CREASE_OK);
        CU_ASSERT_DOUBLE_EQUAL(growth_price_tanner(&m, 60), cases[i].bound, 0.005);
        CU_ASSERT_DOUBLE_EQUAL(growth_second_moment(&m, 60), cases[i].root, 0.005);
    }
    // with the scaling of the experiments, alpha sigma/sqrt(2 pi), whatever the width
    weight_moments m;
    crease_random how = {.init = "gaussian:4", .alpha = "0.3"};
    CU_ASSERT_EQUAL(weight_moments_of(&m, &how, 784, 784, NULL), CREASE_OK);
    growth_close_to(growth_price_tanner(&m, 784), 0.3 * 2 / sqrt(2 * M_PI), 1e-14);
    growth_close_to(growth_second_moment(&m, 784), 2 * sqrt(0.15), 1e-14);
}

// The lemma behind both bounds, where pre-activations are 0 with positive probability: over all 27
// rows of -1, 0, 1, without biases, active units have half of the integral of |z'|, along segments
// on which rows vanish throughout, touch 0, or cross it. P and Q have small integers.
static void halves(void)
{
    random_state random;
    random_seed(&random, 24);
    for (int trial = 0; trial < 500; trial++) {
        double all = 0, active = 0, p[3], q[3];
        int vanishing = 0;
        for (int i = 0; i < 3; i++) {
            p[i] = (double)random_below(&random, 5) - 2;
            q[i] = (double)random_below(&random, 5) - 2;
        }
        for (int row = 0; row < 27; row++) {
            int w[] = {row % 3 - 1, row / 3 % 3 - 1, row / 9 - 1};
            double from = 0, to = 0;
            for (int i = 0; i < 3; i++) {
                from += w[i] * p[i];
                to += w[i] * q[i];
            }
            vanishing += from == 0 && to == 0;
            double size = fabs(to - from);
            all += size;
            if (from > 0 || to > 0) // of [0, 1] the share where z > 0
                active += from < 0 ? to : to < 0 ? from : size;
        }
        CU_ASSERT(vanishing >= 1);
        growth_close_to(active, all / 2, 1e-12);
    }
}

// Networks without biases, some weights kept, laws with and without atoms: the mean length of the
// image of a segment after two layers lies between the bounds.
static void sparse(void)
{
    enum { NETS = 400, WIDTH = 6 };
    static const char *const inits[] = {"gaussian:6", "uniform:4", "discrete:2", "values:-1,1"};
    static const size_t widths[] = {WIDTH, WIDTH, WIDTH, 1};
    for (size_t law = 0; law < 4; law++) {
        crease_random how = {.init = inits[law], .alpha = law < 2 ? "1/4" : "1/2"};
        weight_moments m;
        fmpq *ends = _fmpq_vec_init(2 * WIDTH);
        double sum = 0, squares = 0;
        CU_ASSERT_EQUAL_FATAL(weight_moments_of(&m, &how, WIDTH, WIDTH, NULL), CREASE_OK);
        for (uint64_t n = 0; n < NETS; n++) {
            crease_net *net;
            crease_path path;
            crease_trajectory found;
            how.seed = 3000 + n;
            crease_points_random(ends, 2, WIDTH, 7000 + n);
            CU_ASSERT_EQUAL_FATAL(crease_net_random(&net, widths, 4, &how, NULL), CREASE_OK);
            CU_ASSERT_EQUAL_FATAL(crease_path_polyline(&path, ends, 2, WIDTH, NULL), CREASE_OK);
            crease_trajectory_init(&found, net);
            crease_trajectory_measure(&found, net, &path, 1, "1e-6", NULL, NULL);
            double growth = crease_enclosure_middle(&found.length[2]) /
                            crease_enclosure_middle(&found.length[0]);
            sum += growth;
            squares += growth * growth;
            crease_trajectory_clear(&found);
            crease_path_clear(&path);
            crease_net_free(net);
        }
        double mean = sum / NETS, error = sqrt((squares / NETS - mean * mean) / NETS);
        double lower = growth_price_tanner(&m, WIDTH), upper = growth_second_moment(&m, WIDTH);
        CU_ASSERT(mean - 5 * error > lower * lower);
        CU_ASSERT(mean - 5 * error < upper * upper);
        CU_ASSERT(error < 0.1 * mean);
        _fmpq_vec_clear(ends, 2 * WIDTH);
    }
}

// One row: half the time |N(0, 1)|. Two: (E chi_2 + 2 E chi_1)/4. Between the bounds always.
static void gaussian(void)
{
    growth_close_to(growth_gaussian(1, 1), sqrt(2 / M_PI) / 2, 1e-13);
    growth_close_to(growth_gaussian(9, 2), 3 * (sqrt(M_PI / 2) + 2 * sqrt(2 / M_PI)) / 4, 1e-13);
    for (size_t rows = 1; rows <= 3000; rows = rows * 3 / 2 + 1) {
        weight_moments m = {.alpha = 1, .variance = 2, .projection = 2 / sqrt(M_PI)};
        double exact = growth_gaussian(2, rows);
        CU_ASSERT(exact < growth_second_moment(&m, rows));
        CU_ASSERT(exact > growth_price_tanner(&m, rows));
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
        check_mean(growth_gaussian(1, rows), sum, squares, SAMPLES);
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
        CU_ASSERT(sum > growth_raghu(V, 0, K));
        CU_ASSERT(sum < sqrt(V));
        CU_ASSERT(sqrt(V) < growth_raghu_upper(V, K));
        CU_ASSERT(sum < growth_raghu_order(V, 0, K));
        double ratio = growth_raghu(V, 0, K) / growth_raghu_order(V, 0, K);
        CU_ASSERT(ratio > 0.3 && ratio < 1.1);
    }
    // The base as it is printed is no lower bound: for V < 1 even the upper one is below it.
    for (double V = 0.05; V < 1; V += 0.05) {
        double k = floor(V / (1 - sqrt(V))) + 1;
        CU_ASSERT(growth_raghu_order(V, 0, k) > sqrt(V));
        CU_ASSERT(growth_raghu_order(V, 0, 0.99 * V / (1 - sqrt(V))) < sqrt(V));
    }
    // k = 1: (sqrt V p - sqrt V p)/sqrt 2; p = erf(1/sqrt 2) at V + B = 1
    CU_ASSERT_EQUAL(growth_raghu(3, 1, 1), 0);
    double p = 0.682689492137085897, root = 2 * sqrt(0.75);
    growth_close_to(growth_raghu(0.75, 0.25, 4),
                    (root * p / sqrt(1 + 3 * p) - root * p * pow(1 - p, 3)) / sqrt(2), 1e-13);
    growth_close_to(growth_raghu_order(3, 1, 7), sqrt(21 / (2.0 * 9)), 1e-14);
    growth_close_to(growth_raghu_upper(8, 8), 3, 1e-14);
}

// The formula against random layers: z normal of variance q, and the part of a normal vector at
// right angles to it, in the coordinates that are not saturated. Two of three dimensions by hand.
static void right_angles(void)
{
    enum { SAMPLES = 20000 };
    static const struct {
        size_t n, k;
        double V, q;
    } cases[] = {{2, 2, 1, 0.5}, {5, 3, 4, 5}, {32, 32, 4, 4}, {10, 40, 2, 60}};
    random_state random;
    random_seed(&random, 26);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < SAMPLES; i++) {
            double zz = 0, zd = 0, dd = 0;
            for (size_t j = 0; j < cases[c].k; j++) {
                double z = sqrt(cases[c].q) * normal(&random), d = normal(&random);
                if (fabs(z) < 1) {
                    zz += z * z;
                    zd += z * d;
                    dd += d * d;
                }
            }
            double square = zz > 0 ? fmax(0, dd - zd * zd / zz) * cases[c].V : 0;
            sum += sqrt(square / (double)cases[c].n);
            squares += square / (double)cases[c].n;
        }
        check_mean(growth_right_angles(cases[c].V, cases[c].q, cases[c].n, cases[c].k), sum,
                   squares, SAMPLES);
    }
    growth_close_to(growth_right_angles(3, 1e-4, 3, 3), sqrt(M_PI / 2), 1e-12);
    CU_ASSERT_EQUAL(growth_right_angles(3, 1, 3, 1), 0);
}

// The mean sine by a sum, of segments near 0, far from it, and on lines through it.
static void shares(void)
{
    enum { STEPS = 100000 };
    static const double ends[][4] = {
        {1, 0, 0, 1}, {-1, 0.01, 2, 0.02}, {100, 1, 103, 2}, {1, 1, 3, 3}, {-1, -1, 2, 2}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const double *e = ends[i];
        double dx = e[2] - e[0], dy = e[3] - e[1], step = dx * dx + dy * dy, sum = 0;
        double wedge = fabs(e[0] * dy - e[1] * dx), along = e[0] * dx + e[1] * dy;
        for (int j = 0; j < STEPS; j++) {
            double t = (j + 0.5) / STEPS;
            sum += wedge / sqrt(step) / hypot(e[0] + t * dx, e[1] + t * dy) / STEPS;
        }
        growth_close_to(growth_right_share(step, along, wedge), sum, 1e-6);
    }
}

// The mean growth of segments through random networks of one and two layers, with biases and
// without: never below the bound, also where a segment points away from 0 and the explicit form of
// Theorem 1 is above what is found.
static void segments(void)
{
    enum { NETS = 60, N = 16 };
    static const size_t widths[] = {N, N, N, 1};
    for (int kind = 0; kind < 6; kind++) {
        fmpq *ends = _fmpq_vec_init(2 * N), *step = _fmpq_vec_init(N);
        double V = 4, B = kind % 2, sum[3] = {0}, squares[3] = {0};
        crease_random how = {.init = B > 0 ? "gaussian:4,1" : "gaussian:4",
                             .activation = "hardtanh"};
        crease_points_random(ends, 2, N, 5);
        for (size_t i = 0; i < N && kind / 2; i++) // 1: radial, 2: nearly so
            fmpq_set_si(ends + i, 1, 1), fmpq_set_si(ends + N + i, kind / 2 == 2 && !i ? 5 : 3, 1);
        fmpq_t value;
        fmpq_init(value);
        double pp, qq, along, length, share, largest;
        _fmpq_vec_dot(value, ends, ends, N);
        pp = fmpq_get_d(value);
        _fmpq_vec_dot(value, ends + N, ends + N, N);
        qq = fmpq_get_d(value);
        for (size_t i = 0; i < N; i++)
            fmpq_sub(step + i, ends + N + i, ends + i);
        _fmpq_vec_dot(value, step, ends, N);
        along = fmpq_get_d(value);
        _fmpq_vec_dot(value, step, step, N);
        length = fmpq_get_d(value);
        share = growth_right_share(length, along, sqrt(fmax(0, pp * length - along * along)));
        largest = fmax(pp, qq) / N;
        for (uint64_t n = 0; n < NETS; n++) {
            crease_net *net;
            crease_path path;
            crease_trajectory found;
            how.seed = 4000 + n;
            CU_ASSERT_EQUAL_FATAL(crease_net_random(&net, widths, 4, &how, NULL), CREASE_OK);
            CU_ASSERT_EQUAL_FATAL(crease_path_polyline(&path, ends, 2, N, NULL), CREASE_OK);
            crease_trajectory_init(&found, net);
            crease_trajectory_measure(&found, net, &path, 1, "1e-6", NULL, NULL);
            for (int l = 1; l < 3; l++) {
                double growth = crease_enclosure_middle(&found.length[l]) /
                                crease_enclosure_middle(&found.length[0]);
                sum[l] += growth / NETS;
                squares[l] += growth * growth / NETS;
            }
            crease_trajectory_clear(&found);
            crease_path_clear(&path);
            crease_net_free(net);
        }
        double bound = share;
        for (int l = 1; l < 3; l++) {
            double error = sqrt((squares[l] - sum[l] * sum[l]) / NETS);
            bound *= growth_right_angles(V, l > 1 ? V + B : V * largest + B, N, N);
            CU_ASSERT(sum[l] + 5 * error > bound);
            CU_ASSERT(error < 0.1 * sum[l]);
        }
        CU_ASSERT((kind / 2 == 1) == (share == 0));
        if (kind / 2 == 1)
            CU_ASSERT(sum[1] < growth_raghu(V, B, N));
        fmpq_clear(value);
        _fmpq_vec_clear(ends, 2 * N);
        _fmpq_vec_clear(step, N);
    }
}

// ---- Changes of sign from layer to layer ----

// The angle of an edge of the cube by its cosine; wide layers have 2/pi times the order of Theorem
// 2.
static void transitions(void)
{
    static const double expected[] = {1.8404276, 3.6202906, 7.2119419};
    for (int i = 0; i < 3; i++)
        growth_close_to(growth_transitions(8, 0, 8u << 2 * i, 8u << 2 * i), expected[i], 1e-7);
    for (size_t n = 1; n < 2000; n = 3 * n + 1)
        for (double share = 0; share < 5; share += 1.5) {
            double u2 = (double)n - 1 + (double)n * share, angle = acos((u2 - 1) / (u2 + 1));
            growth_close_to(growth_transitions(3, 3 * share, n, 7), 7 * angle / M_PI, 1e-12);
        }
    double order = sqrt(1e6 / (1 + 0.5));
    growth_close_to(growth_transitions(2, 1, 1000000, 1000000), order * 2 / M_PI, 1e-5);
}

// The speed of turning of (h(z), sqrt(n B/V)), z normal of variance q, its derivative v of
// variance 1: over pi it is how many zeros a unit of the next layer has.
static double turning_speed(random_state *random, size_t n, double V, double B, double q)
{
    double yy = (double)n * B / V, yd = 0, dd = 0;
    for (size_t i = 0; i < n; i++) {
        double z = sqrt(q) * normal(random), v = fabs(z) < 1 ? normal(random) : 0;
        double y = fmax(-1, fmin(1, z));
        yy += y * y;
        yd += y * v;
        dd += v * v;
    }
    return sqrt(fmax(0, dd * yy - yd * yd)) / yy;
}

static void sign_transitions(void)
{
    enum { SAMPLES = 40000 };
    static const struct {
        size_t n;
        double V, B, q;
    } cases[] = {{2, 8, 0, 8},  {3, 0.5, 0, 0.5}, {8, 8, 0, 8},   {8, 2, 6, 8},
                 {32, 2, 0, 2}, {32, 32, 1, 33},  {128, 4, 3, 7}, {16, 1000, 1000, 2000}};
    random_state random;
    random_seed(&random, 25);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        size_t n = cases[c].n;
        double V = cases[c].V, B = cases[c].B, q = cases[c].q, sum = 0, squares = 0;
        for (int i = 0; i < SAMPLES; i++) {
            double growth = sqrt(q) * turning_speed(&random, n, V, B, q);
            sum += growth;
            squares += growth * growth;
        }
        check_mean(growth_sign_transitions(V, B, q, n, n), sum, squares, SAMPLES);
        growth_close_to(growth_sign_transitions(V, B, q, n, 3 * n),
                        3 * growth_sign_transitions(V, B, q, n, n), 1e-12);
    }
    // one unit goes on as it is; nothing saturated, nothing lost
    growth_close_to(growth_sign_transitions(5, 0, 5, 1, 1), 1, 1e-8);
    growth_close_to(growth_sign_transitions(1e-3, 0, 1e-3, 5, 5), 1, 1e-8);
    // both limits: of large V, and of infinite width
    growth_close_to(growth_sign_transitions(1e10, 0, 1e10, 32, 32),
                    growth_transitions(1e10, 0, 32, 32), 1e-3);
    growth_close_to(growth_sign_transitions(1e10, 1e10, 2e10, 8, 4),
                    growth_transitions(1e10, 1e10, 8, 4), 1e-3);
    double q = 6, next = growth_variance(6, 1, q);
    growth_close_to(growth_sign_transitions(6, 1, q, 20000, 20000),
                    sqrt(6 * erf(1 / sqrt(2 * q)) * q / next), 1e-3);
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
        double found = mean_subset_norm(u, k, alpha), exact = subset_sum(u, k, alpha);
        CU_ASSERT_DOUBLE_EQUAL(found, exact, 1e-11 * exact);
        CU_ASSERT(found >= alpha * sqrt(norm) * (1 - 1e-11));
        CU_ASSERT(found <= sqrt(alpha * norm) * (1 + 1e-11));
    }
}

static void sphere(void)
{
    growth_close_to(mean_subset_norm_sphere(1, 0.3), 0.3, 1e-13);
    // k = 2: |cos| has mean 2/pi
    growth_close_to(mean_subset_norm_sphere(2, 0.5), 0.25 + 0.5 * 2 / M_PI, 1e-13);
    CU_ASSERT_EQUAL(mean_subset_norm_sphere(9, 0), 0);
    growth_close_to(mean_subset_norm_sphere(9, 1), 1, 1e-13);
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
        double mean = mean_subset_norm(u, K, 0.2) / sqrt(norm);
        sum += mean;
        squares += mean * mean;
    }
    check_mean(mean_subset_norm_sphere(K, 0.2), sum, squares, SAMPLES);
}

UNIT_MAIN("growth", {"growth: corollaries", corollaries}, {"growth: halves", halves},
          {"growth: sparse", sparse}, {"growth: gaussian", gaussian}, {"growth: sampled", sampled},
          {"growth: raghu", raghu}, {"growth: right angles", right_angles},
          {"growth: shares", shares}, {"growth: segments", segments},
          {"growth: transitions", transitions}, {"growth: sign transitions", sign_transitions},
          {"growth: subsets", subsets}, {"growth: sphere", sphere})
