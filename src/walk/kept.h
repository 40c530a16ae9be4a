// A walk that can be taken up again, and shares of one: its tasks, with a record of what is left.
#ifndef WALK_KEPT_H
#define WALK_KEPT_H

#include "tree/tree.h"
#include "walk/manner.h"

// Whether that is what the options ask for.
int walk_is_kept(const crease_options *options);

// Walks what is left of the record that the options name, or all of it, or a share; writes records
// meanwhile. Leaves the totals in counts, which are those of the record. walkers: one a thread.
crease_status walk_kept(crease_counts *counts, walker *walkers, size_t threads,
                        const crease_net *net, const crease_domain *domain, run_limits *limits,
                        crease_error *error);

#endif
