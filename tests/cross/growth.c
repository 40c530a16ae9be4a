// Changes of sign from layer to layer of hard-tanh networks: formulas against exact counts.
//
// Random networks with two hidden layers as wide as their inputs are followed along a polygon on a
// circle of radius sqrt(n) about 0, where the formula at a given variance is exact up to the
// polygon, and at a huge variance, where it must be the limit. Means over networks lie within five
// standard errors of their expectations; widths 8, 32 and 128, with biases and without.
//
// The seed of the first network is argv[1], or CREASE_SEED, or 1; CREASE_CASES says how many.
#include "theory/growth.h"
#include "../ref/cases.h"

#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { VERTICES = 120, WIDEST = 128 };

// (1, 1, ..) and (1, -1, ..): orthogonal, of norm sqrt(n).
static void make_circle(crease_path *circle, size_t n)
{
    fmpq *axes = _fmpq_vec_init(2 * (slong)n);
    for (size_t i = 0; i < n; i++) {
        fmpq_one(axes + i);
        fmpq_set_si(axes + n + i, i % 2 ? -1 : 1, 1);
    }
    if (crease_path_circle(circle, axes, axes + n, n, VERTICES, NULL))
        abort();
    _fmpq_vec_clear(axes, 2 * (slong)n);
}

typedef struct {
    double sum, squares, count;
} tally;

static void add(tally *t, double x)
{
    t->sum += x;
    t->squares += x * x;
    t->count++;
}

static int fits(const tally *t, double expected, const char *what)
{
    double mean = t->sum / t->count;
    double error = sqrt(fmax(0, t->squares / t->count - mean * mean) / (t->count - 1));
    int good = fabs(mean - expected) <= 5 * error + 1e-9 * expected;
    if (!good)
        printf("%s: %g +- %g, expected %g\n", what, mean, error, expected);
    return good;
}

// variance: of weights, times n; and B that of biases.
static int check(size_t n, double variance, double B, uint64_t nets, uint64_t seed)
{
    const size_t widths[] = {n, n, n, 1};
    char init[64];
    crease_path circle;
    tally first = {0}, second = {0};
    crease_options options = {.threads = 1};
    snprintf(init, sizeof init, "gaussian:%.0f,%.0f", variance, B);
    make_circle(&circle, n);
    for (uint64_t i = 0; i < nets; i++) {
        crease_random how = {.init = init, .activation = "hardtanh", .seed = seed + i};
        crease_net *net;
        crease_trajectory found;
        if (crease_net_random(&net, widths, 4, &how, NULL))
            abort();
        crease_trajectory_init(&found, net);
        if (crease_trajectory_measure(&found, net, &circle, 1, "1/2", &options, NULL))
            abort();
        add(&first, (double)found.sign_transitions[1]);
        add(&second, (double)found.sign_transitions[2]);
        crease_trajectory_clear(&found);
        crease_net_free(net);
    }
    double before = 2 * (double)n * sqrt(variance / (variance + B));
    double growth = variance > 1e9 ? growth_transitions(variance, B, n, n)
                                   : growth_sign_transitions(variance, B, variance + B, n, n);
    int good = fits(&first, before, "first layer") & fits(&second, before * growth, "second layer");
    if (!good)
        printf("width %zu, %s, %" PRIu64 " networks from seed %" PRIu64 "\n", n, init, nets, seed);
    crease_path_clear(&circle);
    return good;
}

TEST_PROGRAM(int argc, char **argv)
{
    uint64_t seed = cases_seed_of(argc, argv), cases = cases_count(12);
    cases = cases < 12 ? 12 : cases; // of fewer a standard error says little
    size_t bad = 0;
    for (size_t n = 8; n <= WIDEST; n *= 4) {
        bad += !check(n, 8, 0, cases, seed);
        bad += !check(n, 8, 4, cases, seed);
        bad += !check(n, 1e12, 0, cases, seed);
        bad += !check(n, 1e12, 5e11, cases, seed);
    }
    printf("seed %" PRIu64 ": %" PRIu64 " networks of each kind, 12 kinds, %zu wrong\n", seed,
           cases, bad);
    flint_cleanup();
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
