// The alternatives of a property: boxes of inputs, and the formula on each.
//
// Bounds that hold together with all other assertions make a box. A disjunction with parts that
// bound inputs, as in a property on several boxes, makes an alternative of each part; several such
// disjunctions make one of each combination whose box is not empty. Alternatives in sequence with
// one box are one, so that the regions of that box are enumerated once.
#pragma once

#include "function/property.h"
#include <stdbool.h>

// Closed intervals by input, perhaps unbounded.
typedef struct {
    fmpq *bound[2]; // lower, upper
    unsigned char *known[2];
} input_box;

typedef struct {
    const crease_property *property;
    input_box box;
    crease_property formula; // terms are those of the property
    unsigned char *is_bound; // by atom: one of those that make the boxes
    size_t capacity;
} property_alternative;

// Calls visit for one alternative after the other, until it returns 1. Returns whether it did.
bool alternatives_visit(const crease_property *property,
                        bool (*visit)(void *data, property_alternative *alternative), void *data);

// The domain of an alternative. If it is a single point, *domain is NULL and x is the point.
void alternative_domain(crease_domain **domain, fmpq *x, const property_alternative *alternative);

// The box of inputs by itself: all that the property says of inputs must be bounds of single ones.
// Each input must have both.
crease_status property_box(crease_domain **domain, const crease_property *property,
                           crease_error *error);
// The same from a text; name stands for the file in errors.
crease_status crease_domain_parse_vnnlib(crease_domain **domain, const char *text, size_t size,
                                         const char *name, crease_error *error);
