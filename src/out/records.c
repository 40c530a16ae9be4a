// Writes one record per region during the enumeration, in any format.
#include "out/records.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/out_file.h"
#include "base/text.h"
#include "cell/volume.h"
#include "tree/region.h"
#include "walk/observer.h"
#include "walk/tasks.h"

#include <crease/out.h>
#include <endian.h>
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>

static const record_format *const formats[] = {
    [CREASE_JSONL] = &record_jsonl,
    [CREASE_CSV] = &record_csv,
    [CREASE_INE] = &record_ine,
};

// The bytes of records written at a time, and the digits of sums of measures.
enum { TOGETHER = 1 << 14, SUM_DIGITS = 16 };

typedef struct {
    record_file file; // the batches of consecutive regions are copies with texts of their own
    out_file out;
    bool begun;
    crease_status status;
    crease_error *error;
} record_writer;

// ---- a batch ----

static void file_init(record_file *file)
{
    file->row = _fmpq_vec_init((slong)file->dimension + 1);
    file->point = _fmpq_vec_init((slong)file->dimension);
    fmpq_init(file->volume);
    fmpq_init(file->counterexample_volume);
    enclosed_sum_init(&file->total, SUM_DIGITS);
}

static void file_clear(record_file *file)
{
    _fmpq_vec_clear(file->row, (slong)file->dimension + 1);
    _fmpq_vec_clear(file->point, (slong)file->dimension);
    fmpq_clear(file->volume);
    fmpq_clear(file->counterexample_volume);
    enclosed_sum_clear(&file->total);
    number_text_clear(&file->number);
    kept_integers_clear(file->denominator);
    record_clear_kept(file);
    free(file->text);
}

static void *batch_new(void *data)
{
    const record_file *file = &((const record_writer *)data)->file;
    record_file *batch = memory_new(1, sizeof *batch);
    *batch = (record_file){.format = file->format,
                           .chosen = file->chosen,
                           .net = file->net,
                           .domain = file->domain,
                           .dimension = file->dimension,
                           .arith = file->arith,
                           .digits = file->digits,
                           .property = file->property};
    file_init(batch);
    return batch;
}

static void batch_free(void *data, void *batch)
{
    (void)data;
    file_clear(batch);
    free(batch);
}

static void batch_empty(record_file *batch)
{
    batch->length = batch->counterexamples = 0;
    fmpq_zero(batch->counterexample_volume);
}

static size_t batch_size(const void *batch)
{
    return ((const record_file *)batch)->length;
}

static void find_volume(record_file *file, const crease_region *region)
{
    const bool rounded = file->digits && !file->property;
    file->measured = record_has(file, FIELD_MEASURE) && crease_region_is_bounded(region);
    file->by_ball = file->measured && rounded && region_volume_ball(&file->volume_ball, region) &&
                    number_text_set_balls(&file->number, &file->volume_ball, 1, record_style(file));
    if (file->measured && !file->by_ball)
        crease_region_volume(file->volume, region);
}

static void add_volume(record_file *file)
{
    if (!file->by_ball)
        file->volume_ball = ball_of_quotient(fmpq_numref(file->volume), fmpq_denref(file->volume));
    if (file->volume_ball.bound < INFINITY)
        enclosed_sum_add_ball(&file->total, &file->volume_ball);
    else
        enclosed_sum_add(&file->total, file->volume);
}

static bool region_is_wanted(const record_file *file, const crease_region *region)
{
    const size_t last = crease_net_hidden(file->net) - 1;
    return !file->property ||
           crease_property_is_met_on(file->property, crease_region_pattern(region, last));
}

// A limit may cut a record off, which is then removed.
static crease_visit batch_region(void *data, const crease_region *region)
{
    record_file *file = data;
    const record_format *format = file->format;
    const size_t before = file->length;
    if (!region_is_wanted(file, region))
        return CREASE_GO;
    find_volume(file, region);
    format->region(file, region);
    if (run_is_cancelled()) {
        file->length = before;
        return CREASE_STOP;
    }
    if (format->totals && file->measured)
        add_volume(file);
    if (file->property && file->measured)
        fmpq_add(file->counterexample_volume, file->counterexample_volume, file->volume);
    file->counterexamples++;
    return CREASE_GO;
}

static void pack_batch(void *data, void *from, pack *p)
{
    record_file *file = from;
    (void)data;
    file->length = pack_count(p, file->length, 1);
    MEMORY_RESERVE(file->text, file->capacity, file->length);
    pack_bytes(p, file->text, file->length);
    file->counterexamples = pack_word(p, file->counterexamples);
    pack_rationals(p, file->counterexample_volume, 1);
    enclosed_sum_pack(&file->total, p);
    if (!p->reads)
        batch_empty(file);
}

// ---- the file ----

// Not before the walk has accepted the network and the domain: otherwise a mistake there would
// write half a file to standard output.
static void begin_once(record_writer *writer)
{
    const record_format *format = writer->file.format;
    if (!writer->begun && format->begin)
        format->begin(writer->out.stream, &writer->file);
    writer->begun = true;
}

