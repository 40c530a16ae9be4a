// Searches: maxima that are proved, threads, limits, refusals.
#include "theory/search.h"
#include "built.h"
#include "net/net.h"
#include "unit.h"

#include <crease/crease.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    crease_status status;
    crease_net *net;
    search_result result;
    crease_error error;
} found;

static found search(const char *architecture, const char *box, const search_options *how,
                    const crease_options *options)
{
    found f = {0};
    size_t *widths, count;
    crease_domain *domain;
    CU_ASSERT_EQUAL_FATAL(crease_widths_parse(&widths, &count, architecture, NULL), CREASE_OK);
    if (box)
        crease_domain_parse_box(&domain, box, widths[0], NULL);
    else
        domain = crease_domain_new_space(widths[0]);
    f.status = search_net(&f.net, &f.result, widths, count, domain, how, options, &f.error);
    crease_domain_free(domain);
    free(widths);
    return f;
}

static void check_count(const crease_net *net, uint64_t regions, crease_quantity of)
{
    crease_counts counts;
    crease_linear_counts linear;
    crease_options options = {.arith = CREASE_EXACT};
    crease_domain *space = crease_domain_new_space(crease_net_inputs(net));
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(crease_count_linear(&counts, &linear, net, space, &options, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(of == CREASE_LINEAR_REGIONS ? linear.linear_regions : counts.activation_regions,
                    regions);
    crease_counts_clear(&counts);
    crease_domain_free(space);
}

// Maxima that are proved. One layer: hyperplanes in general position (Zaslavsky), and with
// maxout or hard-tanh bundles of parallel or tied ones. (1;2,n): 3 + 2n, for a line meets the
// convex chain that two units make of R twice at most. (2;3,n): src/theory/three_units.md. Else the
// bound of Serra et al. 2018.
static void maxima(void)
{
    static const struct {
        const char *architecture, *activation;
        uint64_t most;
        crease_quantity of;
    } cases[] = {
        {"1-3-1", "relu", 4, CREASE_ACTIVATION_REGIONS},
        {"2-3-1", "relu", 7, CREASE_ACTIVATION_REGIONS},
        {"2-4-1", "relu", 11, CREASE_ACTIVATION_REGIONS},
        {"3-3-1", "relu", 8, CREASE_ACTIVATION_REGIONS},
        {"2-3-1", "relu", 7, CREASE_LINEAR_REGIONS},
        {"1-2-2-1", "relu", 7, CREASE_ACTIVATION_REGIONS},
        {"1-2-3-1", "relu", 9, CREASE_ACTIVATION_REGIONS},
        {"2-2-2-1", "relu", 11, CREASE_ACTIVATION_REGIONS},
        {"1-2-1", "hardtanh", 5, CREASE_ACTIVATION_REGIONS},
        {"2-2-1", "maxout:3", 9, CREASE_ACTIVATION_REGIONS},
        {"1-3-2-1", "relu", 12, CREASE_ACTIVATION_REGIONS},
        {"2-3-1-1", "relu", 13, CREASE_ACTIVATION_REGIONS},
        {"2-3-2-1", "relu", 22, CREASE_ACTIVATION_REGIONS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        search_options how = {.maximize = cases[i].of,
                              .activation = cases[i].activation,
                              .seed = 3,
                              .climbs = 12,
                              .steps = 4000,
                              .goal = cases[i].most};
        found f = search(cases[i].architecture, NULL, &how, NULL);
        CU_ASSERT_EQUAL_FATAL(f.status, CREASE_OK);
        CU_ASSERT(f.result.complete);
        CU_ASSERT_EQUAL(f.result.regions, cases[i].most);
        if (f.result.regions != cases[i].most)
            printf("%s %s: %d\n", cases[i].architecture, cases[i].activation,
                   (int)f.result.regions);
        how.climbs = 3;
        how.steps = 600;
        how.goal = cases[i].most + 1;
        found more = search(cases[i].architecture, NULL, &how, NULL);
        CU_ASSERT(more.result.regions <= cases[i].most);
        CU_ASSERT_EQUAL(more.result.climbs, 3);
        CU_ASSERT_EQUAL(more.result.steps, 3 * 600);
        crease_net_free(more.net);
        check_count(f.net, f.result.regions, cases[i].of);
        crease_net_free(f.net);
    }
}

// A start is kept where it has the most regions, and a wider one has more; units may have factors.
static void start(void)
{
    crease_net *net = built_from("counterexample:three-units", "n=4");
    search_options how = {.start = net, .seed = 1, .climbs = 1, .steps = 200};
    found same = search("2-3-4-1", NULL, &how, NULL), wider = search("2-4-4-1", NULL, &how, NULL);
    found narrow = search("2-3-3-1", NULL, &how, NULL);
    CU_ASSERT_EQUAL(same.result.regions, 49);
    CU_ASSERT_EQUAL(same.result.step, 1);
    CU_ASSERT(wider.result.regions > 49);
    CU_ASSERT_EQUAL(narrow.status, CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(narrow.error.where, "start");
    crease_net_free(wider.net);
    crease_net_free(same.net);
    crease_net_free(net);
}

// Range is kept, and the text says how to find it again.
static void text(void)
{
    search_options how = {.weight_range = 2, .seed = 9, .climbs = 2, .steps = 50};
    found f = search("2-3-2-1", "-1,1", &how, NULL);
    CU_ASSERT_EQUAL_FATAL(f.status, CREASE_OK);
    char expected[256];
    snprintf(
        expected, sizeof expected,
        "best of a search of 2-3-2-1: %d activation regions over [-1, 1] x [-1, 1]; activation "
        "relu, integer weights from -2 to 2; seed 9, climb %d, step %d",
        (int)f.result.regions, (int)f.result.climb, (int)f.result.step);
    CU_ASSERT_STRING_EQUAL(crease_net_about(f.net), expected);
    for (size_t l = 0; l < 3; l++)
        for (size_t i = 0; i < f.net->layer[l].rows * f.net->layer[l].inputs; i++) {
            CU_ASSERT(fmpz_is_one(fmpq_denref(f.net->layer[l].weight + i)));
            CU_ASSERT(fmpz_cmp_si(fmpq_numref(f.net->layer[l].weight + i), 2) <= 0 &&
                      fmpz_cmp_si(fmpq_numref(f.net->layer[l].weight + i), -2) >= 0);
        }
    crease_net_free(f.net);
}

// The same for any number of threads, whether or not a goal ends it early.
static void threads(void)
{
    static const uint64_t goals[] = {0, 15, 19, 20, 1000};
    for (size_t g = 0; g < sizeof goals / sizeof *goals; g++) {
        found first = {0};
        for (size_t threads = 1; threads <= 6; threads++) {
            search_options how = {.seed = 5, .climbs = 8, .steps = 250, .goal = goals[g]};
            crease_options options = {.threads = threads};
            found f = search("2-3-2-1", NULL, &how, &options);
            CU_ASSERT_EQUAL_FATAL(f.status, CREASE_OK);
            CU_ASSERT_EQUAL(f.result.threads, threads);
            if (threads == 1) {
                first = f;
                continue;
            }
            CU_ASSERT_STRING_EQUAL(crease_net_sha256(f.net), crease_net_sha256(first.net));
            CU_ASSERT_STRING_EQUAL(crease_net_about(f.net), crease_net_about(first.net));
            CU_ASSERT_EQUAL(f.result.regions, first.result.regions);
            CU_ASSERT_EQUAL(f.result.climbs, first.result.climbs);
            CU_ASSERT_EQUAL(f.result.steps, first.result.steps);
            crease_net_free(f.net);
        }
        int reached = goals[g] && first.result.regions >= goals[g];
        CU_ASSERT_EQUAL(first.result.climbs, reached ? first.result.climb : 8);
        CU_ASSERT_EQUAL(first.result.steps, 250 * (first.result.climbs - (uint64_t)reached) +
                                                (reached ? first.result.step : 0));
        CU_ASSERT(goals[g] != 15 || reached);
        CU_ASSERT(goals[g] != 1000 || !reached);
        crease_net_free(first.net);
    }
}

static void remember(void *data, const crease_progress *now)
{
    CU_ASSERT(now->seconds >= 1 && now->networks > 0 && now->regions > 0);
    ++*(int *)data;
}

// A limit of time; a signal before anything was counted.
static void stops(void)
{
    int reports = 0;
    crease_options how = {
        .time_limit = 1.5, .threads = 2, .progress = remember, .progress_data = &reports};
    found f = search("2-4-3-1", NULL, NULL, &how);
    CU_ASSERT_EQUAL(f.status, CREASE_STOPPED);
    CU_ASSERT_FALSE(f.result.complete);
    CU_ASSERT(f.result.seconds >= 1.5);
    CU_ASSERT(reports >= 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f.net);
    check_count(f.net, f.result.regions, CREASE_ACTIVATION_REGIONS);
    crease_net_free(f.net);

    const volatile sig_atomic_t flag = 2;
    how = (crease_options){.interrupt = &flag};
    f = search("2-4-3-1", NULL, NULL, &how);
    CU_ASSERT_EQUAL(f.status, CREASE_STOPPED);
    CU_ASSERT_PTR_NULL(f.net);
    CU_ASSERT_EQUAL(f.result.regions, 0);
    CU_ASSERT_EQUAL(f.result.steps, 0);
}

static void check_refused(const char *architecture, search_options how, const char *where,
                          const char *message)
{
    found f = search(architecture, NULL, &how, NULL);
    CU_ASSERT_EQUAL(f.status, CREASE_ERROR);
    CU_ASSERT_PTR_NULL(f.net);
    CU_ASSERT_STRING_EQUAL(f.error.where, where);
    CU_ASSERT_STRING_EQUAL(f.error.message, message);
}

static void refuses(void)
{
    check_refused("2-1", (search_options){0}, "widths", "expected a hidden layer, found none");
    check_refused("2-3-1", (search_options){.weight_range = 1000001}, "weight_range",
                  "expected a number from 1 to 1000000, found 1000001");
    check_refused("2-3-1", (search_options){.activation = "tanh"}, "activation",
                  "expected one of relu, leaky:SLOPE, abs, hardtanh, linear, "
                  "pwl:B1,..,Bk;S0,..,Sk;V, maxout:K, found \"tanh\"");
    // from within a climb
    static const size_t widths[] = {2, 3, 1};
    crease_domain *space = crease_domain_new_space(3);
    found f = {0};
    f.status = search_net(&f.net, &f.result, widths, 3, space, NULL, NULL, &f.error);
    CU_ASSERT_EQUAL(f.status, CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(f.error.message,
                           "expected a domain in R^2, the network's inputs, found R^3");
    crease_domain_free(space);
}

UNIT_MAIN("search", {"search: maxima", maxima}, {"search: text", text},
          {"search: threads", threads}, {"search: stops", stops}, {"search: start", start},
          {"search: refuses", refuses})
