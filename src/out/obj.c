// Region records as solids: Wavefront OBJ, one object a region.
#include "out/records.h"

#include "base/error.h"
#include "exact/rational.h"
#include "out/faces.h"
#include <math.h>
#include <stdlib.h>

enum { SPACE = 3 };

static crease_status obj_check(const record_file *file, crease_error *error)
{
    if (file->dimension != SPACE)
        return error_set(error, "expected a domain of dimension 3 for obj, found %zu",
                         file->dimension);
    if (!crease_domain_is_bounded(file->domain))
        return error_set(error, "expected a bounded domain for obj, such as a box, found %s",
                         crease_domain_text(file->domain));
    // Rounded vertices lie on no facet.
    if (file->arith == CREASE_FLOAT)
        return error_set(error, "expected filtered or exact arithmetic for obj, found float");
    return CREASE_OK;
}

static void obj_begin(FILE *stream, const record_file *file)
{
    fprintf(stream, "# crease: network %s\n# domain %s\n", crease_net_sha256(file->net),
            crease_domain_text(file->domain));
}

// The shortest decimals that are the nearest doubles again.
static void print_double(FILE *stream, double x)
{
    char text[32];
    int digits = 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, x + 0.0); // no -0
    while (strtod(text, NULL) != x && digits++ < 17);
    fprintf(stream, " %s", text);
}

static crease_status obj_vertex(FILE *stream, const record_file *file, const crease_region *region,
                                size_t index, crease_error *error)
{
    crease_region_vertex(file->row, region, index);
    fputs("v", stream);
    for (size_t i = 0; i < SPACE; i++) {
        double x = rational_double(file->row + i);
        if (!isfinite(x))
            return error_set(error,
                             "expected vertices within the range of doubles, found region "
                             "%llu outside",
                             (unsigned long long)crease_region_id(region));
        print_double(stream, x);
    }
    putc('\n', stream);
    return CREASE_OK;
}

static void obj_face(FILE *stream, const record_file *file, const region_faces *faces, size_t face)
{
    putc('f', stream);
    for (size_t i = faces->first[face]; i < faces->first[face + 1]; i++)
        fprintf(stream, " %llu", (unsigned long long)(file->points + faces->vertex[i] + 1));
    putc('\n', stream);
}

static crease_status obj_region(FILE *stream, record_file *file, const crease_region *region,
                                const fmpq *volume, crease_error *error)
{
    (void)volume;
    region_faces faces;
    if (region_faces_init(&faces, region, error) != CREASE_OK)
        return CREASE_ERROR;
    crease_status status = CREASE_OK;
    fprintf(stream, "o region_%llu\n", (unsigned long long)crease_region_id(region));
    for (size_t i = 0; i < faces.vertices && status == CREASE_OK; i++)
        status = obj_vertex(stream, file, region, i, error);
    for (size_t i = 0; i < faces.faces && status == CREASE_OK; i++)
        obj_face(stream, file, &faces, i);
    file->points += faces.vertices;
    region_faces_clear(&faces);
    return status;
}

const record_format record_obj = {
    .shape_only = 1, .check = obj_check, .begin = obj_begin, .region = obj_region};
