// Runs a suite of tests, found by its name among those that are linked in, on CUnit.
#include "../module/unit.h"

#include <crease/net.h>
#include <flint/flint.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// ---- Data reported with a failure ----

static pthread_t test_thread;
static uint64_t last_seed;
static const crease_net *net_shown;
static bool has_seed, failed;
static int last_case = -1;

uint64_t unit_seed(uint64_t seed)
{
    if (pthread_equal(test_thread, pthread_self())) {
        last_seed = seed;
        has_seed = true;
    }
    return seed;
}

int unit_case_of(int number, int go_on)
{
    last_case = go_on ? number : -1;
    return go_on;
}

void test_shows_net(const crease_net *net)
{
    net_shown = net;
}

void unit_fail(const char *file, unsigned line, const char *assertion, const char *found,
               const char *expected)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    char text[4096], seed[40] = "", number[40] = "";
    if (has_seed)
        snprintf(seed, sizeof seed, "; seed %" PRIu64, last_seed);
    if (last_case >= 0)
        snprintf(number, sizeof number, "; case %d", last_case);
    bool has_values = *found || *expected;
    snprintf(text, sizeof text, "%s%s%.1500s%s%.1500s%s%s", assertion, has_values ? ": found " : "",
             found, has_values ? ", expected " : "", expected, seed, number);
    pthread_mutex_lock(&one_at_a_time);
    bool report = !failed;
    failed = true;
    pthread_mutex_unlock(&one_at_a_time);
    bool may_leave = pthread_equal(test_thread, pthread_self());
    if (may_leave && net_shown)
        crease_net_write(stdout, net_shown);
    net_shown = NULL;
    if (report || may_leave)
        CU_assertImplementation(CU_FALSE, line, text, file, "", may_leave);
}

static void start_test(const CU_pTest test, const CU_pSuite suite)
{
    (void)test, (void)suite;
    has_seed = failed = 0;
    net_shown = NULL;
    last_case = -1;
}

// ---- CUnit ----

static void end_test(const CU_pTest test, const CU_pSuite suite, const CU_pFailureRecord failure)
{
    (void)suite;
    for (CU_pFailureRecord of = failure; of; of = of->pNext)
        printf("not ok %s: %s:%u: %s\n", test->pName, of->strFileName, of->uiLineNumber,
               of->strCondition);
    if (!failure)
        printf("ok %s\n", test->pName);
}

// Runs the test of this name, or all if it is NULL.
static int run(const unit_suite *suite, const char *name)
{
    unsigned tests = 0;
    test_thread = pthread_self();
    if (CU_initialize_registry() != CUE_SUCCESS)
        return EXIT_FAILURE;
    CU_pSuite all = CU_add_suite(suite->name, NULL, NULL);
    for (const unit_case *test = suite->cases; test < suite->cases + suite->count; test++) {
        if (name && strcmp(test->name, name) != 0)
            continue;
        if (!all || !CU_add_test(all, test->name, test->run))
            return EXIT_FAILURE;
        tests++;
    }
    CU_set_test_start_handler(start_test);
    CU_set_test_complete_handler(end_test);
    const bool fails = tests == 0 || CU_run_all_tests() != CUE_SUCCESS ||
                       CU_get_number_of_failures() > 0 || CU_get_number_of_tests_run() != tests;
    CU_cleanup_registry();
    flint_cleanup();
    return fails ? EXIT_FAILURE : EXIT_SUCCESS;
}

// ---- Suites ----

static unit_suite *suites;

void unit_enter(unit_suite *suite)
{
    suite->next = suites;
    suites = suite;
}

// tests/module/point.c is module/point.
static bool has_name(const unit_suite *suite, const char *name)
{
    const char *path = strstr(suite->file, "tests/");
    size_t length = strlen(name);
    path = path ? path + strlen("tests/") : suite->file;
    return strncmp(path, name, length) == 0 && strcmp(path + length, ".c") == 0;
}

int main(int count, char **words)
{
    const bool is_alone = suites && !suites->next;
    const unit_suite *suite = suites;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!is_alone) {
        while (suite && (count < 2 || !has_name(suite, words[1])))
            suite = suite->next;
        count--, words++;
    }
    if (!suite) {
        fprintf(stderr, "usage: all NAME [SEED [TEST]], as in all module/point\n");
        return EXIT_FAILURE;
    }
    if (count > 1)
        setenv("CREASE_SEED", words[1], 1);
    return run(suite, count > 2 ? words[2] : NULL);
}
