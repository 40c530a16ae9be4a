// The region tree, walked depth first.
#ifndef TREE_TREE_H
#define TREE_TREE_H

#include "base/limits.h"
#include "tree/follower.h"
#include "tree/path.h"

// The second half of a split, while the first is walked.
typedef struct {
    size_t depth; // choices on the path before the split, and the one that leads here
    walk_choice choice;
    int taken;  // handed back
    void *rest; // what give returned, or NULL
} waiting_half;

// If the tree is shared: how much work is done until halves are handed back, and to whom. budget 0:
// it is not. Of what give returns the walk tells where it would have walked the half.
typedef struct {
    uint64_t budget, spent;
    void *(*give)(void *to, walk_path *task); // its own now
    void (*pass)(void *to, void *rest);
    void *give_to;
    waiting_half *waiting;
    size_t waitings, waiting_capacity;
} walk_sharing;

typedef struct {
    walk_position pos;
    walk_path path; // to the present cell
    size_t hidden;  // layers 1 .. hidden of the maps take part in the pattern
    int along;      // one dimension: the parts of a cell come in the order of the line
    // Asked with the visitor's data before a cell enters a layer, and of each half that a split
    // makes; NULL: all are entered.
    walk_advice (*advise)(void *data, walk_position *pos, size_t l, const geom_cell *cell);
    const walk_follower *follower; // NULL: nobody
    const crease_visitor *visitor;
    int counting;       // nobody listens: any order will do
    uint64_t split_ids; // given out so far
    uint64_t first_id;  // of the regions counted, the first whose number is to be 0
    uint64_t most_regions;
    crease_counts *counts;
    // Cells by each unit of layer l, until the walk is over in the place of counts->per_neuron; or
    // NULL: nobody asks, and then the last layer may be inserted in any order.
    uint64_t **added;
    run_ticker ticker;
    double share; // of the size of a bounded domain, by doubles, for progress only
    double whole_size;
    walk_sharing shared;
} walker;

// Counts are added to these from now on.
void walker_count_into(walker *w, crease_counts *counts);

// Walks the whole tree, from the root. Returns 0 if a limit or the visitor stopped the walk.
int walk_tree(walker *w);

// What it takes to enter a cell, or to tell of a region, in regions that are found and told to
// nobody: hardly anything is done for these that their cell has not taken already.
enum { WALK_CELL = 16 };
// Work of a task before some is handed back: much more than it takes to come down a path.
enum { WALK_BUDGET = 4096 * WALK_CELL };

// Walks a task, a subtree that is known by the path to it: as if the walker had never been
// elsewhere, with the splits that the path opens and closes (tree/path.h). Once it has entered a
// certain number of cells, or divided cells or counted pieces for as long, it hands back the
// largest halves that wait and goes on. What is handed back when does not depend on the walker.
// give NULL: nothing is.
typedef enum {
    WALK_DONE,
    WALK_STOPPED, // by a limit or the visitor
    WALK_NOWHERE, // the tree has no such path
} walk_outcome;
walk_outcome walk_run_task(walker *w, const walk_path *task,
                           void *(*give)(void *to, walk_path *task), void *give_to);

#endif
