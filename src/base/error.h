// Filling an error record.
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <crease/status.h>

// Clears the record and sets its message; returns CREASE_ERROR, so that a
// function can say: return error_set(error, "expected %zu numbers, found %zu", m, n);
// A NULL record is allowed and ignored.
crease_status error_set(crease_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Add to a record where its error happened: the file or option, and the place inside it. Lines
// and columns come from document_locate. Both return CREASE_ERROR too.
crease_status error_file(crease_error *error, const char *file);
crease_status error_where(crease_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
