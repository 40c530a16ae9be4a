// A network while it is read: exact numbers that remember their places.
#ifndef NET_DRAFT_H
#define NET_DRAFT_H

#include "exact/rational.h"
#include "net/activation.h"
#include "net/json_text.h"
#include <crease/net.h>

#define DRAFT_MAX_INPUTS 2147483647

typedef struct {
    fmpq value;
    size_t offset; // of the literal in the document
} draft_number;

typedef struct {
    draft_number *number;
    size_t count, capacity;
} draft_list;

typedef struct {
    size_t rows, columns; // of the weights; rows > 0 and columns > 0 once read
    size_t first_row;     // offset of row 0
    draft_list weight, bias;
    activation act; // pieces == 0 until it is read
} draft_layer;

typedef struct {
    size_t inputs;
    rational_rounding rounding;
    char *about; // NULL if there is none
    draft_layer *layer;
    size_t layers, capacity;
} draft;

// A zeroed draft is an empty one.
void draft_clear(draft *plan);
draft_layer *draft_add_layer(draft *plan);
// Moves value into the list and leaves 0 in its place.
void draft_add_number(draft_list *list, fmpq_t value, size_t offset);

// The names of rational_rounding as the key "numbers" has them.
extern const char *const draft_roundings[3];

// Checks that every layer fits the one before, rounds every number as asked, and
// makes the network. The layers must have rows * columns weights, rows biases and
// an activation whose fan divides rows. The draft is used up, but still to be cleared.
crease_status draft_finish(crease_net **net, draft *plan, json_text document, crease_error *error);

#endif
