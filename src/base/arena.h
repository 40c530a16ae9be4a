// A stack of memory: what was allocated last is released first.
#pragma once

#include <stdalign.h>
#include <stddef.h>

// ARENA_BEHIND bytes after a block may be read; their values are unspecified.
enum { ARENA_ALIGNMENT = 16, ARENA_BEHIND = 64 };

// Released chunks are kept, so a depth-first enumeration allocates no memory once it has reached
// its greatest depth. Pointers stay valid until released.
typedef struct arena_chunk {
    struct arena_chunk *next;
    size_t size, used;
    alignas(ARENA_ALIGNMENT) unsigned char bytes[];
} arena_chunk;
typedef struct {
    arena_chunk *first, *current;
} arena;
typedef struct {
    arena_chunk *chunk;
    size_t used;
} arena_mark;

void arena_init(arena *stack);
void arena_clear(arena *stack);
// Makes the next chunk the current one, with at least `size` bytes.
void arena_advance(arena *stack, size_t size);

// Uninitialised memory, aligned to 16 bytes.
static inline void *arena_take(arena *stack, size_t size)
{
    size = (size + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1);
    if (stack->current->size - stack->current->used < size)
        arena_advance(stack, size);
    void *memory = stack->current->bytes + stack->current->used;
    stack->current->used += size;
    return memory;
}

// Zeroed memory for `count` objects of `size` bytes; arrays begin at a cache line.
void *arena_new(arena *stack, size_t count, size_t size);

static inline arena_mark arena_begin(const arena *stack)
{
    return (arena_mark){stack->first, 0};
}

static inline arena_mark arena_here(const arena *stack)
{
    return (arena_mark){stack->current, stack->current->used};
}

// Releases everything taken since the mark.
static inline void arena_release(arena *stack, arena_mark mark)
{
    stack->current = mark.chunk;
    stack->current->used = mark.used;
}
