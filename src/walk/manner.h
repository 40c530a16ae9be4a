// The walk of all regions, of those that touch one point, or of those along a line.
#ifndef WALK_MANNER_H
#define WALK_MANNER_H

#include "net/rounded.h"
#include "walk/insertion.h"
#include "walk/link.h"
#include "walk/trace.h"
#include <crease/walk.h>

// Whether the walk enters a cell of layer l, whose map is up to date.
typedef enum {
    WALK_ENTER,
    WALK_LEAVE_OUT, // no region of it is met, or counted
    WALK_STOP,
} walk_advice;

// Who hears of every cell of the tree, not of regions alone; each thread has one. What is given is
// borrowed.
typedef struct {
    void *data;
    // All units of layer l are on one piece on the cell but for hyperplanes of the list. The first
    // of these splits it; if there is none, the next layer follows, or the cell is a region.
    void (*cell)(void *data, walk_position *pos, size_t l, const geom_cell *cell,
                 hyperplane_list list);
    // Part number `index` of those that a split has made is walked next; that it has been.
    void (*part)(void *data, const crease_split *split, size_t index);
    void (*part_end)(void *data);
    // All parts have been.
    void (*split_end)(void *data, const crease_split *split);
    // A subtree begins. What is heard now is the way to it from the root, of which others have
    // heard in its place; and from here on in this one's.
    void (*approach)(void *data);
    void (*arrive)(void *data);
} walk_follower;

// Followers of the threads of a listener.
typedef struct {
    walk_follower (*open)(void *listener);
    void (*close)(void *follower);
    // What it hears from now on belongs to a portion of the listener's.
    void (*to)(void *follower, void *portion);
} walk_followers;

// What is special about a walk; zeros: nothing.
typedef struct {
    const fmpz *focus; // NULL or a point (x, w), w > 0, that lies on each of the domain's borders
    // One dimension: regions, and splits with them, come in the order of the line.
    int along;
    // The network in doubles with whatever parametrization, so that many walks of one network
    // need not each make it; NULL: made for this walk.
    rounded_net *base;
    // Asked before a cell enters a layer, and of each half that a split makes; NULL: all are
    // entered. For walks that somebody listens to.
    walk_advice (*advise)(void *data, walk_position *pos, size_t l, const geom_cell *cell);
    void *adviser;
    // All threads walk, and this hears of it instead of the visitor; or NULL.
    const crease_listener *listener;
    const walk_followers *followers; // of the listener; NULL: there are none
    // Other processes that share the walk, which only counts; or NULL. Counts are rank 0's.
    const walk_link *link;
    // Who hears how such a walk is done; or NULL.
    const walk_trace *trace;
} walk_manner;

// As crease_walk.
crease_status walk_in_manner(crease_counts *counts, const crease_net *net,
                             const crease_domain *domain, const walk_manner *manner,
                             const crease_options *options, const crease_visitor *visitor,
                             crease_error *error);

// Counts of nothing, as after an error.
void walk_counts_reset(crease_counts *counts);

#endif
