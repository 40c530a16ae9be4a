// Writes one record per region, whatever the format, while the walk goes on.
#include "out/records.h"

#include "base/limits.h"
#include "base/memory.h"
#include "exact/tree_sum.h"
#include "out/file.h"

#include <crease/out.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

static const record_format *const formats[] = {
    [CREASE_JSONL] = &record_jsonl,
    [CREASE_CSV] = &record_csv,
    [CREASE_INE] = &record_ine,
    [CREASE_OBJ] = &record_obj,
};

const char *measure_name(size_t dimension)
{
    static const char *const names[] = {"points", "length", "area", "volume"};
    return names[dimension < 3 ? dimension : 3];
}

void record_pattern(FILE *stream, const crease_net *net, const crease_region *region,
                    const char *gap)
{
    for (size_t layer = 0; layer < crease_net_hidden(net); layer++) {
        const uint32_t *piece = crease_region_pattern(region, layer);
        fputs(layer ? gap : "", stream);
        for (size_t unit = 0; unit < crease_net_width(net, layer); unit++)
            fprintf(stream, unit ? " %u" : "%u", (unsigned)piece[unit]);
    }
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
    if (measured)
        crease_region_volume(writer->volume, region);
    rewind(writer->record);
    writer->status = writer->format->region(writer->record, &writer->file, region,
                                            measured ? writer->volume : NULL, writer->error);
    fflush(writer->record);
    if (run_has_given_up())
        return CREASE_STOP;
    fmpq *sum = tree_sum_here(&writer->total);
    if (measured)
        fmpq_add(sum, sum, writer->volume);
    fwrite(writer->text, 1, writer->size, writer->out.stream);
    if (writer->status == CREASE_OK)
        writer->status = out_file_check(&writer->out, writer->error);
    return writer->status == CREASE_OK ? CREASE_GO : CREASE_STOP;
}

static void writer_init(record_writer *writer, crease_record_format format, const crease_net *net,
                        const crease_domain *domain, const crease_options *options,
                        crease_error *error)
{
    size_t dimension = crease_domain_dimension(domain);
    *writer = (record_writer){
        .format = formats[format],
        .file = {.net = net,
                 .domain = domain,
                 .dimension = dimension,
                 .measure = measure_name(dimension),
                 .arith = options ? options->arith : CREASE_FILTERED,
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
    const record_file *file = &writer->file;
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
                    counts->bounded_regions == counts->activation_regions ? total : NULL);
    return status;
}

crease_status crease_write_records(const char *path, crease_record_format format,
                                   crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error)
{
    record_writer writer;
    writer_init(&writer, format, net, domain, options, error);
    crease_status status = CREASE_OK;
    if (writer.format->check)
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
