// Where the label of a point changes while a layer turns.
#ifndef PATH_FLIPS_H
#define PATH_FLIPS_H

#include "base/limits.h"
#include "exact/span.h"
#include "path/turning.h"

// Labels alternate from flip to flip round the polygon.
typedef struct {
    int last;        // the label before the first flip: that at the end of the last edge
    size_t count;    // even
    span *at;        // places t, in increasing order
    fmpq *exact;     // the same; NULL unless asked for
    uint64_t pieces; // on which the network is affine, an edge at least one
} flip_list;

// Crosses the edges of the polygon, in filtered or exact arithmetic. The list is to be cleared
// in any case. Returns 0 if the ticker stopped it, which counts pieces, `done` before these.
int flips_find(flip_list *flips, const turning *of, const fmpq *v, int exact, crease_arith arith,
               run_ticker *ticker, uint64_t done);
void flips_clear(flip_list *flips);

// The label after flip i.
static inline int flips_label(const flip_list *flips, size_t i)
{
    return flips->last ^ (int)(~i & 1);
}

#endif
