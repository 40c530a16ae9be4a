// Properties of a network's inputs and outputs, as VNN-LIB states them: can they be met?
//
// A property is a formula of inequalities between affine functions of inputs x and outputs y, put
// together by "and" and "or". It is satisfiable for a network F if it is true of (x, F(x)) for some
// input x. Files state what must not happen, as the competition VNN-COMP uses them: "unsat" is a
// proof that all is well, and the input that makes it "sat" is a counterexample.
#ifndef CREASE_PROPERTY_H
#define CREASE_PROPERTY_H

#include <crease/walk.h>

CREASE_BEGIN

typedef struct crease_property crease_property;

// Reads a property in VNN-LIB (docs/formats.md); path "-" is standard input. The caller frees it.
crease_status crease_property_read(crease_property **property, const char *path,
                                   crease_error *error);
crease_status crease_property_parse(crease_property **property, const char *text, size_t size,
                                    const char *name, crease_error *error);
void crease_property_free(crease_property *property);

size_t crease_property_inputs(const crease_property *property); // that are declared
size_t crease_property_outputs(const crease_property *property);

// Whether it is true of inputs x and outputs y, exactly.
int crease_property_is_met(const crease_property *property, const fmpq *x, const fmpq *y);

typedef struct {
    int known;       // 0: the search was stopped before
    int satisfiable; // if known
    size_t inputs, outputs;
    fmpq *input, *output; // if satisfiable: one x that meets the property, and F(x)
    uint64_t regions;     // of which it was asked whether they meet it
    uint64_t pruned;      // subtrees of the walk in which no region can
} crease_decision;

void crease_decision_init(crease_decision *verdict, const crease_net *net);
void crease_decision_clear(crease_decision *verdict);

// Whether the property is satisfiable for the network, exactly: of borders too, so that a property
// may be met in a single point. Its alternatives are walked one after the other, each inside the
// box that it puts inputs in. Subtrees are left out where doubles with proved error bounds show
// that no input of the cell meets it: later layers are bounded by a zonotope (Singh et al., Fast
// and effective robustness certification, NeurIPS 2018). In each region that is left it is decided
// in rationals, by the point nearest to a given one among those that meet it. CREASE_ERROR if it
// declares other inputs or outputs than the network has, or has too many alternatives. CREASE_FLOAT
// is refused; CREASE_EXACT prunes nothing. Cost: a walk of the regions that are not pruned, by one
// thread.
crease_status crease_property_decide(crease_decision *verdict, crease_counts *counts,
                                     const crease_net *net, const crease_property *property,
                                     const crease_options *options, crease_error *error);

CREASE_END
#endif
