// Dichotomies: by hand, and what is refused; tests/cross/dichotomies.c has more.
#include "path/turning.h"
#include "unit.h"

#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

static crease_net *parse(const char *text)
{
    crease_net *net;
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&net, text, strlen(text), "net", NULL, NULL), CREASE_OK);
    return net;
}

// ---- Points of the plane and the lines through 0: y x_1 + .. turns round once ----

static void check_lines(const int *coordinates, size_t count, uint64_t transitions, uint64_t flips,
                        uint64_t distinct, size_t refined)
{
    static const char *const weights[] = {"1, 0", "0, 1"};
    crease_net *net[2];
    for (int i = 0; i < 2; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "{\"inputs\": 2, \"layers\": [{\"weights\": [[%s]], \"bias\": [0], "
                 "\"activation\": \"linear\"}]}",
                 weights[i]);
        net[i] = parse(text);
    }
    fmpq *points = _fmpq_vec_init((slong)(2 * count));
    for (size_t i = 0; i < 2 * count; i++)
        fmpq_set_si(points + i, coordinates[i], 1);
    for (size_t n = 0; n < 8; n += n ? 1 : 3) {
        crease_dichotomies result;
        crease_sweep how = {.vertices = n};
        CU_ASSERT_EQUAL_FATAL(
            crease_dichotomies_sweep(&result, net[0], net[1], points, count, &how, NULL, NULL),
            CREASE_OK);
        CU_ASSERT(result.on_circle && result.complete);
        CU_ASSERT_EQUAL(result.vertices, n ? n : 4);
        CU_ASSERT_EQUAL(result.transitions, transitions);
        CU_ASSERT_EQUAL(result.flips, flips);
        CU_ASSERT_EQUAL(result.distinct, distinct);
        CU_ASSERT_EQUAL(result.refined, refined);
        crease_dichotomies_clear(&result);
    }
    _fmpq_vec_clear(points, (slong)(2 * count));
    crease_net_free(net[0]);
    crease_net_free(net[1]);
}

// s points in general position have 2 s dichotomies (Cover 1965); each label changes twice.
static void lines(void)
{
    check_lines((int[]){1, 2}, 1, 2, 2, 2, 0);
    check_lines((int[]){1, 2, 2, 1, -3, 4, 5, -7, 2, 9}, 5, 10, 10, 10, 0);
    // on a ray, and opposite: they change together
    check_lines((int[]){1, 2, 2, 4}, 2, 2, 4, 2, 2);
    check_lines((int[]){1, 2, -2, -4, 5, -7}, 3, 4, 6, 4, 2);
    // on the axes: at the generators of the square; 0 is 0 throughout
    check_lines((int[]){1, 0, 0, 1, 0, 0}, 3, 4, 4, 4, 0);
    check_lines((int[]){0, 0, 0, 0}, 2, 0, 0, 1, 0);
}

// ---- Errors ----

static void check_refused(const crease_net *net, const crease_net *other, crease_sweep how,
                          crease_arith arith, size_t count, const char *where, const char *message)
{
    crease_dichotomies result;
    crease_error error;
    fmpq points[2] = {{0, 1}, {0, 1}};
    const crease_options options = {.arith = arith};
    CU_ASSERT_EQUAL(
        crease_dichotomies_sweep(&result, net, other, points, count, &how, &options, &error),
        CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, where);
    CU_ASSERT_STRING_EQUAL(error.message, message);
    crease_dichotomies_clear(&result);
}

static void refuses(void)
{
    crease_net *net, *wide;
    crease_random how = {0};
    crease_net_random(&net, (size_t[]){2, 3, 1}, 3, &how, NULL);
    crease_net_random(&wide, (size_t[]){2, 4}, 2, &how, NULL);
    check_refused(net, net, (crease_sweep){.layer = 2}, CREASE_FILTERED, 1, "layer",
                  "expected a layer from 0 to 1, found 2");
    check_refused(net, net, (crease_sweep){.label = 1}, CREASE_FILTERED, 1, "label",
                  "expected an output from 0 to 0, found 1");
    check_refused(net, net, (crease_sweep){.vertices = 2}, CREASE_FILTERED, 1, "vertices",
                  "expected from 3 to 10000 vertices, found 2");
    check_refused(net, net, (crease_sweep){.vertices = 10001}, CREASE_FILTERED, 1, "vertices",
                  "expected from 3 to 10000 vertices, found 10001");
    check_refused(net, net, (crease_sweep){0}, CREASE_FLOAT, 1, "arith",
                  "expected filtered or exact, found float");
    check_refused(net, net, (crease_sweep){0}, CREASE_FILTERED, 0, "",
                  "expected a point, found none");
    check_refused(net, wide, (crease_sweep){.layer = 1}, CREASE_FILTERED, 1, "with",
                  "expected a network of at least 2 layers, found 1");
    check_refused(net, wide, (crease_sweep){0}, CREASE_FILTERED, 1, "with",
                  "expected 3 x 2 weights in layer 1 (index 0), found 4 x 2");
    crease_dichotomies result;
    fmpq points[2] = {{1, 1}, {2, 1}};
    const volatile sig_atomic_t flag = 2;
    crease_options stopped = {.interrupt = &flag};
    CU_ASSERT_EQUAL(crease_dichotomies_sweep(&result, net, net, points, 1, NULL, &stopped, NULL),
                    CREASE_STOPPED);
    CU_ASSERT_FALSE(result.complete);
    crease_dichotomies_clear(&result);
    const crease_sweep long_one = {.vertices = 10000};
    stopped = (crease_options){.time_limit = 1e-9};
    CU_ASSERT_EQUAL(
        crease_dichotomies_sweep(&result, net, net, points, 1, &long_one, &stopped, NULL),
        CREASE_STOPPED);
    crease_dichotomies_clear(&result);
    crease_net_free(net);
    crease_net_free(wide);
}

