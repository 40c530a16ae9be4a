// Comma-separated values (RFC 4180): region records, one line a region, and the labels of a sweep.
//
// No field needs quotes: there are only digits, '-', '/', words and the separators
// ' ' between numbers, ';' between points or rows, '|' between layers.
#include "exact/rational.h"
#include "out/records_table.h"

#include "base/out_file.h"
#include "base/text.h"
#include "tree/region.h"
#include <crease/path.h>

#include <inttypes.h>

static void csv_bounded(const record_sink *to, record_file *file, const crease_region *region)
{
    const int bounded = crease_region_is_bounded(region);
    (void)to;
    record_list(file, bounded ? "true" : "false", bounded ? 4 : 5);
}

static void csv_vertices(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)to;
    record_table_rows(file, region, crease_region_vertices(region), record_vertex);
}

static void csv_rays(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)to;
    record_table_rows(file, region, crease_region_rays(region), record_ray);
}

static void csv_inequalities(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)to;
    record_table_rows(file, region, crease_region_facets(region), record_inequality);
}

// Most of them, layers and breakpoints, have one digit.
static inline char *put_number(char *to, size_t number, char then)
{
    if (number < 10)
        *to++ = (char)('0' + number);
    else
        to = text_put_number(to, number);
    *to++ = then;
    return to;
}

// As crease_region_facet_owner has it.
static char *put_owner(char *to, const plane_origin *origin, int side)
{
    static const char border[] = "border";
    enum { BORDER = sizeof border - 1 };
    if (origin->split == NO_SPLIT) {
        memcpy(to, border, BORDER);
        return to + BORDER;
    }
    to = put_number(to, origin->layer, ' ');
    to = put_number(to, origin->unit, ' ');
    to = put_number(to, origin->breakpoint, ' ');
    *to = '-'; // a positive number is written over it
    to += side < 0;
    *to = '1';
    return to + 1;
}

static void csv_owners(const record_sink *to, record_file *file, const crease_region *region)
{
    enum { OWNER = 3 * (TEXT_NUMBER + 1) + 3 };
    const size_t facets = crease_region_facets(region);
    char *end = record_room(file, facets * OWNER);
    (void)to;
    for (size_t i = 0; i < facets; i++) {
        *end = ';';
        end = put_owner(end + (i > 0), region_facet_origin(region, i),
                        region_facet_plane(region, i).side);
    }
    record_listed(file, end);
}

static void csv_interior(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)to;
    record_table_rows(file, region, 1, record_interior);
}

static const record_field fields[] = {
    {.name = "id", .put = record_table_id},
    {.name = "pattern", .put = record_table_pattern},
    {.name = "bounded", .put = csv_bounded},
    {.put = record_table_measure, .needs = RECORD_MEASURE},
    {.name = "vertices", .put = csv_vertices},
    {.name = "rays", .put = csv_rays},
    {.name = "map", .put = record_table_map, .needs = RECORD_MAP},
    {.name = "inequalities", .put = csv_inequalities},
    {.name = "owners", .put = csv_owners},
    {.name = "interior", .put = csv_interior},
    {.name = "digits", .put = record_table_digits, .rounded = 1},
    {0},
};

const record_format record_csv = {
    .field = fields, .begin = record_table_begin, .region = record_table_region};

static void csv_labels(FILE *stream, const crease_dichotomies *result, size_t i)
{
    if (i < result->transitions)
        fprintf(stream, "%.9f", result->place[i]);
    if (result->exact) {
        putc(',', stream);
        if (i < result->transitions)
            rational_print_row(stream, result->exact + i, 1);
    }
    fprintf(stream, ",%.*s,%" PRIu64 END_OF_LINE, (int)result->points,
            result->labels + i * result->points, result->seen[i]);
}

crease_status crease_write_dichotomies(const char *path, const crease_dichotomies *result,
                                       crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    fputs(result->exact ? "t,exact,labels,distinct" END_OF_LINE : "t,labels,distinct" END_OF_LINE,
          file.stream);
    for (size_t i = 0; i < (result->transitions ? result->transitions : 1); i++)
        csv_labels(file.stream, result, i);
    return out_file_commit(&file, error);
}
