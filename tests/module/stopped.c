// The error record after a limit, an interrupt or a callback has ended a call.
#include "base/limits.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>

static crease_visit third_is_last(void *data, const crease_region *region)
{
    (void)region;
    return ++*(int *)data == 3 ? CREASE_STOP : CREASE_GO;
}

// Six lines in the plane: 22 regions.
static void how_far_a_count_was(void)
{
    crease_net *net = net_of(RELU("[[1, 0], [0, 1], [1, 1], [1, 2], [2, 1], [1, -1]]",
                                  "[0, 0, -1, 1, 2, 3]") "," LINEAR("[[1, 1, 1, 1, 1, 1]]", "[0]"));
    crease_domain *domain = crease_domain_new_space(2);
    const volatile sig_atomic_t flag = 1;
    int visited = 0;
    const crease_visitor visitor = {.data = &visited, .region = third_is_last};
    static const struct {
        crease_options options;
        const char *begin, *end;
    } limits[] = {{{.time_limit = 1e-9}, "stopped by time_limit after ", " s"},
                  {{.max_regions = 5}, "stopped by max_regions after ", " s: 5 regions"},
                  {{0}, "stopped by interrupt after ", " s"},
                  {{0}, "stopped by a callback after ", " s: 3 regions"}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        crease_error error = {.file = "old", .message = "old"};
        crease_options options = limits[i].options;
        crease_counts counts;
        crease_counts_init(&counts, net);
        options.interrupt = i == 2 ? &flag : NULL;
        const crease_status status =
            crease_walk(&counts, net, domain, &options, i == 3 ? &visitor : NULL, &error);
        CU_ASSERT_EQUAL(status, CREASE_STOPPED);
        const char *begin = limits[i].begin, *end = limits[i].end;
        const size_t length = strlen(error.message);
        CU_ASSERT(length > strlen(begin) + strlen(end) && !error.file[0]);
        error.message[strlen(begin)] = '\0';
        CU_ASSERT_STRING_EQUAL(error.message, begin);
        CU_ASSERT_STRING_EQUAL(error.message + length - strlen(end), end);
        crease_counts_clear(&counts);
    }
    crease_domain_free(domain);
    crease_net_free(net);
}

// Calls of two walks, or of many steps, say what ended the inner one.
static void inner_limits(void)
{
    crease_net *net = net_from_file("data/trained/moons_q4_2-16-16-16-2.json");
    crease_domain *domain = crease_domain_new_space(2);
    const crease_options options = {.max_regions = 7};
    crease_counts counts;
    crease_linear_counts linear;
    crease_adjacency *adjacency;
    crease_tree *tree;
    crease_error error;
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(crease_count_linear(&counts, &linear, net, domain, &options, &error),
                    CREASE_STOPPED);
    CU_ASSERT(strstr(error.message, "max_regions") && strstr(error.message, ": 7 regions"));
    CU_ASSERT_EQUAL(crease_adjacency_new(&adjacency, &counts, net, domain, &options, &error),
                    CREASE_STOPPED);
    CU_ASSERT(strstr(error.message, "max_regions") && strstr(error.message, ": 7 regions"));
    crease_adjacency_free(adjacency);
    CU_ASSERT_EQUAL(crease_tree_new(&tree, domain, &error), CREASE_OK);
    crease_status status = CREASE_OK;
    for (size_t unit = 0; unit < 16 && !status; unit++)
        status = crease_tree_insert(tree, net, 0, unit, &options, &error);
    CU_ASSERT_EQUAL(status, CREASE_STOPPED);
    CU_ASSERT(strstr(error.message, "max_regions") && strstr(error.message, " regions"));
    crease_tree_free(tree);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
}

// ---- A limit within the questions that a visitor asks ----

typedef struct {
    size_t dimension, question, before; // regions that come before
} cut_short;

enum { QUESTIONS = 6 };

static void ask(const crease_region *region, size_t dimension, size_t question)
{
    fmpq *row = _fmpq_vec_init((slong)dimension + 1);
    double x[8];
    fmpq_t volume;
    fmpq_init(volume);
    if (question == 0)
        crease_region_volume(volume, region);
    else if (question == 1)
        crease_region_volume_double(region);
    else if (question == 2)
        crease_region_interior(row, region);
    else if (question == 3)
        crease_region_map(row, region, 0);
    for (size_t v = 0; question == 4 && v < crease_region_vertices(region); v++)
        crease_region_vertex(row, region, v);
    for (size_t v = 0; question == 5 && v < crease_region_vertices(region); v++)
        crease_region_vertex_doubles(x, region, v);
    fmpq_clear(volume);
    _fmpq_vec_clear(row, (slong)dimension + 1);
}

// As if a limit had been reached in the first step of the answer.
static crease_visit ask_cancelled(void *data, const crease_region *region)
{
    cut_short *cut = data;
    if (cut->before-- > 0)
        return CREASE_GO;
    run_here.cancelled = true;
    ask(region, cut->dimension, cut->question);
    run_here.cancelled = false;
    return CREASE_STOP;
}

static void within_a_question(void)
{
    for (size_t d = 1; d <= 8; d++) {
        random_state random = unit_random(d);
        crease_net *net = random_net_of(&random, d, 3, 3, random_activation);
        crease_domain *domain;
        CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&domain, "-1,2", d, NULL), CREASE_OK);
        for (size_t k = 0; k < 2 * QUESTIONS; k++) {
            cut_short cut = {d, k / 2, k % 2};
            const crease_visitor visitor = {.data = &cut, .region = ask_cancelled};
            crease_counts counts;
            crease_counts_init(&counts, net);
            CU_ASSERT(crease_walk(&counts, net, domain, NULL, &visitor, NULL) != CREASE_ERROR);
            crease_counts_clear(&counts);
        }
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

UNIT_MAIN("stopped", {"how far a count was", how_far_a_count_was}, {"inner limits", inner_limits},
          {"within a question", within_a_question})
