// Bounds on the number of regions of an architecture. Formulas, proofs, sources: docs/theorems.md.
//
// Upper bounds hold for every network of an architecture. Lower bounds hold for the largest number
// over all its networks.
#pragma once

#include <crease/make.h>
#include <crease/net.h>

CREASE_BEGIN

// Inputs n_0, and hidden layers l = 1..L of n_l units, each with its activation.
typedef struct crease_architecture crease_architecture;

// Fully connected; widths n_0, n_1, .., n_L, outputs: count >= 3. activation as in a network file.
// CREASE_ERROR beyond 10000 units a layer or 100000 in all; where: "widths" or "activation".
crease_status crease_architecture_new(crease_architecture **architecture, const size_t *widths,
                                      size_t count, const char *activation, crease_error *error);
// That of a network composed with an affine map R^dimension -> R^n: n_0 = dimension <= n. The ranks
// of its weights are computed. CREASE_ERROR without hidden layers and beyond the limits above.
crease_status crease_architecture_of_net(crease_architecture **architecture, const crease_net *net,
                                         size_t dimension, crease_error *error);
void crease_architecture_free(crease_architecture *architecture);

// "2-4-4-1, relu"; "2-4-4-1, (3 relu, 1 linear), relu" if units of a layer differ. Borrowed.
const char *crease_architecture_text(const crease_architecture *architecture);
size_t crease_architecture_inputs(const crease_architecture *architecture);
size_t crease_architecture_units(const crease_architecture *architecture); // N
// Weights and biases with those of the output layer, as if every layer were fully connected, on a
// slice from all inputs of the network; of a convolution those of its filters.
void crease_architecture_parameters(fmpz_t count, const crease_architecture *architecture);

typedef enum {
    CREASE_ON_CONVEX, // every convex domain of dimension n_0
    CREASE_ON_SPACE,  // R^n_0
    CREASE_ON_CUBE,   // [0, 1]^n_0
} crease_bound_domain;

const char *crease_bound_domain_name(crease_bound_domain domain); // "convex", "space", "cube"

typedef struct {
    const char *name;       // "serra"
    const char *formula;    // in n_l, n_0, L, N = n_1 + .. + n_L, k pieces of a unit
    const char *source;     // authors and year
    const char *theorem;    // its number there
    const char *activation; // for which it is stated or proved
    crease_quantity quantity;
    crease_relation relation;
    crease_bound_domain domain;
} crease_bound;

// index < crease_bound_count().
size_t crease_bound_count(void);
const crease_bound *crease_bound_describe(size_t index);
// Both texts are static.
typedef struct {
    const char *needs; // an assumption that the architecture does not meet; NULL: the bound applies
    const char *flaw;  // why, as printed, it is false or not proved here; NULL: a theorem
} crease_bound_validity;

// value is unchanged if the bound does not apply. Cost: O(L n) multiplications of integers of its
// size, n the largest width; for layers of several activations products of polynomials of degree
// min(n_0, n).
crease_bound_validity crease_bound_compute(fmpz_t value, size_t index,
                                           const crease_architecture *architecture);

typedef enum {
    CREASE_HOLDS,       // an upper bound: count <= value
    CREASE_VIOLATED,    // an upper bound: count > value
    CREASE_REACHED,     // a lower bound or a maximum: count >= value, or count = value
    CREASE_NOT_REACHED, // a lower bound or a maximum: count < value, which does not contradict it
} crease_verdict;

const char *crease_verdict_name(crease_verdict verdict); // "holds", .., "not reached"

// For the count of one network, of that quantity and domain.
crease_verdict crease_bound_compare(const crease_bound *bound, const fmpz_t value, uint64_t count);

CREASE_END
