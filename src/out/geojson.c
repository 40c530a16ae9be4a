// Regions as the features of one collection: GeoJSON (RFC 7946).
//
// What is said of the whole goes into members of its own, which the standard allows: "crease" in
// front, "end" behind the features.
#include "out/records_json.h"

static crease_status geojson_check(const record_file *file, crease_error *error)
{
    return outline_check("geojson", file, error);
}

static void geojson_begin(FILE *stream, const record_file *file)
{
    json made, *out = &made;
    json_open_on(out, stream);
    json_text(out, "type", "FeatureCollection");
    json_object_open(out, "crease");
    json_text(out, "network_sha256", crease_net_sha256(file->net));
    json_text(out, "domain", crease_domain_text(file->domain));
    json_text(out, "arithmetic", crease_arith_name(file->arith));
    json_truth(out, "certified", file->arith != CREASE_FLOAT);
    record_json_rounding(out, file);
    json_object_close(out);
    json_array_open(out, "features");
    json_drop(out);
}

static void put_id(const record_sink *to, record_file *file, const crease_region *region)
{
    json_spelt(to->object, "id", "", 0);
    json_flush(to->object);
    record_put_id(to->stream, file, region);
}

static void put_pattern(const record_sink *to, record_file *file, const crease_region *region)
{
    record_json_text_begin(file);
    record_pattern(file, region, ' ', "|");
    record_json_text_end(to->object, "pattern", file);
}

static void put_layer(const record_sink *to, record_file *file, const crease_region *region)
{
    int64_t layer = outline_layer(region);
    (void)file;
    if (layer < 0)
        json_null(to->object, "layer");
    else
        json_integer(to->object, "layer", layer);
}

static void put_geometry(const record_sink *to, record_file *file, const crease_region *region)
{
    json *out = to->object;
    outline line;
    outline_set(&line, file, region);
    if (!line.points) {
        json_null(out, "geometry");
        return;
    }
    json_object_open(out, "geometry");
    json_text(out, "type", file->dimension == 2 ? "Polygon" : "LineString");
    record_json_outline(out, "coordinates", file, &line);
    json_object_close(out);
}

enum { ID, FIRST_PROPERTY, GEOMETRY = 5 };
static const record_field fields[] = {
    [ID] = {.name = "id", .put = put_id},
    [FIRST_PROPERTY] = {.name = "pattern", .put = put_pattern},
    {.name = "layer", .put = put_layer},
    {.put = record_json_measure, .needs = RECORD_MEASURE},
    {.name = "map", .put = record_json_map, .needs = RECORD_MAP},
    [GEOMETRY] = {.name = "geometry", .put = put_geometry},
    {0},
};

// A feature without properties or without a geometry has to say so.
static crease_status geojson_region(FILE *stream, record_file *file, const crease_region *region,
                                    const number_text *measure, crease_error *error)
{
    (void)error;
    json made, *out = &made;
    const record_sink to = {.stream = stream, .object = out, .measure = measure};
    json_open_on(out, stream);
    json_text(out, "type", "Feature");
    record_put_fields(&to, file, region, ID, 1);
    json_object_open(out, "properties");
    record_put_fields(&to, file, region, FIRST_PROPERTY, GEOMETRY - FIRST_PROPERTY);
    json_object_close(out);
    if (record_has(file, GEOMETRY))
        record_put_fields(&to, file, region, GEOMETRY, 1);
    else
        json_null(out, "geometry");
    json_close(out);
    return CREASE_OK;
}

static void geojson_end(FILE *stream, record_file *file, const crease_counts *counts,
                        const number_text *total)
{
    (void)file, (void)total;
    json made, *out = &made;
    fputs("\n],\"end\":", stream);
    json_open_on(out, stream);
    json_truth(out, "complete", counts->complete);
    json_count(out, "activation_regions", counts->activation_regions);
    json_close(out);
    fputs("}\n", stream);
}

const record_format record_geojson = {.field = fields,
                                      .rounds = 1,
                                      .between = ",\n",
                                      .check = geojson_check,
                                      .begin = geojson_begin,
                                      .region = geojson_region,
                                      .end = geojson_end};
