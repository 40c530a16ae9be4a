// Exact numbers in input files.
#pragma once

#include "base/json_tree.h"
#include "base/words.h"
#include "exact/rational.h"

// ---- Of a JSON tree ----

// The refuse_word of a schema: a number that is not a JSON number needs quotes.
void literal_refuse_word(crease_error *error, const char *text, size_t length);
// x = the value of a number or a string, rounded.
crease_status literal_read(fmpq *x, const json_tree *tree, const json_value *value,
                           rational_rounding rounding, crease_error *error);
// The rounding that a string names; decimal if value is NULL.
crease_status literal_read_rounding(rational_rounding *rounding, const json_tree *tree,
                                    const json_value *value, crease_error *error);

// ---- Of other files: numbers with their places ----

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
// Removes all but the first `count` numbers.
void literals_shorten(literal_list *list, size_t count);
// Reads a word as a number and adds it.
crease_status literals_take(literal_list *list, const word_scanner *scan, word w);
// Moves all numbers to list->count initialised rationals.
void literals_move(fmpq *number, literal_list *list);
