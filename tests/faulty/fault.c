// Faults of the broken engine: CREASE_FAULT_SIGNS=N misjudges one sign in N, CREASE_FAULT_REGIONS=N
// drops one region in N, both at random from CREASE_FAULT_SEED. Every fault is reported on standard
// error.
#include "base/random.h"
#include "exact/sign.h"

#include <stdio.h>
#include <stdlib.h>

// Strikes come at random distances, uniform from 1 to 2 N - 1.
typedef struct {
    const char *variable;
    uint64_t mean, left; // mean 0: never
    bool begun;
} hazard;

static hazard of_signs = {.variable = "CREASE_FAULT_SIGNS"};
static hazard of_regions = {.variable = "CREASE_FAULT_REGIONS"};

static random_state *generator(void)
{
    static random_state random;
    static bool seeded;
    const char *seed = getenv("CREASE_FAULT_SEED");
    if (!seeded)
        random_seed(&random, seed ? strtoull(seed, NULL, 10) : 0);
    seeded = true;
    return &random;
}

static void aim(hazard *h)
{
    h->left = 1 + random_below(generator(), 2 * h->mean - 1);
}

// Whether one of the next count chances is a fault: then which, from 1 on; else 0.
static size_t strike(hazard *h, size_t count)
{
    if (!h->begun) {
        const char *text = getenv(h->variable);
        h->mean = text ? strtoull(text, NULL, 10) : 0;
        h->begun = true;
        if (h->mean)
            aim(h);
    }
    if (!h->mean)
        return 0;
    if (h->left > count) {
        h->left -= count;
        return 0;
    }
    size_t which = h->left;
    aim(h);
    return which;
}

int fault_sign(int sign)
{
    if (!strike(&of_signs, 1))
        return sign;
    int other = (sign + 2 + (int)random_below(generator(), 2)) % 3 - 1;
    fprintf(stderr, "fault: sign %d becomes %d\n", sign, other);
    return other;
}

int fault_bits(int bits)
{
    if (bits & SIGN_OPEN)
        return bits; // not decided: no sign is misjudged
    return sign_bits(fault_sign(sign_of_bits(bits)));
}

void fault_ranges(double *low, double *high, size_t count)
{
    size_t which = strike(&of_signs, count);
    if (!which)
        return;
    double *l = low + which - 1, *h = high + which - 1, upper = -*l;
    if (!(*l > 0 || *h < 0))
        return; // not decided: no sign is misjudged
    *l = -*h;
    *h = upper;
    fprintf(stderr, "fault: sign %d of a whole cell is turned\n", *l > 0 ? -1 : 1);
}

void fault_verdicts(uint32_t *above, const uint32_t *open, size_t count)
{
    size_t which = strike(&of_signs, count);
    if (!which || open[which - 1])
        return;
    above[which - 1] ^= 1;
    fprintf(stderr, "fault: sign of a whole cell is turned\n");
}

bool fault_drops(void)
{
    if (!strike(&of_regions, 1))
        return false;
    fprintf(stderr, "fault: a region is dropped\n");
    return true;
}
