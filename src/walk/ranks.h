// A walk that several processes share: rank 0 has the keeper of all of it, and works as the others.
//
// All ranks begin with the same subtrees, and as many ranks as there are walk the same task until
// what it hands back can be dealt to two halves of them; and these likewise, until each rank has
// some of its own. Nobody says a word for that: a task is the same wherever it is walked, so that
// all find the same. Of those that walked a task together the first accounts for it. From then on a
// rank walks what waits there, the heaviest first, or the lightest where many wait; one that has
// hardly anything left asks another, drawn at random, which gives the heaviest that waits, or two,
// or asks another in its place. While it walks it looks for messages now and then.
//
// What is left and what is found lies with the ranks, then, and rank 0 puts it together by
// snapshots (Lai and Yang 1987, Mattern 1993): it calls for one, each rank takes its own part at a
// moment of its own, and they are added up on the way to rank 0, along a tree: above rank i is rank
// (i - 1) / fan. A message with subtrees says how many snapshots its sender has taken. Who has
// taken more tells rank 0 of it, for it was on its way; who has taken fewer takes the next one
// first. A snapshot is whole once as many such messages are known of as have been given and not
// taken before it. It is then a record of the whole walk, and the one after which nothing is left
// is its end. Messages, subtrees being paths in records (walk/record.h):
//   begin   down the tree: the subtrees with which all begin
//   ask     to any rank: who asks, and how many have passed it on; that is answered with
//   give    so many snapshots have been taken here; subtrees, with what they carry (tree/parcel.h)
//   none    in place of that
//   look    down the tree: the number of a snapshot, whether the work ends with it, and whether its
//           subtrees are wanted, or their number only
//   report  up the tree: a snapshot of a rank and those below it
//   late    to rank 0: what was on its way when that snapshot was taken
//   stop    to rank 0: why a rank stops, perhaps an error
//   end     down the tree: nobody needs the rank any more
// The counts do not depend on how many ranks there are, nor on what becomes of them: a walk that is
// taken up again goes on from the last snapshot that was written. A rank takes none while it does
// not know yet which tasks are its own.
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
