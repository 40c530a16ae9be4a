// The rows of crease verify: which there are, that all hold, and that a false number is found out.
#include "theory/verify.h"
#include "make/catalogue.h"
#include "unit.h"

#include <crease/make.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

// ---- The rows of crease verify: which there are, and that a false number is found out ----

typedef struct {
    size_t rows, begun_so, violated, refuted;
    const char *beginning; // of the names of networks that are counted in begun_so
    uint64_t hash;         // of all numbers, in order
} gathered;

static void gather(void *data, const verify_row *row)
{
    gathered *all = data;
    all->rows++;
    all->violated += row->finding == VERIFY_VIOLATED;
    all->refuted += row->finding == VERIFY_REFUTED;
    if (all->beginning)
        all->begun_so += !strncmp(row->network, all->beginning, strlen(all->beginning));
    all->hash = (all->hash ^ row->counted) * UINT64_C(0x100000001b3) + fmpz_get_ui(row->claimed);
    CU_ASSERT(*row->theorem && *row->domain && row->net);
    CU_ASSERT(row->counted == row->activation || row->quantity != CREASE_ACTIVATION_REGIONS);
}

typedef crease_status verify_part(verifier *v, crease_error *error);

// Of one part of crease verify, all of whose networks have names that begin so.
static gathered rows_of(verify_part *part, const char *beginning, uint64_t seed, int stopped)
{
    gathered all = {.beginning = beginning};
    volatile sig_atomic_t stop = stopped;
    verify_counts counts = {0};
    verify_wanted wanted = {.quick = 1, .seed = seed, .data = &all, .row = gather};
    crease_options options = {.interrupt = &stop};
    run_limits limits;
    run_limits_init(&limits, &options);
    verifier v = {&wanted, &limits, &counts};
    crease_error error;
    CU_ASSERT_EQUAL(part(&v, &error), stopped ? CREASE_STOPPED : CREASE_OK);
    CU_ASSERT(counts.rows == all.rows && all.begun_so == all.rows);
    CU_ASSERT(counts.violated == 0 && counts.refuted == 0);
    run_limits_clear(&limits);
    return all;
}

// The same rows for the same seed, and all hold.
static void check_seeds(verify_part *part, const char *beginning)
{
    gathered first = rows_of(part, beginning, 1, 0);
    gathered again = rows_of(part, beginning, 1, 0), other = rows_of(part, beginning, 2, 0);
    CU_ASSERT(first.rows > 50);
    CU_ASSERT(first.rows == again.rows && first.hash == again.hash);
    CU_ASSERT(first.hash != other.hash);
}

static crease_status run(gathered *all, verify_counts *counts, const char *name)
{
    crease_error error;
    const char *names[] = {name};
    verify_wanted wanted = {
        .quick = 1, .names = names, .names_count = name != NULL, .data = all, .row = gather};
    crease_status status = verify_theorems(counts, &wanted, NULL, &error);
    if (status == CREASE_ERROR)
        CU_ASSERT_STRING_EQUAL(error.message, "expected the beginning of a theorem's or a "
                                              "network's name, found none that matches");
    return status;
}

static void chosen_rows(void)
{
    gathered all = {.beginning = "telgarsky:"};
    verify_counts counts;
    CU_ASSERT_EQUAL(run(&all, &counts, "Telgarsky:"), CREASE_OK);
    CU_ASSERT(all.rows > 0 && all.rows == all.begun_so && all.rows == counts.rows);
    CU_ASSERT(counts.violated == 0 && counts.refuted == 0);
    CU_ASSERT_EQUAL(run(&all, &counts, "nothing"), CREASE_ERROR);
}

// By the theorem's name: rows of any network.
static void chosen_theorems(void)
{
    gathered all = {.beginning = "serra:"};
    verify_counts counts;
    CU_ASSERT_EQUAL(run(&all, &counts, "Serra, Tjandraatmadja"), CREASE_OK);
    CU_ASSERT(all.begun_so > 0 && all.begun_so < all.rows);
}

static void refuted_claims(void)
{
    gathered all = {.beginning = "counterexample:"};
    verify_counts counts;
    CU_ASSERT_EQUAL(run(&all, &counts, "counterexample:"), CREASE_OK);
    CU_ASSERT(counts.refuted > 0 && counts.refuted == all.refuted && counts.violated == 0);
}

