// Expected growth and breakpoints against other formulas and against random networks.
#include "theory/growth.h"
#include "base/random.h"
#include "unit.h"

#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- Growth of lengths: closed forms against sums over all outcomes and against random layers
// ----

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
        double ratio = growth_raghu(V, 0, K) / growth_raghu_order(V, 0, K);
        CU_ASSERT(ratio > 0.3 && ratio < 1.1);
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

// ---- Breakpoints along a line: the Kac-Rice formula against closed forms, against angles, and
// ----

// against counts of random networks.

static void crossings_close_to(double found, double expected, double relative)
{
    CU_ASSERT_DOUBLE_EQUAL(found, expected, relative * fabs(expected));
}

// First layer, level 0: the angle between (P, s) and (Q, s), s^2 = n B/V, over pi.
static void angles(void)
{
    static const double lines[][4] = {
        {1, 0, 1, 0}, {1, 0.5, 1, 0}, {1, -0.5, 1, 0.3}, {4, -1.9, 1, 1e-6}, {2, 1, 7, 3}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (int hard_tanh = 0; hard_tanh < 2; hard_tanh++) {
            const double *x = lines[i], V = 1.5, s = x[3] / V;
            double angle = acos((x[1] + s) / sqrt((x[0] + s) * (x[2] + s))), first;
            growth_line line = {
                .V = V, .B = x[3], .hard_tanh = hard_tanh, .pp = x[0], .pq = x[1], .qq = x[2]};
            growth_crossings(&first, 1, &line, 0);
            crossings_close_to(first, angle / M_PI, 1e-11);
        }
}

// Each z of the first layer is linear along the line: it takes every value once.
static void whole_lines(void)
{
    double found[6];
    growth_line line = {.V = 2, .B = 1e-6, .pp = 1, .pq = 0.2, .qq = 2, .whole = 1};
    growth_crossings(found, 6, &line, 0);
    for (int l = 0; l < 6; l++)
        CU_ASSERT_EQUAL(found[l], 1);
    line.hard_tanh = 1;
    for (int level = 0; level < 3; level++) {
        growth_crossings(found, 1, &line, level);
        crossings_close_to(found[0], 1, 1e-10);
    }
    // a long segment is nearly the whole line
    line = (growth_line){.V = 2, .B = 0.1, .pp = 1e12, .pq = -1e12 + 3, .qq = 1e12};
    growth_crossings(found, 6, &line, 0);
    for (int l = 0; l < 6; l++)
        CU_ASSERT_DOUBLE_EQUAL(found[l], 1, 1e-4);
}

static void degenerate(void)
{
    double found[3];
    for (int hard_tanh = 0; hard_tanh < 2; hard_tanh++) {
        // P = Q
        growth_line line = {.V = 2, .B = 1, .hard_tanh = hard_tanh, .pp = 1, .pq = 1, .qq = 1};
        growth_crossings(found, 3, &line, 0);
        CU_ASSERT(found[0] == 0 && found[1] == 0 && found[2] == 0);
        // through 0, without biases: all at once; and P, Q on one side of it
        line = (growth_line){.V = 2, .hard_tanh = hard_tanh, .pp = 1, .pq = -2, .qq = 4};
        growth_crossings(found, 3, &line, 0);
        CU_ASSERT(found[0] == 1 && found[1] == 1 && found[2] == 1);
        line.pq = 2;
        growth_crossings(found, 3, &line, 0);
        CU_ASSERT(found[0] == 0 && found[1] == 0 && found[2] == 0);
        line.whole = 1;
        growth_crossings(found, 3, &line, 0);
        CU_ASSERT(found[0] == 1 && found[1] == 1 && found[2] == 1);
    }
    // through 0, z = t g from g to -2 g, level 1: P(|g| > 1) + P(|2 g| > 1), each half
    growth_line line = {.V = 1, .hard_tanh = 1, .pp = 1, .pq = -2, .qq = 4};
    growth_crossings(found, 1, &line, 1);
    crossings_close_to(found[0], (erfc(1 / M_SQRT2) + erfc(0.5 / M_SQRT2)) / 2, 1e-10);
}

// P(z(P) < 1 < z(Q) or the other way round) of a correlated pair, by a sum over z(P).
static void pairs(void)
{
    for (int i = 0; i < 4; i++) {
        double V = 1 + i, B = 0.25 * i, pp = 1, pq = 0.6 - 0.4 * i, qq = 2, found, sum = 0;
        double p = V * pp + B, c = V * pq + B, q = V * qq + B, left = q - c * c / p;
        enum { STEPS = 20000 };
        for (int step = 0; step < STEPS; step++) {
            double z = -12 + 24 * (step + 0.5) / STEPS; // in deviations
            double mean = c / p * sqrt(p) * z;
            double above = erfc((1 - mean) / sqrt(2 * left)) / 2;
            double other = sqrt(p) * z < 1 ? above : 1 - above;
            sum += 24.0 / STEPS * exp(-z * z / 2) / sqrt(2 * M_PI) * other;
        }
        growth_line line = {.V = V, .B = B, .hard_tanh = 1, .pp = pp, .pq = pq, .qq = qq};
        growth_crossings(&found, 1, &line, 1);
        crossings_close_to(found, sum, 2e-4); // a jump of the sum's integrand
    }
}

// ---- Against sums: every mean over z is one over a grid, and the integral one over t ----

enum { GRID = 4000, PLACES = 100 };

typedef struct {
    double q, m, r;
} process;

static double normal_at(double z, double variance)
{
    return exp(-z * z / (2 * variance)) / sqrt(2 * M_PI * variance);
}

// E h^2, E h h' z' and E h'^2 z'^2 after the activation, then the next layer.
static process next_layer(process p, int hard_tanh, double V, double B)
{
    process sum = {0};
    double step = 16 * sqrt(p.q) / GRID, left = p.r - p.m * p.m / p.q;
    for (int i = 0; i < GRID; i++) {
        double z = step * (i + 0.5 - GRID / 2.0), weight = step * normal_at(z, p.q);
        double h = hard_tanh ? fmax(-1, fmin(1, z)) : fmax(0, z);
        double slope = hard_tanh ? fabs(z) < 1 : z > 0, mean = p.m / p.q * z;
        sum.q += weight * h * h;
        sum.m += weight * h * slope * mean;
        sum.r += weight * slope * (mean * mean + left);
    }
    return (process){V * sum.q + B, V * sum.m, V * sum.r};
}

static double density_at(process p, double level)
{
    double mean = p.m / p.q * level, left = p.r - p.m * p.m / p.q, sum = 0;
    double step = 16 * sqrt(left) / GRID;
    for (int i = 0; i < GRID; i++) {
        double z = step * (i + 0.5 - GRID / 2.0);
        sum += step * normal_at(z, left) * fabs(z + mean);
    }
    return sum * normal_at(level, p.q);
}

static void check_sums(growth_line line, double level)
{
    double expected[4] = {0}, found[4];
    for (int i = 0; i < PLACES; i++) {
        double t = (i + 0.5) / PLACES, s = 1 - t;
        process p = {line.V * (s * s * line.pp + 2 * s * t * line.pq + t * t * line.qq) + line.B,
                     line.V * (-s * line.pp + (s - t) * line.pq + t * line.qq),
                     line.V * (line.pp - 2 * line.pq + line.qq)};
        for (int l = 0; l < 4; l++) {
            expected[l] += density_at(p, level) / PLACES;
            p = next_layer(p, line.hard_tanh, line.V, line.B);
        }
    }
    growth_crossings(found, 4, &line, level);
    for (int l = 0; l < 4; l++)
        crossings_close_to(found[l], expected[l], 0.002); // the grid's steps at the breakpoints
}

static void sums(void)
{
    growth_line line = {.V = 1.5, .B = 0.5, .pp = 2, .pq = -1, .qq = 3};
    check_sums(line, 0);
    line.hard_tanh = 1;
    check_sums(line, 0);
    check_sums(line, 1);
    line = (growth_line){.V = 6, .B = 0.1, .hard_tanh = 1, .pp = 1, .pq = 0.3, .qq = 0.5};
    check_sums(line, 0);
    check_sums(line, 1);
}

// ---- Against networks ----

typedef struct {
    size_t layers, width;
    double count[8], square[8]; // of boundaries, by the layer whose unit changes
    uint32_t *before;
    int begun;
} tally;

static crease_visit see(void *data, const crease_region *region)
{
    tally *t = data;
    int changed = 0;
    for (size_t l = 0; l < t->layers; l++) {
        const uint32_t *now = crease_region_pattern(region, l);
        uint32_t *before = t->before + l * t->width;
        // the boundary is that of the first layer that changes; deeper ones follow it
        for (size_t i = 0; t->begun && !changed && i < t->width; i++)
            if (now[i] != before[i]) {
                t->count[l]++;
                changed = 1;
            }
        memcpy(before, now, t->width * sizeof *now);
    }
    t->begun = 1;
    return CREASE_GO;
}

// The mean number of boundaries per unit of each layer between P and Q, within five
// standard errors and a tolerance for the limit of infinite width, which exact ones get as 0.
static void check_nets(int nets, const crease_random *law, size_t inputs, size_t width,
                       size_t layers, const fmpq *points, const double *expected, double limit)
{
    double sum[8] = {0}, square[8] = {0};
    size_t widths[10] = {inputs};
    for (size_t l = 1; l <= layers; l++)
        widths[l] = width;
    widths[layers + 1] = 1;
    uint32_t before[8 * 128];
    for (int n = 0; n < nets; n++) {
        crease_random how = *law;
        crease_net *net;
        crease_domain *domain;
        crease_counts counts;
        how.seed = 1000 + (uint64_t)n;
        crease_net_random(&net, widths, layers + 2, &how, NULL);
        crease_domain_parse_box(&domain, "0,1", 1, NULL);
        CU_ASSERT_EQUAL_FATAL(crease_domain_set_slice(domain, points, 2, inputs, NULL), CREASE_OK);
        tally t = {.layers = layers, .width = width, .before = before};
        crease_visitor visitor = {.data = &t, .region = see};
        crease_counts_init(&counts, net);
        CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
        for (size_t l = 0; l < layers; l++) {
            double mean = t.count[l] / (double)width;
            sum[l] += mean / nets;
            square[l] += mean * mean / nets;
        }
        crease_counts_clear(&counts);
        crease_domain_free(domain);
        crease_net_free(net);
    }
    for (size_t l = 0; l < layers; l++) {
        double error = sqrt(fmax(0, square[l] - sum[l] * sum[l]) / nets);
        int fits = fabs(sum[l] - expected[l]) < 5 * error + limit * expected[l];
        CU_ASSERT(fits && error < 0.2 * expected[l]);
        if (!fits)
            printf("layer %d: %g +- %g, expected %g\n", (int)l, sum[l], error, expected[l]);
    }
}

static fmpq *points_new(const char *p, const char *q, size_t inputs)
{
    fmpq *points = _fmpq_vec_init((slong)(2 * inputs));
    CU_ASSERT_EQUAL_FATAL(crease_point_parse(points, p, inputs, NULL), CREASE_OK);
    CU_ASSERT_EQUAL_FATAL(crease_point_parse(points + inputs, q, inputs, NULL), CREASE_OK);
    return points;
}

// Narrow ReLU layers without biases, where the mean is known exactly; widths 2 and 3 lose
// much, and a path of a right angle is half of the way.
static void zeros(void)
{
    fmpq *points = points_new("3,1,0", "-1,3,0", 3);
    for (size_t width = 2; width <= 6; width += 2) {
        size_t widths[] = {width, width, width};
        double expected[3];
        for (size_t l = 0; l < 3; l++)
            expected[l] = growth_zeros(M_PI / 2, widths, l);
        crease_random how = {.init = "gaussian:3"};
        check_nets(4800 / (int)(width * width), &how, 3, width, 3, points, expected, 0);
    }
    _fmpq_vec_clear(points, 6);
    static const size_t widths[] = {1, 2, 3};
    crossings_close_to(growth_zeros(M_PI, widths + 1, 2), 0.25 * 0.5, 1e-15);
    CU_ASSERT_EQUAL(growth_zeros(M_PI, widths, 3), 0);
}

// With biases, ReLU and hard-tanh: exact for the first layer, and nearly for width 64.
static void wide(void)
{
    fmpq *points = points_new("2,1,0,-1", "-1,1/2,3,0", 4);
    growth_line line = {.V = 2, .B = 0.25, .pp = 6.0 / 4, .pq = -1.5 / 4, .qq = 10.25 / 4};
    double expected[3];
    growth_crossings(expected, 3, &line, 0);
    crease_random how = {.init = "gaussian:2,1/4"};
    check_nets(30, &how, 4, 64, 3, points, expected, 0.02);
    line = (growth_line){
        .V = 3, .B = 0.1, .hard_tanh = 1, .pp = 6.0 / 4, .pq = -1.5 / 4, .qq = 10.25 / 4};
    growth_crossings(expected, 3, &line, 1);
    for (int l = 0; l < 3; l++)
        expected[l] *= 2;
    how = (crease_random){.init = "gaussian:3,1/10", .activation = "hardtanh"};
    check_nets(30, &how, 4, 64, 3, points, expected, 0.02);
    _fmpq_vec_clear(points, 8);
}

UNIT_MAIN("growth", {"growth: corollaries", corollaries}, {"growth: halves", halves},
          {"growth: sparse", sparse}, {"growth: gaussian", gaussian}, {"growth: sampled", sampled},
          {"growth: raghu", raghu}, {"growth: right angles", right_angles},
          {"growth: shares", shares}, {"growth: segments", segments},
          {"growth: transitions", transitions}, {"growth: sign transitions", sign_transitions},
          {"growth: subsets", subsets}, {"growth: sphere", sphere}, {"crossings: angles", angles},
          {"crossings: whole lines", whole_lines}, {"crossings: degenerate", degenerate},
          {"crossings: pairs", pairs}, {"crossings: sums", sums}, {"crossings: zeros", zeros},
          {"crossings: wide", wide})
