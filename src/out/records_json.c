// Fields of region records as members of a JSON object: rationals in strings, or decimals.
#include "out/records_json.h"

#include "tree/region.h"

void record_json_key(record_file *file, const char *name)
{
    if (file->text[file->length - 1] != '{')
        record_char(file, ',');
    record_char(file, '"');
    record_string(file, name);
    record_string(file, "\":");
}

// Exact numbers are strings; digits, slashes and signs need no escapes.
static void json_number(record_file *file, const number_text *row, size_t k)
{
    size_t length;
    const char *entry = number_text_entry(row, k, &length);
    if (!file->digits)
        record_char(file, '"');
    record_put(file, entry, length);
    if (!file->digits)
        record_char(file, '"');
}

void record_json_row(record_file *file, const number_text *row)
{
    record_char(file, '[');
    for (size_t k = 0; k < row->entries; k++) {
        if (k)
            record_char(file, ',');
        json_number(file, row, k);
    }
    record_char(file, ']');
}

// null for -1.
static void json_index(record_file *file, int64_t index)
{
    if (index < 0)
        record_string(file, "null");
    else
        record_count(file, (uint64_t)index);
}

static void json_member_count(record_file *file, const char *name, uint64_t number)
{
    record_json_key(file, name);
    record_count(file, number);
}

// The row of an inequality and the unit on whose crease it lies, or the border of the domain.
static void json_inequality(record_file *file, const crease_region *region, size_t k)
{
    crease_facet facet;
    crease_region_facet_owner(&facet, region, k);
    record_string(file, "{\"row\":");
    record_json_row(file, record_row(file, region, FIELD_INEQUALITIES, k));
    if (facet.on_border) {
        record_string(file, ",\"border\":true}");
        return;
    }
    json_member_count(file, "layer", facet.layer);
    json_member_count(file, "unit", facet.unit);
    json_member_count(file, "breakpoint", facet.breakpoint);
    record_string(file, facet.side < 0 ? ",\"side\":-1}" : ",\"side\":1}");
}

static void json_rows(record_file *file, const crease_region *region, record_field field)
{
    const size_t count = record_rows(file, region, field);
    record_char(file, '[');
    for (size_t k = 0; k < count; k++) {
        if (k)
            record_char(file, ',');
        if (field == FIELD_INEQUALITIES)
            json_inequality(file, region, k);
        else
            record_json_row(file, record_row(file, region, field, k));
    }
    record_char(file, ']');
}

void record_json_field(record_file *file, const crease_region *region, record_field field)
{
    record_json_key(file, record_field_name(file, field));
    switch (field) {
    case FIELD_ID:
        record_id(file, region);
        return;
    case FIELD_BOUNDED:
        record_string(file, crease_region_is_bounded(region) ? "true" : "false");
        return;
    case FIELD_MEASURE:
        if (file->measured)
            json_number(file, record_row(file, region, field, 0), 0);
        else
            record_string(file, "null");
        return;
    case FIELD_CLASS:
        json_index(file, record_class(file, region));
        return;
    case FIELD_LAYER:
        json_index(file, record_layer(region));
        return;
    case FIELD_INTERIOR:
        record_json_row(file, record_row(file, region, field, 0));
        return;
    default:
        json_rows(file, region, field);
    }
}

void record_json_rounding(json *out, const record_file *file)
{
    json_count(out, "digits", file->digits);
    json_text(out, "rounding", "to nearest, ties to even");
}
