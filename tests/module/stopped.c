// The error record after a limit, an interrupt or a callback has ended a call.
#include "base/limits.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <math.h>
#include <signal.h>
#include <sys/time.h>

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
            CU_ASSERT(visit_some(&visitor, 0, net, domain) != CREASE_ERROR);
        }
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

// ---- A limit after the enumeration ----

static volatile sig_atomic_t is_late;

static void set_late(int signal)
{
    (void)signal;
    is_late = 1;
}

// Interrupts the process after these seconds of its own; 0: not at all.
static void interrupt_after(double seconds)
{
    const struct itimerval when = {
        .it_value = {(time_t)seconds, (suseconds_t)(1e6 * (seconds - floor(seconds)))}};
    is_late = 0;
    setitimer(ITIMER_VIRTUAL, &when, NULL);
}

// A polytope of planes that touch a sphere, nearly.
static crease_domain *ball_of_planes(size_t d, size_t planes)
{
    enum { LONGEST = 100000 };
    random_state random = unit_random(d);
    crease_domain *domain;
    fmpq *rows = _fmpq_vec_init((slong)(planes * (d + 1)));
    for (size_t i = 0; i < planes; i++) {
        fmpq *row = rows + i * (d + 1);
        double square = 0;
        for (size_t c = 0; c < d; c++) {
            const int64_t entry = random_between(&random, -LONGEST, LONGEST);
            fmpq_set_si(row + c, (slong)entry, 1);
            square += (double)entry * (double)entry;
        }
        fmpq_set_si(row + d, (slong)sqrt(square), 1);
    }
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, rows, planes, d, NULL), CREASE_OK);
    _fmpq_vec_clear(rows, (slong)(planes * (d + 1)));
    return domain;
}

// The volume of a class, which is the domain's without those of the others.
static crease_status ask_classes(fmpq_t answer, const crease_net *net, const crease_domain *domain)
{
    const crease_options options = {.interrupt = &is_late};
    const size_t outputs = crease_net_outputs(net);
    fmpq *forms = _fmpq_vec_init((slong)(outputs * (outputs + 1)));
    crease_classes classes;
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_classes_init(&classes, domain, outputs);
    for (size_t o = 0; o < outputs; o++)
        fmpq_one(forms + o * (outputs + 2));
    const crease_status status = crease_classes_find(&classes, &counts, net, domain, forms, outputs,
                                                     CREASE_CLASS_VOLUMES, 0, &options, NULL);
    CU_ASSERT_EQUAL(counts.complete, status == CREASE_OK);
    fmpq_set(answer, classes.entry[0].volume);
    crease_classes_clear(&classes);
    crease_counts_clear(&counts);
    _fmpq_vec_clear(forms, (slong)(outputs * (outputs + 1)));
    return status;
}

// The number of faces and of what they consist of.
static crease_status ask_faces(fmpq_t answer, const crease_net *net, const crease_domain *domain)
{
    const crease_options options = {.interrupt = &is_late, .threads = 1};
    crease_faces faces;
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_faces_init(&faces);
    const crease_status status = crease_faces_find(
        &faces, &counts, net, domain, CREASE_FACES_CLASSES | CREASE_FACES_DUAL, &options, NULL);
    fmpq_set_ui(answer, faces.count, 1 + (faces.count ? faces.start[faces.count] : 0));
    crease_faces_clear(&faces);
    crease_counts_clear(&counts);
    return status;
}

// Whenever an interrupt comes, a call ends with the whole result, or says that it was stopped.
typedef crease_status question(fmpq_t answer, const crease_net *net, const crease_domain *domain);
static void check_interrupts(question *find, const crease_net *net, const crease_domain *domain)
{
    fmpq_t whole, answer;
    fmpq_init(whole);
    fmpq_init(answer);
    const double start = run_clock(CLOCK_PROCESS_CPUTIME_ID);
    interrupt_after(0);
    CU_ASSERT_EQUAL_FATAL(find(whole, net, domain), CREASE_OK);
    const double taken = run_clock(CLOCK_PROCESS_CPUTIME_ID) - start;
    SEEDS(seed, 80) {
        random_state random = unit_random(seed);
        interrupt_after(1e-6 + taken * (double)random_below(&random, 1000) / 1000);
        const crease_status status = find(answer, net, domain);
        interrupt_after(0);
        CU_ASSERT(status != CREASE_ERROR);
        CU_ASSERT(status == CREASE_STOPPED || fmpq_equal(answer, whole));
    }
    fmpq_clear(whole);
    fmpq_clear(answer);
}

static void after_the_enumeration(void)
{
    void (*const before)(int) = signal(SIGVTALRM, set_late);
    crease_domain *domain = ball_of_planes(4, 60);
    crease_net *net = net_with_inputs(
        4, RELU("[[1, 1, 1, 1], [0, 0, 0, 1]]", "[0, 1]") "," LINEAR("[[1, 1], [0, 2]]", "[0, 0]"));
    check_interrupts(ask_classes, net, domain);
    crease_net_free(net);
    crease_domain_free(domain);
    const size_t widths[] = {3, 12, 2};
    const crease_random how = {.seed = 1, .bias_std = "1/2"};
    CU_ASSERT_EQUAL_FATAL(crease_net_random(&net, widths, 3, &how, NULL), CREASE_OK);
    domain = ball_of_planes(3, 10);
    check_interrupts(ask_faces, net, domain);
    crease_net_free(net);
    crease_domain_free(domain);
    signal(SIGVTALRM, before);
}

UNIT_MAIN("stopped", {"how far a count was", how_far_a_count_was}, {"inner limits", inner_limits},
          {"within a question", within_a_question},
          {"after the enumeration", after_the_enumeration})
