// Region records as JSON lines: one object per line, the totals last.
#include "out/records_json.h"

#include <stdlib.h>

static void jsonl_pattern(record_file *file, const crease_region *region)
{
    const int layers = crease_net_hidden(file->net) > 0;
    record_json_key(file, record_field_name(file, FIELD_PATTERN));
    record_string(file, layers ? "[[" : "[");
    record_pattern(file, region, ',', "],[");
    record_string(file, layers ? "]]" : "]");
}

static void jsonl_region(record_file *file, const crease_region *region)
{
    record_char(file, '{');
    for (const unsigned char *f = file->format->fields; *f != FIELDS; f++) {
        if (!record_has(file, *f))
            continue;
        if (*f == FIELD_PATTERN)
            jsonl_pattern(file, region);
        else
            record_json_field(file, region, *f);
    }
    record_string(file, "}\n");
}

static void jsonl_total(json *out, const record_file *file, const number_text *total)
{
    const char *name = record_field_name(file, FIELD_MEASURE);
    if (!total) {
        json_null(out, name);
        return;
    }
    const char *quote = file->digits ? "" : "\"";
    char *text = memory_format("%s%.*s%s", quote, (int)total->length, total->text, quote);
    json_spelt(out, name, text);
    free(text);
}

static void jsonl_end(FILE *stream, const record_file *file, const crease_counts *counts,
                      const number_text *total)
{
    json made, *out = &made;
    json_open_on(out, stream);
    json_object_open(out, "end");
    json_text(out, "network_sha256", crease_net_sha256(file->net));
    json_text(out, "domain", crease_domain_text(file->domain));
    json_text(out, "arithmetic", crease_arith_name(file->arith));
    json_truth(out, "exact", file->arith != CREASE_FLOAT);
    json_truth(out, "complete", counts->complete);
    json_count(out, "activation_regions", counts->activation_regions);
    json_count(out, "bounded_regions", counts->bounded_regions);
    if (file->property)
        json_count(out, "counterexamples", file->met);
    if (record_has(file, FIELD_MEASURE))
        jsonl_total(out, file, total);
    if (file->digits)
        record_json_rounding(out, file);
    json_object_close(out);
    json_close(out);
    putc('\n', stream);
}

static const unsigned char jsonl_fields[] = {
    FIELD_ID,      FIELD_PATTERN, FIELD_VERTICES,     FIELD_RAYS,     FIELD_MAP,
    FIELD_BOUNDED, FIELD_MEASURE, FIELD_INEQUALITIES, FIELD_INTERIOR, FIELDS};

const record_format record_jsonl = {
    .name = "jsonl", .fields = jsonl_fields, .totals = 1, .region = jsonl_region, .end = jsonl_end};
