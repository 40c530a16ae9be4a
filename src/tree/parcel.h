// A task as bytes, for another process of the same program that shares the same walk: all of it but
// the path, which goes as in records. Whoever gets both need not walk the path to find the cell.
#ifndef TREE_PARCEL_H
#define TREE_PARCEL_H

#include "tree/task.h"

// Writes a task and returns its size. to: NULL to ask for that only.
size_t walk_parcel_write(char *to, const walk_task *task);
// Gives a task of a path alone what it carries. Returns the size of that, no more than `size`; 0 if
// some byte is not as it was written, and then the task is as before.
size_t walk_parcel_read(walk_task *task, const char *from, size_t size);

#endif
