// A hash table without chains.
#include "domain/vertex_cache.h"

#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { PLACES = 1 << 13 };

void vertex_cache_clear(vertex_cache *cache)
{
    if (cache->row)
        _fmpz_vec_clear(cache->row, PLACES * ((slong)cache->dimension + 1));
    free(cache->key);
    *cache = (vertex_cache){0};
}

fmpz *vertex_cache_place(int *known, vertex_cache *cache, const uint64_t *key, size_t dimension)
{
    if (!cache->row) {
        cache->dimension = dimension;
        cache->key = memory_new(PLACES * dimension, sizeof *cache->key);
        cache->row = _fmpz_vec_init(PLACES * ((slong)dimension + 1));
    }
    const size_t size = dimension * sizeof *key, place = XXH3_64bits(key, size) % PLACES;
    fmpz *row = cache->row + place * (dimension + 1);
    uint64_t *held = cache->key + place * dimension;
    *known = memcmp(held, key, size) == 0 && !_fmpz_vec_is_zero(row, (slong)dimension + 1);
    memcpy(held, key, size);
    return row;
}
