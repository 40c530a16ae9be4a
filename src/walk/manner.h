// The walk of all regions, of those that touch one point, or of those along a line.
#ifndef WALK_MANNER_H
#define WALK_MANNER_H

#include "base/pack.h"
#include "net/rounded.h"
#include "tree/follower.h"
#include <crease/walk.h>

// Followers of the threads of a listener.
typedef struct {
    walk_follower (*open)(void *listener);
    void (*close)(void *follower);
    // What it hears from now on belongs to a portion of the listener's.
    void (*to)(void *follower, void *portion);
} walk_followers;

// How results of a listener are kept in files (walk/tasks.h).
typedef struct {
    // Writes a portion and empties it, or reads one into an empty portion.
    void (*pack)(void *listener, void *portion, pack *to);
    // Adds the next portion, whose region 0 is region number `first` of `all`, and empties it.
    // NULL: portions are written one by one.
    void (*join)(void *listener, void *all, void *next, uint64_t first);
} walk_packing;

// What is special about a walk; zeros: nothing.
typedef struct {
    const fmpz *focus; // NULL or a point (x, w), w > 0, that lies on each of the domain's borders
    // One dimension: regions, and splits with them, come in the order of the line.
    int along;
    // The network in doubles with whatever parametrization, so that many walks of one network
    // need not each make it; NULL: made for this walk.
    rounded_net *base;
    // For walks that somebody listens to. Of a listener: it is given a portion as its data, as the
    // visitor is.
    walk_adviser adviser;
    // All threads walk, and this hears of it instead of the visitor; or NULL.
    const crease_listener *listener;
    const walk_followers *followers; // of the listener; NULL: there are none
    const walk_packing *packing;     // of the listener; NULL: its work is not cut into tasks
} walk_manner;

// As crease_walk.
crease_status walk_in_manner(crease_counts *counts, const crease_net *net,
                             const crease_domain *domain, const walk_manner *manner,
                             const crease_options *options, const crease_visitor *visitor,
                             crease_error *error);

// Counts of nothing, as after an error.
void walk_counts_reset(crease_counts *counts);
// Adds what another walk has found.
void walk_counts_add(crease_counts *sum, const crease_counts *part);

#endif
