// Writes one record per region, whatever the format, while the walk goes on.
#include "out/records.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "base/text.h"
#include "exact/tree_sum.h"
#include "exact/versions.h"
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

// Pieces of one digit, as most are, eight at a time: each a letter and what is between.
typedef uint32_t pieces __attribute__((vector_size(32), aligned(4), may_alias));
typedef uint16_t letters __attribute__((vector_size(16), aligned(1), may_alias));

// Returns how many units it has put: a multiple of eight, or none if one has more than one digit.
VERSIONS static size_t put_digits(char *to, const uint32_t *piece, size_t units, char between)
{
    const char zero[] = {'0', between}, one[] = {1, 0};
    uint16_t start, step;
    uint32_t bits = 0;
    pieces all = {0};
    memcpy(&start, zero, sizeof start);
    memcpy(&step, one, sizeof step);
    for (size_t unit = 0; unit + 8 <= units; unit += 8) {
        const pieces eight = *(const pieces *)(piece + unit);
        all |= eight;
        *(letters *)(to + 2 * unit) = __builtin_convertvector(eight, letters) * step + start;
    }
    for (int k = 0; k < 8; k++)
        bits |= all[k];
    return bits < 8 ? units / 8 * 8 : 0;
}

static char *put_pieces(char *end, const uint32_t *piece, size_t units, char between)
{
    const size_t put = put_digits(end, piece, units, between);
    end += 2 * put;
    for (size_t unit = put; unit < units; unit++) {
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

// Balls decide nearly all decimals.
static int has_balls(const record_file *file)
{
    return file->digits > 0 && file->digits <= DECIMAL_BALL;
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

// Maps in integers are not asked of the walk then, but made for the few that balls do not decide.
static int has_map_balls(const record_file *file)
{
    return has_balls(file) && file->arith == CREASE_FILTERED;
}

const spelling *record_map(record_file *file, const crease_region *region, size_t index)
{
    if (has_map_balls(file)) {
        region_map_balls(file->place, region, index);
        if (spelling_set_balls(&file->text, &file->rounding, file->place, file->dimension + 1,
                               file->digits))
            return &file->text;
        region_need_map(region);
    }
    if (file->digits) {
        const size_t columns = file->dimension + 1;
        region_map_row(file->integer, file->integer + columns, region, index);
        spelling_set_decimals(&file->text, &file->rounding, file->integer, file->integer + columns,
                              columns, file->digits);
        return &file->text;
    }
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
    enum { HIGH_DIGITS = 14 }; // up to so many are seldom left open by the high parts
    for (int by_high = file->digits <= HIGH_DIGITS; by_high >= 0 && has_balls(file); by_high--)
        if (region_interior_balls(file->place, region, by_high) &&
            spelling_set_balls(&file->text, &file->rounding, file->place, file->dimension,
                               file->digits))
            return &file->text;
    crease_region_interior(file->row, region);
    return spelt(file, file->row, file->dimension);
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
    ball rounded_total; // where no exact sum is kept
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
    ball rounded;      // that, if balls are asked
    tree_sum total;
    ball rounded_total;
    crease_status status;
    crease_error error;
} record_portion;

static void file_clear(record_file *file)
{
    _fmpq_vec_clear(file->row, (slong)file->dimension + 1);
    _fmpz_vec_clear(file->integer, (slong)file->dimension + 2);
    free(file->place);
    spelling_clear(&file->measured);
    spelling_clear(&file->text);
    decimal_clear(&file->rounding);
    free(file->list);
    free(file->mark);
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
                                  .place = memory_new(file->dimension + 1, sizeof(ball)),
                                  .row = _fmpq_vec_init((slong)file->dimension + 1),
                                  .integer = _fmpz_vec_init((slong)file->dimension + 2)};
    portion->record = memory_stream(&portion->text, &portion->size);
    __fsetlocking(portion->record, FSETLOCKING_BYCALLER); // no other thread writes to it
    fmpq_init(portion->volume);
    tree_sum_init(&portion->total, 1);
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

// A total of balls that does not decide is made anew, from exact numbers; so one that says nothing
// may be left.
static const ball nothing_known = {{0, 0}, INFINITY};

// As text; an exact sum of all takes the number itself, in lowest terms.
static const spelling *measure(record_portion *portion, const crease_region *region)
{
    record_file *file = &portion->file;
    spelling *text = &file->measured;
    ball volume = nothing_known;
    int known = has_balls(file) && region_volume_ball(&volume, region);
    int decided = known && spelling_set_balls(text, &file->rounding, &volume, 1, file->digits);
    portion->rounded = volume;
    if (decided && !file->sums)
        return text;
    (file->digits && !file->sums ? region_volume_unreduced : crease_region_volume)(portion->volume,
                                                                                   region);
    if (file->digits)
        spelling_set_rounded(text, &file->rounding, portion->volume, 1, file->digits);
    else
        spelling_set(text, portion->volume, 1);
    return text;
}

static crease_visit visit_region(void *to, const crease_region *region)
{
    record_portion *portion = to;
    const record_format *format = portion->format;
    int measured = record_needs(&portion->file, RECORD_MEASURE) && crease_region_is_bounded(region);
    if (record_needs(&portion->file, RECORD_INEQUALITIES))
        region_need_inequalities(region);
    const spelling *text = measured ? measure(portion, region) : NULL;
    if (format->between && portion->end)
        fputs(format->between, portion->record);
    portion->status =
        format->region(portion->record, &portion->file, region, text, &portion->error);
    fflush(portion->record); // text and size are of all that was written
    if (run_has_given_up())
        return CREASE_STOP;
    if (measured)
        portion->rounded_total = ball_add(portion->rounded_total, portion->rounded);
    if (measured && portion->file.sums) {
        fmpq *sum = tree_sum_here(&portion->total);
        fmpq_add(sum, sum, portion->volume);
    }
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
    begin_once(writer);
    writer->first = first;
    if (writer->format->between && portion->end)
        fputs(first ? writer->format->between : "\n", writer->out.stream);
    write_records(writer, portion);
    if (writer->file.sums)
        tree_sum_append(&writer->total, &portion->total);
    writer->rounded_total = ball_add(writer->rounded_total, portion->rounded_total);
    portion->rounded_total = (ball){{0, 0}, 0};
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
    file->sums = format->totals && record_needs(file, RECORD_MEASURE) && !has_balls(file);
    return format->check ? format->check(file, writer->error) : CREASE_OK;
}

static void writer_clear(record_writer *writer)
{
    file_clear(&writer->file);
    tree_sum_clear(&writer->total);
    free(writer->numbered);
}

// ---- The measure of all regions ----

static crease_visit add_split(void *to, const crease_split *split)
{
    (void)split;
    tree_sum_open(to);
    return CREASE_GO;
}

static crease_visit add_region(void *to, const crease_region *region)
{
    fmpq_t volume;
    fmpq_init(volume);
    crease_region_volume(volume, region);
    fmpq *sum = tree_sum_here(to);
    fmpq_add(sum, sum, volume);
    fmpq_clear(volume);
    return CREASE_GO;
}

static void add_leave(void *to, const crease_split *split)
{
    (void)split;
    tree_sum_close(to);
}

static void *sum_new(void *data)
{
    tree_sum *sum = memory_new(1, sizeof *sum);
    (void)data;
    tree_sum_init(sum, 1);
    return sum;
}

static void sum_free(void *data, void *sum)
{
    (void)data;
    tree_sum_clear(sum);
    free(sum);
}

static size_t sum_size(const void *sum)
{
    return tree_sum_bytes(sum);
}

static crease_visit sum_tell(void *data, void *sum, uint64_t first, uint64_t regions)
{
    record_writer *writer = data;
    (void)first, (void)regions;
    tree_sum_append(&writer->total, sum);
    return CREASE_GO;
}

// Balls did not decide, as of a tie: the regions are met once more, the same as before, in exact
// numbers. Returns whether all of them were.
static int sum_again(record_writer *writer, const crease_counts *counts,
                     const crease_options *options)
{
    crease_options again = {.max_regions = counts->activation_regions};
    crease_counts met;
    crease_error error;
    const crease_listener listener = {
        .data = writer,
        .visitor = {.split = add_split, .region = add_region, .leave = add_leave},
        .open = sum_new,
        .close = sum_free,
        .size = sum_size,
        .tell = sum_tell};
    if (options) {
        again.threads = options->threads;
        again.arith = options->arith;
        again.tolerance = options->tolerance;
        again.interrupt = counts->complete ? options->interrupt : NULL;
    }
    tree_sum_clear(&writer->total);
    tree_sum_init(&writer->total, 1);
    crease_counts_init(&met, writer->file.net);
    crease_listen(&met, writer->file.net, writer->file.domain, &again, &listener, &error);
    int all = met.activation_regions == counts->activation_regions;
    crease_counts_clear(&met);
    return all;
}

// As text; NULL if a region is unbounded, or if nobody wants it.
static const spelling *total_text(record_writer *writer, const crease_counts *counts,
                                  const crease_options *options)
{
    record_file *file = &writer->file;
    if (!writer->format->totals || !record_needs(file, RECORD_MEASURE) ||
        counts->bounded_regions != counts->activation_regions)
        return NULL;
    if (!file->sums && counts->activation_regions) {
        if (spelling_set_balls(&file->measured, &file->rounding, &writer->rounded_total, 1,
                               file->digits))
            return &file->measured;
        if (!sum_again(writer, counts, options))
            return NULL;
    }
    return spelt(file, tree_sum_total(&writer->total), 1);
}

// Walks and writes; the file is open. The status is the walk's, or
// CREASE_ERROR.
static crease_status write_walk(record_writer *writer, crease_counts *counts,
                                const crease_options *options)
{
    const record_format *format = writer->format;
    record_file *file = &writer->file;
    const crease_listener listener = {
        .data = writer,
        .visitor = {.wants_maps = record_needs(file, RECORD_MAP) && !has_map_balls(file),
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
        format->end(writer->out.stream, file, counts, total_text(writer, counts, options));
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
