// Generated networks: random families, and constructions from the literature.
#pragma once

#include <crease/net.h>

CREASE_BEGIN

// A statement on a number of regions: that of a network, or the largest one over all networks of an
// architecture.
typedef enum {
    CREASE_ACTIVATION_REGIONS, // of crease_counts
    CREASE_BOUNDED_REGIONS,
    CREASE_LINEAR_REGIONS, // of crease_linear_counts
    CREASE_AFFINE_MAPS
} crease_quantity;
typedef enum { CREASE_EQUAL, CREASE_AT_LEAST, CREASE_AT_MOST } crease_relation;

const char *crease_quantity_name(crease_quantity quantity); // "activation_regions", ..
const char *crease_relation_name(crease_relation relation); // "=", ">=", "<="

// From "2-32-32-1": inputs, hidden widths, outputs; *count >= 2 numbers from 1 to 1000000. The
// caller frees *widths with free.
crease_status crease_widths_parse(size_t **widths, size_t *count, const char *text,
                                  crease_error *error);

// Zero-initialised: the defaults.
typedef struct {
    const char *init;       // the family of the weights, see below; NULL: "he"
    const char *bias_std;   // standard deviation of biases: "0.1", "1/3"; NULL: by the family, or 0
    const char *bias;       // or their distribution: uniform:C, discrete:C, values:.., unscaled
    const char *activation; // of hidden layers, as in a network file; NULL: "relu"
    uint64_t seed;
    const char *keep_prob; // the probability that a weight is kept, else it is 0; NULL: 1
    int unscaled;          // without the division by sqrt(n) of the last four families
} crease_random;

// A network whose numbers are independent and rounded to the nearest binary64; the last layer is
// linear. In a layer of n inputs and m rows weights are
//   he               N(0, 2/n)                            (He, Zhang, Ren and Sun 2015)
//   xavier-normal    N(0, 2/(n + m))                      (Glorot and Bengio 2010)
//   xavier-uniform   U(-1, 1) sqrt(6/(n + m))             (the same)
//   pytorch-default  U(-1, 1)/sqrt(n), biases too         (torch.nn.Linear)
//   gaussian:V[,B]   N(0, V/n), biases N(0, B) if given   (Raghu et al. 2017)
//   uniform:C        U(-C, C)/sqrt(n)                     (these three, sparse too: Price
//   discrete:C       one of -C, .., C, over sqrt(n)        and Tanner 2019)
//   values:V1,..,Vk  one of these, over sqrt(n)
// and other biases N(0, bias_std^2). Weights that are kept are the same for every keep_prob,
// and a greater one keeps more. The same arguments give the same network on every machine
// (docs/random.md). crease_net_about names them; error->where: a field's name, or "widths".
crease_status crease_net_random(crease_net **net, const size_t *widths, size_t count,
                                const crease_random *how, crease_error *error);

// A parameter's value: an integer, a rational as in a network file, or a list "4,4,3".
typedef struct {
    const char *name, *value;
} crease_argument;

// Builds the construction called name, such as "arrangement:braid" (crease construct --list), from
// arguments in any order, each once. crease_net_about says what it is and, if known, how many
// regions are expected. error->file: the construction; error->where: the parameter at fault.
crease_status crease_net_construct(crease_net **net, const char *name,
                                   const crease_argument *arguments, size_t count,
                                   crease_error *error);

// A claim about a network: the quantity over the domain is, or is at least, value.
typedef struct {
    crease_quantity quantity;
    crease_relation relation;
    fmpz_t value;
    const char *domain; // a box, as crease_domain_parse_box reads it; NULL: the whole space
    const char *source; // a paper and the number of a theorem
    int refuted;        // the claim, as printed, is known to be false of this network
} crease_claim;

typedef struct {
    crease_claim *claim;
    size_t count, capacity;
    const char *source; // of claims that have no other
} crease_claims;

// What theorems, tables and docs/constructions.md claim about the network that crease_net_construct
// makes from the same arguments; perhaps nothing. After success the caller clears the list.
crease_status crease_construction_claims(crease_claims *list, const char *name,
                                         const crease_argument *arguments, size_t count,
                                         crease_error *error);
void crease_claims_clear(crease_claims *list);

CREASE_END
