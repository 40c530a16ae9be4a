// A trace for developers: what the enumeration does, line by line, on stderr.
//
// make TRACE=1 compiles it in; then CREASE_TRACE=tree,cell names the areas that are wanted. An area
// is a room of src, and a line says which cell, layer and unit, why, and by which arithmetic.
#pragma once

#include <stdbool.h>

#ifdef CREASE_TRACE
enum { TRACING = 1 };
#else
enum { TRACING = 0 };
#endif

#define TRACE(area, ...)                   \
    do {                                   \
        if (TRACING && trace_wants(area))  \
            trace_line(area, __VA_ARGS__); \
    } while (0)

// Whether CREASE_TRACE names the area.
bool trace_wants(const char *area);
// printf with the area in front.
void trace_line(const char *area, const char *format, ...) __attribute__((format(printf, 2, 3)));
