// Region records as JSON lines: one object a line, the totals last.
#include "out/records.h"

#include "base/json_writer.h"
#include "out/records_json.h"

static void put_id(const record_sink *to, record_file *file, const crease_region *region)
{
    json_spelt(to->object, "id", "", 0);
    json_flush(to->object);
    record_put_id(to->stream, file, region);
}

static void put_pattern(const record_sink *to, record_file *file, const crease_region *region)
{
    const int layers = crease_net_hidden(file->net) > 0;
    file->listed = 0;
    record_list(file, "[[", layers ? 2 : 1);
    record_pattern(file, region, ',', "],[");
    record_list(file, "]]", layers ? 2 : 1);
    json_spelt(to->object, "pattern", file->list, file->listed);
}

static void put_vertices(const record_sink *to, record_file *file, const crease_region *region)
{
    record_json_rows(to->object, "vertices", file, region, crease_region_vertices(region),
                     record_vertex);
}

static void put_rays(const record_sink *to, record_file *file, const crease_region *region)
{
    record_json_rows(to->object, "rays", file, region, crease_region_rays(region), record_ray);
}

static void put_bounded(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)file;
    json_truth(to->object, "bounded", crease_region_is_bounded(region));
}

static void put_inequalities(const record_sink *to, record_file *file, const crease_region *region)
{
    record_json_inequalities(to->object, "inequalities", file, region);
}

static void put_interior(const record_sink *to, record_file *file, const crease_region *region)
{
    record_json_row(to->object, "interior", file, record_interior(file, region, 0));
}

static const record_field fields[] = {
    {.name = "id", .put = put_id},
    {.name = "pattern", .put = put_pattern},
    {.name = "vertices", .put = put_vertices},
    {.name = "rays", .put = put_rays},
    {.name = "map", .put = record_json_map, .needs = RECORD_MAP},
    {.name = "bounded", .put = put_bounded},
    {.put = record_json_measure, .needs = RECORD_MEASURE},
    {.name = "inequalities", .put = put_inequalities},
    {.name = "interior", .put = put_interior},
    {0},
};
enum { FIELDS = sizeof fields / sizeof *fields - 1 };

static void end_line(json *out, FILE *stream)
{
    json_close(out);
    putc('\n', stream);
}

static crease_status jsonl_region(FILE *stream, record_file *file, const crease_region *region,
                                  const number_text *measure, crease_error *error)
{
    (void)error;
    json made, *out = &made;
    const record_sink to = {.stream = stream, .object = out, .measure = measure};
    json_open_on(out, stream);
    record_put_fields(&to, file, region, 0, FIELDS);
    end_line(out, stream);
    return CREASE_OK;
}

static void jsonl_end(FILE *stream, record_file *file, const crease_counts *counts,
                      const number_text *total)
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
    if (record_needs(file, RECORD_MEASURE))
        record_json_measure(&(record_sink){.object = out, .measure = total}, file, NULL);
    if (file->digits)
        record_json_rounding(out, file);
    json_object_close(out);
    end_line(out, stream);
}

const record_format record_jsonl = {
    .field = fields, .totals = 1, .region = jsonl_region, .end = jsonl_end};
