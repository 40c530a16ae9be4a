// Allocation that does not fail.
#include "base/memory.h"

#include "base/budget.h"
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *memory_check(void *memory, size_t size)
{
    if (!memory)
        budget_refuse(size);
    return memory;
}

void *memory_new(size_t count, size_t size)
{
    count = count ? count : 1;
    size = size ? size : 1;
    if (count > SIZE_MAX / size)
        budget_refuse(SIZE_MAX);
    budget_ask(count * size);
    return memory_check(calloc(count, size), count * size);
}

void *memory_resize(void *old, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        budget_refuse(SIZE_MAX);
    size = count && size ? count * size : 1;
    size_t before = old ? malloc_usable_size(old) : 0;
    if (size > before)
        budget_ask(size - before);
    return memory_check(realloc(old, size), size);
}

// Twice as much; a quarter more of a large array, whose pages the system moves without copying.
void *memory_grow(void *old, size_t *capacity, size_t need, size_t size)
{
    enum { LARGE = 1 << 26 };
    size_t target = *capacity ? *capacity : 16;
    while (target < need) {
        const size_t more = target > LARGE / size ? target / 4 : target;
        target = target > SIZE_MAX - more ? need : target + more;
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
    return memory_check(vasprintf(&text, format, arguments) < 0 ? NULL : text, 0);
}

char *memory_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = memory_format_list(format, arguments);
    va_end(arguments);
    return text;
}

// ---- A stream into memory ----

// Not open_memstream, whose stream loses what it has no memory for.
typedef struct {
    char **text;
    size_t *size, capacity;
} memory_text;

static ssize_t stream_write(void *cookie, const char *bytes, size_t count)
{
    memory_text *buffer = cookie;
    MEMORY_RESERVE(*buffer->text, buffer->capacity, *buffer->size + count + 1);
    memcpy(*buffer->text + *buffer->size, bytes, count);
    *buffer->size += count;
    (*buffer->text)[*buffer->size] = '\0';
    return (ssize_t)count;
}

// The text ends where the next write begins.
static int stream_seek(void *cookie, off64_t *offset, int from)
{
    memory_text *buffer = cookie;
    const off64_t position = *offset + (from == SEEK_SET ? 0 : (off64_t)*buffer->size);
    if (position < 0 || position > (off64_t)*buffer->size)
        return -1;
    *buffer->size = (size_t)(*offset = position);
    return 0;
}

static int stream_close(void *cookie)
{
    free(cookie);
    return 0;
}

FILE *memory_stream(char **text, size_t *size)
{
    static const cookie_io_functions_t functions = {
        .write = stream_write, .seek = stream_seek, .close = stream_close};
    memory_text *buffer = memory_new(1, sizeof *buffer);
    *buffer = (memory_text){.text = text, .size = size};
    *text = NULL;
    *size = 0;
    stream_write(buffer, "", 0);
    return memory_check(fopencookie(buffer, "w", functions), 0);
}
