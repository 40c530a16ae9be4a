// A subtree of the walk that is still to be explored, ready to be carried elsewhere.
//
// It holds the path that leads to it, what its cell is made of, the pattern of the layers before
// and of its own, which hyperplanes of its layer are left, and their signs at the generators that
// were there before the last choice; or the path alone, which is enough, and then the cell is found
// when the task is opened. Signs at the others are not carried even if they are known, for that
// depends on what was walked meanwhile. Nor are numbers, neither integers nor doubles: they follow
// from what defines the planes and points, so that a task is the same however it came about. The
// planes and points of the domain's border are at the same places in every position.
#ifndef TREE_TASK_H
#define TREE_TASK_H

#include "tree/path.h"

typedef struct walk_task walk_task;

// The subtree at the end of a path, which is copied; of no choices: the whole domain.
walk_task *walk_task_at(const walk_choice *choice, size_t count);
// The same with what the path opens and closes.
walk_task *walk_task_along(const walk_path *path);
// The same, if the position is on the path, or beyond it below another part of the last choice.
walk_task *walk_task_new(const walk_position *pos, const walk_place *end, const walk_choice *choice,
                         size_t count);
// Takes the position to the end of the task's path, as if it had never been elsewhere. The path has
// choices. Returns 0 if the tree has no such path, or if the work was given up.
int walk_task_open(walk_place *end, walk_position *pos, walk_task *task);
const walk_path *walk_task_path(const walk_task *task);

void walk_task_free(walk_task *task);

#endif
