// Writes one record per region, whatever the format, while the walk goes on.
#include "out/records.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "base/text.h"
#include "exact/interval.h" // MPFR before FLINT
#include "exact/tree_sum.h"
#include "geom/print_cache.h"
#include "tree/region.h"

#include <crease/out.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <inttypes.h>
#include <math.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

static const record_format *const formats[] = {
    [CREASE_JSONL] = &record_jsonl,     [CREASE_CSV] = &record_csv, [CREASE_INE] = &record_ine,
    [CREASE_GEOJSON] = &record_geojson, [CREASE_WKT] = &record_wkt,
};
static const char *const format_name[] = {
    [CREASE_JSONL] = "jsonl",     [CREASE_CSV] = "csv", [CREASE_INE] = "ine",
    [CREASE_GEOJSON] = "geojson", [CREASE_WKT] = "wkt",
};

const char *measure_name(size_t dimension)
{
    static const char *const names[] = {"points", "length", "area", "volume"};
    return names[dimension < 3 ? dimension : 3];
}

static char *put_pieces(char *end, const uint32_t *piece, size_t units, char between)
{
    for (size_t unit = 0; unit < units; unit++) {
        if (piece[unit] < 10)
            *end++ = (char)('0' + piece[unit]);
        else
            end = text_put_number(end, piece[unit]);
        *end++ = between;
    }
    return end;
}

void record_pattern(record_file *file, const crease_region *region, char between, const char *gap)
{
    size_t break_length = strlen(gap);
    MEMORY_RESERVE(file->list, file->list_capacity, file->listed + 1); // of no hidden layers too
    for (size_t layer = 0; layer < crease_net_hidden(file->net); layer++) {
        size_t units = crease_net_width(file->net, layer);
        MEMORY_RESERVE(file->list, file->list_capacity,
                       file->listed + break_length + units * (TEXT_NUMBER + 1));
        char *begin = file->list + file->listed;
        for (const char *c = gap; layer && *c; c++)
            *begin++ = *c;
        char *end = put_pieces(begin, crease_region_pattern(region, layer), units, between);
        file->listed = (size_t)(end - (end > begin) - file->list);
    }
}

const number_text *record_vertex(record_file *file, const crease_region *region, size_t index)
{
    if (region_has_vertex(region))
        return print_point_text(region_space(region),
                                region_point(region, region_vertex_generator(region, index)),
                                file->digits);
    crease_region_vertex(file->row, region, index);
    number_text_set(&file->text, file->row, file->dimension, file->digits);
    return &file->text;
}

const number_text *record_ray(record_file *file, const crease_region *region, size_t index)
{
    crease_region_ray(file->row, region, index);
    number_text_set(&file->text, file->row, file->dimension, file->digits);
    return &file->text;
}

const number_text *record_map(record_file *file, const crease_region *region, size_t index)
{
    const size_t columns = file->dimension + 1;
    if (file->digits) {
        region_map_row(file->integer, file->integer + columns, region, index);
        number_text_set_row(&file->text, file->integer, file->integer + columns, columns,
                            file->digits);
    } else {
        crease_region_map(file->row, region, index);
        number_text_set(&file->text, file->row, columns, 0);
    }
    return &file->text;
}

const number_text *record_inequality(record_file *file, const crease_region *region, size_t index)
{
    const cell_facet of = region_facet_plane(region, index);
    const number_text *text = print_plane_text(region_space(region), of.plane, file->digits);
    if (of.side >= 0)
        return text;
    number_text_negate(&file->text, text);
    return &file->text;
}

const number_text *record_interior(record_file *file, const crease_region *region, size_t index)
{
    (void)index;
    const size_t d = file->dimension;
    if (file->digits) {
        region_interior_row(file->integer, region);
        number_text_set_row(&file->text, file->integer, file->integer + d, d, file->digits);
    } else {
        crease_region_interior(file->row, region);
        number_text_set(&file->text, file->row, d, 0);
    }
    return &file->text;
}

// ---- Numbers that are known when a record is written ----

void record_put_id(FILE *stream, record_file *file, const crease_region *region)
{
    MEMORY_RESERVE(file->mark, file->mark_capacity, file->marks + 1);
    file->mark[file->marks++] =
        (record_mark){.at = (size_t)ftello(stream), .number = crease_region_id(region)};
}

// ---- Records of some regions that follow one another ----

// So many bytes of records are written at a time.
enum { TOGETHER = 1 << 14 };

