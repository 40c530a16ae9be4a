// The one observer of an enumeration by all threads.
//
// Each thread takes subtrees, and collects the results of consecutive regions of one in a buffer.
// Buffers are delivered in the order of the tree, one at a time, so results are the same for any
// number of threads. They must not depend on where one buffer ends and the next begins. A buffer
// first gets the ends of splits that began in earlier buffers; all other splits that end in it
// began in it.
#pragma once

#include "base/pack.h"
#include "tree/tracer.h"
#include <crease/walk.h>
#include <stdbool.h>

// The members from pack to trace_into, and keys, may be NULL.
typedef struct {
    void *data;
    bool any_cells;     // callbacks need no vertices but those of regions (tree/region.h)
    bool patterns_only; // of a region they need only the pattern and the map
    // Its callbacks get a buffer as their data, from several threads at once, each its own. Regions
    // of a buffer are numbered 0, 1, 2, ..; numbers of splits have no meaning.
    crease_visitor visitor;
    // Gets the keys of output maps (tree/pieces.h) of as many regions that are not made, in any
    // order; the visitor gets the others. NULL: all are made.
    crease_visit (*keys)(void *buffer, const walk_position *pos, const uint64_t *key, size_t keys);
    void *(*open)(void *data); // an empty buffer, by any thread
    void (*close)(void *data, void *buffer);
    // The bytes of a buffer, about. Threads that are far ahead wait, so that buffers take no more
    // than 64 MiB and one region for each thread.
    size_t (*size)(const void *buffer);
    size_t together; // bytes at which the first buffer is delivered early
    // Takes the results of a buffer with `regions` regions and leaves it empty. Region i of the
    // buffer is region first + i of all. A limit may have left part of one more region there.
    crease_visit (*deliver)(void *data, void *buffer, uint64_t first, uint64_t regions);
    // For tasks (walk/tasks.h). Writes a buffer and empties it, or reads one into an empty buffer.
    void (*pack)(void *data, void *buffer, pack *content);
    // Adds the next buffer, whose region 0 is region number `first` of `all`, and empties it. NULL:
    // buffers are written one by one.
    void (*join)(void *data, void *all, void *next, uint64_t first);
    // Called before a cell enters a layer, and for each half of a split: of these the one with the
    // higher *promise, 0 unless it is set, is walked first. open: by unit of layer l, whether it
    // may leave its piece on the cell; NULL before the cell has entered the layer.
    walk_advice (*advise)(void *buffer, walk_position *pos, size_t l, const geom_cell *cell,
                          const unsigned char *open, double *promise);
    // A tracer of each thread's way down the tree, and the buffer for its present results.
    walk_tracer (*trace)(void *data);
    void (*untrace)(void *tracer);
    void (*trace_into)(void *tracer, void *buffer);
} walk_observer;

// Whether cells of this dimension have no vertices.
bool walk_has_no_vertices(size_t dimension);

// As crease_walk. If the work is stopped, counts are those of the delivered regions.
crease_status walk_observe(crease_counts *counts, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           const walk_observer *observer, crease_error *error);
