// Allocation that aborts when memory runs out, as GMP and FLINT do.
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

void *memory_new(size_t count, size_t size);               // zeroed
void *memory_resize(void *old, size_t count, size_t size); // new part not zeroed
char *memory_copy_text(const char *text);

// Makes room for at least `need` items in an array of *capacity, doubling it.
// array is an lvalue pointer.
#define MEMORY_RESERVE(array, capacity, need)                                     \
    do {                                                                          \
        if ((size_t)(need) > (capacity))                                          \
            (array) = memory_grow((array), &(capacity), (need), sizeof *(array)); \
    } while (0)
void *memory_grow(void *old, size_t *capacity, size_t need, size_t size);

#endif
