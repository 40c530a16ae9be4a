// The formats of region records.
#include "out/records.h"

#include <stdlib.h>

// ---- Members of JSON that say what was enumerated ----

void record_json_claim(json *out, const crease_net *net, const crease_domain *domain,
                       crease_arith arith)
{
    json_text(out, "network_sha256", crease_net_sha256(net));
    json_text(out, "domain", crease_domain_text(domain));
    json_text(out, "arithmetic", crease_arith_name(arith));
    json_truth(out, "exact", arith != CREASE_FLOAT);
}

void record_json_counts(json *out, const crease_counts *counts)
{
    json_truth(out, "complete", counts->complete);
    json_count(out, "activation_regions", counts->activation_regions);
    json_count(out, "bounded_regions", counts->bounded_regions);
}

static void put_rounding(json *out, const record_file *file)
{
    json_count(out, "digits", file->digits);
    json_text(out, "rounding", "to nearest, ties to even");
}

// ---- JSON lines: one object per line, the totals last ----

static void jsonl_region(record_file *file, const crease_region *region)
{
    record_char(file, '{');
    for (const unsigned char *f = file->format->fields; *f != FIELDS; f++)
        record_member(file, region, *f);
    record_string(file, "}\n");
}

static void jsonl_total(json *out, const record_file *file, const number_text *total)
{
    const char *quote = file->digits ? "" : "\"";
    char *text = total ? memory_format("%s%.*s%s", quote, (int)total->length, total->text, quote)
                       : memory_copy_text("null");
    json_spelt(out, record_field_name(file, FIELD_MEASURE), text);
    free(text);
}

static void jsonl_end(FILE *stream, const record_file *file, const crease_counts *counts,
                      const number_text *total)
{
    json made, *out = &made;
    json_open(out, stream, JSON_IN_A_LINE);
    json_object_open(out, "end");
    record_json_claim(out, file->net, file->domain, file->arith);
    record_json_counts(out, counts);
    if (file->property)
        json_count(out, "counterexamples", file->met);
    if (record_has(file, FIELD_MEASURE))
        jsonl_total(out, file, total);
    if (file->digits)
        put_rounding(out, file);
    json_object_close(out);
    json_close(out);
    putc('\n', stream);
}

static const record_style jsonl_style = {
    .is_json = 1, .pattern_begin = "[", .between = ',', .layer_end = "],[", .pattern_end = "]"};

static const unsigned char jsonl_fields[] = {
    FIELD_ID,      FIELD_PATTERN, FIELD_VERTICES,     FIELD_RAYS,     FIELD_MAP,
    FIELD_BOUNDED, FIELD_MEASURE, FIELD_INEQUALITIES, FIELD_INTERIOR, FIELDS};

const record_format record_jsonl = {.name = "jsonl",
                                    .style = &jsonl_style,
                                    .fields = jsonl_fields,
                                    .totals = 1,
                                    .region = jsonl_region,
                                    .end = jsonl_end};

// ---- GeoJSON (RFC 7946): the features of one collection ----

// The collection has two foreign members: "crease" before the features and "end" after them.
static void geojson_begin(FILE *stream, const record_file *file)
{
    json made, *out = &made;
    json_open(out, stream, JSON_IN_A_LINE);
    json_text(out, "type", "FeatureCollection");
    json_object_open(out, "crease");
    record_json_claim(out, file->net, file->domain, file->arith);
    put_rounding(out, file);
    json_object_close(out);
    json_array_open(out, "features");
}

// Every feature has both members, properties and geometry, even if they are empty.
static void geojson_region(record_file *file, const crease_region *region)
{
    static const unsigned char property[] = {FIELD_PATTERN, FIELD_LAYER, FIELD_CLASS, FIELD_MEASURE,
                                             FIELD_MAP};
    record_string(file, "{\"type\":\"Feature\"");
    record_member(file, region, FIELD_ID);
    record_key(file, "properties");
    record_char(file, '{');
    for (size_t i = 0; i < sizeof property; i++)
        record_member(file, region, property[i]);
    record_char(file, '}');
    if (record_has(file, FIELD_GEOMETRY))
        record_member(file, region, FIELD_GEOMETRY);
    else
        record_string(file, ",\"geometry\":null");
    record_char(file, '}');
}

static void geojson_end(FILE *stream, const record_file *file, const crease_counts *counts,
                        const number_text *total)
{
    (void)total;
    json made, *out = &made;
    fputs("\n],\"end\":", stream);
    json_open(out, stream, JSON_IN_A_LINE);
    json_truth(out, "complete", counts->complete);
    json_count(out, "activation_regions", counts->activation_regions);
    if (record_has(file, FIELD_GEOMETRY))
        json_count(out, "null_geometries", file->flat);
    json_close(out);
    fputs("}\n", stream);
}

static const record_style geojson_style = {
    .is_json = 1,
    .pattern_begin = "\"",
    .between = ' ',
    .layer_end = "|",
    .pattern_end = "\"",
    .outline = {{"{\"type\":\"LineString\",\"coordinates\":[[", "],[", "]]}", "null"},
                {"{\"type\":\"Polygon\",\"coordinates\":[[[", "],[", "]]]}", "null"}}};

