// Bounds on numbers of regions: upper bounds for every network of an architecture, lower bounds for
// the largest number. Formulas, proofs and sources: docs/theorems.md.
#ifndef CREASE_THEORY_H
#define CREASE_THEORY_H

#include <crease/make.h>
#include <crease/net.h>

CREASE_BEGIN

// ---- Architectures ----

// Inputs n_0, hidden layers l = 1..L of n_l units with activations; ranks, if made from a network.
typedef struct crease_architecture crease_architecture;

// widths: n_0, .., n_L, outputs; count >= 3; fully connected. CREASE_ERROR also if a hidden layer
// has more than 10000 units, or all have more than 100000; where is "widths" or "activation".
crease_status crease_architecture_new(crease_architecture **architecture, const size_t *widths,
                                      size_t count, const char *activation, crease_error *error);

// Of a network on a domain of dimension n_0 <= n. Ranks of weight matrices are exact. CREASE_ERROR
// without hidden layers, or for the limits above.
crease_status crease_architecture_of_net(crease_architecture **architecture, const crease_net *net,
                                         size_t dimension, crease_error *error);

void crease_architecture_free(crease_architecture *architecture);

// "2-4-4-1, relu"; "2-4-4-1, (3 relu, 1 linear), relu" if units of a layer differ. Borrowed.
const char *crease_architecture_text(const crease_architecture *architecture);
size_t crease_architecture_inputs(const crease_architecture *architecture);
size_t crease_architecture_units(const crease_architecture *architecture); // N
// Weights and biases with the output layer, as if fully connected; of a convolution its filters.
void crease_architecture_parameters(fmpz_t count, const crease_architecture *architecture);

// ---- The table of bounds ----

typedef enum {
    CREASE_ON_CONVEX, // every convex domain of dimension n_0
    CREASE_ON_SPACE,  // R^n_0
    CREASE_ON_CUBE,   // the unit cube [0, 1]^n_0
} crease_bound_domain;

// "convex", "space", "cube".
const char *crease_bound_domain_name(crease_bound_domain domain);

typedef struct {
    const char *name;       // "serra"
    const char *formula;    // in n_l, n_0, L, N = n_1 + .. + n_L, k pieces of a unit
    const char *source;     // authors and year, in full in docs/theorems.md
    const char *theorem;    // its number there
    const char *activation; // for which it is stated or proved
    crease_quantity quantity;
    crease_relation relation;
    crease_bound_domain domain;
} crease_bound;

size_t crease_bound_count(void);
const crease_bound *crease_bound_describe(size_t index);
size_t crease_bound_find(const char *name); // crease_bound_count(): there is none

// Static texts.
typedef struct {
    const char *needs; // the condition that is not met; NULL: it applies
    const char *flaw;  // why it is false as printed, or not proved here; NULL: a theorem
} crease_standing;

// value is unchanged if the bound does not apply. Cost: O(L n) multiplications of integers as long
// as the result, n the largest width; for mixed activations products of polynomials.
crease_standing crease_bound_compute(fmpz_t value, size_t index,
                                     const crease_architecture *architecture);

typedef enum {
    CREASE_HOLDS,       // an upper bound: count <= value
    CREASE_VIOLATED,    // an upper bound: count > value
    CREASE_REACHED,     // a lower bound or a maximum: count >= value
    CREASE_NOT_REACHED, // a lower bound: count < value, which does not contradict it
} crease_verdict;

// "holds", "violated", "reached", "not reached".
const char *crease_verdict_name(crease_verdict verdict);

// For the count of one network on such a domain.
crease_verdict crease_bound_compare(const crease_bound *bound, const fmpz_t value, uint64_t count);

CREASE_END
#endif
