// Architectures: the limits of what is built.
#pragma once

#include <crease/make.h>

#define WIDTHS_MAX_WIDTH 1000000
#define WIDTHS_MAX_PARAMETERS 100000000

// CREASE_ERROR unless there are inputs and a layer, every width is in range, and the
// network has at most this many weights and biases.
crease_status widths_check(const size_t *widths, size_t count, crease_error *error);

// "2-32-1"; the caller frees it.
char *widths_text(const size_t *widths, size_t count);
