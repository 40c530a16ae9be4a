// Long work as a folder of tasks (docs/cluster.md).
//
// FOLDER/top has the subtrees of the first tasks, 1, 2, .., and FOLDER/NAME.result the result of
// a task, with the subtrees that it left to tasks NAME.1, NAME.2, ..
#pragma once

#include "walk/sharing.h"
#include <stdbool.h>

// Whether a call with these options leaves results: not if it only makes or computes tasks.
bool walk_has_results(const crease_options *options);

// Does the step of the work that the options name. Results come to counts and to the observer of
// the mode when all tasks are merged.
crease_status walk_in_tasks(crease_counts *counts, walker *walkers, size_t count,
                            const crease_domain *domain, const walk_mode *mode,
                            crease_error *error);
