// How often pre-activations change their sign along a path.
//
// Pieces do not determine it: the sign of hard-tanh changes inside the middle piece. On an
// interval on which no unit of the layers before changes its piece a pre-activation z is affine, so
// it is the signs at both ends that decide. As everywhere z = 0 belongs to what is below: a change
// is one between z > 0 and z <= 0 on intervals of positive length, as if 0 were a breakpoint too.
#pragma once

#include "domain/space.h"
#include "tree/maps.h"
#include <stdbool.h>

typedef struct {
    uint64_t changes;          // units of maxout and linear ones have none
    uint32_t *around;          // of each kind of activation, the piece in force at 0
    unsigned char *inside;     // and whether that continues above 0
    signed char *first, *last; // of each unit: is z > 0 where the path begins, and up to now?
    bool begun, any_inside;
} layer_signs;

typedef struct {
    const crease_net *net;
    layer_signs *layer; // from 1 on, as in maps
} sign_changes;

void sign_changes_init(sign_changes *c, const crease_net *net);
void sign_changes_clear(sign_changes *c);

// The next interval of layer l, between two points; the map of the layer and its pattern are those
// there.
void sign_changes_interval(sign_changes *c, walk_maps *maps, geom_space *space, size_t l,
                           const uint32_t ends[2]);

// Whether the pattern alone determines the signs: an interval with the pattern of the one before
// may be left out.
static inline bool sign_changes_in_pattern(const sign_changes *c, size_t l)
{
    return c->layer[l].begun && !c->layer[l].any_inside;
}

// The path leads back to its beginning.
void sign_changes_close(sign_changes *c);
