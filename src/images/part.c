// A region as the source of an image.
#include "images/part.h"

#include "base/fatal.h"
#include "tree/region.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

// The vertices and rays of a region as rows of integers, in homogeneous coordinates.
static void take_generators(image_source *source, const crease_region *region)
{
    const size_t d = source->dimension, vertices = crease_region_vertices(region);
    fmpq *x = _fmpq_vec_init((slong)d);
    source->rays = crease_region_rays(region);
    source->count = vertices + source->rays;
    source->generator = _fmpz_vec_init((slong)(source->count * (d + 1)));
    for (size_t g = 0; g < source->count; g++) {
        fmpz *row = source->generator + g * (d + 1);
        if (g < vertices)
            crease_region_vertex(x, region, g);
        else
            crease_region_ray(x, region, g - vertices);
        _fmpq_vec_get_fmpz_vec_fmpz(row, row + d, x, (slong)d);
        if (g >= vertices)
            fmpz_zero(row + d);
    }
    _fmpq_vec_clear(x, (slong)d);
}

static void take_facets(image_source *source, const crease_region *region)
{
    const size_t d = source->dimension, facets = crease_region_facets(region);
    fmpq *row = _fmpq_vec_init((slong)(d + 1));
    crease_facet about;
    source->facets = facets;
    source->facet = _fmpz_vec_init((slong)(facets * (d + 1)));
    for (size_t f = 0; f < facets; f++) {
        crease_region_facet(row, &about, region, f);
        for (size_t c = 0; c <= d; c++)
            fmpz_set(source->facet + f * (d + 1) + c, fmpq_numref(row + c));
    }
    _fmpq_vec_clear(row, (slong)(d + 1));
}

void image_part_init(image_part *part, const crease_region *region, size_t outputs)
{
    ASSERT(region->pos && region->cell);
    const size_t d = region->pos->space.dimension;
    *part = (image_part){{.dimension = d}, outputs, _fmpq_vec_init((slong)(outputs * (d + 1)))};
    take_generators(&part->source, region);
    if (part->source.rays)
        take_facets(&part->source, region);
    for (size_t o = 0; o < outputs; o++)
        crease_region_map(part->map + o * (d + 1), region, o);
}

void image_part_clear(image_part *part)
{
    const slong columns = (slong)part->source.dimension + 1;
    _fmpq_vec_clear(part->map, (slong)part->outputs * columns);
    _fmpz_vec_clear(part->source.generator, (slong)part->source.count * columns);
    if (part->source.facet)
        _fmpz_vec_clear(part->source.facet, (slong)part->source.facets * columns);
}
