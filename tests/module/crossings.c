// Breakpoints along a line, the Kac-Rice formula: against closed forms, against angles, and against
// counts of random networks.
#include "theory/growth.h"
#include "unit.h"

#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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

UNIT_MAIN("crossings", {"crossings: angles", angles}, {"crossings: whole lines", whole_lines},
          {"crossings: degenerate", degenerate}, {"crossings: pairs", pairs},
          {"crossings: sums", sums}, {"crossings: zeros", zeros}, {"crossings: wide", wide})
