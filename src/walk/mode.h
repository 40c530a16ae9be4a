// The walk of all regions, of those that touch a point, or of those along a line.
#pragma once

#include "base/limits.h"
#include "net/rounded.h"
#include "walk/observer.h"
#include <stdbool.h>

// Options of a walk; all zeros for a usual one.
typedef struct {
    const fmpz *focus; // NULL or a point (x, w), w > 0, that lies on each of the domain's borders
    // In one dimension: regions and splits come in the order of the line.
    bool line_order;
    // The network in doubles with any parametrization, so that many walks of one network can share
    // it. NULL: made for this walk.
    rounded_net *base;
    const crease_visitor *visitor; // as of crease_walk
    // Unless it is NULL, all threads work, and it gets the regions in place of the visitor.
    const walk_observer *observer;
    run_watch watch; // of the run
} walk_mode;

// As crease_walk, with these options.
crease_status walk_in_mode(crease_counts *counts, const crease_net *net,
                           const crease_domain *domain, const walk_mode *mode,
                           const crease_options *options, crease_error *error);

// Sets all counts to zero, as after an error.
void walk_counts_reset(crease_counts *counts);
// Adds the counts of another walk.
void walk_counts_add(crease_counts *sum, const crease_counts *part);

// crease_walk without a visitor, under a watch, whose call may be NULL.
crease_status walk_watched(crease_counts *counts, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           run_watch watch, crease_error *error);
