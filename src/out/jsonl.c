// Region records as JSON lines: one object a line, the totals last.
#include "out/records.h"

#include "base/json_writer.h"
#include "base/memory.h"

#include <string.h>

// Rows are put together as text, and given to the writer at once: digits, slashes and signs need no
// escapes.
static void list_byte(record_file *file, char byte)
{
    MEMORY_RESERVE(file->list, file->list_capacity, file->listed + 1);
    file->list[file->listed++] = byte;
}

static void list_row(record_file *file, const spelling *row)
{
    list_byte(file, '[');
    for (size_t i = 0; i < row->entries; i++) {
        size_t length;
        const char *entry = spelling_entry(row, i, &length);
        MEMORY_RESERVE(file->list, file->list_capacity, file->listed + length + 3);
        char *to = file->list + file->listed;
        *to++ = '"';
        memcpy(to, entry, length);
        to[length] = '"';
        file->listed += length + 2;
        if (i + 1 < row->entries)
            list_byte(file, ',');
    }
    list_byte(file, ']');
}

static void json_row(json *out, const char *key, record_file *file, const spelling *row)
{
    file->listed = 0;
    list_row(file, row);
    json_spelt(out, key, file->list, file->listed);
}

// The value of a key that has one number.
static void json_number(json *out, const char *key, record_file *file, const fmpq *x)
{
    file->listed = 0;
    list_row(file, record_number(file, x));
    json_spelt(out, key, file->list + 1, file->listed - 2); // without brackets
}

static void json_pattern(json *out, const crease_net *net, const crease_region *region)
{
    json_array_open(out, "pattern");
    for (size_t layer = 0; layer < crease_net_hidden(net); layer++)
        json_counts(out, NULL, crease_region_pattern(region, layer), crease_net_width(net, layer));
    json_array_close(out);
}

static void json_rows(json *out, const char *key, record_file *file, const crease_region *region,
                      size_t rows, record_row *row)
{
    file->listed = 0;
    list_byte(file, '[');
    for (size_t i = 0; i < rows; i++) {
        if (i)
            list_byte(file, ',');
        list_row(file, row(file, region, i));
    }
    list_byte(file, ']');
    json_spelt(out, key, file->list, file->listed);
}

static void json_measure(json *out, record_file *file, const fmpq *x)
{
    if (x)
        json_number(out, file->measure, file, x);
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
        json_row(out, "row", file, record_inequality(file, region, i));
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
                                  const fmpq *volume, crease_error *error)
{
    (void)error;
    json made, *out = &made;
    json_open_on(out, stream);
    json_count(out, "id", crease_region_id(region));
    json_pattern(out, file->net, region);
    json_rows(out, "vertices", file, region, crease_region_vertices(region), record_vertex);
    json_rows(out, "rays", file, region, crease_region_rays(region), record_ray);
    json_rows(out, "map", file, region, crease_net_outputs(file->net), record_map);
    json_truth(out, "bounded", crease_region_is_bounded(region));
    json_measure(out, file, volume);
    json_inequalities(out, file, region);
    json_row(out, "interior", file, record_interior(file, region, 0));
    end_line(out, stream);
    return CREASE_OK;
}

static void jsonl_end(FILE *stream, record_file *file, const crease_counts *counts,
                      const fmpq *total)
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
    json_object_close(out);
    end_line(out, stream);
}

const record_format record_jsonl = {.region = jsonl_region, .end = jsonl_end};
