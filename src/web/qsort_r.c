// qsort_r, which the C library of emscripten lacks: merges, so that equal items keep their order,
// as in glibc.
#include <stdlib.h>
#include <string.h>

#include "web/qsort_r.h"

typedef int order(const void *a, const void *b, void *data);

static void merge(char *sorted, const char *from, size_t half, size_t count, size_t size,
                  order *compare, void *data)
{
    const char *left = from, *middle = from + half * size, *right = middle;
    const char *end = from + count * size;
    for (; left < middle || right < end; sorted += size) {
        const int takes_left = right == end || (left < middle && compare(left, right, data) <= 0);
        memcpy(sorted, takes_left ? left : right, size);
        *(takes_left ? &left : &right) += size;
    }
}

static void sort(char *base, char *spare, size_t count, size_t size, order *compare, void *data)
{
    const size_t half = count / 2;
    if (count < 2)
        return;
    sort(base, spare, half, size, compare, data);
    sort(base + half * size, spare, count - half, size, compare, data);
    memcpy(spare, base, count * size);
    merge(base, spare, half, count, size, compare, data);
}

void qsort_r(void *base, size_t count, size_t size, order *compare, void *data)
{
    char *spare = count > 1 ? malloc(count * size) : NULL;
    if (count > 1 && !spare)
        __builtin_trap();
    sort(base, spare, count, size, compare, data);
    free(spare);
}
