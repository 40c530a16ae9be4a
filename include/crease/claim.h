// What is said of a number of regions: which number, and how it compares.
#ifndef CREASE_CLAIM_H
#define CREASE_CLAIM_H

#pragma GCC visibility push(default)

// What is counted; the names are the keys of the results, "activation_regions", ..
typedef enum {
    CREASE_ACTIVATION_REGIONS, // of crease_counts
    CREASE_BOUNDED_REGIONS,
    CREASE_LINEAR_REGIONS, // of crease_linear_counts
    CREASE_AFFINE_MAPS
} crease_quantity;

// Of one network the number is, is at least or is at most a value. Of an architecture the largest
// number that occurs is.
typedef enum { CREASE_EQUAL, CREASE_AT_LEAST, CREASE_AT_MOST } crease_relation;

const char *crease_quantity_name(crease_quantity quantity);
const char *crease_relation_name(crease_relation relation); // "=", ">=", "<="

#pragma GCC visibility pop
#endif
