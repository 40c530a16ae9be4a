// A hash table without chains.
#include "domain/vertex_cache.h"

#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { PLACES = 1 << 14 };

void vertex_cache_clear(vertex_cache *cache)
{
    if (cache->row)
        _fmpz_vec_clear(cache->row, PLACES * ((slong)cache->dimension + 1));
    free(cache->key);
    free(cache->known);
    free(cache->place);
    *cache = (vertex_cache){0};
}

cached_vertex vertex_cache_find(vertex_cache *cache, const uint64_t *key, size_t dimension)
{
    if (!cache->row) {
        cache->dimension = dimension;
        cache->key = memory_new(PLACES * dimension, sizeof *cache->key);
        cache->known = memory_new(PLACES, 1);
        cache->row = _fmpz_vec_init(PLACES * ((slong)dimension + 1));
        cache->place = memory_new(PLACES * (dimension + 2), sizeof *cache->place);
    }
    const size_t size = dimension * sizeof *key, at = XXH3_64bits(key, size) % PLACES;
    uint64_t *held = cache->key + at * dimension;
    if (memcmp(held, key, size) != 0)
        cache->known[at] = 0;
    memcpy(held, key, size);
    return (cached_vertex){cache->known + at, cache->row + at * (dimension + 1),
                           cache->place + at * (dimension + 2)};
}
