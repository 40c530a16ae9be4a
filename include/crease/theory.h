// Bounds: what theorems say of the number of regions of an architecture.
//
// Upper bounds hold for every network of an architecture, lower bounds speak of the
// largest number that some network of it has. Definitions, formulas, proofs and sources:
// docs/theorems.md.
#ifndef CREASE_THEORY_H
#define CREASE_THEORY_H

#include <crease/make.h>
#include <crease/net.h>

CREASE_BEGIN

// ---- Architectures ----

// Inputs n_0 and hidden layers l = 1..L of n_l units, each unit with its activation; and what is
// known of the weights, if it was made from a network.
typedef struct crease_architecture crease_architecture;

// widths as crease_widths_parse reads them: n_0, n_1, .., n_L, outputs; so count >= 3. Every
// hidden layer is fully connected and has this activation, spelled as in a network file.
// CREASE_ERROR also if a hidden layer has more than 10000 units, or all have more than 100000;
// error->where is "widths" or "activation".
crease_status crease_architecture_new(crease_architecture **architecture, const size_t *widths,
                                      size_t count, const char *activation, crease_error *error);

// That of a network on a domain of this dimension: the network composed with an affine map
// R^dimension -> R^n, so that n_0 = dimension <= n. The ranks of the weight matrices are found
// exactly. CREASE_ERROR if there is no hidden layer, or for the limits above.
crease_status crease_architecture_of_net(crease_architecture **architecture, const crease_net *net,
                                         size_t dimension, crease_error *error);

void crease_architecture_free(crease_architecture *architecture);

// "2-4-4-1, relu"; "2-4-4-1, (3 relu, 1 linear), relu" if units of a layer differ. Borrowed.
const char *crease_architecture_text(const crease_architecture *architecture);
size_t crease_architecture_inputs(const crease_architecture *architecture);
size_t crease_architecture_units(const crease_architecture *architecture); // N
// Weights and biases, the linear output layer included, as if every layer were fully connected (of
// a network on a slice: from all inputs of the network); a convolution: of its filters.
void crease_architecture_parameters(fmpz_t count, const crease_architecture *architecture);

// ---- The table of bounds ----

typedef enum {
    CREASE_ON_CONVEX, // every convex domain of dimension n_0, R^n_0 among them
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

// The bounds there are, in the order of the list; index < crease_bound_count().
size_t crease_bound_count(void);
const crease_bound *crease_bound_describe(size_t index);
// The index of the one called name, or crease_bound_count().
size_t crease_bound_find(const char *name);

// How a bound stands to an architecture. Both texts are static.
typedef struct {
    const char *needs; // what the theorem asks for and the architecture has not; NULL: it applies
    const char *flaw;  // why, as it is printed, it is false or not proved here; NULL: a theorem
} crease_standing;

// value, initialised by the caller, is the bound if it applies, and unchanged if not. Cost: at
// most O(L n) multiplications of integers of the size of the result, n the largest width, and
// for layers of several activations products of polynomials of degree min(n_0, n).
crease_standing crease_bound_compute(fmpz_t value, size_t index,
                                     const crease_architecture *architecture);

typedef enum {
    CREASE_HOLDS,       // an upper bound: count <= value
    CREASE_VIOLATED,    // an upper bound: count > value
    CREASE_REACHED,     // a lower bound or a maximum: count >= value, or count = value
    CREASE_NOT_REACHED, // a lower bound: count < value, which says nothing against it
} crease_verdict;

// "holds", "violated", "reached", "not reached".
const char *crease_verdict_name(crease_verdict verdict);

// What the count of one network says of a bound on that quantity and domain.
crease_verdict crease_bound_compare(const crease_bound *bound, const fmpz_t value, uint64_t count);

CREASE_END
#endif
