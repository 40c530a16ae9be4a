// What is claimed of a construction.
#ifndef MAKE_CLAIMS_H
#define MAKE_CLAIMS_H

#include <crease/make.h>

// Zero-initialised but for source, which claims_add gives to every claim.
typedef struct {
    crease_expectation *of;
    size_t count, capacity;
    const char *source;
} claims;

// The quantity over the domain, a box or NULL for the whole space, = or >= value, which is
// copied.
void claims_add(claims *list, crease_quantity quantity, crease_relation relation,
                const fmpz_t value, const char *domain);
// The last claim is known to be false, and printed in source.
void claims_refute(claims *list, const char *source);
// Exactly so many activation regions and, if all, linear regions too.
void claims_regions(claims *list, const fmpz_t value, int all, const char *domain);
// Exactly so many activation regions, linear regions and affine maps.
void claims_arrangement(claims *list, const fmpz_t value, const char *domain);
void claims_clear(claims *list);

// "22 activation regions", "at least 99 activation regions on the box 0,1"; freed with free.
char *claims_text(const claims *list, size_t index);

#endif
