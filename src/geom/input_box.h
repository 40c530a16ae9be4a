// Bounds on inputs, met in any order, and the box that they make.
#ifndef GEOM_INPUT_BOX_H
#define GEOM_INPUT_BOX_H

#include "base/document.h"
#include <crease/domain.h>

enum { LOWER, UPPER };

typedef struct {
    fmpq bound[2];
    int known[2];
    size_t offset; // of its declaration
} bounded_input;

// A zeroed box has no inputs.
typedef struct {
    bounded_input *input;
    size_t count, capacity;
} input_box;

void input_box_clear(input_box *box);
// A further input, without bounds; messages about it point to the offset.
void input_box_add(input_box *box, size_t offset);
// Of several bounds on one side the tightest counts.
void input_box_bound(input_box *box, size_t input, int side, const fmpq_t value);

// The domain; inputs whose bounds are equal are fixed, the others are its coordinates.
// Messages call input i X_i.
crease_status input_box_domain(crease_domain **domain, const input_box *box, document_text document,
                               crease_error *error);

#endif
