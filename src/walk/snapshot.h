// A snapshot of the ranks that share a walk (walk/ranks.h): of one rank, of those below it, or of
// all.
#ifndef WALK_SNAPSHOT_H
#define WALK_SNAPSHOT_H

#include "walk/record.h"

// With the subtrees, if these were wanted.
typedef struct {
    uint64_t number;         // of the snapshot, from 1
    int stops;               // the work ends with it
    int lists;               // the subtrees are wanted
    int ready;               // all ranks have begun
    int parts;               // of the rank itself and of each below
    uint64_t sent, received; // messages with subtrees, since the walk began
    uint64_t left;           // subtrees
    walk_record sum;
} snapshot;

// Nothing is in it yet; what there is of one before is dropped.
void snapshot_begin(snapshot *s, uint64_t number, int stops, int lists);
// Drops totals and subtrees.
void snapshot_clear(snapshot *s);

void snapshot_add(snapshot *s, const snapshot *part, const walk_record *record);
void snapshot_add_subtrees(snapshot *s, const walk_record *from);

// The first line of a report, to be freed; the record follows. Reading it leaves the record out,
// and returns 0 if it is none.
char *snapshot_head(const snapshot *s);
int snapshot_read_head(snapshot *s, const char *text);

#endif
