// Faces where a region of a class may end: those on which another form is as great as its own.
//
// Activations are continuous, so forms are the same functions on both sides of a facet. If the
// greatest form of a cell is greater than all others somewhere on a facet, it is so near this point
// on the other side too, and both cells have one class. Otherwise there the facet lies where two
// forms are equal, as seen from either side: both cells list the facet or none does. The same is
// true of two cells within a face of the domain.
#pragma once

#include "cell/face_weights.h"
#include "tree/region.h"
#include <mpfr.h>

// Weights of a facet, computed when they are first needed.
typedef struct {
    face_weights *weights; // NULL: the facet has none, or they are not known
    bool is_known;
} facet_weights;

typedef struct {
    size_t words;    // of a set of generators
    size_t rivals;   // forms that equal the region's own, the greatest, at some generator
    size_t *form;    // the number of each rival
    uint64_t *equal; // for each rival the set of these generators
    uint64_t *split; // the splits whose facets a rival is equal on; the border has none
    size_t splits;
    size_t facets; // of the region, once some have been measured
    // For each facet: (d - 1)! times the volume of its projection along the first axis of its
    // normal, times the w of all its vertices; 0: not measured. NULL: no facet is.
    fmpz *projection;
    mpfr_prec_t precision;  // bits of weights
    facet_weights *weights; // of each facet. NULL: none was needed
} class_ties;

// Layer `last`, as visitors number it, is a maxout unit of `count` rows that chooses the class. The
// lists live in the space's cells; the caller sets ties->precision. Cost: a sign for each form at
// each generator, by doubles if these decide, else by integers.
void class_ties_find(class_ties *ties, const crease_region *region, size_t last, size_t count);
// Rounded W of the faces of a facet (cell/face_weights.h), in the space's cells. NULL: it has none.
const face_weights *class_ties_weigh(class_ties *ties, const crease_region *region, size_t facet);
// Whether the region may end at a face, the set of its generators.
bool class_ties_hold(const class_ties *ties, const uint64_t *face);
// Whether a split is listed; takes it off the list.
bool class_ties_have(const class_ties *ties, uint64_t split);
void class_ties_strike(class_ties *ties, uint64_t split);
