// Regions as the features of one collection: GeoJSON (RFC 7946).
//
// The collection has two foreign members: "crease" before the features and "end" after them.
#include "out/outline.h"
#include "out/records_json.h"

static void geojson_begin(FILE *stream, const record_file *file)
{
    json made, *out = &made;
    json_open_on(out, stream);
    json_text(out, "type", "FeatureCollection");
    json_object_open(out, "crease");
    json_text(out, "network_sha256", crease_net_sha256(file->net));
    json_text(out, "domain", crease_domain_text(file->domain));
    json_text(out, "arithmetic", crease_arith_name(file->arith));
    json_truth(out, "exact", file->arith != CREASE_FLOAT);
    record_json_rounding(out, file);
    json_object_close(out);
    json_array_open(out, "features");
    json_drop(out);
}

static void geojson_pattern(record_file *file, const crease_region *region)
{
    record_json_key(file, "pattern");
    record_char(file, '"');
    record_pattern(file, region, ' ', "|");
    record_char(file, '"');
}

// Points have two coordinates; on a line the second is 0. A polygon is a list of rings.
static void geojson_geometry(record_file *file, const crease_region *region)
{
    const int polygon = file->dimension == 2;
    outline line = {0};
    if (record_has(file, FIELD_GEOMETRY))
        line = outline_of(file, region);
    record_json_key(file, "geometry");
    if (!line.points) {
        record_string(file, "null");
        return;
    }
    record_string(file, polygon ? "{\"type\":\"Polygon\",\"coordinates\":[["
                                : "{\"type\":\"LineString\",\"coordinates\":[");
    for (size_t i = 0; i < line.points; i++) {
        if (i)
            record_char(file, ',');
        record_json_row(file, line.point[i]);
        if (polygon)
            continue;
        file->length--; // the bracket
        record_string(file, ",0]");
    }
    record_string(file, polygon ? "]]}" : "]}");
}

// Every feature has both members, properties and geometry, even if they are empty.
static void geojson_region(record_file *file, const crease_region *region)
{
    static const unsigned char member[] = {FIELD_LAYER, FIELD_CLASS, FIELD_MEASURE, FIELD_MAP};
    record_string(file, "{\"type\":\"Feature\"");
    if (record_has(file, FIELD_ID))
        record_json_field(file, region, FIELD_ID);
    record_string(file, ",\"properties\":{");
    if (record_has(file, FIELD_PATTERN))
        geojson_pattern(file, region);
    for (size_t i = 0; i < sizeof member; i++)
        if (record_has(file, member[i]))
            record_json_field(file, region, member[i]);
    record_char(file, '}');
    geojson_geometry(file, region);
    record_char(file, '}');
}

static void geojson_end(FILE *stream, const record_file *file, const crease_counts *counts,
                        const number_text *total)
{
    (void)total;
    json made, *out = &made;
    fputs("\n],\"end\":", stream);
    json_open_on(out, stream);
    json_truth(out, "complete", counts->complete);
    json_count(out, "activation_regions", counts->activation_regions);
    if (record_has(file, FIELD_GEOMETRY))
        json_count(out, "null_geometries", file->flat);
    json_close(out);
    fputs("}\n", stream);
}

static const unsigned char geojson_fields[] = {FIELD_ID,       FIELD_PATTERN, FIELD_LAYER,
                                               FIELD_CLASS,    FIELD_MEASURE, FIELD_MAP,
                                               FIELD_GEOMETRY, FIELDS};

const record_format record_geojson = {.name = "geojson",
                                      .fields = geojson_fields,
                                      .rounds = 1,
                                      .between = ",\n",
                                      .check = outline_check,
                                      .begin = geojson_begin,
                                      .region = geojson_region,
                                      .end = geojson_end};
