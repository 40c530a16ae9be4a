// A stack of bytes for data that dies in the order opposite to its birth.
#include "base/arena.h"

#include "base/memory.h"
#include <stdlib.h>

enum { CHUNK = 1 << 16 };

static arena_chunk *chunk_new(size_t size)
{
    arena_chunk *chunk = memory_resize(NULL, 1, sizeof *chunk + size);
    *chunk = (arena_chunk){.size = size};
    return chunk;
}

void arena_init(arena *stack)
{
    stack->first = stack->current = chunk_new(CHUNK);
}

void arena_clear(arena *stack)
{
    for (arena_chunk *chunk = stack->first, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
}

// Chunks after the current one are empty; one that is too small is replaced.
void arena_advance(arena *stack, size_t size)
{
    arena_chunk *next = stack->current->next;
    if (!next || next->size < size) {
        arena_chunk *fresh = chunk_new(size > CHUNK ? size : CHUNK);
        fresh->next = next;
        stack->current->next = next = fresh;
    }
    next->used = 0;
    stack->current = next;
}
