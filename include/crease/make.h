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

// A parameter of a construction. Numbers are spelled as in a network file: an
// integer as digits with perhaps a sign, a rational in any of its forms.
typedef enum { CREASE_INTEGER, CREASE_RATIONAL, CREASE_WORD } crease_parameter_kind;

typedef struct {
    const char *name;
    crease_parameter_kind kind;
    int list;              // one or more numbers with commas between them: "4,4,3"
    const char *lo, *hi;   // the least and the greatest number allowed; NULL: none
    const char *words;     // CREASE_WORD: those allowed, as "oriented,literal"
    const char *otherwise; // what it is if it is not given; NULL: it must be given
    const char *help;
} crease_parameter;

// Writes what a value must be, such as "an integer from 1 to 9", into text (at most
// size bytes, always terminated). Returns text.
char *crease_parameter_text(char *text, size_t size, const crease_parameter *parameter);

typedef struct {
    const char *name;   // "arrangement:braid"
    const char *text;   // what it is, a formula where there is one
    const char *source; // where it comes from
    const char *count;  // the number of activation regions, over the whole space unless
                        // it says where, as a formula in the parameters or in words;
                        // NULL: not known
    const crease_parameter *parameter;
    size_t parameters;
} crease_construction;

// The constructions there are, in the order of the list; index < crease_build_count().
size_t crease_build_count(void);
const crease_construction *crease_build_describe(size_t index);
// The one called name, or NULL.
const crease_construction *crease_build_find(const char *name);

// What a parameter is set to.
typedef struct {
    const char *name, *value;
} crease_argument;

// Builds the network of the construction called name; the arguments may come in any
// order, each once. The text of crease_net_about says what was built and, where it is
// known, how many regions are expected. On success *net is the caller's. After
// CREASE_ERROR, error->file is the name of the construction and error->where that of
// the parameter at fault, if it is one.
crease_status crease_build(crease_net **net, const char *name, const crease_argument *arguments,
                           size_t count, crease_error *error);

// One thing that is claimed of a network: the quantity over the domain is, or is at least,
// value.
typedef struct {
    crease_quantity quantity;
    crease_relation relation;
    fmpz_t value;
    const char *domain; // a box, as crease_domain_parse_box reads it: "0,1"; NULL: the whole space
    const char *source; // who claims it: a paper and the number of a theorem
    int refuted;        // whether the claim, as printed, is known to be false of this network
} crease_expectation;

// What is claimed of the network that crease_build makes of the same arguments, by theorems,
// by tables and by docs/constructions.md, not by a walk. *count may be 0: nothing is known
// for these arguments. On success *expected is the caller's, to be freed with
// crease_expectations_free; the texts are the library's.
crease_status crease_build_expected(crease_expectation **expected, size_t *count, const char *name,
                                    const crease_argument *arguments, size_t given,
                                    crease_error *error);
void crease_expectations_free(crease_expectation *expected, size_t count);

CREASE_END
#endif
