// Names of vertices.
#include "tree/vertex_name.h"

#include "base/fatal.h"
#include <string.h>

enum { BORDER = 0, MOST_PIECES = UINT8_MAX };

// A hyperplane of the vertex: layer 0 is the border of the domain, the unit an inequality.
typedef struct {
    uint32_t layer, unit, breakpoint;
} vertex_plane;

static bool is_before(vertex_plane a, vertex_plane b)
{
    if (a.layer != b.layer)
        return a.layer < b.layer;
    return a.unit != b.unit ? a.unit < b.unit : a.breakpoint < b.breakpoint;
}

// Returns 0 if one of them has no name.
static bool sort_planes(vertex_plane *sorted, const plane_origin *const *plane, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bool is_border = plane[i]->split == NO_SPLIT;
        if (is_border && plane[i]->unit == NO_INEQUALITY)
            return false;
        const vertex_plane next = {is_border ? BORDER : plane[i]->layer + 1, plane[i]->unit,
                                   is_border ? 0 : plane[i]->breakpoint};
        size_t k = i;
        for (; k > 0 && is_before(next, sorted[k - 1]); k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = next;
    }
    return true;
}

// The pieces of a layer. Returns 0 if there are too many.
static bool put_pieces(unsigned char *name, const walk_layer *layer)
{
    uint32_t all = 0;
    for (size_t i = 0; i < layer->rounded->units; i++) {
        name[i] = (unsigned char)layer->pattern[i];
        all |= layer->pattern[i];
    }
    return all < MOST_PIECES;
}

// A unit is next to its breakpoint b on pieces b and b + 1. Rows of maxout may be equal without
// being the greatest, so their pieces stay.
static void lower_piece(unsigned char *piece, const walk_layer *layer, vertex_plane plane)
{
    if (unit_rows(&layer->rounded->unit, plane.unit) == 1 && *piece == plane.breakpoint + 1)
        *piece = (unsigned char)plane.breakpoint;
}

size_t walk_vertex_name_size(const walk_maps *maps, size_t count)
{
    size_t size = count * sizeof(vertex_plane);
    for (size_t l = 1; l < maps->layers; l++)
        size += maps->layer[l].rounded->units;
    return size;
}

size_t walk_vertex_name(void *of_maps, unsigned char *name, const plane_origin *const *plane,
                        size_t count)
{
    const walk_maps *maps = of_maps;
    vertex_plane *sorted = (vertex_plane *)(void *)name;
    if (!count || !sort_planes(sorted, plane, count))
        return 0;
    size_t size = count * sizeof *sorted;
    for (size_t l = 1, next = 0; l < sorted[count - 1].layer; l++) {
        ASSERT(l < maps->layers);
        const walk_layer *layer = maps->layer + l;
        if (!put_pieces(name + size, layer))
            return 0;
        for (; sorted[next].layer <= l; next++)
            if (sorted[next].layer == l)
                lower_piece(name + size + sorted[next].unit, layer, sorted[next]);
        size += layer->rounded->units;
    }
    return size;
}
