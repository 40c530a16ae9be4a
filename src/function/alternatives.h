// The alternatives that a property has for inputs, each with the domain that it puts them in.
//
// Assertions that hold together with all others bound inputs one by one: a box. Where one of them
// is a disjunction that bounds inputs, as in properties of several boxes, each of its parts makes
// an alternative of its own; of several such disjunctions every combination does.
#ifndef FUNCTION_ALTERNATIVES_H
#define FUNCTION_ALTERNATIVES_H

#include "function/property.h"

typedef struct {
    const crease_property *property;
    size_t *choice, choices; // disjunctions, nodes
    size_t *chosen;          // of each the part that is taken, a node
    int started;
    // Of the present alternative.
    unsigned char *left_out; // by node: the parts that are not taken
    unsigned char *is_bound; // by atom: it is one of the bounds
    fmpq *bound[2];          // lower, upper: by input
    unsigned char *known[2];
    size_t *list; // scratch
} alternatives;

// CREASE_ERROR if there are more than a million.
crease_status alternatives_init(alternatives *all, const crease_property *property,
                                crease_error *error);
void alternatives_clear(alternatives *all);
// Goes to the next; 0: there is none.
int alternatives_next(alternatives *all);

// The domain of the present alternative. *domain is NULL if there are no inputs in it, or if only
// one is, and then x is that input: *is_point.
void alternatives_domain(crease_domain **domain, int *is_point, fmpq *x, const alternatives *all);

#endif
