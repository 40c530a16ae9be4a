// Rows of region records in JSON: rationals in strings, or decimals.
#include "out/records_json.h"

#include "base/text.h"

// Exact numbers are strings; digits, slashes and signs need no escapes.
static void list_entry(record_file *file, const number_text *row, size_t k)
{
    size_t length, quote = !file->digits;
    const char *entry = number_text_entry(row, k, &length);
    record_char(file, '"', quote);
    record_list(file, entry, length);
    record_char(file, '"', quote);
}

// Commas take the place of spaces.
static void list_decimals(record_file *file, const number_text *row)
{
    record_text(file, row);
    char *from = file->list + file->listed - row->length;
    for (size_t k = 0; k + 1 < row->entries; k++)
        from[row->end[k]] = ',';
}

static void list_row(record_file *file, const number_text *row)
{
    record_char(file, '[', 1);
    if (file->digits)
        list_decimals(file, row);
    for (size_t k = 0; k < row->entries && !file->digits; k++) {
        record_char(file, ',', k > 0);
        list_entry(file, row, k);
    }
    record_char(file, ']', 1);
}

void record_json_row(json *out, const char *key, record_file *file, const number_text *row)
{
    file->listed = 0;
    list_row(file, row);
    json_spelt(out, key, file->list, file->listed);
}

void record_json_number(json *out, const char *key, record_file *file, const number_text *x)
{
    file->listed = 0;
    list_entry(file, x, 0);
    json_spelt(out, key, file->list, file->listed);
}

void record_json_rows(json *out, const char *key, record_file *file, const crease_region *region,
                      size_t rows, record_row *row)
{
    file->listed = 0;
    record_char(file, '[', 1);
    for (size_t i = 0; i < rows; i++) {
        record_char(file, ',', i > 0);
        list_row(file, row(file, region, i));
    }
    record_char(file, ']', 1);
    json_spelt(out, key, file->list, file->listed);
}

static void list_integer(record_file *file, const char *key, size_t size, int64_t number)
{
    char text[TEXT_NUMBER];
    const int sign = number < 0;
    const char *end = text_put_number(text, (uint64_t)(sign ? -number : number));
    record_list(file, key, size);
    record_char(file, '-', sign);
    record_list(file, text, (size_t)(end - text));
}
#define LIST_INTEGER(file, key, number) list_integer(file, key, sizeof key - 1, number)

static void list_owner(record_file *file, const crease_facet *facet)
{
    static const char border[] = ",\"border\":true";
    if (facet->on_border) {
        record_list(file, border, sizeof border - 1);
        return;
    }
    LIST_INTEGER(file, ",\"layer\":", (int64_t)facet->layer);
    LIST_INTEGER(file, ",\"unit\":", (int64_t)facet->unit);
    LIST_INTEGER(file, ",\"breakpoint\":", (int64_t)facet->breakpoint);
    LIST_INTEGER(file, ",\"side\":", facet->side);
}

void record_json_inequalities(json *out, const char *key, record_file *file,
                              const crease_region *region)
{
    static const char row[] = "{\"row\":";
    file->listed = 0;
    record_char(file, '[', 1);
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        crease_facet facet;
        crease_region_facet_owner(&facet, region, i);
        record_char(file, ',', i > 0);
        record_list(file, row, sizeof row - 1);
        list_row(file, record_inequality(file, region, i));
        list_owner(file, &facet);
        record_char(file, '}', 1);
    }
    record_char(file, ']', 1);
    json_spelt(out, key, file->list, file->listed);
}

void record_json_measure(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)region;
    if (to->measure)
        record_json_number(to->object, file->measure, file, to->measure);
    else
        json_null(to->object, file->measure);
}

void record_json_map(const record_sink *to, record_file *file, const crease_region *region)
{
    record_json_rows(to->object, "map", file, region, crease_net_outputs(file->net), record_map);
}

void record_json_text_begin(record_file *file)
{
    file->listed = 0;
    record_char(file, '"', 1);
}

void record_json_text_end(json *out, const char *key, record_file *file)
{
    record_char(file, '"', 1);
    json_spelt(out, key, file->list, file->listed);
}

void record_json_outline(json *out, const char *key, record_file *file, const outline *line)
{
    int rings = file->dimension == 2;
    file->listed = 0;
    record_list(file, "[[", rings ? 2 : 1);
    for (size_t i = 0; i < line->points; i++) {
        const number_text *point = line->point[i];
        record_char(file, ',', i > 0);
        list_row(file, point);
        if (point->entries == 1) {
            record_listed(file, file->list + file->listed - 1); // the bracket
            record_list(file, ",0]", 3);
        }
    }
    record_list(file, "]]", rings ? 2 : 1);
    json_spelt(out, key, file->list, file->listed);
}

void record_json_rounding(json *out, const record_file *file)
{
    json_count(out, "digits", file->digits);
    json_text(out, "rounding", "to nearest, ties to even");
}
