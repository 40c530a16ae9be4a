// The bounds on networks that are searched for: the same rows for the same seed, and all hold.
#include "verify_rows.h"

static void seeds(void)
{
    check_seeds(verify_climbed_nets, "search ");
}

static void stopped(void)
{
    CU_ASSERT_EQUAL(rows_of(verify_climbed_nets, "search ", 1, 1).rows, 0);
}

UNIT_MAIN("verify_climb", {"seeds", seeds}, {"stopped", stopped})
