// Rows of crease verify, gathered by a callback.
#ifndef TESTS_VERIFY_ROWS_H
#define TESTS_VERIFY_ROWS_H

#include "theory/verify.h"
#include "unit.h"

#include <string.h>

typedef struct {
    size_t rows, begun_so, broken, refuted;
    const char *beginning; // of the names of networks that are counted in begun_so
    uint64_t hash;         // of all numbers, in order
} gathered;

static inline void gather(void *data, const crease_verification *row)
{
    gathered *all = data;
    all->rows++;
    all->broken += row->finding == CREASE_BROKEN;
    all->refuted += row->finding == CREASE_REFUTED;
    if (all->beginning)
        all->begun_so += !strncmp(row->network, all->beginning, strlen(all->beginning));
    all->hash = (all->hash ^ row->counted) * UINT64_C(0x100000001b3) + fmpz_get_ui(row->claimed);
    CU_ASSERT(*row->theorem && *row->domain && row->net);
    CU_ASSERT(row->counted == row->activation || row->quantity != CREASE_ACTIVATION_REGIONS);
}

typedef crease_status verify_part(verifier *v, crease_error *error);

// Of one part of crease verify, all of whose networks have names that begin so.
static inline gathered rows_of(verify_part *part, const char *beginning, uint64_t seed, int stopped)
{
    gathered all = {.beginning = beginning};
    volatile sig_atomic_t stop = stopped;
    crease_verify_counts counts = {0};
    crease_verify_wanted wanted = {.quick = 1, .seed = seed, .data = &all, .row = gather};
    crease_options options = {.interrupt = &stop};
    run_limits limits;
    run_limits_init(&limits, &options);
    verifier v = {&wanted, &limits, &counts};
    crease_error error;
    CU_ASSERT_EQUAL(part(&v, &error), stopped ? CREASE_STOPPED : CREASE_OK);
    CU_ASSERT(counts.rows == all.rows && all.begun_so == all.rows);
    CU_ASSERT(counts.broken == 0 && counts.refuted == 0);
    run_limits_clear(&limits);
    return all;
}

// The same rows for the same seed, and all hold.
static inline void check_seeds(verify_part *part, const char *beginning)
{
    gathered first = rows_of(part, beginning, 1, 0);
    gathered again = rows_of(part, beginning, 1, 0), other = rows_of(part, beginning, 2, 0);
    CU_ASSERT(first.rows > 50);
    CU_ASSERT(first.rows == again.rows && first.hash == again.hash);
    CU_ASSERT(first.hash != other.hash);
}

#endif
