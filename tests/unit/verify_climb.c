// The bounds on networks that are searched for: the same rows for the same seed, and all hold.
#include "verify_rows.h"

static gathered rows_of(uint64_t seed, int stopped)
{
    gathered all = {.beginning = "search "};
    volatile sig_atomic_t stop = stopped;
    crease_verify_counts counts = {0};
    crease_verify_options options = {
        .quick = 1, .seed = seed, .interrupt = &stop, .data = &all, .row = gather};
    verifier v = {&options, &counts};
    crease_error error;
    CU_ASSERT_EQUAL(verify_climbed_nets(&v, &error), stopped ? CREASE_STOPPED : CREASE_OK);
    CU_ASSERT(counts.rows == all.rows && all.begun_so == all.rows);
    CU_ASSERT(counts.broken == 0 && counts.refuted == 0);
    return all;
}

static void seeds(void)
{
    gathered first = rows_of(1, 0), again = rows_of(1, 0), other = rows_of(2, 0);
    CU_ASSERT(first.rows > 50);
    CU_ASSERT(first.rows == again.rows && first.hash == again.hash);
    CU_ASSERT(first.hash != other.hash);
}

static void stopped(void)
{
    CU_ASSERT_EQUAL(rows_of(1, 1).rows, 0);
}

UNIT_MAIN("verify_climb", {"seeds", seeds}, {"stopped", stopped})
