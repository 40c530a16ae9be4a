// Filling an error record.
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <crease/status.h>

// Clears the record and sets its message; returns CREASE_ERROR, so that a
// function can say: return error_set(error, "expected %zu numbers, found %zu", m, n);
// A NULL record is allowed and ignored.
crease_status error_set(crease_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Adds to a record where its error happened; NULL and 0 leave a field as it is.
void error_locate(crease_error *error, const char *file, size_t line, size_t column,
                  const char *where);

#endif
