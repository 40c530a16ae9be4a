// The rows of crease verify: which there are, and that a false number is found out.
#include "verify_rows.h"

#include <crease/make.h>
#include <signal.h>

static crease_status run(gathered *all, crease_verify_counts *counts, const char *name)
{
    crease_error error;
    const char *names[] = {name};
    crease_verify_wanted wanted = {
        .quick = 1, .names = names, .names_count = name != NULL, .data = all, .row = gather};
    crease_status status = crease_verify(counts, &wanted, NULL, &error);
    if (status == CREASE_ERROR)
        CU_ASSERT_STRING_EQUAL(error.message, "expected the beginning of a theorem's or a "
                                              "network's name, found none that matches");
    return status;
}

static void chosen_rows(void)
{
    gathered all = {.beginning = "telgarsky:"};
    crease_verify_counts counts;
    CU_ASSERT_EQUAL(run(&all, &counts, "Telgarsky:"), CREASE_OK);
    CU_ASSERT(all.rows > 0 && all.rows == all.begun_so && all.rows == counts.rows);
    CU_ASSERT(counts.broken == 0 && counts.refuted == 0);
    CU_ASSERT_EQUAL(run(&all, &counts, "nothing"), CREASE_ERROR);
}

// By the theorem's name: rows of any network.
static void chosen_theorems(void)
{
    gathered all = {.beginning = "serra:"};
    crease_verify_counts counts;
    CU_ASSERT_EQUAL(run(&all, &counts, "Serra, Tjandraatmadja"), CREASE_OK);
    CU_ASSERT(all.begun_so > 0 && all.begun_so < all.rows);
}

static void refuted_claims(void)
{
    gathered all = {.beginning = "counterexample:"};
    crease_verify_counts counts;
    CU_ASSERT_EQUAL(run(&all, &counts, "counterexample:"), CREASE_OK);
    CU_ASSERT(counts.refuted > 0 && counts.refuted == all.refuted && counts.broken == 0);
}

static crease_net *build(const char *n, const char *d)
{
    crease_net *net = NULL;
    crease_error error;
    crease_argument arguments[] = {{"n", n}, {"d", d}};
    CU_ASSERT_FATAL(crease_build(&net, "arrangement:generic", arguments, 2, &error) == CREASE_OK);
    return net;
}

// A count that is one too high breaks Zaslavsky's bounds, and no other tells.
static void broken_bounds(void)
{
    crease_net *net = build("5", "2");
    crease_domain *space = crease_domain_new_space(2);
    for (uint64_t more = 0; more < 2; more++) {
        gathered all = {0};
        crease_verify_counts counts = {0};
        crease_verify_wanted wanted = {.data = &all, .row = gather};
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
        CU_ASSERT((counts.broken > 0) == (more > 0) && counts.broken == all.broken);
        run_limits_clear(&limits);
    }
    crease_domain_free(space);
    crease_net_free(net);
}

static void interrupted(void)
{
    volatile sig_atomic_t stop = 1;
    crease_verify_counts counts;
    crease_verify_wanted wanted = {.quick = 1};
    crease_options options = {.interrupt = &stop};
    crease_error error;
    CU_ASSERT_EQUAL(crease_verify(&counts, &wanted, &options, &error), CREASE_STOPPED);
    CU_ASSERT_EQUAL(counts.rows, 0);
}

UNIT_MAIN("verify", {"chosen_rows", chosen_rows}, {"chosen_theorems", chosen_theorems},
          {"refuted_claims", refuted_claims}, {"broken_bounds", broken_bounds},
          {"interrupted", interrupted})
