// A hash table without chains.
#include "domain/vertex_cache.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

// It begins small, since many walks are short: as soon as it has missed as many vertices as it has
// places, it forgets them and takes GROWTH times as many.
enum { FEWEST = 1 << 6, MOST = 1 << 14, GROWTH = 16 };

void vertex_cache_clear(vertex_cache *cache)
{
    if (cache->row)
        _fmpz_vec_clear(cache->row, (slong)(cache->places * (cache->dimension + 1)));
    free(cache->key);
    free(cache->known);
    free(cache->place);
    *cache = (vertex_cache){0};
}

static void begin(vertex_cache *cache, size_t places, size_t dimension)
{
    vertex_cache_clear(cache);
    cache->places = places;
    cache->dimension = dimension;
    cache->key = memory_new(places * dimension, sizeof *cache->key);
    cache->known = memory_new(places, 1);
    cache->row = _fmpz_vec_init((slong)(places * (dimension + 1)));
    cache->place = memory_new(places * (dimension + 2), sizeof *cache->place);
}

cached_vertex vertex_cache_find(vertex_cache *cache, const uint64_t *key, size_t dimension)
{
    ASSERT(dimension > 0);
    ASSERT(!cache->row || cache->dimension == dimension);
    if (!cache->row)
        begin(cache, FEWEST, dimension);
    else if (cache->missed > cache->places && cache->places < MOST)
        begin(cache, cache->places * GROWTH, dimension);
    const size_t size = dimension * sizeof *key, slot = XXH3_64bits(key, size) % cache->places;
    uint64_t *held = cache->key + slot * dimension;
    if (memcmp(held, key, size) != 0) {
        cache->known[slot] = 0;
        cache->missed++;
    }
    memcpy(held, key, size);
    return (cached_vertex){cache->known + slot, cache->row + slot * (dimension + 1),
                           cache->place + slot * (dimension + 2)};
}
