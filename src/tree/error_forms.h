// Linear forms in the errors of the rows of a layer. filter.md, 19.
#pragma once

#include "tree/map_doubles.h"

// At most ERROR_COLUMNS forms at a time: a matrix with one row for each row of the layer that is
// listed, and a column for each form.
enum { ERROR_COLUMNS = 32 };
typedef struct {
    double *entry; // count x columns
    uint32_t *listed;
    size_t count, columns; // columns: padded to quads
} error_forms;

typedef struct {
    error_forms forms, next;
    double *slope;   // of each unit whose output is not constant
    uint32_t *place; // of each row among those that are listed
} form_pair;

// rows: of the widest layer.
void forms_init(error_forms *forms, arena *memory, size_t rows);
void form_pair_init(form_pair *pair, arena *memory, size_t rows);

// Room for forms in `count` rows, all zero.
void forms_begin(error_forms *forms, size_t count, size_t columns);
// The errors of the outputs of a layer: of those from number `from` on, up to ERROR_COLUMNS of
// them. Returns how many are left, and the sum of the squares of the forms.
size_t forms_begin_outputs(double *squares, form_pair *pair, const map_view *map, size_t from);

// Replaces the forms by those in the errors of the layer before. Returns the sum of their squares.
double forms_step_back(form_pair *pair, const map_view *map);
// Upper bound of |g W D - g'| / |g|, where g' are the next forms as computed.
double forms_step_error(const map_view *map);
// The same by a matrix: replaces forms in the errors of some rows, each of which is a form of `by`.
double forms_multiply(form_pair *pair, const error_forms *by);