typedef struct {
    const char *path;
    const crease_options *options;
    out_file out;
    char buffer[TOGETHER]; // of its stream
    int opened;
    const record_format *format;
    record_file file; // of which portions have copies, with scratch of their own
    uint64_t first;   // number of the next region
    char *numbered;   // scratch: records with these numbers
    size_t numbered_capacity;
    tree_sum total;
    interval enclosed; // the total, where no exact sum is kept
    int summing;       // records are written; exact sums are made in a second enumeration
    int begun;
    crease_status status; // not CREASE_OK: a write failed
    crease_error *error;
} record_writer;

typedef struct {
    const record_format *format;
    record_file file;
    FILE *record; // in memory
    char *text;
    size_t size;
    size_t end, marks; // of the records that are done; the present one may be given up
    fmpq_t volume;     // of the present region
    tree_sum total;
    interval enclosed, term; // term: scratch
    int summing;
    crease_status status;
    crease_error error;
} record_portion;

static void file_clear(record_file *file)
{
    _fmpq_vec_clear(file->row, (slong)file->dimension + 1);
    _fmpz_vec_clear(file->integer, (slong)file->dimension + 2);
    number_text_clear(&file->measured);
    number_text_clear(&file->text);
    free(file->list);
    free(file->mark);
}

// Of sums in intervals: a rounding loses 2^-64 of the unit of the last digit.
static mpfr_prec_t sum_precision(const record_file *file)
{
    return 64 + 4 * (mpfr_prec_t)file->digits;
}

static void *portion_new(void *data)
{
    const record_writer *writer = data;
    record_portion *portion = memory_new(1, sizeof *portion);
    const record_file *file = &writer->file;
    portion->format = writer->format;
    portion->file = (record_file){.field = file->field,
                                  .chosen = file->chosen,
                                  .needs = file->needs,
                                  .net = file->net,
                                  .domain = file->domain,
                                  .dimension = file->dimension,
                                  .measure = file->measure,
                                  .arith = file->arith,
                                  .digits = file->digits,
                                  .sums = file->sums,
                                  .row = _fmpq_vec_init((slong)file->dimension + 1),
                                  .integer = _fmpz_vec_init((slong)file->dimension + 2)};
    portion->record = memory_stream(&portion->text, &portion->size);
    __fsetlocking(portion->record, FSETLOCKING_BYCALLER); // no other thread writes to it
    portion->summing = writer->summing;
    fmpq_init(portion->volume);
    tree_sum_init(&portion->total, 1);
    interval_init(&portion->enclosed, sum_precision(file));
    interval_init(&portion->term, sum_precision(file));
    return portion;
}

static void portion_free(void *data, void *from)
{
    record_portion *portion = from;
    (void)data;
    file_clear(&portion->file);
    fclose(portion->record);
    free(portion->text);
    fmpq_clear(portion->volume);
    tree_sum_clear(&portion->total);
    interval_clear(&portion->enclosed);
    interval_clear(&portion->term);
    free(portion);
}

static size_t portion_size(const void *from)
{
    const record_portion *portion = from;
    return portion->end + portion->marks * sizeof *portion->file.mark;
}

static crease_visit visit_split(void *to, const crease_split *split)
{
    record_portion *portion = to;
    (void)split;
    if (portion->file.sums)
        tree_sum_open(&portion->total);
    return CREASE_GO;
}

static void visit_leave(void *to, const crease_split *split)
{
    record_portion *portion = to;
    (void)split;
    if (portion->file.sums)
        tree_sum_close(&portion->total);
}

static void measure(record_portion *portion, const crease_region *region)
{
    const record_file *file = &portion->file;
    if (file->digits && !file->sums)
        region_volume_unreduced(portion->volume, region);
    else
        crease_region_volume(portion->volume, region);
}

static void add_measure(record_portion *portion)
{
    if (portion->file.sums) {
        fmpq *sum = tree_sum_here(&portion->total);
        fmpq_add(sum, sum, portion->volume);
    } else {
        interval_set_fmpq(&portion->term, portion->volume);
        interval_add(&portion->enclosed, &portion->enclosed, &portion->term);
    }
}

static crease_status write_region(record_portion *portion, const crease_region *region,
                                  int measured)
{
    const record_format *format = portion->format;
    record_file *file = &portion->file;
    if (measured)
        number_text_set(&file->measured, portion->volume, 1, file->digits);
    if (format->between && portion->end)
        fputs(format->between, portion->record);
    crease_status status = format->region(portion->record, file, region,
                                          measured ? &file->measured : NULL, &portion->error);
    fflush(portion->record); // text and size are of all that was written
    return status;
}

