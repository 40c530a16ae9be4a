// A task as bytes, for another process of the same program that shares the same walk: so that the
// cell need not be found again by walking the path.
#ifndef TREE_PARCEL_H
#define TREE_PARCEL_H

#include "tree/task.h"

// Writes a task, which opens and closes nothing, and returns its size. to: NULL to ask for that
// only.
size_t walk_parcel_write(char *to, const walk_task *task);
// The task with which so many bytes begin; they begin after it then. NULL if some byte of it is not
// as it was written.
walk_task *walk_parcel_read(const char **from, size_t *size);

#endif
