// A network while it is read: exact numbers that remember their places.
#ifndef NET_DRAFT_H
#define NET_DRAFT_H

#include "exact/literals.h"
#include "net/activation.h"
#include <crease/net.h>

#define DRAFT_MAX_INPUTS 2147483647

typedef struct {
    size_t rows, columns; // of the weights; rows > 0 and columns > 0 once read
    size_t first_row;     // offset of row 0
    literal_list weight, bias;
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

// Checks that every layer fits the one before, rounds every number as asked, and
// makes the network. The layers must have rows * columns weights, rows biases and
// an activation whose rank divides rows. The draft is used up, but still to be cleared.
crease_status draft_finish(crease_net **net, draft *plan, document_text document,
                           crease_error *error);

#endif
