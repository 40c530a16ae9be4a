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
        crease_random how = {.init = cases[i].init, .keep_prob = cases[i].alpha, .unscaled = 1};
        CU_ASSERT_EQUAL_FATAL(weight_moments_of(&m, &how, 60, 60, NULL), CREASE_OK);
        CU_ASSERT_DOUBLE_EQUAL(growth_price_tanner(&m, 60), cases[i].bound, 0.005);
        CU_ASSERT_DOUBLE_EQUAL(growth_second_moment(&m, 60), cases[i].root, 0.005);
    }
    // with the scaling of the experiments, alpha sigma/sqrt(2 pi), whatever the width
    weight_moments m;
    crease_random how = {.init = "gaussian:4", .keep_prob = "0.3"};
    CU_ASSERT_EQUAL(weight_moments_of(&m, &how, 784, 784, NULL), CREASE_OK);
    growth_close_to(growth_price_tanner(&m, 784), 0.3 * 2 / sqrt(2 * M_PI), 1e-14);
    growth_close_to(growth_second_moment(&m, 784), 2 * sqrt(0.15), 1e-14);
}

// Networks without biases, some weights kept, laws with and without atoms: the mean length of the
// image of a segment after two layers lies between the bounds.
static void sparse(void)
{
    enum { NETS = 400, WIDTH = 6 };
    static const char *const inits[] = {"gaussian:6", "uniform:4", "discrete:2", "values:-1,1"};
    static const size_t widths[] = {WIDTH, WIDTH, WIDTH, 1};
    for (size_t law = 0; law < 4; law++) {
        crease_random how = {.init = inits[law], .keep_prob = law < 2 ? "1/4" : "1/2"};
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
    random_state random = unit_random(20);
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

// The formula against random layers: z normal of variance q, and the part of a normal vector at
// right angles to it, in the coordinates that are not saturated. Two of three dimensions by hand.
static void right_angles(void)
{
    enum { SAMPLES = 20000 };
    static const struct {
        size_t n, k;
        double V, q;
    } cases[] = {{2, 2, 1, 0.5}, {5, 3, 4, 5}, {32, 32, 4, 4}, {10, 40, 2, 60}};
    random_state random = unit_random(26);
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
// without: never below the bound, also where a segment points away from 0.
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
    random_state random = unit_random(25);
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
    // one unit passes unchanged; nothing is saturated or lost
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

// Narrow ReLU layers without biases: mean transitions along a quarter turn, and by hand.
static void zeros(void)
{
    fmpq *ends = _fmpq_vec_init(6);
    CU_ASSERT_EQUAL_FATAL(crease_point_parse(ends, "3,1,0", 3, NULL), CREASE_OK);
    CU_ASSERT_EQUAL_FATAL(crease_point_parse(ends + 3, "-1,3,0", 3, NULL), CREASE_OK);
    for (size_t width = 2; width <= 6; width += 2) {
        const size_t widths[] = {3, width, width, width, 1}, nets = 4800 / (width * width);
        double sum[3] = {0}, squares[3] = {0};
        for (size_t n = 0; n < nets; n++) {
            crease_random how = {.init = "gaussian:3", .seed = n + 1};
            crease_net *net;
            crease_line *line;
            CU_ASSERT_EQUAL_FATAL(crease_net_random(&net, widths, 5, &how, NULL), CREASE_OK);
            CU_ASSERT_EQUAL_FATAL(
                crease_line_cross(&line, net, NULL, ends, ends + 3, NULL, NULL, NULL), CREASE_OK);
            // Where two units change, a deeper one only begins or ends to be 0 throughout.
            double zeros[3] = {0};
            for (size_t k = 0; k < line->breakpoints; k++) {
                const crease_transition *at;
                crease_line_transitions(&at, line, k);
                zeros[at->layer]++; // the first of them
            }
            for (size_t l = 0; l < 3; l++) {
                double mean = zeros[l] / (double)width;
                sum[l] += mean;
                squares[l] += mean * mean;
            }
            crease_line_free(line);
            crease_net_free(net);
        }
        for (size_t l = 0; l < 3; l++) {
            double n = (double)nets, mean = sum[l] / n;
            double error = sqrt(fmax(0, squares[l] / n - mean * mean) / n);
            CU_ASSERT(fabs(mean - growth_zeros(M_PI / 2, widths + 1, l)) < 5 * error);
        }
    }
    _fmpq_vec_clear(ends, 6);
    static const size_t widths[] = {1, 2, 3};
    growth_close_to(growth_zeros(M_PI, widths + 1, 2), 0.25 * 0.5, 1e-15);
    CU_ASSERT_EQUAL(growth_zeros(M_PI, widths, 3), 0);
}

UNIT_MAIN("growth", {"growth: corollaries", corollaries}, {"growth: sparse", sparse},
          {"growth: gaussian", gaussian}, {"growth: sampled", sampled},
          {"growth: right angles", right_angles}, {"growth: shares", shares},
          {"growth: segments", segments}, {"growth: transitions", transitions},
          {"growth: sign transitions", sign_transitions}, {"growth: zeros", zeros})
