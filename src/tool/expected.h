// The counts that --expect names.
#ifndef TOOL_EXPECTED_H
#define TOOL_EXPECTED_H

#include "tool/results.h"

enum { QUANTITIES = CREASE_AFFINE_MAPS + 1 };

// By crease_quantity.
typedef struct {
    int given[QUANTITIES];
    uint64_t number[QUANTITIES];
} expected;

// Reads "647", activation regions, or "linear_regions=19,affine_maps=8"; text may be NULL. Reports
// what is wrong with it.
crease_status expected_read(expected *e, const char *text);
// Whether one of the numbers is that of linear regions or affine maps.
int expected_needs_linear(const expected *e);

// Puts what was expected and whether it was found, and reports what was not. CREASE_NEGATIVE if a
// number differs; those of a walk that is not complete may still grow, and status is returned.
crease_status expected_compare(const expected *e, results *r, const char *net,
                               const uint64_t found[QUANTITIES], int complete,
                               crease_status status);

#endif
