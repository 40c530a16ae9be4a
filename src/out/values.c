// Values of fields of region records, as JSON or as cells of a table.
//
// No value needs escapes. A cell consists of digits, '-', '/', words and the separators ' ' between
// numbers, ';' between points or rows, '|' between layers.
#include "out/records.h"

// JSON: exact numbers are strings.
static void put_json_entry(record_file *file, const number_text *row, size_t k)
{
    size_t length;
    const char *entry = number_text_entry(row, k, &length);
    if (!file->digits)
        record_char(file, '"');
    record_put(file, entry, length);
    if (!file->digits)
        record_char(file, '"');
}

static void put_entries(record_file *file, const number_text *row)
{
    if (!file->format->is_json) {
        record_put(file, row->text, row->length);
        return;
    }
    for (size_t k = 0; k < row->entries; k++) {
        if (k)
            record_char(file, ',');
        put_json_entry(file, row, k);
    }
}

static void put_row(record_file *file, const number_text *row)
{
    const int is_json = file->format->is_json;
    if (is_json)
        record_char(file, '[');
    put_entries(file, row);
    if (is_json)
        record_char(file, ']');
}

// "layer", "unit", "breakpoint" and "side", or "border": the owner of an inequality.
static void put_owner(record_file *file, const crease_region *region, size_t k)
{
    static const char *const names[2][4] = {
        {"", " ", " ", " "}, {",\"layer\":", ",\"unit\":", ",\"breakpoint\":", ",\"side\":"}};
    const int is_json = file->format->is_json;
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

static void put_item(record_file *file, const crease_region *region, record_field field, size_t k)
{
    if (field == FIELD_OWNERS) {
        put_owner(file, region, k);
    } else if (field == FIELD_INEQUALITIES && file->format->is_json) {
        record_string(file, "{\"row\":");
        put_row(file, record_row(file, region, field, k));
        put_owner(file, region, k);
        record_char(file, '}');
    } else {
        put_row(file, record_row(file, region, field, k));
    }
}

static void put_list(record_file *file, const crease_region *region, record_field field)
{
    const int is_json = file->format->is_json;
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

static void put_none(record_file *file)
{
    if (file->format->is_json)
        record_string(file, "null");
}

// JSON lines have a list for each layer.
static void put_pattern(record_file *file, const crease_region *region)
{
    const int is_json = file->format->is_json;
    if (is_json)
        record_string(file, crease_net_hidden(file->net) ? "[[" : "[");
    record_pattern(file, region, is_json ? ',' : ' ', is_json ? "],[" : "|");
    if (is_json)
        record_string(file, crease_net_hidden(file->net) ? "]]" : "]");
}

void record_value(record_file *file, const crease_region *region, record_field field)
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
        if (file->measured)
            put_entries(file, record_row(file, region, field, 0));
        else
            put_none(file);
        return;
    case FIELD_INTERIOR:
        put_row(file, record_row(file, region, field, 0));
        return;
    default:
        put_list(file, region, field);
    }
}

void record_key(record_file *file, const char *name)
{
    if (file->text[file->length - 1] != '{')
        record_char(file, ',');
    record_char(file, '"');
    record_string(file, name);
    record_string(file, "\":");
}

void record_member(record_file *file, const crease_region *region, record_field field)
{
    if (!record_has(file, field))
        return;
    record_key(file, record_field_name(file, field));
    record_value(file, region, field);
}