// Writes the records with region numbers from `first` on.
static void write_batch(FILE *stream, const record_file *batch, uint64_t first)
{
    ASSERT(batch->length == 0 || batch->text);
    const char *rest = batch->text, *end = rest + batch->length, *id;
    char text[TEXT_NUMBER];
    while ((id = memchr(rest, RECORD_ID, (size_t)(end - rest))) && end - id >= RECORD_ID_SIZE) {
        uint64_t number;
        memcpy(&number, id + 1, sizeof number);
        fwrite_unlocked(rest, 1, (size_t)(id - rest), stream);
        const char *past = text_put_number(text, first + le64toh(number));
        fwrite_unlocked(text, 1, (size_t)(past - text), stream);
        rest = id + RECORD_ID_SIZE;
    }
    fwrite_unlocked(rest, 1, (size_t)(end - rest), stream);
}

static crease_visit deliver_batch(void *data, void *from, uint64_t first, uint64_t regions)
{
    record_writer *writer = data;
    record_file *batch = from, *all = &writer->file;
    (void)regions;
    begin_once(writer);
    if (batch->length)
        write_batch(writer->out.stream, batch, first);
    enclosed_sum_append(&all->total, &batch->total);
    all->counterexamples += batch->counterexamples;
    fmpq_add(all->counterexample_volume, all->counterexample_volume, batch->counterexample_volume);
    batch_empty(batch);
    writer->status = out_file_check(&writer->out, writer->error);
    return writer->status == CREASE_OK ? CREASE_GO : CREASE_STOP;
}

// ---- the measure of all regions ----

// The regions of a complete enumeration tile the domain: the sum of their measures is the measure
// of the domain, which is simple. It must lie in the interval that was summed. *total is NULL if a
// region is unbounded, if the enumeration is not complete, or if the format has no total. With a
// property it is the exact sum.
static crease_status find_total(const number_text **total, record_writer *writer,
                                const crease_counts *counts)
{
    record_file *file = &writer->file;
    *total = NULL;
    if (!file->format->totals || !record_has(file, FIELD_MEASURE) || !counts->complete ||
        counts->bounded_regions != counts->activation_regions)
        return CREASE_OK;
    if (file->property)
        fmpq_set(file->volume, file->counterexample_volume);
    else
        domain_volume(file->volume, file->domain, CREASE_EXACT);
    if (!file->property && file->arith != CREASE_FLOAT &&
        !enclosed_sum_holds(&file->total, file->volume))
        return error_set(writer->error,
                         "the %ss of the regions do not add up to that of the "
                         "domain: this is a defect of crease",
                         record_field_name(file, FIELD_MEASURE));
    number_text_set(&file->number, file->volume, 1, record_style(file));
    *total = &file->number;
    return CREASE_OK;
}

// After a stop, the file has the regions that were found, unless a later call resumes the tasks.
static bool is_written(const crease_options *options, crease_status status)
{
    return status == CREASE_OK ? walk_has_results(options)
                               : status == CREASE_STOPPED && !(options && options->folder);
}

// Enumerates and writes to the file, which is open.
static crease_status write_all_records(record_writer *writer, crease_counts *counts,
                                       const crease_options *options)
{
    record_file *file = &writer->file;
    const number_text *total;
    const walk_observer observer = {.data = writer,
                                    .any_cells = !record_needs_vertices(file),
                                    .visitor = {.region = batch_region},
                                    .open = batch_new,
                                    .close = batch_free,
                                    .size = batch_size,
                                    .together = TOGETHER,
                                    .deliver = deliver_batch,
                                    .pack = pack_batch};
    crease_status status =
        walk_observe(counts, file->net, file->domain, options, &observer, writer->error);
    if (status != CREASE_ERROR && !is_written(options, status))
        return status;
    if (writer->status != CREASE_OK) // again, over what the walk says of being stopped
        return out_file_check(&writer->out, writer->error);
    if (status == CREASE_ERROR || find_total(&total, writer, counts) != CREASE_OK)
        return CREASE_ERROR;
    begin_once(writer);
    if (file->format->end)
        file->format->end(writer->out.stream, file, counts, total);
    return status;
}

// Checks, before anything is written, that the format supports the request.
static crease_status check_choice(record_file *file, const crease_records *records,
                                  crease_error *error)
{
    if (records->digits && !file->format->fields)
        return error_set(error, "this format has no decimals of %u digits", records->digits);
    return record_choose(file, records->fields, error);
}

crease_status crease_regions_write(const char *path, const crease_records *records,
                                   crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error)
{
    const record_format *format = formats[records->format];
    record_writer writer = {.file = {.format = format,
                                     .net = net,
                                     .domain = domain,
                                     .dimension = crease_domain_dimension(domain),
                                     .arith = options ? options->arith : CREASE_FILTERED,
                                     .digits = records->digits,
                                     .property = records->property},
                            .error = error};
    if (check_choice(&writer.file, records, error) || out_file_open(&writer.out, path, error))
        return CREASE_ERROR;
    file_init(&writer.file);
    crease_status status = write_all_records(&writer, counts, options);
    if (is_written(options, status))
        status = out_file_end(&writer.out, status, error);
    else
        out_file_abort(&writer.out);
    if (records->counterexamples)
        *records->counterexamples = writer.file.counterexamples;
    file_clear(&writer.file);
    return status;
}
