// The units that a theorem counts.
//
// A theorem is about units of some kind. Linear units beside them make no crease, but carry
// dimensions past a layer. A lower bound may let units of other kinds be constant.
// docs/theorems.md, "Layers of several activations", has the proofs.
#pragma once

#include "theory/architecture.h"
#include <stdbool.h>

typedef enum {
    COUNT_ALL,
    COUNT_RELU,
    COUNT_ONE_BREAKPOINT,
    COUNT_TWO_BREAKPOINTS,
    COUNT_SCALAR, // functions of one variable, linear ones among them
    COUNT_MAXOUT,
} counted_units;

typedef struct {
    const architecture_layer *layer;
    ulong units;   // that are counted: n
    ulong carried; // linear ones that are not counted
    ulong others;
    ulong rank; // the least of those that are counted; 0 if there are none
} stratum;

typedef struct {
    const crease_architecture *architecture;
    ulong inputs;
    size_t layers;
    stratum *layer;
    ulong units;     // that are counted, in all layers
    bool is_lower;   // the theorem is a lower bound
    bool has_maxout; // counted or not
} subject;

// Counts the units of an architecture, which must live as long; layer is freed by the caller.
void subject_init(subject *a, const crease_architecture *architecture, counted_units what,
                  bool is_lower);

// Whether the theorem covers a layer: it counts units there; or, if it is not a lower bound, it
// counts units in other layers, and all units of this one are linear.
bool subject_covers(const subject *a, const stratum *layer);

// All units of the layer are counted, and this is their number.
bool stratum_is_of(const stratum *layer, ulong units);

// min(n_0, .., n_l), layers counted from 1 and all units: the dimension of what reaches layer l
// + 1.
ulong subject_reach(const subject *a, size_t l);