static crease_visit visit_region(void *to, const crease_region *region)
{
    record_portion *portion = to;
    int measured = record_needs(&portion->file, RECORD_MEASURE) && crease_region_is_bounded(region);
    if (measured)
        measure(portion, region);
    if (!portion->summing)
        portion->status = write_region(portion, region, measured);
    if (run_has_given_up())
        return CREASE_STOP;
    if (measured)
        add_measure(portion);
    portion->end = portion->size;
    portion->marks = portion->file.marks;
    return portion->status == CREASE_OK ? CREASE_GO : CREASE_STOP;
}

// ---- The file ----

// Not before the walk has accepted the network and the domain: a mistake there
// should not write half a file to standard output.
static void begin_once(record_writer *writer)
{
    if (!writer->begun && writer->format->begin)
        writer->format->begin(writer->out.stream, &writer->file);
    writer->begun = 1;
}

// All in one piece, for a stream takes its time over each.
static void write_records(record_writer *writer, const record_portion *portion)
{
    const char *from = portion->text; // NULL before the first region
    if (!portion->end)
        return;
    MEMORY_RESERVE(writer->numbered, writer->numbered_capacity,
                   portion->end + portion->marks * TEXT_NUMBER);
    char *to = writer->numbered;
    for (size_t i = 0; i < portion->marks; i++) {
        const record_mark *mark = portion->file.mark + i;
        const char *end = portion->text + mark->at;
        memcpy(to, from, (size_t)(end - from));
        to = text_put_number(to + (end - from), writer->first + mark->number);
        from = end;
    }
    const size_t rest = (size_t)(portion->text + portion->end - from);
    memcpy(to, from, rest);
    fwrite(writer->numbered, 1, (size_t)(to - writer->numbered) + rest, writer->out.stream);
}

// Of the last region of a portion.
static void name_region(crease_error *error, const crease_error *found, uint64_t region)
{
    const char *mark = strstr(found->message, RECORD_ID);
    if (mark)
        error_set(error, "%.*s%" PRIu64 "%s", (int)(mark - found->message), found->message, region,
                  mark + strlen(RECORD_ID));
    else
        error_set(error, "%s", found->message);
}

static crease_visit tell(void *data, void *from, uint64_t first, uint64_t regions)
{
    record_writer *writer = data;
    record_portion *portion = from;
    if (writer->file.sums)
        tree_sum_append(&writer->total, &portion->total);
    if (writer->summing)
        return CREASE_GO;
    interval_add(&writer->enclosed, &writer->enclosed, &portion->enclosed);
    interval_zero(&portion->enclosed);
    begin_once(writer);
    writer->first = first;
    if (writer->format->between && portion->end)
        fputs(first ? writer->format->between : "\n", writer->out.stream);
    write_records(writer, portion);
    writer->status = portion->status;
    if (writer->status)
        name_region(writer->error, &portion->error, first + regions - 1);
    else
        writer->status = out_file_check(&writer->out, writer->error);
    rewind(portion->record);
    portion->end = portion->marks = portion->file.marks = 0;
    return writer->status == CREASE_OK ? CREASE_GO : CREASE_STOP;
}

// Before the walk, which may take long.
static crease_status writer_open(record_writer *writer)
{
    if (out_file_open(&writer->out, writer->path, writer->error))
        return CREASE_ERROR;
    writer->opened = 1;
    __fsetlocking(writer->out.stream, FSETLOCKING_BYCALLER); // one portion at a time is told of
    setvbuf(writer->out.stream, writer->buffer, _IOFBF, sizeof writer->buffer);
    return CREASE_OK;
}

static void writer_init(record_writer *writer, const crease_records *records, const crease_net *net,
                        const crease_domain *domain, const crease_options *options,
                        crease_error *error)
{
    size_t dimension = crease_domain_dimension(domain);
    const record_format *format = formats[records->format];
    *writer = (record_writer){
        .options = options,
        .format = format,
        .file = {.field = format->field,
                 .net = net,
                 .domain = domain,
                 .dimension = dimension,
                 .measure = measure_name(dimension),
                 .arith = options ? options->arith : CREASE_FILTERED,
                 .digits = !records->digits && format->rounds ? CREASE_DIGITS : records->digits,
                 .row = _fmpq_vec_init((slong)dimension + 1),
                 .integer = _fmpz_vec_init((slong)dimension + 2)},
        .error = error,
    };
    tree_sum_init(&writer->total, 1);
    interval_init(&writer->enclosed, sum_precision(&writer->file));
}

