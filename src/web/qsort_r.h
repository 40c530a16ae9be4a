// A declaration that the C library of emscripten lacks; included before every file.
#pragma once

#include <stddef.h>

void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *a, const void *b, void *data), void *data);
