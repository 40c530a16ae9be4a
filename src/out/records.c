// Writes one record per region, whatever the format, while the walk goes on.
#include "out/records.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/tree_sum.h"
#include "out/file.h"
#include "walk/region.h"

#include <crease/out.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

static const record_format *const formats[] = {
    [CREASE_JSONL] = &record_jsonl, [CREASE_CSV] = &record_csv,         [CREASE_INE] = &record_ine,
    [CREASE_OBJ] = &record_obj,     [CREASE_GEOJSON] = &record_geojson, [CREASE_WKT] = &record_wkt,
};

const char *measure_name(size_t dimension)
{
    static const char *const names[] = {"points", "length", "area", "volume"};
    return names[dimension < 3 ? dimension : 3];
}

void record_pattern(record_file *file, const crease_region *region, const char *gap)
{
    size_t break_length = strlen(gap);
    file->listed = 0;
    for (size_t layer = 0; layer < crease_net_hidden(file->net); layer++) {
        const uint32_t *piece = crease_region_pattern(region, layer);
        size_t units = crease_net_width(file->net, layer);
        MEMORY_RESERVE(file->list, file->list_capacity,
                       file->listed + break_length + units * (TEXT_NUMBER + 1));
        char *end = file->list + file->listed;
        memcpy(end, gap, layer ? break_length : 0);
        end += layer ? break_length : 0;
        for (size_t unit = 0; unit < units; unit++) {
            if (unit)
                *end++ = ' ';
            end = text_put_number(end, piece[unit]);
        }
        file->listed = (size_t)(end - file->list);
    }
}

static const spelling *spelt(record_file *file, const fmpq *x, size_t entries)
{
    if (file->digits)
        spelling_set_rounded(&file->text, &file->rounding, x, entries, file->digits);
    else
        spelling_set(&file->text, x, entries);
    return &file->text;
}

const spelling *record_vertex(record_file *file, const crease_region *region, size_t index)
{
    const spelling *text = region_vertex_text(region, index, file->digits);
    if (text)
        return text;
    crease_region_vertex(file->row, region, index);
    return spelt(file, file->row, file->dimension);
}

const spelling *record_ray(record_file *file, const crease_region *region, size_t index)
{
    crease_region_ray(file->row, region, index);
    return spelt(file, file->row, file->dimension);
}

const spelling *record_map(record_file *file, const crease_region *region, size_t index)
{
    crease_region_map(file->row, region, index);
    return spelt(file, file->row, file->dimension + 1);
}

const spelling *record_inequality(record_file *file, const crease_region *region, size_t index)
{
    return region_facet_text(region, index, file->digits);
}

const spelling *record_interior(record_file *file, const crease_region *region, size_t index)
{
    (void)index;
    crease_region_interior(file->row, region);
    return spelt(file, file->row, file->dimension);
}

const spelling *record_number(record_file *file, const fmpq *x)
{
    return spelt(file, x, 1);
}

typedef struct {
    out_file out;
    const record_format *format;
    record_file file;
    FILE *record; // the present one, in memory: it may be given up
    char *text;
    size_t size;
    fmpq_t volume; // of the present region
    tree_sum total;
    int begun;
    crease_status status; // not CREASE_OK: a write failed
    crease_error *error;
} record_writer;

// Not before the walk has accepted the network and the domain: a mistake there
// should not write half a file to standard output.
static void begin_once(record_writer *writer)
{
    if (!writer->begun && writer->format->begin)
        writer->format->begin(writer->out.stream, &writer->file);
    writer->begun = 1;
}

static crease_visit visit_split(void *data, const crease_split *split)
{
    record_writer *writer = data;
    (void)split;
    tree_sum_open(&writer->total);
    return CREASE_GO;
}

static void visit_leave(void *data, const crease_split *split)
{
    record_writer *writer = data;
    (void)split;
    tree_sum_close(&writer->total);
}

