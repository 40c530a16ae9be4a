// Allocation that aborts when memory runs out.
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

void *memory_new(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

void *memory_resize(void *old, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        abort();
    return checked(realloc(old, count && size ? count * size : 1));
}

void *memory_grow(void *old, size_t *capacity, size_t need, size_t size)
{
    size_t target = *capacity ? *capacity : 16;
    while (target < need) {
        if (target > SIZE_MAX / 2)
            abort();
        target *= 2;
    }
    *capacity = target;
    return memory_resize(old, target, size);
}

char *memory_copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_new(size, 1), text, size);
}

char *memory_format_list(const char *format, va_list arguments)
{
    char *text;
    return checked(vasprintf(&text, format, arguments) < 0 ? NULL : text);
}

char *memory_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = memory_format_list(format, arguments);
    va_end(arguments);
    return text;
}

FILE *memory_stream(char **text, size_t *size)
{
    return checked(open_memstream(text, size));
}
