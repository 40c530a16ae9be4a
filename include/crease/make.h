// Networks made on purpose: random families, and constructions from the literature.
#ifndef CREASE_MAKE_H
#define CREASE_MAKE_H

#include <crease/net.h>

CREASE_BEGIN

// The names are the keys of results: "activation_regions", ..
typedef enum {
    CREASE_ACTIVATION_REGIONS,
    CREASE_BOUNDED_REGIONS,
    CREASE_LINEAR_REGIONS,
    CREASE_AFFINE_MAPS
} crease_quantity;

// How the number of a network, or the largest of an architecture, compares with a value.
typedef enum { CREASE_EQUAL, CREASE_AT_LEAST, CREASE_AT_MOST } crease_relation;

const char *crease_quantity_name(crease_quantity quantity);
const char *crease_relation_name(crease_relation relation); // "=", ">=", "<="

// "2-32-32-1": inputs, widths of hidden layers, outputs; *count >= 2 numbers from 1 to 1000000. The
// caller frees *widths with free.
crease_status crease_widths_parse(size_t **widths, size_t *count, const char *text,
                                  crease_error *error);

// Zeros are the defaults.
typedef struct {
    const char *init;       // the family of the weights; NULL: "he"
    const char *bias_std;   // standard deviation of biases; NULL: 0, or that of the family
    const char *activation; // of hidden layers; NULL: "relu"
    uint64_t seed;
    const char *alpha; // the probability that a weight is kept and not 0; NULL: 1
    int unscaled;      // do not divide by the root of n
} crease_random;

// The last layer is linear. Numbers are independent and rounded to binary64. In a layer of n inputs
// and m rows weights are
//   he               N(0, 2/n)                            (He, Zhang, Ren and Sun 2015)
//   xavier-normal    N(0, 2/(n + m))                      (Glorot and Bengio 2010)
//   xavier-uniform   U(-1, 1) sqrt(6/(n + m))             (the same)
//   pytorch-default  U(-1, 1)/sqrt(n), biases too         (torch.nn.Linear)
//   gaussian:V[,B]   N(0, V/n), biases N(0, B) if given   (Raghu et al. 2017)
//   uniform:C        U(-C, C)/sqrt(n)                     (these three, with alpha: Price
//   discrete:C       one of -C, .., C, over sqrt(n)        and Tanner 2019)
//   values:V1,..,Vk  one of these, over sqrt(n)
// and biases N(0, bias_std^2) by default. A greater alpha keeps all weights that a smaller one
// keeps. The same arguments give the same network on every machine and in every version
// (docs/random.md). CREASE_ERROR: where is the field at fault, or "widths".
crease_status crease_net_random(crease_net **net, const size_t *widths, size_t count,
                                const crease_random *how, crease_error *error);

// ---- Constructions from the literature ----

// Values as in a network file; lists as "4,4,3".
typedef struct {
    const char *name, *value;
} crease_argument;

// name: "arrangement:braid", ..; crease build --list has all with their parameters.
// crease_net_about says what was built and how many regions are expected, if known. CREASE_ERROR:
// file is the name of the construction, where that of the parameter at fault.
crease_status crease_build(crease_net **net, const char *name, const crease_argument *arguments,
                           size_t count, crease_error *error);

CREASE_END
#endif
