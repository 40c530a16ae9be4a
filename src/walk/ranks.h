// A walk that several processes share: rank 0 has the keeper of all of it, and works as the others.
//
// Ranks are a tree: below rank i are i fan + 1 .. i fan + fan. Each talks with the one above and
// those below only, so that none has more messages than it can take. What goes to and fro are
// records (walk/record.h), subtrees as paths:
//   lend    down: subtrees to be walked
//   report  up: the totals of all tasks that were done since the last report, the subtrees that the
//           rank and those below it keep, and others that it gives back
//   share   down: so many are to be given back, or half of what waits, now or once something waits
//   stop    down: no more work
//   final   up: a report that gives all back, for it was stopped; perhaps with an error
//   end     down: nobody needs the rank any more
// A rank works on what it was lent and on what this hands back, the deepest first, until nothing
// waits; so messages are as many as it takes to share the work, not as many as there are tasks.
//
// A rank takes a task out of what is left only when a report accounts for it: what is lent is still
// left. So at any moment the totals of rank 0 and what is left there are a record of the whole
// walk, whatever becomes of the other ranks; and as a task is the same wherever it is walked, the
// counts do not depend on how many ranks there are.
#ifndef WALK_RANKS_H
#define WALK_RANKS_H

#include "walk/keeper.h"
#include "walk/link.h"

// Rank 0: walks what is left, by all ranks. Others: works for them until none needs it any more;
// nothing is left then, and the totals are of no use.
void walk_by_ranks(keeper *k, kept_worker *workers, size_t threads, const walk_link *link);

// Rank 0, in place of that: an error has come before, and the others are sent home.
void walk_ranks_dismiss(const walk_link *link);

#endif
