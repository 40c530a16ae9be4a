// Filling an error record.
#pragma once

#include <crease/status.h>
#include <stdarg.h>

// Clears the record, sets its message and returns CREASE_ERROR, as in
//   return error_set(error, "expected %zu numbers, found %zu", m, n);
// The record may be NULL.
crease_status error_set(crease_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The same with the place inside a file or a structure.
crease_status error_at(crease_error *error, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void error_set_list(crease_error *error, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

// Set the place of an error: the file or option, and the place inside it. Lines and columns come
// from document_locate. Both return CREASE_ERROR.
crease_status error_file(crease_error *error, const char *file);
crease_status error_where(crease_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