static const unsigned char geojson_fields[] = {FIELD_ID,       FIELD_PATTERN, FIELD_LAYER,
                                               FIELD_CLASS,    FIELD_MEASURE, FIELD_MAP,
                                               FIELD_GEOMETRY, FIELDS};

const record_format record_geojson = {.name = "geojson",
                                      .style = &geojson_style,
                                      .fields = geojson_fields,
                                      .rounds = 1,
                                      .between = ",\n",
                                      .check = outline_check,
                                      .begin = geojson_begin,
                                      .region = geojson_region,
                                      .end = geojson_end};

// ---- Comma-separated values (RFC 4180) ----

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

static void table_region(record_file *file, const crease_region *region)
{
    int cells = 0;
    for (const unsigned char *f = file->format->fields; *f != FIELDS; f++) {
        if (!record_has(file, *f))
            continue;
        if (cells++)
            record_char(file, ',');
        record_value(file, region, *f);
    }
    record_string(file, END_OF_LINE);
}

// Well-known text is ISO 19125; GDAL and QGIS read it from the column WKT.
static const record_style table_style = {
    .between = ' ',
    .pattern_begin = "",
    .layer_end = "|",
    .pattern_end = "",
    .outline = {{"\"LINESTRING (", ", ", ")\"", "\"LINESTRING EMPTY\""},
                {"\"POLYGON ((", ", ", "))\"", "\"POLYGON EMPTY\""}}};

static const unsigned char csv_fields[] = {
    FIELD_ID,  FIELD_PATTERN,      FIELD_BOUNDED, FIELD_MEASURE,  FIELD_VERTICES, FIELD_RAYS,
    FIELD_MAP, FIELD_INEQUALITIES, FIELD_OWNERS,  FIELD_INTERIOR, FIELD_DIGITS,   FIELDS};

const record_format record_csv = {.name = "csv",
                                  .style = &table_style,
                                  .fields = csv_fields,
                                  .begin = table_begin,
                                  .region = table_region};

static const unsigned char wkt_fields[] = {FIELD_WKT,   FIELD_ID,     FIELD_PATTERN,
                                           FIELD_LAYER, FIELD_CLASS,  FIELD_MEASURE,
                                           FIELD_MAP,   FIELD_DIGITS, FIELDS};

const record_format record_wkt = {.name = "wkt",
                                  .style = &table_style,
                                  .fields = wkt_fields,
                                  .rounds = 1,
                                  .check = outline_check,
                                  .begin = table_begin,
                                  .region = table_region};

// ---- One vertex a line ----

static void vertices_begin(FILE *stream, const record_file *file)
{
    fputs(file->dimension == 2 ? "id,index,x,y" END_OF_LINE : "id,index,x" END_OF_LINE, stream);
}

static void vertices_region(record_file *file, const crease_region *region)
{
    const outline line = outline_of(file, region);
    for (size_t i = 0; i + (file->dimension == 2) < line.points; i++) {
        record_id(file, region);
        record_char(file, ',');
        record_count(file, i);
        for (size_t k = 0; k < file->dimension; k++) {
            size_t length;
            const char *entry = number_text_entry(line.point[i], k, &length);
            record_char(file, ',');
            record_put(file, entry, length);
        }
        record_string(file, END_OF_LINE);
    }
}

const record_format record_vertices = {.name = "vertices",
                                       .rounds = 1,
                                       .check = outline_check,
                                       .begin = vertices_begin,
                                       .region = vertices_region};

// ---- H-representations, as lrs (Avis) and cddlib (Fukuda) read them ----

// Those programs have the constant first.
static void ine_row(record_file *file, const number_text *row)
{
    size_t length;
    const char *constant = number_text_entry(row, row->entries - 1, &length);
    record_char(file, ' ');
    record_put(file, constant, length);
    record_char(file, ' ');
    record_put(file, row->text, row->end[row->entries - 2]);
    record_char(file, '\n');
}

static void ine_region(record_file *file, const crease_region *region)
{
    const size_t facets = crease_region_facets(region), d = file->dimension;
    record_string(file, "region_");
    record_id(file, region);
    record_string(file, crease_net_hidden(file->net) ? "\n* pattern " : "\n* pattern");
    record_pattern(file, region, ' ', " | ");
    record_string(file, "\nH-representation\nbegin\n");
    record_count(file, facets ? facets : 1);
    record_char(file, ' ');
    record_count(file, d + 1);
    record_string(file, " rational\n");
    for (size_t i = 0; i < facets; i++)
        ine_row(file, record_row(file, region, FIELD_INEQUALITIES, i));
    if (!facets) { // lrs takes no matrix without rows: the whole space is 1 >= 0
        record_string(file, " 1");
        for (size_t i = 0; i < d; i++)
            record_string(file, " 0");
        record_char(file, '\n');
    }
    record_string(file, "end\n");
}

const record_format record_ine = {.name = "ine", .region = ine_region};
