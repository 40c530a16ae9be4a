// Regions as a table with their geometry as well-known text (ISO 19125), in the column from which
// GDAL and QGIS read it.
//
// Only the geometry has commas, so only it is quoted; all else is spelt as in csv.c.
#include "out/outline.h"

#include <inttypes.h>

static crease_status wkt_check(const record_file *file, crease_error *error)
{
    return outline_check("wkt", file, error);
}

static void wkt_begin(FILE *stream, const record_file *file)
{
    fprintf(stream, "WKT,id,pattern,layer,%s,map,digits\r\n", file->measure);
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

static void put_geometry(FILE *stream, record_file *file, const crease_region *region)
{
    int polygon = file->dimension == 2;
    outline line;
    outline_set(&line, file, region);
    fputs(polygon ? "\"POLYGON " : "\"LINESTRING ", stream);
    if (line.points) {
        fputs(polygon ? "((" : "(", stream);
        put_coordinates(stream, &line);
        fputs(polygon ? "))\"" : ")\"", stream);
    } else {
        fputs("EMPTY\"", stream);
    }
}

static crease_status wkt_region(FILE *stream, record_file *file, const crease_region *region,
                                const spelling *measure, crease_error *error)
{
    (void)error;
    int64_t layer = outline_layer(region);
    put_geometry(stream, file, region);
    putc(',', stream);
    record_put_id(stream, file, region);
    putc(',', stream);
    record_pattern(file, region, "|");
    fwrite(file->list, 1, file->listed, stream);
    putc(',', stream);
    if (layer >= 0)
        fprintf(stream, "%" PRId64, layer);
    putc(',', stream);
    fwrite(measure->text, 1, measure->length, stream);
    putc(',', stream);
    for (size_t i = 0; i < crease_net_outputs(file->net); i++) {
        const spelling *text = record_map(file, region, i);
        fputs(i ? ";" : "", stream);
        fwrite(text->text, 1, text->length, stream);
    }
    fprintf(stream, ",%u\r\n", file->digits);
    return CREASE_OK;
}

const record_format record_wkt = {
    .rounds = 1, .check = wkt_check, .begin = wkt_begin, .region = wkt_region};
