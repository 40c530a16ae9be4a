// Region records as JSON lines: one object a line, the totals last.
#include "out/records.h"

#include "base/json_writer.h"
#include "out/records_json.h"

static void json_pattern(json *out, const crease_net *net, const crease_region *region)
{
    json_array_open(out, "pattern");
    for (size_t layer = 0; layer < crease_net_hidden(net); layer++)
        json_counts(out, NULL, crease_region_pattern(region, layer), crease_net_width(net, layer));
    json_array_close(out);
}

static void json_measure(json *out, record_file *file, const spelling *x)
{
    if (x)
        record_json_spelling(out, file->measure, file, x);
    else
        json_null(out, file->measure);
}

// Each with the unit on whose crease it lies, or the border of the domain.
static void json_inequalities(json *out, record_file *file, const crease_region *region)
{
    json_array_open(out, "inequalities");
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        crease_facet facet;
        crease_region_facet_owner(&facet, region, i);
        json_object_open(out, NULL);
        record_json_row(out, "row", file, record_inequality(file, region, i));
        if (facet.on_border) {
            json_truth(out, "border", 1);
        } else {
            json_count(out, "layer", facet.layer);
            json_count(out, "unit", facet.unit);
            json_count(out, "breakpoint", facet.breakpoint);
            json_integer(out, "side", facet.side);
        }
        json_object_close(out);
    }
    json_array_close(out);
}

static void end_line(json *out, FILE *stream)
{
    json_close(out);
    putc('\n', stream);
}

static crease_status jsonl_region(FILE *stream, record_file *file, const crease_region *region,
                                  const spelling *measure, crease_error *error)
{
    (void)error;
    json made, *out = &made;
    json_open_on(out, stream);
    json_spelt(out, "id", "", 0);
    record_put_id(stream, file, region);
    json_pattern(out, file->net, region);
    record_json_rows(out, "vertices", file, region, crease_region_vertices(region), record_vertex);
    record_json_rows(out, "rays", file, region, crease_region_rays(region), record_ray);
    record_json_rows(out, "map", file, region, crease_net_outputs(file->net), record_map);
    json_truth(out, "bounded", crease_region_is_bounded(region));
    json_measure(out, file, measure);
    json_inequalities(out, file, region);
    record_json_row(out, "interior", file, record_interior(file, region, 0));
    end_line(out, stream);
    return CREASE_OK;
}

static void jsonl_end(FILE *stream, record_file *file, const crease_counts *counts,
                      const spelling *total)
{
    json made, *out = &made;
    json_open_on(out, stream);
    json_object_open(out, "end");
    json_text(out, "network_sha256", crease_net_sha256(file->net));
    json_text(out, "domain", crease_domain_text(file->domain));
    json_text(out, "arithmetic", crease_arith_name(file->arith));
    json_truth(out, "certified", file->arith != CREASE_FLOAT);
    json_truth(out, "complete", counts->complete);
    json_count(out, "activation_regions", counts->activation_regions);
    json_count(out, "bounded_regions", counts->bounded_regions);
    json_measure(out, file, total);
    if (file->digits)
        record_json_rounding(out, file);
    json_object_close(out);
    end_line(out, stream);
}

const record_format record_jsonl = {.totals = 1, .region = jsonl_region, .end = jsonl_end};
