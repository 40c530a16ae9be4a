// A stack of bytes for data that dies in the order opposite to its birth.
#include "base/arena.h"

#include "base/memory.h"
#include <stdalign.h>
#include <stdlib.h>

enum { CHUNK = 1 << 16, ALIGNMENT = 16 };

struct arena_chunk {
    arena_chunk *next;
    size_t size, used;
    alignas(ALIGNMENT) unsigned char bytes[];
};

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
static void advance(arena *stack, size_t size)
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

void *arena_take(arena *stack, size_t size)
{
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (stack->current->size - stack->current->used < size)
        advance(stack, size);
    void *memory = stack->current->bytes + stack->current->used;
    stack->current->used += size;
    return memory;
}

arena_mark arena_here(const arena *stack)
{
    return (arena_mark){stack->current, stack->current->used};
}

void arena_release(arena *stack, arena_mark mark)
{
    stack->current = mark.chunk;
    stack->current->used = mark.used;
}
