// A record of unexplored work: what a walk has found so far, and the subtrees that are left.
//
// A subtree is the path that leads to it (tree/path.h), so a record is small, exact and has no
// coordinates. Whoever has the network and the domain takes a subtree out by
//   walk_task_at(path.choice, path.count)
// and walks it as any task: walk_run_task. What the walk hands back meanwhile are
// paths again. Totals and subtrees belong together: the totals are of all regions that lie in none
// of the subtrees, so that a task's own totals and what it has handed back must be noted at once.
// docs/formats.md has the file.
#ifndef WALK_RECORD_H
#define WALK_RECORD_H

#include "base/sha256.h"
#include "tree/path.h"

// To be counted up when anything changes by which a subtree has other regions, hands back other
// subtrees or decides other signs: which hyperplane is inserted first, when work is handed back,
// how a tree is shared out. A record of another order is refused.
enum { WALK_ORDER = 5 };

typedef struct {
    // What it is a record of; a file is refused unless it says the same.
    const char *work; // a word, such as "count"
    char network[SHA256_TEXT], domain[SHA256_TEXT];
    crease_arith arith;
    size_t part, parts; // share number part, of so many; 0 of 1 is all of it
    // What has been found; of per_neuron the cells that each neuron adds.
    crease_counts totals;
    walk_path *subtree;
    size_t subtrees, capacity;
    // Where regions are told of in order, the subtrees are in this order and have what they open
    // and close; and `kept` is what the listener has to know of those it was told of, as lines of
    // text; or NULL.
    int ordered;
    char *kept;
    size_t kept_size;
} walk_record;

// Nothing is found and nothing is left. by_neuron: whether totals has that.
void walk_record_init(walk_record *record, const char *work, const crease_net *net,
                      const crease_domain *domain, const crease_options *options, int by_neuron);
// A record of the same work as the model, of nothing found and nothing left.
void walk_record_empty(walk_record *record, const walk_record *model);
void walk_record_clear(walk_record *record);
// Nothing is left of it.
void walk_record_drop_subtrees(walk_record *record);

// Adds what another walk has found.
void walk_counts_add(crease_counts *sum, const crease_counts *part);

// Adds a subtree that opens and closes nothing; the choices are copied.
void walk_record_add(walk_record *record, const walk_choice *choice, size_t count);

// Those that it has, in a list to be freed.
const walk_path **walk_record_paths(const walk_record *record);

// The file with these subtrees in place of the record's own, of *size bytes, to be freed.
char *walk_record_text(size_t *size, const walk_record *record, const walk_path *const *subtree,
                       size_t subtrees);
// Writes the text of a file beside path, syncs it, and renames it: a crash at any moment leaves
// what was there before or what is there now.
crease_status walk_record_write(const char *path, const char *text, size_t size,
                                crease_error *error);

// Whether a file begins as a record of that work does; what is wrong with it shows when it is read.
int walk_record_is_of(const char *path, const char *work);
// Reads totals and subtrees of a record that has been initialised. CREASE_ERROR if one byte of the
// file has changed, or if it is a record of anything else. Whether the tree has such subtrees, the
// walk will see.
crease_status walk_record_read(walk_record *record, const char *path, crease_error *error);
crease_status walk_record_parse(walk_record *record, const char *text, size_t size,
                                const char *name, crease_error *error);

#endif
