// The region tree, walked depth first.
#ifndef WALK_TREE_H
#define WALK_TREE_H

#include "base/limits.h"
#include "geom/cell.h"
#include "walk/insertion.h"
#include "walk/layer.h"
#include "walk/residues.h"

// The second half of a split, while the first is walked.
typedef struct {
    size_t layer;
    const geom_cell *cell;
    int taken; // handed back
} waiting_half;

struct walk_task;

struct walker {
    const crease_net *net;
    const crease_domain *domain;
    const crease_visitor *visitor;
    walk_maps maps;
    walk_residues residues; // once a visitor has asked for them
    int has_residues;
    size_t hidden;      // layers 1 .. hidden of maps take part in the pattern
    int counting;       // nobody listens: any order will do
    insertion *inserts; // one per layer
    sign_judge judge;
    geom_space space;
    // A point (x, w) of the domain, or NULL: only regions that touch it are walked, and their
    // cells are the cones that they look like from there.
    const fmpz *focus;
    int along;         // one dimension: the parts of a cell come in the order of the line
    geom_cell whole;   // the domain
    int has_interior;  // it has one
    space_mark border; // what whole is made of
    run_ticker ticker;
    uint64_t split_ids; // given out so far
    uint64_t max_regions;
    crease_counts *counts;
    double share; // of the size of a bounded domain, by doubles, for progress only
    double whole_size;

    // If the tree is shared: cells to be entered (or what takes as long) until halves are handed
    // back, and to whom.
    uint64_t budget, entered;
    void (*give)(void *to, struct walk_task *task);
    void *give_to;
    waiting_half *waiting;
    size_t waitings, waiting_capacity;
};

// Walks the whole tree. Returns 0 if a limit or the visitor stopped the walk.
int walk_tree(walker *w);

// Walks the subtree of a cell of layer l.
int walk_subtree(walker *w, size_t l, const geom_cell *cell);

#endif
