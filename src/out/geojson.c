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

static void put_pattern(json *out, record_file *file, const crease_region *region)
{
    record_pattern(file, region, "|");
    record_json_text(out, "pattern", file);
}

static void put_geometry(json *out, record_file *file, const crease_region *region)
{
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

static crease_status geojson_region(FILE *stream, record_file *file, const crease_region *region,
                                    const spelling *measure, crease_error *error)
{
    (void)error;
    int64_t layer = outline_layer(region);
    json made, *out = &made;
    json_open_on(out, stream);
    json_text(out, "type", "Feature");
    json_spelt(out, "id", "", 0);
    record_put_id(stream, file, region);
    json_object_open(out, "properties");
    put_pattern(out, file, region);
    if (layer < 0)
        json_null(out, "layer");
    else
        json_integer(out, "layer", layer);
    record_json_spelling(out, file->measure, file, measure);
    record_json_rows(out, "map", file, region, crease_net_outputs(file->net), record_map);
    json_object_close(out);
    put_geometry(out, file, region);
    json_close(out);
    return CREASE_OK;
}

static void geojson_end(FILE *stream, record_file *file, const crease_counts *counts,
                        const spelling *total)
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

const record_format record_geojson = {.rounds = 1,
                                      .between = ",\n",
                                      .check = geojson_check,
                                      .begin = geojson_begin,
                                      .region = geojson_region,
                                      .end = geojson_end};
