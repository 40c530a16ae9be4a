// The walk of all regions, of those that touch one point, or of those along a line.
#ifndef WALK_MANNER_H
#define WALK_MANNER_H

#include "net/rounded.h"
#include "walk/observer.h"

// What is special about a walk; zeros: nothing.
typedef struct {
    const fmpz *focus; // NULL or a point (x, w), w > 0, that lies on each of the domain's borders
    // One dimension: regions, and splits with them, come in the order of the line.
    int along;
    // The network in doubles with whatever parametrization, so that many walks of one network
    // need not each make it; NULL: made for this walk.
    rounded_net *base;
    // All threads work, and this gets the regions in place of the visitor; or NULL.
    const walk_observer *observer;
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
