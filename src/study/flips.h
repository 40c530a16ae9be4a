// Where the last unit of a network of one input changes its piece.
#ifndef STUDY_FLIPS_H
#define STUDY_FLIPS_H

#include "exact/span.h"
#include "net/net.h"
#include <crease/walk.h>

// Labels are the pieces, 0 or 1, of the only unit of the last layer. The segment is taken for a
// closed curve: its ends are one place, 0, and labels alternate from flip to flip round it.
typedef struct {
    int last;        // the label before the first flip: that at the end of the segment
    size_t count;    // even
    span *at;        // in increasing order
    fmpq *exact;     // NULL until flips_refine
    uint64_t *split; // that made each of them, in the order of the walk
    uint64_t pieces; // of the walk
} flip_list;

// Walks net, of one input, along [0, length]. The list is to be cleared in any case.
// Not for maxout layers. Memory: some ten bytes a piece.
crease_status flips_find(flip_list *flips, const crease_net *net, size_t length,
                         const crease_options *options, crease_error *error);
// Walks again, and writes down where the flips are as rationals.
crease_status flips_refine(flip_list *flips, const crease_net *net, size_t length,
                           const crease_options *options, crease_error *error);
void flips_clear(flip_list *flips);

// The label behind flip i.
static inline int flips_label(const flip_list *flips, size_t i)
{
    return flips->last ^ (int)(~i & 1);
}

#endif
