// Allocation that does not fail: without memory the program ends (base/budget.h).
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

void *memory_new(size_t count, size_t size);               // zeroed
void *memory_resize(void *old, size_t count, size_t size); // new part not zeroed
char *memory_copy_text(const char *text);
// A text as printf makes it.
char *memory_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *memory_format_list(const char *format, va_list arguments)
    __attribute__((format(printf, 1, 0)));
// A stream whose text is in *text, of *size bytes and a NUL, once it is flushed or closed; rewind
// empties it. Writing to it does not fail.
FILE *memory_stream(char **text, size_t *size);

// Makes room for at least `need` items in an array of *capacity, doubling it, or adding a quarter
// if it is large. array is an lvalue pointer.
#define MEMORY_RESERVE(array, capacity, need)                                     \
    do {                                                                          \
        if ((size_t)(need) > (capacity))                                          \
            (array) = memory_grow((array), &(capacity), (need), sizeof *(array)); \
    } while (0)
void *memory_grow(void *old, size_t *capacity, size_t need, size_t size);
