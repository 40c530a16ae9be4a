// The outlines of regions of one or two dimensions, in decimals.
#include "out/outline.h"

#include "base/error.h"
#include "tree/region.h"

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

outline outline_of(record_file *file, const crease_region *region)
{
    const size_t vertices = crease_region_vertices(region);
    const number_text **point =
        arena_take(&region_space(region)->cells, (vertices + 1) * sizeof *point);
    size_t points = 0;
    for (size_t i = 0; i < vertices; i++) {
        const number_text *next = record_row(file, region, FIELD_VERTICES, i);
        if (points == 0 || !number_text_same(next, point[points - 1]))
            point[points++] = next;
    }
    while (points > 1 && number_text_same(point[0], point[points - 1]))
        points--;
    if (points <= file->dimension)
        points = 0;
    else if (file->dimension == 2)
        point[points++] = point[0];
    return (outline){points, point};
}
