// The bounds on networks that are drawn: the same rows for the same seed, and all hold.
#include "verify_rows.h"

static void seeds(void)
{
    check_seeds(verify_random_nets, "random ");
}

static void stopped(void)
{
    CU_ASSERT_EQUAL(rows_of(verify_random_nets, "random ", 1, 1).rows, 0);
}

UNIT_MAIN("verify_random", {"seeds", seeds}, {"stopped", stopped})
