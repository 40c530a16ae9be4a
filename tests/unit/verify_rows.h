// Rows of crease verify, gathered by a callback.
#ifndef TESTS_VERIFY_ROWS_H
#define TESTS_VERIFY_ROWS_H

#include "study/verify.h"
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

#endif