static crease_net *build(const char *n, const char *d)
{
    crease_net *net = NULL;
    crease_error error;
    crease_argument arguments[] = {{"n", n}, {"d", d}};
    CU_ASSERT_FATAL(crease_build(&net, "arrangement:generic", arguments, 2, &error) == CREASE_OK);
    return net;
}

// A count that is one too high violates Zaslavsky's bounds, and no other tells.
static void violated_bounds(void)
{
    crease_net *net = build("5", "2");
    crease_domain *space = crease_domain_new_space(2);
    for (uint64_t more = 0; more < 2; more++) {
        gathered all = {0};
        verify_counts counts = {0};
        verify_wanted wanted = {.data = &all, .row = gather};
        run_limits limits;
        run_limits_init(&limits, NULL);
        verifier v = {&wanted, &limits, &counts};
        counted of;
        crease_error error;
        CU_ASSERT_EQUAL(verify_count(&of, "five lines", net, space, 1, &v, &error), CREASE_OK);
        CU_ASSERT_EQUAL(of.number[CREASE_ACTIVATION_REGIONS], 16);
        CU_ASSERT_EQUAL(of.number[CREASE_BOUNDED_REGIONS], 6);
        CU_ASSERT_EQUAL(of.number[CREASE_LINEAR_REGIONS], 16);
        of.number[CREASE_ACTIVATION_REGIONS] += more;
        CU_ASSERT_EQUAL(verify_upper_bounds(&v, &of, 1, &error), CREASE_OK);
        CU_ASSERT(all.rows > 5);
        CU_ASSERT((counts.violated > 0) == (more > 0) && counts.violated == all.violated);
        run_limits_clear(&limits);
    }
    crease_domain_free(space);
    crease_net_free(net);
}

static void interrupted(void)
{
    volatile sig_atomic_t stop = 1;
    verify_counts counts;
    verify_wanted wanted = {.quick = 1};
    crease_options options = {.interrupt = &stop};
    crease_error error;
    CU_ASSERT_EQUAL(verify_theorems(&counts, &wanted, &options, &error), CREASE_STOPPED);
    CU_ASSERT_EQUAL(counts.rows, 0);
}

// ---- The bounds on networks that are drawn: the same rows for the same seed, and all hold ----

static void verify_random_seeds(void)
{
    check_seeds(verify_random_nets, "random ");
}

static void verify_random_stopped(void)
{
    CU_ASSERT_EQUAL(rows_of(verify_random_nets, "random ", 1, 1).rows, 0);
}

// ---- The bounds on networks that are searched for: the same rows for the same seed, and all hold
// ----

static void verify_climb_seeds(void)
{
    check_seeds(verify_climbed_nets, "search ");
}

static void verify_climb_stopped(void)
{
    CU_ASSERT_EQUAL(rows_of(verify_climbed_nets, "search ", 1, 1).rows, 0);
}

// ---- The networks of crease verify: each can be built, and none of the catalogue is left out ----

static void all_constructions(void)
{
    for (size_t i = 0; i < construction_count(); i++) {
        const char *name = construction_describe(i)->name;
        size_t quick = 0;
        for (size_t k = 0; k < verify_instance_count; k++)
            quick +=
                !strcmp(verify_instances[k].name, name) && verify_instances[k].size == VERIFY_QUICK;
        if (quick == 0)
            printf("%s ", name);
        CU_ASSERT(quick > 0);
    }
}

static int times(const char *name, const char *arguments)
{
    int count = 0;
    for (size_t i = 0; i < verify_instance_count; i++)
        for (const char *const *given = verify_instances[i].arguments; *given; given++)
            count += !strcmp(verify_instances[i].name, name) && !strcmp(*given, arguments);
    return count;
}

static void no_doubles(void)
{
    for (size_t i = 0; i < verify_instance_count; i++)
        for (const char *const *given = verify_instances[i].arguments; *given; given++)
            CU_ASSERT_EQUAL(times(verify_instances[i].name, *given), 1);
}

UNIT_MAIN("verify", {"verify: chosen_rows", chosen_rows},
          {"verify: chosen_theorems", chosen_theorems}, {"verify: refuted_claims", refuted_claims},
          {"verify: violated_bounds", violated_bounds}, {"verify: interrupted", interrupted},
          {"verify random: seeds", verify_random_seeds},
          {"verify random: stopped", verify_random_stopped},
          {"verify climb: seeds", verify_climb_seeds},
          {"verify climb: stopped", verify_climb_stopped},
          {"verify instances: all_constructions", all_constructions},
          {"verify instances: no_doubles", no_doubles})
