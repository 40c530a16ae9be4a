// Lines of a record of unexplored work that are a listener's: "kept NAME WORD ..", what it has to
// know of the regions that it was told of (docs/formats.md).
//
// A listener writes them by save and reads them by begin (include/crease/walk.h), in the same
// order.
#ifndef WALK_KEPT_LINES_H
#define WALK_KEPT_LINES_H

#include "exact/tree_sum.h"
#include "walk/record_lines.h"

// ---- Writing ----

void kept_put_counts(FILE *to, const char *name, const uint64_t *count, size_t counts);
void kept_put_count(FILE *to, const char *name, uint64_t count);
// Of a line that is being written: a space before each.
void kept_put_integers(FILE *to, const fmpz *x, size_t count);
void kept_put_rationals(FILE *to, const char *name, const fmpq *x, size_t count);
// A line for each open split, the root first.
void kept_put_sums(FILE *to, const tree_sum *sums);

// ---- Reading: CREASE_ERROR, with what was expected, if there is something else ----

// The scanner of these lines, without marks and comments.
word_scanner kept_scanner(const char *kept, size_t size);
// "kept NAME" of a line; the words that follow are read after it.
crease_status kept_take_name(word_scanner *scan, const char *name, crease_error *error);
// Whether that is what comes next.
int kept_is_next(const word_scanner *scan, const char *name);
crease_status kept_take_integers(fmpz *x, size_t count, word_scanner *scan, crease_error *error);
// Whole lines.
crease_status kept_take_counts(uint64_t *count, size_t counts, word_scanner *scan, const char *name,
                               crease_error *error);
crease_status kept_take_count(uint64_t *count, word_scanner *scan, const char *name, uint64_t most,
                              crease_error *error);
crease_status kept_take_rationals(fmpq *x, size_t count, word_scanner *scan, const char *name,
                                  crease_error *error);
// sums: initialised, and nothing is open.
crease_status kept_take_sums(tree_sum *sums, word_scanner *scan, crease_error *error);

#endif
