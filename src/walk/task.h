// A subtree of the walk that is still to be explored, ready to be carried elsewhere.
//
// It holds what its cell is made of, and the pattern of the layers before. That is all: the
// survey of the cell finds the pieces of the present layer again, wherever in the
// layer the cell was left. Integers are not carried; they follow from what defines the
// planes and points. The planes and points of the domain's border are at the same places
// in every position.
#ifndef WALK_TASK_H
#define WALK_TASK_H

#include "walk/position.h"

typedef struct walk_task walk_task;

// The whole domain.
walk_task *walk_task_whole(void);
// A cell of layer l on the present path.
walk_task *walk_task_new(const walk_position *pos, size_t l, const geom_cell *cell);
// Takes the position to the path of the task, as if it had never been elsewhere, and makes
// the task's cell, which lives as long as the task. Returns its layer.
size_t walk_task_open(geom_cell *cell, walk_position *pos, const walk_task *task);

void walk_task_free(walk_task *task);

#endif
