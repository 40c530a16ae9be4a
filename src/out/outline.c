// The outlines of regions of one or two dimensions, in decimals.
#include "out/outline.h"

#include "base/error.h"
#include "tree/region.h"
#include <string.h>

crease_status outline_check(const char *of, const record_file *file, crease_error *error)
{
    if (file->dimension > 2)
        return error_set(error, "expected a domain of dimension 1 or 2 for %s, found %zu", of,
                         file->dimension);
    if (!crease_domain_is_bounded(file->domain))
        return error_set(error, "expected a bounded domain for %s, such as a box, found %s", of,
                         crease_domain_text(file->domain));
    return CREASE_OK;
}

static int is_same(const number_text *a, const number_text *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

void outline_set(outline *line, record_file *file, const crease_region *region)
{
    size_t vertices = crease_region_vertices(region), points = 0;
    line->point = arena_take(&region_space(region)->cells, (vertices + 1) * sizeof *line->point);
    for (size_t i = 0; i < vertices; i++) {
        const number_text *next = record_vertex(file, region, i);
        if (points == 0 || !is_same(next, line->point[points - 1]))
            line->point[points++] = next;
    }
    while (points > 1 && is_same(line->point[0], line->point[points - 1]))
        points--;
    line->points = points > file->dimension ? points : 0;
    if (line->points && file->dimension == 2)
        line->point[line->points++] = line->point[0];
}

int64_t outline_layer(const crease_region *region)
{
    const size_t facets = crease_region_facets(region);
    int64_t newest = -1;
    for (size_t i = 0; i < facets; i++) {
        const plane_origin *of = region_facet_origin(region, i);
        if (of->split != NO_SPLIT && (int64_t)of->layer > newest)
            newest = (int64_t)of->layer;
    }
    return newest;
}
