// Lines of a record of unexplored work, "NAME NUMBER ..", and its totals (docs/formats.md).
//
// of: NULL, or a word before the name: "kept" of the lines of a listener (walk/kept_lines.h).
#ifndef WALK_RECORD_LINES_H
#define WALK_RECORD_LINES_H

#include "base/words.h"

#include <crease/walk.h>
#include <stdio.h>

void record_put_counts(FILE *to, const char *of, const char *name, const uint64_t *count,
                       size_t counts);
// All lines but the one of neurons, which not every record has.
void record_put_totals(FILE *to, const char *of, const crease_counts *totals);
// The last line: the hash of all that a stream in memory (memory_stream) has so far.
void record_put_hash(FILE *to, char *const *text, const size_t *size);

// ---- Reading: CREASE_ERROR, with what was expected, if there is something else ----

// Leaves of the lines those before the last; CREASE_ERROR, without a message, unless that is their
// hash, as record_put_hash writes it.
crease_status record_take_hash(document_text *lines);
// What a line begins with; the words that follow are read after it.
crease_status record_take_name(word_scanner *scan, const char *of, const char *name,
                               crease_error *error);
// A number up to `most`.
crease_status record_take_number(uint64_t *number, word_scanner *scan, uint64_t most,
                                 crease_error *error);
// Whether the line has another word.
int record_line_goes_on(const word_scanner *scan);
crease_status record_end_line(word_scanner *scan, crease_error *error);
// Whole lines.
crease_status record_take_counts(uint64_t *count, size_t counts, word_scanner *scan, const char *of,
                                 const char *name, crease_error *error);
crease_status record_take_totals(crease_counts *totals, word_scanner *scan, const char *of,
                                 crease_error *error);

#endif
