// Regions as a table with their geometry as well-known text (ISO 19125), in the column from which
// GDAL and QGIS read it.
//
// Only the geometry has commas, so only it is quoted; all else is spelt as in csv.c.
#include "out/outline.h"
#include "out/records_table.h"

#include "base/text.h"

#include <string.h>

static crease_status wkt_check(const record_file *file, crease_error *error)
{
    return outline_check("wkt", file, error);
}

static void list_string(record_file *file, const char *text)
{
    record_list(file, text, strlen(text));
}

static void list_coordinates(record_file *file, const outline *line)
{
    for (size_t i = 0; i < line->points; i++) {
        const number_text *point = line->point[i];
        if (i)
            list_string(file, ", ");
        record_text(file, point);
        if (point->entries == 1)
            list_string(file, " 0");
    }
}

static void put_geometry(const record_sink *to, record_file *file, const crease_region *region)
{
    const int polygon = file->dimension == 2;
    outline line;
    (void)to;
    outline_set(&line, file, region);
    list_string(file, polygon ? "\"POLYGON " : "\"LINESTRING ");
    if (line.points) {
        list_string(file, polygon ? "((" : "(");
        list_coordinates(file, &line);
        list_string(file, polygon ? "))\"" : ")\"");
    } else {
        list_string(file, "EMPTY\"");
    }
}

static void put_layer(const record_sink *to, record_file *file, const crease_region *region)
{
    const int64_t layer = outline_layer(region);
    (void)to;
    if (layer >= 0)
        record_listed(file, text_put_number(record_room(file, TEXT_NUMBER), (uint64_t)layer));
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
