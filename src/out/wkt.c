// Regions as a table with their geometry as well-known text (ISO 19125), in the column from which
// GDAL and QGIS read it.
//
// Only the geometry has commas, so only it is quoted; all else is spelt as in csv.c.
#include "out/outline.h"
#include "out/records_table.h"

#include <inttypes.h>

static crease_status wkt_check(const record_file *file, crease_error *error)
{
    return outline_check("wkt", file, error);
}

static void put_coordinates(FILE *stream, const outline *line)
{
    for (size_t i = 0; i < line->points; i++) {
        const spelling *point = line->point[i];
        fputs(i ? ", " : "", stream);
        fwrite(point->text, 1, point->length, stream);
        fputs(point->entries == 1 ? " 0" : "", stream);
    }
}

static void put_geometry(const record_sink *to, record_file *file, const crease_region *region)
{
    FILE *stream = to->stream;
    int polygon = file->dimension == 2;
    outline line;
    outline_set(&line, file, region);
    record_table_flush(stream, file);
    fputs(polygon ? "\"POLYGON " : "\"LINESTRING ", stream);
    if (line.points) {
        fputs(polygon ? "((" : "(", stream);
        put_coordinates(stream, &line);
        fputs(polygon ? "))\"" : ")\"", stream);
    } else {
        fputs("EMPTY\"", stream);
    }
}

static void put_layer(const record_sink *to, record_file *file, const crease_region *region)
{
    int64_t layer = outline_layer(region);
    record_table_flush(to->stream, file);
    if (layer >= 0)
        fprintf(to->stream, "%" PRId64, layer);
}

static const record_field fields[] = {
    {.name = "WKT", .put = put_geometry},
    {.name = "id", .put = record_table_id},
    {.name = "pattern", .put = record_table_pattern},
    {.name = "layer", .put = put_layer},
    {.put = record_table_measure, .needs = RECORD_MEASURE},
    {.name = "map", .put = record_table_map, .needs = RECORD_MAP},
    {.name = "digits", .put = record_table_digits, .rounded = 1},
    {0},
};

const record_format record_wkt = {.field = fields,
                                  .rounds = 1,
                                  .check = wkt_check,
                                  .begin = record_table_begin,
                                  .region = record_table_region};
