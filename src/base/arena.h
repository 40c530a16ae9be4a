// A stack of bytes for data that dies in the order opposite to its birth.
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

// Chunks are kept when released, so a depth-first walk allocates no memory once
// it has been to its greatest depth. Pointers stay valid until released.
typedef struct arena_chunk arena_chunk;
typedef struct {
    arena_chunk *first, *current;
} arena;
typedef struct {
    arena_chunk *chunk;
    size_t used;
} arena_mark;

void arena_init(arena *stack);
void arena_clear(arena *stack);
// Uninitialised memory, aligned to 16 bytes.
void *arena_take(arena *stack, size_t size);
arena_mark arena_here(const arena *stack);
// Everything taken since the mark is gone.
void arena_release(arena *stack, arena_mark mark);

#endif