static crease_visit visit_region(void *data, const crease_region *region)
{
    record_writer *writer = data;
    int measured = !writer->format->shape_only && crease_region_is_bounded(region);
    begin_once(writer);
    if (measured && writer->file.digits && !writer->format->totals)
        region_volume_unreduced(writer->volume, region);
    else if (measured)
        crease_region_volume(writer->volume, region);
    rewind(writer->record);
    writer->status = writer->format->region(writer->record, &writer->file, region,
                                            measured ? writer->volume : NULL, writer->error);
    fflush(writer->record);
    if (run_has_given_up())
        return CREASE_STOP;
    fmpq *sum = tree_sum_here(&writer->total);
    if (measured && writer->format->totals)
        fmpq_add(sum, sum, writer->volume);
    fwrite(writer->text, 1, writer->size, writer->out.stream);
    if (writer->status == CREASE_OK)
        writer->status = out_file_check(&writer->out, writer->error);
    return writer->status == CREASE_OK ? CREASE_GO : CREASE_STOP;
}

static void writer_init(record_writer *writer, crease_record_format format, unsigned digits,
                        const crease_net *net, const crease_domain *domain,
                        const crease_options *options, crease_error *error)
{
    size_t dimension = crease_domain_dimension(domain);
    *writer = (record_writer){
        .format = formats[format],
        .file = {.net = net,
                 .domain = domain,
                 .dimension = dimension,
                 .measure = measure_name(dimension),
                 .arith = options ? options->arith : CREASE_FILTERED,
                 .digits = !digits && formats[format]->rounds ? CREASE_DIGITS : digits,
                 .row = _fmpq_vec_init((slong)dimension + 1)},
        .error = error,
    };
    writer->record = memory_stream(&writer->text, &writer->size);
    fmpq_init(writer->volume);
    tree_sum_init(&writer->total, 1);
}

static void writer_clear(record_writer *writer)
{
    _fmpq_vec_clear(writer->file.row, (slong)writer->file.dimension + 1);
    spelling_clear(&writer->file.text);
    decimal_clear(&writer->file.rounding);
    free(writer->file.list);
    fclose(writer->record);
    free(writer->text);
    fmpq_clear(writer->volume);
    tree_sum_clear(&writer->total);
}

// Walks and writes; the file is open. The status is the walk's, or CREASE_ERROR.
static crease_status write_walk(record_writer *writer, crease_counts *counts,
                                const crease_options *options)
{
    const record_format *format = writer->format;
    record_file *file = &writer->file;
    crease_visitor visitor = {.data = writer,
                              .wants_maps = !format->shape_only,
                              .split = visit_split,
                              .region = visit_region,
                              .leave = visit_leave};
    crease_status status =
        crease_walk(counts, file->net, file->domain, options, &visitor, writer->error);
    if (writer->status != CREASE_OK || status == CREASE_ERROR)
        return CREASE_ERROR;
    begin_once(writer);
    const fmpq *total = tree_sum_total(&writer->total);
    if (format->end)
        format->end(writer->out.stream, file, counts,
                    format->totals && counts->bounded_regions == counts->activation_regions ? total
                                                                                            : NULL);
    return status;
}

crease_status crease_write_records(const char *path, crease_record_format format,
                                   crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error)
{
    return crease_write_rounded_records(path, format, 0, counts, net, domain, options, error);
}

crease_status crease_write_rounded_records(const char *path, crease_record_format format,
                                           unsigned digits, crease_counts *counts,
                                           const crease_net *net, const crease_domain *domain,
                                           const crease_options *options, crease_error *error)
{
    record_writer writer;
    crease_status status = CREASE_OK;
    writer_init(&writer, format, digits, net, domain, options, error);
    if (digits && (format == CREASE_INE || format == CREASE_OBJ))
        status = error_set(error, "this format has no decimals of %u digits", digits);
    if (status == CREASE_OK && writer.format->check)
        status = writer.format->check(&writer.file, error);
    if (status == CREASE_OK)
        status = out_file_open(&writer.out, path, error);
    if (status == CREASE_OK) {
        status = write_walk(&writer, counts, options);
        if (status == CREASE_ERROR)
            out_file_abort(&writer.out);
        else if (out_file_commit(&writer.out, error) != CREASE_OK)
            status = CREASE_ERROR;
    }
    writer_clear(&writer);
    return status;
}
