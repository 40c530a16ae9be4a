// Vertices where hyperplanes meet that are the same in every cell: those of the first layer and of
// the domain. In d dimensions 2^(d - 1) cells meet along an edge, and each of them makes the vertex
// where the next hyperplane crosses it.
#pragma once

#include <flint/fmpz.h>
#include <stddef.h>
#include <stdint.h>

// Which numbers of a vertex are known: the caller sets a bit when it has written the numbers.
enum { VERTEX_ROW = 1, VERTEX_PLACE = 2 };
typedef struct {
    unsigned char *known;
    fmpz *row;     // dimension + 1 integers
    double *place; // dimension + 2 doubles, as in exact/point.h
} cached_vertex;

// A zeroed cache is empty. It has places for some thousand vertices at most, and a new vertex takes
// that of an old one. So results must not depend on what it holds.
typedef struct {
    size_t places, missed, dimension;
    uint64_t *key; // of each place: `dimension` numbers of hyperplanes, ascending
    unsigned char *known;
    fmpz *row;
    double *place;
} vertex_cache;

void vertex_cache_clear(vertex_cache *cache);
// The place for the vertex of this key, `dimension` numbers in ascending order, until the next
// call.
cached_vertex vertex_cache_find(vertex_cache *cache, const uint64_t *key, size_t dimension);
