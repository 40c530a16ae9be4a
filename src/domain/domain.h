// A domain in memory.
#pragma once

#include <crease/domain.h>
#include <stdbool.h>

// A convex set in R^dimension, by default the whole space, and the affine parametrization that maps
// it to the inputs.
struct crease_domain {
    size_t inputs, dimension;
    fmpq *parametrization; // inputs rows of dimension + 1, the constant last; NULL: the identity
    bool is_box;
    bool general;        // use cell/vertices.c, whatever the dimension: for tests
    int by_dictionary;   // likewise 1: cell/implicit.c, -1: never
    fmpq *lo, *hi;       // dimension entries each if is_box
    size_t inequalities; // of a polytope
    fmpq *inequality;    // rows of dimension + 1: a_1 u_1 + .. + a_d u_d + c >= 0
    // The numbers that visitors get, if the inequalities are some of another domain's; NULL: 0, 1,
    // 2, .. Borrowed.
    const size_t *number;
    char *text;
    char *file; // where it was read, for messages; NULL: nowhere
};

// "X1,X2,..": x has `count` entries. Messages say of what each has one number: "coordinate".
crease_status numbers_parse(fmpq *x, const char *text, size_t count, const char *owner,
                            crease_error *error);

// Sets the parametrization of a domain that has none: `inputs` rows of dimension + 1 entries, of
// which it takes ownership. Adds the slice to the domain's text.
void domain_set_parametrization(crease_domain *domain, fmpq *parametrization, size_t inputs);

// Whether a.u + c >= 0 holds at no, all or some points u, for a row (a_1, .., a_d, c).
typedef enum { HOLDS_NEVER, HOLDS_ALWAYS, HOLDS_SOMEWHERE } half_space_kind;
half_space_kind half_space_classify(const fmpq *row, size_t dimension);

// The number of coordinates in which the domain is an interval, whatever the others are. The domain
// is the product of these intervals and another set, so 2 to this power divides the number of its
// vertices.
size_t domain_intervals(const crease_domain *domain);

// The inequalities that bound the domain: two for each axis of a box, lower side first.
size_t domain_inequalities(const crease_domain *domain);
// Number i of them as a row of dimension + 1 entries, initialised by the caller.
void domain_inequality(fmpq *row, const crease_domain *domain, size_t i);
// value = a_1 x_1 + .. + a_d x_d + c for such a row
void domain_row_value(fmpq_t value, const fmpq *row, const fmpq *x, size_t dimension);

// SHA-256 of the inequalities as given and of the parametrization: equal only if the enumerations
// are.
void domain_sha256(char text[65], const crease_domain *domain);
