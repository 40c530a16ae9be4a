// The alternatives of a property: boxes of inputs, and what remains of the formula on each.
//
// Bounds that hold together with all other assertions make a box. A disjunction with parts that
// bound inputs, as in a property on several boxes, makes an alternative of each part; several such
// disjunctions make one of each combination whose box is not empty.
#ifndef FUNCTION_ALTERNATIVES_H
#define FUNCTION_ALTERNATIVES_H

#include "function/property.h"

typedef struct {
    const crease_property *property;
    fmpq *bound[2]; // lower, upper: by input
    unsigned char *known[2];
    crease_property rest; // the formula without these bounds; terms are those of the property
    // What each bound replaced.
    struct replaced_bound *trail;
    size_t replaced, trail_capacity;
} alternative;

// Calls visit for one alternative after the other, until it returns 1. Returns whether it did.
int alternatives_visit(const crease_property *property, int (*visit)(void *data, alternative *of),
                       void *data);

// The domain of an alternative. *domain is NULL if it is a single point, which x is then.
void alternative_domain(crease_domain **domain, fmpq *x, const alternative *of);

#endif