// Before anything is written: what is asked for, and whether there is that.
static crease_status writer_choose(record_writer *writer, const crease_records *records)
{
    record_file *file = &writer->file;
    const record_format *format = writer->format;
    if (records->digits && format == &record_ine)
        return error_set(writer->error, "this format has no decimals of %u digits",
                         records->digits);
    if (record_choose(file, format_name[records->format], records->fields, writer->error))
        return CREASE_ERROR;
    file->sums = format->totals && record_needs(file, RECORD_MEASURE) && !file->digits;
    return format->check ? format->check(file, writer->error) : CREASE_OK;
}

static void writer_clear(record_writer *writer)
{
    file_clear(&writer->file);
    tree_sum_clear(&writer->total);
    interval_clear(&writer->enclosed);
    free(writer->numbered);
}

// ---- The measure of all regions ----

// Whether all numbers between the ends of the interval have the same decimal, which is put into
// file->measured.
static int is_decided(record_writer *writer)
{
    record_file *file = &writer->file;
    crease_enclosure ends;
    fmpq_init(ends.lo);
    fmpq_init(ends.hi);
    interval_ends(&ends, &writer->enclosed);
    number_text_set(&file->text, ends.lo, 1, file->digits);
    number_text_set(&file->measured, ends.hi, 1, file->digits);
    fmpq_clear(ends.lo);
    fmpq_clear(ends.hi);
    return file->text.length == file->measured.length &&
           memcmp(file->text.text, file->measured.text, file->text.length) == 0;
}

// Enumerates the same regions once more to sum their measures exactly, where the interval contains
// a tie. Returns whether it met all of them.
static int sum_again(record_writer *writer, const crease_counts *counts,
                     const crease_options *options, const crease_listener *listener)
{
    crease_options again = {.max_regions = counts->activation_regions};
    crease_counts met;
    crease_error error;
    if (options) {
        again.threads = options->threads;
        again.arith = options->arith;
        again.tolerance = options->tolerance;
        again.interrupt = counts->complete ? options->interrupt : NULL;
    }
    writer->summing = writer->file.sums = 1;
    crease_counts_init(&met, writer->file.net);
    crease_listen(&met, writer->file.net, writer->file.domain, &again, listener, &error);
    int all = met.activation_regions == counts->activation_regions;
    crease_counts_clear(&met);
    return all;
}

// As text; NULL if a region is unbounded, or if nobody wants it.
static const number_text *total_text(record_writer *writer, const crease_counts *counts,
                                     const crease_options *options, const crease_listener *listener)
{
    record_file *file = &writer->file;
    if (!writer->format->totals || !record_needs(file, RECORD_MEASURE) ||
        counts->bounded_regions != counts->activation_regions)
        return NULL;
    if (!file->sums && is_decided(writer))
        return &file->measured;
    if (!file->sums && !sum_again(writer, counts, options, listener))
        return NULL;
    number_text_set(&file->measured, tree_sum_total(&writer->total), 1, file->digits);
    return &file->measured;
}

// Walks and writes; the file is open. The status is the walk's, or
// CREASE_ERROR.
static crease_status write_walk(record_writer *writer, crease_counts *counts,
                                const crease_options *options)
{
    const record_format *format = writer->format;
    record_file *file = &writer->file;
    const crease_listener listener = {.data = writer,
                                      .visitor = {.wants_maps = record_needs(file, RECORD_MAP),
                                                  .split = visit_split,
                                                  .region = visit_region,
                                                  .leave = visit_leave},
                                      .open = portion_new,
                                      .close = portion_free,
                                      .size = portion_size,
                                      .together = TOGETHER,
                                      .tell = tell};
    crease_status status =
        crease_listen(counts, file->net, file->domain, options, &listener, writer->error);
    if (writer->status != CREASE_OK || status == CREASE_ERROR)
        return CREASE_ERROR;
    begin_once(writer);
    if (format->end)
        format->end(writer->out.stream, file, counts,
                    total_text(writer, counts, options, &listener));
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
    const crease_records records = {.format = format, .digits = digits};
    return crease_write_chosen_records(path, &records, counts, net, domain, options, error);
}

crease_status crease_write_chosen_records(const char *path, const crease_records *records,
                                          crease_counts *counts, const crease_net *net,
                                          const crease_domain *domain,
                                          const crease_options *options, crease_error *error)
{
    record_writer writer;
    writer_init(&writer, records, net, domain, options, error);
    crease_status status = writer_choose(&writer, records);
    writer.path = path;
    if (status == CREASE_OK)
        status = writer_open(&writer);
    if (status == CREASE_OK)
        status = write_walk(&writer, counts, options);
    if (writer.opened && status == CREASE_ERROR)
        out_file_abort(&writer.out);
    else if (writer.opened && out_file_commit(&writer.out, error) != CREASE_OK)
        status = CREASE_ERROR;
    writer_clear(&writer);
    return status;
}
