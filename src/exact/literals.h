// The numbers of a JSON file while it is read: exact, and each remembers its place.
#ifndef EXACT_LITERALS_H
#define EXACT_LITERALS_H

#include "base/json_reader.h"
#include "exact/rational.h"

typedef struct {
    fmpq value;
    size_t offset; // of the literal in the document
} literal;

typedef struct {
    literal *number;
    size_t count, capacity;
} literal_list;

// A zeroed list is an empty one.
void literals_clear(literal_list *list);
// Moves value into the list and leaves 0 in its place.
void literals_add(literal_list *list, fmpq_t value, size_t offset);
// Takes the last one away.
void literals_drop(literal_list *list);

// Rounds all numbers and moves them to list->count initialised rationals. *failed is the
// index of the number at fault.
crease_status literals_move(fmpq *to, literal_list *list, rational_rounding rounding,
                            document_text document, size_t *failed, crease_error *error);

// For the actions of a grammar: the value of a number, a string or a word, and the
// rounding that a string names.
crease_status literal_take(literal_list *list, json_reader *reader, const json_event *event,
                           crease_error *error);
crease_status literal_take_rounding(rational_rounding *rounding, json_reader *reader,
                                    const json_event *event, crease_error *error);

#endif
