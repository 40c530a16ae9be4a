// The rows of crease theorems are complete, and all hold.
#include "theory/verify.h"
#include "make/catalogue.h"
#include "unit.h"

#include <crease/make.h>
#include <signal.h>
#include <string.h>

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

static crease_status run_seeded(gathered *all, verify_counts *counts, const char *name,
                                uint64_t seed)
{
    crease_error error;
    const char *names[] = {name};
    verify_options wanted = {.quick = 1,
                             .names = names,
                             .names_count = name != NULL,
                             .seed = seed,
                             .data = all,
                             .row = gather};
    crease_status status = verify_theorems(counts, &wanted, NULL, &error);
    if (status == CREASE_ERROR)
        CU_ASSERT_STRING_EQUAL(error.message, "no network or theorem has a name that begins so");
    return status;
}

static crease_status run(gathered *all, verify_counts *counts, const char *name)
{
    return run_seeded(all, counts, name, 0);
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

static void interrupted(void)
{
    volatile sig_atomic_t stop = 1;
    verify_counts counts;
    verify_options wanted = {.quick = 1};
    crease_options options = {.interrupt = &stop};
    crease_error error;
    CU_ASSERT_EQUAL(verify_theorems(&counts, &wanted, &options, &error), CREASE_STOPPED);
    CU_ASSERT_EQUAL(counts.rows, 0);
}

// Networks that are drawn or searched for: the same rows for the same seed, and all hold.
static void seeds(void)
{
    static const char *const kinds[] = {"random ", "search "};
    for (size_t i = 0; i < 2; i++) {
        gathered found[3] = {{0}};
        verify_counts counts;
        for (size_t k = 0; k < 3; k++) {
            found[k].beginning = kinds[i];
            CU_ASSERT_EQUAL(run_seeded(&found[k], &counts, kinds[i], k < 2 ? 1 : 2), CREASE_OK);
            CU_ASSERT(found[k].begun_so == found[k].rows && counts.violated == 0);
        }
        CU_ASSERT(found[0].rows > 50);
        CU_ASSERT(found[0].rows == found[1].rows && found[0].hash == found[1].hash);
        CU_ASSERT(found[0].hash != found[2].hash);
    }
}

// Every construction has a network that is counted in seconds, and none is counted twice.
static void instances(void)
{
    for (size_t i = 0; i < construction_count(); i++) {
        const char *name = construction_describe(i)->name;
        size_t quick = 0;
        for (size_t k = 0; k < verify_instance_count; k++)
            quick +=
                !strcmp(verify_instances[k].name, name) && verify_instances[k].size == VERIFY_QUICK;
        CU_ASSERT(quick > 0);
    }
    for (size_t i = 0; i < verify_instance_count; i++)
        for (const char *const *given = verify_instances[i].arguments; *given; given++)
            for (size_t k = 0; k < i; k++)
                for (const char *const *other = verify_instances[k].arguments; *other; other++)
                    CU_ASSERT(strcmp(*given, *other) ||
                              strcmp(verify_instances[i].name, verify_instances[k].name));
}

UNIT_MAIN("verify", {"verify: chosen rows", chosen_rows},
          {"verify: chosen theorems", chosen_theorems}, {"verify: refuted claims", refuted_claims},
          {"verify: interrupted", interrupted}, {"verify: seeds", seeds},
          {"verify: instances", instances})
