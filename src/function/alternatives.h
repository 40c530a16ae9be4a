// The alternatives of a property: domains that its bounds on inputs describe.
//
// Bounds that hold together with all other assertions make a box. A disjunction with parts that
// bound inputs, as in a property on several boxes, makes an alternative of each part; several such
// disjunctions make one of each combination.
#ifndef FUNCTION_ALTERNATIVES_H
#define FUNCTION_ALTERNATIVES_H

#include "function/property.h"

typedef struct {
    const crease_property *property;
    truth *of_node;         // open but for disjunctions that make no alternatives
    property_choice choice; // the present alternative
    int started;
    unsigned char *is_bound; // by atom: one of its bounds
    fmpq *bound[2];          // lower, upper: by input
    unsigned char *known[2];
} alternatives;

// CREASE_ERROR if there are more than a million.
crease_status alternatives_init(alternatives *all, const crease_property *property,
                                crease_error *error);
void alternatives_clear(alternatives *all);
// The next alternative; 0: there is none.
int alternatives_next(alternatives *all);

// The domain of the present alternative. *domain is NULL if it is empty or a single point; if it is
// a point, *is_point is 1 and x that point.
void alternatives_domain(crease_domain **domain, int *is_point, fmpq *x, const alternatives *all);

#endif
