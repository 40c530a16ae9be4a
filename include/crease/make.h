// Networks made on purpose: random families, and constructions from the literature.
#ifndef CREASE_MAKE_H
#define CREASE_MAKE_H

#include <crease/net.h>

CREASE_BEGIN

// What is said of a number of regions: which number, and how it compares.

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

// Reads an architecture such as "2-32-32-1": inputs, widths of the hidden layers,
// outputs; *count >= 2 numbers, each from 1 to 1000000. On success *widths is the
// caller's, to be freed with free.
crease_status crease_widths_parse(size_t **widths, size_t *count, const char *text,
                                  crease_error *error);

// How a random network is drawn. Zero-initialised are the defaults.
typedef struct {
    const char *init;       // the family of the weights, see below; NULL: "he"
    const char *bias_std;   // standard deviation of the biases: "0.1", "1/3"; NULL: 0, or as
                            // the family says
    const char *activation; // of the hidden layers, as in a network file; NULL: "relu"
    uint64_t seed;
    const char *alpha; // the probability that a weight is kept and not 0; NULL: 1
    int unscaled;      // do not divide by the root of n, where a family below does
} crease_random;

// A network with these widths, inputs first; the last layer is linear. Every number
// is drawn independently and rounded to the nearest binary64. In a layer of n inputs and
// m rows (units, or K times as many with maxout:K) weights are
//   he               N(0, 2/n)                            (He, Zhang, Ren and Sun 2015)
//   xavier-normal    N(0, 2/(n + m))                      (Glorot and Bengio 2010)
//   xavier-uniform   U(-1, 1) sqrt(6/(n + m))             (the same)
//   pytorch-default  U(-1, 1)/sqrt(n), biases too         (torch.nn.Linear)
//   gaussian:V[,B]   N(0, V/n), biases N(0, B) if given   (Raghu et al. 2017)
//   uniform:C        U(-C, C)/sqrt(n)                     (these three, with alpha: Price
//   discrete:C       one of -C, .., C, over sqrt(n)        and Tanner 2019)
//   values:V1,..,Vk  one of these, over sqrt(n)
// and biases N(0, bias_std^2) where nothing else is said. With alpha each weight is kept
// with that probability, and is 0 if not; those kept do not depend on alpha, and of two
// alphas the greater keeps all that the smaller keeps.
// They are drawn layer by layer, in a layer first the weights, row by row, then the
// biases, these also if bias_std is 0. docs/random.md says how, to the last bit:
// the same arguments give the same network on every machine and in every version.
// The text of crease_net_about names them. After CREASE_ERROR, error->where is the
// name of the field at fault, or "widths".
crease_status crease_net_random(crease_net **net, const size_t *widths, size_t count,
                                const crease_random *how, crease_error *error);

// ---- Constructions: networks from the literature, by name. ----

// What a parameter is set to. Numbers are spelled as in a network file: an integer as digits with
// perhaps a sign, a rational in any of its forms; lists as "4,4,3".
typedef struct {
    const char *name, *value;
} crease_argument;

// Builds the network of the construction called name, such as "arrangement:braid"; crease build
// --list has all of them with their parameters. The arguments may come in any
// order, each once. The text of crease_net_about says what was built and, where it is
// known, how many regions are expected. On success *net is the caller's. After
// CREASE_ERROR, error->file is the name of the construction and error->where that of
// the parameter at fault, if it is one.
crease_status crease_build(crease_net **net, const char *name, const crease_argument *arguments,
                           size_t count, crease_error *error);

CREASE_END
#endif
