// The region tree, walked depth first.
#pragma once

#include "base/limits.h"
#include "tree/path.h"
#include "tree/tracer.h"
#include <stdbool.h>

// The second half of a split, which waits while the first is walked.
typedef struct {
    size_t depth; // choices on the path before the split, and the one that leads here
    walk_choice choice;
    bool taken; // it was handed back
    void *rest; // what give returned, or NULL
} waiting_half;

// If the tree is shared: halves are handed back by `give` once the work exceeds budget. If budget
// is 0, the tree is not shared. Where the half would have been walked, `pass` gets what give
// returned.
typedef struct {
    uint64_t budget, spent;
    void *(*give)(void *receiver, walk_path *task); // it owns the task from now on
    void (*pass)(void *receiver, void *rest);
    void *receiver;
    waiting_half *waiting;
    size_t waitings, waiting_capacity;
} walk_sharing;

typedef struct {
    walk_position pos;
    walk_path path;  // to the present cell
    size_t hidden;   // layers 1 .. hidden of the maps take part in the pattern
    bool line_order; // one dimension: the parts of a cell come in the order of the line
    // Called with the visitor's data before a cell enters a layer, and for each half that a split
    // makes, of which the one with the higher *promise, 0 unless it is set, is walked first; not
    // on a line. open: by unit of layer l, whether it may leave its piece on the cell; NULL before
    // the cell has entered the layer. NULL: all are entered.
    walk_advice (*advise)(void *data, walk_position *pos, size_t l, const geom_cell *cell,
                          const unsigned char *open, double *promise);
    const walk_tracer *tracer; // or NULL
    const crease_visitor *visitor;
    // Gets the keys of regions whose cells are not made (walk_piece_keys), in any order; returns
    // whether the walk goes on. NULL: all cells are made, for the visitor.
    bool (*keys)(void *data, const walk_position *pos, const uint64_t *key, size_t keys);
    bool counting;      // without callbacks: any order is allowed
    bool patterns_only; // callbacks need no cells of regions
    uint64_t split_ids; // given out so far
    uint64_t first_id;  // the counted region that gets number 0
    uint64_t most_regions;
    crease_counts *counts;
    // The number of cells that each unit of layer l adds; they are summed in counts->per_neuron
    // until the walk ends. NULL: not wanted, so the last layer may be inserted in any order.
    uint64_t **added;
    run_ticker ticker;
    double share; // of the size of a bounded domain, by doubles, for progress only
    double whole_size;
    walk_sharing shared;
} walker;

// From now on counts are added to these.
void walker_count_into(walker *w, crease_counts *counts);

// Walks the whole tree, from the root. Returns 0 if a limit or the visitor stopped the walk.
bool walk_tree(walker *w);

// The cost of entering a cell, or of reporting a region, in units of one counted region. A region
// that is only counted costs hardly more than its cell.
enum { WALK_CELL = 16 };
// The work of a task before some is handed back, at least: much more than the cost of a path.
enum { WALK_BUDGET = 4096 * WALK_CELL };

// Walks a task, the subtree at the end of a path, as if the walker had never been elsewhere.
// Reports the splits that the path opens and closes (tree/path.h). Once it has entered a certain
// number of cells, or divided cells or counted pieces for as long, it hands back the largest
// waiting halves and goes on. These moments and halves do not depend on the walker. give NULL:
// nothing is handed back.
typedef enum {
    WALK_DONE,
    WALK_STOPPED, // by a limit or the visitor
    WALK_NOWHERE, // the tree has no such path
} walk_outcome;
walk_outcome walk_run_task(walker *w, const walk_path *task,
                           void *(*give)(void *receiver, walk_path *task), void *receiver);
