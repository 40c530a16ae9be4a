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

// ---- Values ----
//
// None needs escapes. A cell consists of digits, '-', '/', words and the separators ' ' between
// numbers, ';' between points or rows, '|' between layers.

static void put_row(record_file *file, const number_text *row)
{
    const bool is_json = file->format->is_json;
    if (is_json)
        record_char(file, '[');
    record_put(file, row->text, row->length);
    if (is_json)
        record_char(file, ']');
}

// "layer", "unit", "breakpoint" and "side", or "border": the owner of an inequality.
static void put_owner(record_file *file, const crease_region *region, size_t k)
{
    static const char *const names[2][4] = {
        {"", " ", " ", " "}, {",\"layer\":", ",\"unit\":", ",\"breakpoint\":", ",\"side\":"}};
    const bool is_json = file->format->is_json;
    const char *const *name = names[is_json];
    crease_facet facet;
    crease_region_facet_owner(&facet, region, k);
    if (facet.on_border) {
        record_string(file, is_json ? ",\"border\":true" : "border");
        return;
    }
    const size_t number[] = {facet.layer, facet.unit, facet.breakpoint};
    for (size_t i = 0; i < 3; i++) {
        record_string(file, name[i]);
        record_count(file, number[i]);
    }
    record_string(file, name[3]);
    record_string(file, facet.side < 0 ? "-1" : "1");
}

// In the style of the format.
static void put_inequality(record_file *file, const crease_region *region, size_t k)
{
    kept_row *kept = record_kept(file, region, k);
    if (record_put_kept(file, kept))
        return;
    const size_t begin = file->length;
    if (file->format->is_json)
        record_string(file, "{\"row\":");
    put_row(file, record_row(file, region, FIELD_INEQUALITIES, k));
    if (file->format->is_json) {
        put_owner(file, region, k);
        record_char(file, '}');
    }
    record_keep(kept, file, begin);
}

static void put_item(record_file *file, const crease_region *region, record_field field, size_t k)
{
    if (field == FIELD_OWNERS)
        put_owner(file, region, k);
    else if (field == FIELD_INEQUALITIES)
        put_inequality(file, region, k);
    else
        put_row(file, record_row(file, region, field, k));
}

static void put_list(record_file *file, const crease_region *region, record_field field)
{
    const bool is_json = file->format->is_json;
    const size_t count = record_rows(file, region, field);
    if (is_json)
        record_char(file, '[');
    for (size_t k = 0; k < count; k++) {
        if (k)
            record_char(file, is_json ? ',' : ';');
        put_item(file, region, field, k);
    }
    if (is_json)
        record_char(file, ']');
}

// JSON lines have a list for each layer.
static void put_pattern(record_file *file, const crease_region *region)
{
    const bool is_json = file->format->is_json;
    if (is_json)
        record_string(file, crease_net_hidden(file->net) ? "[[" : "[");
    record_pattern(file, region, is_json ? ',' : ' ', is_json ? "],[" : "|");
    if (is_json)
        record_string(file, crease_net_hidden(file->net) ? "]]" : "]");
}

// In the style of the format.
static void put_value(record_file *file, const crease_region *region, record_field field)
{
    switch (field) {
    case FIELD_ID:
        record_id(file, region);
        return;
    case FIELD_PATTERN:
        put_pattern(file, region);
        return;
    case FIELD_BOUNDED:
        record_string(file, crease_region_is_bounded(region) ? "true" : "false");
        return;
    case FIELD_DIGITS:
        record_count(file, file->digits);
        return;
    case FIELD_MEASURE:
        if (file->measured) {
            const number_text *measure = record_row(file, region, field, 0);
            record_put(file, measure->text, measure->length);
        } else if (file->format->is_json)
            record_string(file, "null");
        return;
    case FIELD_INTERIOR:
        put_row(file, record_row(file, region, field, 0));
        return;
    default:
        put_list(file, region, field);
    }
}

// ---- JSON lines: one object per line, the totals last ----

static void jsonl_region(record_file *file, const crease_region *region)
{
    const char *before = "{\"";
    for (const unsigned char *f = file->format->fields; *f != FIELDS; f++) {
        if (!record_has(file, *f))
            continue;
        record_string(file, before);
        record_string(file, record_field_name(file, *f));
        record_string(file, "\":");
        put_value(file, region, *f);
        before = ",\"";
    }
    record_string(file, "}\n");
}

static void jsonl_total(json *out, const record_file *file, const number_text *total)
{
    char *text =
        total ? memory_format("%.*s", (int)total->length, total->text) : memory_copy_text("null");
    json_spelt(out, record_field_name(file, FIELD_MEASURE), text);
    free(text);
}

static void jsonl_end(FILE *stream, const record_file *file, const crease_counts *counts,
                      const number_text *total)
{
    json writer, *out = &writer;
    json_open(out, stream, JSON_IN_A_LINE);
    json_object(out, "end");
    record_json_claim(out, file->net, file->domain, file->arith);
    record_json_counts(out, counts);
    if (file->property)
        json_count(out, "counterexamples", file->counterexamples);
    if (record_has(file, FIELD_MEASURE))
        jsonl_total(out, file, total);
    if (file->digits) {
        json_count(out, "digits", file->digits);
        json_text(out, "rounding", "to nearest, ties to even");
    }
    json_end(out);
    json_end(out);
    putc('\n', stream);
}

static const unsigned char jsonl_fields[] = {
    FIELD_ID,      FIELD_PATTERN, FIELD_VERTICES,     FIELD_RAYS,     FIELD_MAP,
    FIELD_BOUNDED, FIELD_MEASURE, FIELD_INEQUALITIES, FIELD_INTERIOR, FIELDS};

const record_format record_jsonl = {.name = "jsonl",
                                    .is_json = true,
                                    .fields = jsonl_fields,
                                    .totals = true,
                                    .region = jsonl_region,
                                    .end = jsonl_end};

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
        put_value(file, region, *f);
    }
    record_string(file, END_OF_LINE);
}

static const unsigned char csv_fields[] = {
    FIELD_ID,  FIELD_PATTERN,      FIELD_BOUNDED, FIELD_MEASURE,  FIELD_VERTICES, FIELD_RAYS,
    FIELD_MAP, FIELD_INEQUALITIES, FIELD_OWNERS,  FIELD_INTERIOR, FIELD_DIGITS,   FIELDS};

const record_format record_csv = {
    .name = "csv", .fields = csv_fields, .begin = table_begin, .region = table_region};

// ---- H-representations, as lrs (Avis) and cddlib (Fukuda) read them ----

// Those programs have the constant first.
static void ine_row(record_file *file, const crease_region *region, size_t k)
{
    kept_row *kept = record_kept(file, region, k);
    if (record_put_kept(file, kept))
        return;
    const size_t begin = file->length;
    const number_text *row = record_row(file, region, FIELD_INEQUALITIES, k);
    size_t length;
    const char *constant = number_text_entry(row, row->entries - 1, &length);
    record_char(file, ' ');
    record_put(file, constant, length);
    record_char(file, ' ');
    record_put(file, row->text, row->end[row->entries - 2]);
    record_char(file, '\n');
    record_keep(kept, file, begin);
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
        ine_row(file, region, i);
    if (!facets) { // lrs takes no matrix without rows: the whole space is 1 >= 0
        record_string(file, " 1");
        for (size_t i = 0; i < d; i++)
            record_string(file, " 0");
        record_char(file, '\n');
    }
    record_string(file, "end\n");
}

const record_format record_ine = {.name = "ine", .region = ine_region};
