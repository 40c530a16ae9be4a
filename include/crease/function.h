// The function of a network on a domain, exactly: range, slope, properties.
//
// Forms are affine functions c_1 y_1 + .. + c_m y_m + c_0 of the outputs: rows of outputs + 1
// entries, the constant last. Regions are closed. CREASE_FLOAT is refused.
#pragma once

#include <crease/walk.h>

CREASE_BEGIN

// ---- Range ----

typedef struct {
    int known;       // 0: no region was met
    int unbounded;   // along point + t direction, t >= 0
    fmpq_t value;    // if not unbounded
    fmpq *point;     // d entries, where the value is taken
    fmpq *direction; // d entries, if unbounded
} crease_extreme;

typedef struct {
    size_t dimension; // d, of the domain
    crease_extreme least, greatest;
    int has_moments, moments_are_rounded;
    fmpq_t mean, variance; // at a uniformly distributed point
} crease_range;

void crease_range_init(crease_range *range, const crease_domain *domain);
void crease_range_clear(crease_range *range);

typedef enum {
    CREASE_MOMENTS_NONE,
    CREASE_MOMENTS_EXACT,
    CREASE_MOMENTS_ROUNDED, // to the nearest doubles, if these are certain
} crease_moments;

// The range of each form; after CREASE_STOPPED values are attained, and are bounds of the extremes
// from one side. A local search in doubles comes first; then regions are enumerated, and
// bounds in doubles with proved errors leave out those where no form is better than what is known,
// but not with CREASE_EXACT or moments: counts are those of the regions that were examined.
// moments: for bounded domains; not after CREASE_STOPPED. Rounded ones are exact where doubles are
// not certain, where they may be fractions with denominators below 2^20, and by tasks; this is
// decided after a first walk. Cost: maps and vertices of these regions in integers; exact moments
// divide all regions into simplices, rounded ones take balls.
crease_status crease_ranges(crease_range *ranges, crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, const fmpq *forms, size_t count,
                            crease_moments moments, const crease_options *options,
                            crease_error *error);

// ---- Slope ----

// The Lipschitz constant is the greatest operator norm of the Jacobians of the regions. After
// CREASE_STOPPED it is that of the regions that were met: value.lo is a lower bound, value.hi none.
typedef struct {
    int known;                // 0: no region was met
    crease_enclosure value;   // lo == hi for rational norms
    crease_enclosure squared; // CREASE_NORM_2; lo == hi for one output or one dimension
    uint64_t region;          // the first whose norm the enclosure contains
    fmpq *point;              // inside it, d entries
    fmpq *map;                // outputs rows of d + 1 entries, the constant last
    size_t dimension, outputs;
} crease_lipschitz;

void crease_lipschitz_init(crease_lipschitz *slope, const crease_net *net,
                           const crease_domain *domain);
void crease_lipschitz_clear(crease_lipschitz *slope);

// In the coordinates of the domain, to a relative width of 10^-digits; 0: 15. Cost: all maps;
// CREASE_NORM_2 with several outputs takes a characteristic polynomial for each region.
crease_status crease_lipschitz_compute(crease_lipschitz *slope, crease_counts *counts,
                                       const crease_net *net, const crease_domain *domain,
                                       crease_norm norm, unsigned digits,
                                       const crease_options *options, crease_error *error);

// ---- Properties ----
//
// A formula of inequalities between affine functions of inputs x and outputs y, from VNN-LIB
// (docs/formats.md). It is satisfiable for a network F if it is true of (x, F(x)) for some x.

typedef struct crease_property crease_property;

crease_status crease_property_read(crease_property **property, const char *path,
                                   crease_error *error);
crease_status crease_property_parse(crease_property **property, const char *text, size_t size,
                                    const char *name, crease_error *error);
void crease_property_free(crease_property *property);

// The box of inputs of a VNN-LIB file (Demarchi et al.); outputs are ignored. Inputs whose bounds
// are equal are fixed: the domain is a box of the others, on a slice.
crease_status crease_domain_read_vnnlib(crease_domain **domain, const char *path,
                                        crease_error *error);

typedef struct {
    int known;       // 0: the search was stopped before
    int satisfiable; // if known
    size_t inputs, outputs;
    fmpq *input, *output; // if satisfiable: an x that meets the property, and F(x)
    // The nearest doubles of such an x, and of F there. rounded_meets: they meet the property as
    // they are; a single point need not have such neighbours.
    double *rounded; // inputs + outputs
    int rounded_meets;
    uint64_t regions; // that were checked
    uint64_t pruned;  // subtrees of the walk
} crease_decision;

void crease_decision_init(crease_decision *verdict, const crease_net *net);
void crease_decision_clear(crease_decision *verdict);

// Whether the property is satisfiable, exactly, perhaps in a single point. The regions of each box
// of inputs are enumerated; bounds in doubles with proved errors (Singh et al., NeurIPS 2018) leave
// out subtrees, but not with CREASE_EXACT. CREASE_ERROR if the declared inputs or outputs are not
// those of the network.
crease_status crease_property_decide(crease_decision *verdict, crease_counts *counts,
                                     const crease_net *net, const crease_property *property,
                                     const crease_options *options, crease_error *error);

// A network with the same outputs and hash and one more hidden layer, with a unit for each
// inequality of the property. In the box of crease_domain_read_vnnlib the inputs that satisfy the
// property are its regions with crease_property_is_met_on, but for sets without an interior.
crease_status crease_property_network(crease_net **cut, const crease_net *net,
                                      const crease_property *property, crease_error *error);
// piece: the pattern of a region in the last hidden layer of that network.
int crease_property_is_met_on(const crease_property *property, const uint32_t *piece);

CREASE_END
