// Region records as lines of a table, comma-separated values (RFC 4180), perhaps with the geometry
// as well-known text (ISO 19125), in the column from which GDAL and QGIS read it.
//
// Only well-known text needs quotes: other cells consist of digits, '-', '/', words and the
// separators ' ' between numbers, ';' between points or rows, '|' between layers.
#include "out/outline.h"
#include "tree/region.h"

static void table_begin(FILE *stream, const record_file *file)
{
    const char *comma = "";
    for (const unsigned char *f = file->format->fields; *f != FIELDS; f++)
        if (record_has(file, *f)) {
            fprintf(stream, "%s%s", comma, record_field_name(file, *f));
            comma = ",";
        }
    fputs(END_OF_LINE, stream);
}

// As crease_region_facet_owner has it.
static void table_owners(record_file *file, const crease_region *region)
{
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        const plane_origin *origin = region_facet_origin(region, i);
        if (i)
            record_char(file, ';');
        if (origin->split == NO_SPLIT) {
            record_string(file, "border");
            continue;
        }
        record_count(file, origin->layer);
        record_char(file, ' ');
        record_count(file, origin->unit);
        record_char(file, ' ');
        record_count(file, origin->breakpoint);
        record_string(file, region_facet_plane(region, i).side < 0 ? " -1" : " 1");
    }
}

static void table_rows(record_file *file, const crease_region *region, record_field field)
{
    const size_t count = record_rows(file, region, field);
    for (size_t k = 0; k < count; k++) {
        const number_text *row = record_row(file, region, field, k);
        if (k)
            record_char(file, ';');
        record_number(file, row);
    }
}

// The one cell with commas.
static void table_wkt(record_file *file, const crease_region *region)
{
    const int polygon = file->dimension == 2;
    const outline line = outline_of(file, region);
    record_string(file, polygon ? "\"POLYGON " : "\"LINESTRING ");
    if (!line.points) {
        record_string(file, "EMPTY\"");
        return;
    }
    record_string(file, polygon ? "((" : "(");
    for (size_t i = 0; i < line.points; i++) {
        if (i)
            record_string(file, ", ");
        record_number(file, line.point[i]);
        if (!polygon)
            record_string(file, " 0");
    }
    record_string(file, polygon ? "))\"" : ")\"");
}

static void table_cell(record_file *file, const crease_region *region, record_field field)
{
    switch (field) {
    case FIELD_ID:
        record_id(file, region);
        return;
    case FIELD_PATTERN:
        record_pattern(file, region, ' ', "|");
        return;
    case FIELD_BOUNDED:
        record_string(file, crease_region_is_bounded(region) ? "true" : "false");
        return;
    case FIELD_OWNERS:
        table_owners(file, region);
        return;
    case FIELD_WKT:
        table_wkt(file, region);
        return;
    case FIELD_LAYER:
        if (record_layer(region) >= 0)
            record_count(file, (uint64_t)record_layer(region));
        return;
    case FIELD_CLASS:
        if (record_class(file, region) >= 0)
            record_count(file, (uint64_t)record_class(file, region));
        return;
    case FIELD_DIGITS:
        record_count(file, file->digits);
        return;
    default:
        table_rows(file, region, field);
    }
}

static void table_region(record_file *file, const crease_region *region)
{
    int cells = 0;
    for (const unsigned char *f = file->format->fields; *f != FIELDS; f++) {
        if (!record_has(file, *f))
            continue;
        if (cells++)
            record_char(file, ',');
        table_cell(file, region, *f);
    }
    record_string(file, END_OF_LINE);
}

static const unsigned char csv_fields[] = {
    FIELD_ID,  FIELD_PATTERN,      FIELD_BOUNDED, FIELD_MEASURE,  FIELD_VERTICES, FIELD_RAYS,
    FIELD_MAP, FIELD_INEQUALITIES, FIELD_OWNERS,  FIELD_INTERIOR, FIELD_DIGITS,   FIELDS};

const record_format record_csv = {
    .name = "csv", .fields = csv_fields, .begin = table_begin, .region = table_region};

static const unsigned char wkt_fields[] = {FIELD_WKT,   FIELD_ID,     FIELD_PATTERN,
                                           FIELD_LAYER, FIELD_CLASS,  FIELD_MEASURE,
                                           FIELD_MAP,   FIELD_DIGITS, FIELDS};

const record_format record_wkt = {.name = "wkt",
                                  .fields = wkt_fields,
                                  .rounds = 1,
                                  .check = outline_check,
                                  .begin = table_begin,
                                  .region = table_region};
