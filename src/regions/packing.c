// Patterns packed into words: a few bits for each unit.
#include "regions/packing.h"

#include "base/memory.h"
#include "net/net.h"

#include <stdlib.h>

enum { WORD = 64 };

// The least power of two of bits that hold 0 .. pieces - 1.
static unsigned bits_for(uint32_t pieces)
{
    unsigned bits = pieces > 1;
    while (bits && bits < 32 && (pieces - 1) >> bits)
        bits *= 2;
    return bits;
}

void packing_init(packing *packed, const crease_net *net)
{
    *packed = (packing){.layers = crease_net_hidden(net)};
    packed->layer = memory_new(packed->layers, sizeof *packed->layer);
    size_t used = 0;
    for (size_t l = 0; l < packed->layers; l++) {
        packed_layer *layer = packed->layer + l;
        layer->units = crease_net_width(net, l);
        layer->pieces = (uint32_t)net->layer[l].act.pieces;
        layer->rank = (uint32_t)net->layer[l].act.rank;
        layer->bits = bits_for(layer->pieces);
        if (layer->bits)
            used += (layer->bits - used % layer->bits) % layer->bits;
        layer->first = used;
        used += layer->units * layer->bits;
        packed->units += layer->units;
    }
    packed->words = (used + WORD - 1) / WORD;
}

void packing_clear(packing *packed)
{
    free(packed->layer);
}

void packing_put(uint64_t *words, const packing *packed, size_t layer, const uint32_t *pattern)
{
    const packed_layer *of = packed->layer + layer;
    for (size_t unit = 0; unit < of->units && of->bits; unit++) {
        size_t bit = of->first + unit * of->bits;
        words[bit / WORD] |= (uint64_t)pattern[unit] << bit % WORD;
    }
}

static uint32_t unpack(const packed_layer *of, const uint64_t *words, size_t unit)
{
    size_t bit = of->first + unit * of->bits;
    uint64_t mask = ((uint64_t)1 << of->bits) - 1;
    return of->bits ? (uint32_t)(words[bit / WORD] >> bit % WORD & mask) : 0;
}

void packing_get(uint32_t *pattern, const packing *packed, const uint64_t *words)
{
    for (size_t l = 0; l < packed->layers; l++)
        for (size_t unit = 0; unit < packed->layer[l].units; unit++)
            *pattern++ = unpack(packed->layer + l, words, unit);
}

int packing_equal(const packing *packed, const uint64_t *words, const uint32_t *pattern)
{
    for (size_t l = 0; l < packed->layers; l++)
        for (size_t unit = 0; unit < packed->layer[l].units; unit++)
            if (*pattern++ != unpack(packed->layer + l, words, unit))
                return 0;
    return 1;
}
