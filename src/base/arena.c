// A stack of memory: what was allocated last is released first.
#include "base/arena.h"

#include "base/budget.h"
#include "base/memory.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 11, LARGE = 1 << 20 };

// Reallocates an empty chunk, or NULL; it keeps its place in the list.
static arena_chunk *chunk_new(arena_chunk *old, size_t size)
{
    arena_chunk *next = old ? old->next : NULL,
                *chunk = memory_resize(old, 1, sizeof *chunk + size + ARENA_BEHIND);
    *chunk = (arena_chunk){.next = next, .size = size};
    return chunk;
}

void arena_init(arena *stack)
{
    stack->first = stack->current = chunk_new(NULL, CHUNK);
}

void arena_clear(arena *stack)
{
    for (arena_chunk *chunk = stack->first, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
}

// Chunks after the current one are empty; one that is too small is made larger. Each is twice as
// large as the one before it, up to a limit, so that little memory at their ends is wasted.
void arena_advance(arena *stack, size_t size)
{
    arena_chunk *current = stack->current, *next = current->next;
    if (!next || next->size < size) {
        size_t twice = current->size < LARGE ? 2 * current->size : LARGE;
        current->next = next = chunk_new(next, size > twice ? size : twice);
    }
    next->used = 0;
    stack->current = next;
}

void *arena_new(arena *stack, size_t count, size_t size)
{
    enum { LINE = 64 };
    if (size && count > (SIZE_MAX / 2 - LINE) / size)
        budget_refuse(SIZE_MAX);
    // The allocator of WebAssembly aligns to 8 bytes only.
    const size_t bytes = count * size, to_line = bytes < LINE ? 0 : LINE;
    unsigned char *memory = arena_take(stack, bytes + to_line);
    if (to_line)
        memory += -(uintptr_t)memory & (LINE - 1);
    return memset(memory, 0, bytes);
}
