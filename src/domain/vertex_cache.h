// The integers of vertices where hyperplanes meet that are the same in every cell: those of the
// first layer and of the domain. In d dimensions 2^(d - 1) cells meet along an edge, and each of
// them makes the vertex where the next hyperplane crosses it.
#pragma once

#include <flint/fmpz.h>
#include <stddef.h>
#include <stdint.h>

// A zeroed cache is empty. It has a fixed number of places, and a new vertex takes that of an old
// one.
typedef struct {
    size_t dimension;
    uint64_t *key; // of each place: `dimension` numbers of hyperplanes, ascending
    fmpz *row;     // of each place: dimension + 1 integers, all 0 if it is empty
} vertex_cache;

void vertex_cache_clear(vertex_cache *cache);
// The place for the vertex of this key, `dimension` numbers in ascending order. *known says whether
// it holds the vertex's integers; if not, the caller writes them.
fmpz *vertex_cache_place(int *known, vertex_cache *cache, const uint64_t *key, size_t dimension);
