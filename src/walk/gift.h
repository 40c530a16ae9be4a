// Subtrees that one rank gives another: what each carries (tree/parcel.h), so that nobody has to
// walk its path; then a record of the paths.
#ifndef WALK_GIFT_H
#define WALK_GIFT_H

#include "walk/keeper.h"

// To be freed. parcels: the size of what comes before the record, which has the totals of `record`.
char *gift_text(size_t *size, size_t *parcels, const walk_record *record, kept_task *const *given,
                size_t count);
// The next task, along a path of that record; parcels are what is left of them. If that has changed
// on its way, *good is 0, and the task is of its path alone.
walk_task *gift_task(int *good, const walk_path *path, const char **parcels, size_t *size);

#endif
