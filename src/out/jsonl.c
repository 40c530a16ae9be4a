// Region records as JSON lines: one object a line, the totals last.
#include "out/records.h"

#include "exact/rational.h"
#include "out/json_object.h"

static void end_line(yajl_gen json, FILE *stream)
{
    stream_object_close(json);
    putc('\n', stream);
}

static void json_rational(yajl_gen json, const fmpq *x)
{
    char *text = rational_text(x);
    stream_object_text(json, text);
    flint_free(text);
}

static void json_rationals(yajl_gen json, const fmpq *x, size_t count)
{
    yajl_gen_array_open(json);
    for (size_t i = 0; i < count; i++)
        json_rational(json, x + i);
    yajl_gen_array_close(json);
}

static void json_pattern(yajl_gen json, const crease_net *net, const crease_region *region)
{
    stream_object_text(json, "pattern");
    yajl_gen_array_open(json);
    for (size_t layer = 0; layer < crease_net_hidden(net); layer++) {
        const uint32_t *piece = crease_region_pattern(region, layer);
        yajl_gen_array_open(json);
        for (size_t unit = 0; unit < crease_net_width(net, layer); unit++)
            yajl_gen_integer(json, piece[unit]);
        yajl_gen_array_close(json);
    }
    yajl_gen_array_close(json);
}

// A list of points, of rays or of the rows of the map: entries numbers each.
static void json_rows(yajl_gen json, const char *key, const record_file *file,
                      const crease_region *region, size_t rows, size_t entries,
                      void (*row)(fmpq *, const crease_region *, size_t))
{
    stream_object_text(json, key);
    yajl_gen_array_open(json);
    for (size_t i = 0; i < rows; i++) {
        row(file->row, region, i);
        json_rationals(json, file->row, entries);
    }
    yajl_gen_array_close(json);
}

static void json_measure(yajl_gen json, const record_file *file, const fmpq *x)
{
    stream_object_text(json, file->measure);
    if (x)
        json_rational(json, x);
    else
        yajl_gen_null(json);
}

static void json_integer_pair(yajl_gen json, const char *key, long long value)
{
    stream_object_text(json, key);
    yajl_gen_integer(json, value);
}

// Each with the unit on whose crease it lies, or the border of the domain.
static void json_inequalities(yajl_gen json, const record_file *file, const crease_region *region)
{
    stream_object_text(json, "inequalities");
    yajl_gen_array_open(json);
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        crease_facet facet;
        crease_region_facet(file->row, &facet, region, i);
        yajl_gen_map_open(json);
        stream_object_text(json, "row");
        json_rationals(json, file->row, file->dimension + 1);
        if (facet.on_border) {
            stream_object_text(json, "border");
            yajl_gen_bool(json, 1);
        } else {
            json_integer_pair(json, "layer", (long long)facet.layer);
            json_integer_pair(json, "unit", (long long)facet.unit);
            json_integer_pair(json, "breakpoint", (long long)facet.breakpoint);
            json_integer_pair(json, "side", facet.side);
        }
        yajl_gen_map_close(json);
    }
    yajl_gen_array_close(json);
}

static crease_status jsonl_region(FILE *stream, record_file *file, const crease_region *region,
                                  const fmpq *volume, crease_error *error)
{
    (void)error;
    yajl_gen json = stream_object_open(stream);
    json_integer_pair(json, "id", (long long)crease_region_id(region));
    json_pattern(json, file->net, region);
    json_rows(json, "vertices", file, region, crease_region_vertices(region), file->dimension,
              crease_region_vertex);
    json_rows(json, "rays", file, region, crease_region_rays(region), file->dimension,
              crease_region_ray);
    json_rows(json, "map", file, region, crease_net_outputs(file->net), file->dimension + 1,
              crease_region_map);
    stream_object_text(json, "bounded");
    yajl_gen_bool(json, crease_region_is_bounded(region));
    json_measure(json, file, volume);
    json_inequalities(json, file, region);
    stream_object_text(json, "interior");
    crease_region_interior(file->row, region);
    json_rationals(json, file->row, file->dimension);
    end_line(json, stream);
    return CREASE_OK;
}

static void jsonl_end(FILE *stream, const record_file *file, const crease_counts *counts,
                      const fmpq *total)
{
    yajl_gen json = stream_object_open(stream);
    stream_object_text(json, "end");
    yajl_gen_map_open(json);
    stream_object_text(json, "network_sha256");
    stream_object_text(json, crease_net_sha256(file->net));
    stream_object_text(json, "domain");
    stream_object_text(json, crease_domain_text(file->domain));
    stream_object_text(json, "arithmetic");
    stream_object_text(json, crease_arith_name(file->arith));
    stream_object_text(json, "certified");
    yajl_gen_bool(json, file->arith != CREASE_FLOAT);
    stream_object_text(json, "complete");
    yajl_gen_bool(json, counts->complete);
    stream_object_text(json, "activation_regions");
    yajl_gen_integer(json, (long long)counts->activation_regions);
    stream_object_text(json, "bounded_regions");
    yajl_gen_integer(json, (long long)counts->bounded_regions);
    json_measure(json, file, total);
    yajl_gen_map_close(json);
    end_line(json, stream);
}

const record_format record_jsonl = {.region = jsonl_region, .end = jsonl_end};