// ---- One weight ----

// The label of a point, from the network with that weight.
static char label_at(const crease_net *net, const fmpq *v, const fmpq_t y, size_t outputs)
{
    fmpq *out = _fmpq_vec_init((slong)outputs);
    fmpq_set(net->layer->weight, y);
    crease_net_evaluate(out, net, v);
    char label = fmpq_sgn(out) > 0 ? '1' : '0';
    _fmpq_vec_clear(out, (slong)outputs);
    return label;
}

// Weight 0 of layer 0 goes from -R to R and back: between two places, and before and after all of
// them, the labels are those of the network with that weight.
static void one_weight(void)
{
    enum { SEEN = 6, REACH = 50 };
    fmpq *points = _fmpq_vec_init(3 * SEEN);
    fmpq_t y, next;
    fmpq_init(y);
    fmpq_init(next);
    size_t most = 0;
    for (uint64_t seed = 0; seed < 6; seed++) {
        const size_t widths[] = {3, 8, 8, 8, 1};
        const crease_random how = {.init = "gaussian:8", .activation = "hardtanh", .seed = seed};
        const crease_sweep wanted = {.reach = REACH, .exact = 1};
        crease_net *net, *other;
        crease_dichotomies found;
        CU_ASSERT_FATAL(!crease_net_random(&net, widths, 5, &how, NULL));
        CU_ASSERT_FATAL(!crease_net_random(&other, widths, 5, &how, NULL));
        crease_points_random(points, SEEN, 3, seed);
        net_store(net, STORE_ALL);
        net_store(other, STORE_ALL);
        for (size_t i = 0; i < 8 * 3; i++)
            fmpq_set_si(other->layer->weight + i, i == 0, 1);
        fmpq_zero(net->layer->weight);
        net_finish(net);
        net_finish(other);
        CU_ASSERT_FATAL(
            !crease_dichotomies_sweep(&found, net, other, points, SEEN, &wanted, NULL, NULL));
        CU_ASSERT(!found.on_circle && found.vertices == 2 && found.transitions % 2 == 0);
        size_t half = found.transitions / 2;
        most = half > most ? half : most;
        for (size_t i = 0; i <= half; i++) { // up to the turn at t = 1
            fmpq_set_si(y, 0, 1);
            fmpq_set_si(next, 1, 1);
            if (i)
                fmpq_set(y, found.exact + i - 1);
            if (i < half)
                fmpq_set(next, found.exact + i);
            fmpq_add(y, y, next); // twice the t between; weight -R + 2 R t
            fmpq_mul_si(y, y, REACH);
            fmpq_sub_si(y, y, REACH);
            const char *row = found.labels + (i ? i - 1 : half ? 2 * half - 1 : 0) * SEEN;
            for (size_t p = 0; p < SEEN; p++)
                CU_ASSERT_EQUAL(label_at(net, points + 3 * p, y, 1), row[p]);
        }
        crease_dichotomies_clear(&found);
        crease_net_free(net);
        crease_net_free(other);
    }
    CU_ASSERT(most > 3);
    fmpq_clear(y);
    fmpq_clear(next);
    _fmpq_vec_clear(points, 3 * SEEN);
}

static void homogeneous(void)
{
    static const struct {
        const char *activation, *bias, *last;
        int first, second;
    } cases[] = {{"relu", "0", "0", 1, 1},      {"hardtanh", "0", "0", 0, 1},
                 {"leaky:1/3", "1", "0", 0, 1}, {"abs", "0", "1", 0, 0},
                 {"abs", "0", "0", 1, 1},       {"pwl:0;1,2;1", "0", "0", 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [%s], "
                 "\"activation\": \"%s\"}, {\"weights\": [[1]], \"bias\": [%s], "
                 "\"activation\": \"linear\"}]}",
                 cases[i].bias, cases[i].activation, cases[i].last);
        crease_net *net = parse(text);
        CU_ASSERT_EQUAL(turning_is_homogeneous(&(turning){.net = net}), cases[i].first);
        CU_ASSERT_EQUAL(turning_is_homogeneous(&(turning){.net = net, .layer = 1}),
                        cases[i].second);
        crease_net_free(net);
    }
}

UNIT_MAIN("dichotomies", {"one_weight", one_weight}, {"lines", lines}, {"refuses", refuses},
          {"homogeneous", homogeneous})
