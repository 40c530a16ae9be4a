// The arrangements that crease construct knows, in the sizes that tests can afford.
#ifndef FAMILIES_H
#define FAMILIES_H

#include "make/catalogue.h"
#include <crease/make.h>
#include <stdbool.h>

typedef struct {
    char text[64]; // "arrangement:generic n=3 d=2"
    const char *name;
    int n, d; // d is 0 if the family has no dimension of its own
    crease_net *net;
    fmpz_t expected; // regions, as crease_construction_claims says
} family_member;

// Builds one after the other, reports it, and frees it. Aborts if one cannot be built or has no
// expected count, or if a family of arrangements has no member. large: with one size more of each,
// up to a million regions.
void families_visit(void (*visit)(void *data, const family_member *member), void *data, bool large);

#endif
