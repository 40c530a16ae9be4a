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

// Of a facet, once it has been looked for.
typedef struct {
    face_weights *weights; // NULL: there are none
    bool is_known;
} facet_weights;

typedef struct {
    size_t words;    // of a set of generators
    size_t rivals;   // forms that are as great as the own one at a generator
    size_t *form;    // for each of them its number
    uint64_t *equal; // and the set of these generators
    uint64_t *split; // the splits that made the facets on which one is, but those on the border
    size_t splits;
    size_t facets; // of the region, once some have been measured
    // Of each facet that has been measured, else 0: (d - 1)! times the volume of its projection
    // along the first axis of its normal, times the w of all its vertices. NULL: none has.
    fmpz *projection;
    // Of each facet: rounded to so many bits. NULL: of none yet.
    mpfr_prec_t precision;
    facet_weights *weights;
} class_ties;

// Layer `last`, numbered as visitors do, is a maxout unit of `count` rows that chooses the class.
// The lists live in the space's cells; ties->precision is kept. Cost: a sign for each form at each
// generator, by doubles if these decide, else by integers.
void class_ties_find(class_ties *ties, const crease_region *region, size_t last, size_t count);
// Rounded W of the faces of a facet; NULL: there are none. They live in the space's cells.
const face_weights *class_ties_weigh(class_ties *ties, const crease_region *region, size_t facet);
// Whether the region may end at a face, the set of its generators.
bool class_ties_hold(const class_ties *ties, const uint64_t *face);
// Whether a split is listed; takes it off the list.
bool class_ties_have(const class_ties *ties, uint64_t split);
void class_ties_strike(class_ties *ties, uint64_t split);
