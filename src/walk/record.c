// A record of unexplored work: the file, and what it is refused for.
#include "walk/record.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "base/read_file.h"
#include "walk/manner.h"
#include "walk/record_lines.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Of all paths together, so that a small file does not fill the memory.
enum { MOST_CHOICES = 1 << 27 };

void walk_record_init(walk_record *record, const char *work, const crease_net *net,
                      const crease_domain *domain, const crease_options *options, int by_neuron)
{
    *record = (walk_record){.work = work,
                            .arith = options->arith,
                            .part = options->parts ? options->part : 0,
                            .parts = options->parts ? options->parts : 1};
    memcpy(record->network, crease_net_sha256(net), SHA256_TEXT);
    crease_domain_sha256(record->domain, domain);
    crease_counts_init(&record->totals, net);
    if (by_neuron)
        crease_counts_by_neuron(&record->totals, net);
}

void walk_record_empty(walk_record *record, const walk_record *model)
{
    crease_counts *totals = &record->totals;
    *record = *model;
    record->subtree = NULL;
    record->subtrees = record->capacity = record->kept_size = 0;
    record->kept = NULL;
    totals->per_layer = memory_new(totals->layers, sizeof *totals->per_layer);
    if (totals->per_neuron)
        totals->per_neuron = memory_new(totals->neurons, sizeof *totals->per_neuron);
    walk_counts_reset(totals);
}

void walk_record_drop_subtrees(walk_record *record)
{
    for (size_t i = 0; i < record->subtrees; i++)
        walk_path_clear(record->subtree + i);
    record->subtrees = 0;
}

void walk_record_clear(walk_record *record)
{
    walk_record_drop_subtrees(record);
    free(record->subtree);
    free(record->kept);
    crease_counts_clear(&record->totals);
}

void walk_counts_add(crease_counts *sum, const crease_counts *part)
{
    sum->activation_regions += part->activation_regions;
    sum->bounded_regions += part->bounded_regions;
    sum->splits += part->splits;
    sum->decided_float += part->decided_float;
    sum->decided_exact += part->decided_exact;
    for (size_t i = 0; i < sum->layers; i++)
        sum->per_layer[i] += part->per_layer[i];
    for (size_t i = 0; sum->per_neuron && i < sum->neurons; i++)
        sum->per_neuron[i] += part->per_neuron[i];
}

void walk_record_add(walk_record *record, const walk_choice *choice, size_t count)
{
    MEMORY_RESERVE(record->subtree, record->capacity, record->subtrees + 1);
    walk_path *fresh = record->subtree + record->subtrees++;
    *fresh = (walk_path){0};
    walk_path_copy(fresh, choice, count);
}

const walk_path **walk_record_paths(const walk_record *record)
{
    const walk_path **path = memory_new(record->subtrees, sizeof *path);
    for (size_t i = 0; i < record->subtrees; i++)
        path[i] = record->subtree + i;
    return path;
}

// ---- Writing ----

static void put_head(FILE *stream, const walk_record *record)
{
    const crease_counts *totals = &record->totals;
    fprintf(stream, "crease-record 1\norder %d\nwork %s\nnetwork %s\ndomain %s\n", WALK_ORDER,
            record->work, record->network, record->domain);
    fprintf(stream, "arithmetic %s\npart %zu %zu\n", crease_arith_name(record->arith), record->part,
            record->parts);
    record_put_totals(stream, NULL, totals);
    record_put_counts(stream, NULL, "neurons", totals->per_neuron, totals->neurons);
    if (record->kept_size)
        fwrite(record->kept, 1, record->kept_size, stream);
}

// How many choices are those of the path before, and the others.
static void put_path(FILE *stream, int ordered, const walk_path *before, const walk_path *path)
{
    const size_t shared = walk_path_shared(before, path);
    if (ordered)
        fprintf(stream, "stretch %zu %zu %zu", path->opens, path->closes, shared);
    else
        fprintf(stream, "subtree %zu", shared);
    for (size_t i = shared; i < path->count; i++) {
        walk_choice choice = path->choice[i];
        fprintf(stream, " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32, choice.layer - 1,
                choice.unit, choice.breakpoint, choice.part);
    }
    putc('\n', stream);
}

char *walk_record_text(size_t *size, const walk_record *record, const walk_path *const *subtree,
                       size_t subtrees)
{
    static const walk_path whole;
    char *text = NULL;
    FILE *stream = memory_stream(&text, size);
    put_head(stream, record);
    for (size_t i = 0; i < subtrees; i++)
        put_path(stream, record->ordered, i ? subtree[i - 1] : &whole, subtree[i]);
    record_put_hash(stream, &text, size);
    fclose(stream);
    return text;
}

crease_status walk_record_write(const char *path, const char *text, size_t size,
                                crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    fwrite(text, 1, size, file.stream);
    return out_file_commit(&file, error);
}

// ---- Reading ----

int walk_record_is_of(const char *path, const char *work)
{
    char line[64], *expected = memory_format("work %s\n", work);
    FILE *stream = fopen(path, "r");
    int is = 0;
    for (int i = 0; i < 3 && stream && fgets(line, sizeof line, stream); i++)
        is = !strcmp(line, expected);
    if (stream)
        fclose(stream);
    free(expected);
    return is;
}

typedef struct {
    walk_record *record;
    word_scanner scan;
    size_t choices; // of all paths
} record_reader;

// A line that must say the same as the record: what differs is named.
static crease_status agree(record_reader *read, const char *name, const char *value,
                           const char *what, crease_error *error)
{
    if (record_take_name(&read->scan, NULL, name, error))
        return CREASE_ERROR;
    word found = word_next_in_line(&read->scan);
    if (!word_is(found, value))
        return word_refuse(error, &read->scan, found, NULL, "a record of %s, %s", what, value);
    return record_end_line(&read->scan, error);
}

static crease_status agree_on_part(record_reader *read, crease_error *error)
{
    const walk_record *record = read->record;
    uint64_t part, parts;
    word_scanner at = read->scan;
    if (record_take_name(&read->scan, NULL, "part", error) ||
        record_take_number(&part, &read->scan, SIZE_MAX, error) ||
        record_take_number(&parts, &read->scan, SIZE_MAX, error))
        return CREASE_ERROR;
    if (part != record->part || parts != record->parts)
        return word_fail(error, &at, word_next(&at), NULL,
                         "expected a record of part %zu/%zu, found one of part %" PRIu64
                         "/%" PRIu64,
                         record->part, record->parts, part, parts);
    return record_end_line(&read->scan, error);
}

static crease_status agree_on_all(record_reader *read, crease_error *error)
{
    const walk_record *record = read->record;
    char order[32];
    snprintf(order, sizeof order, "%d", WALK_ORDER);
    if (agree(read, "crease-record", "1", "this version", error) ||
        agree(read, "order", order, "this order of the walk", error) ||
        agree(read, "work", record->work, "this work", error) ||
        agree(read, "network", record->network, "this network", error) ||
        agree(read, "domain", record->domain, "this domain", error) ||
        agree(read, "arithmetic", crease_arith_name(record->arith), "this arithmetic", error))
        return CREASE_ERROR;
    return agree_on_part(read, error);
}

static crease_status take_totals(record_reader *read, crease_error *error)
{
    crease_counts *totals = &read->record->totals;
    if (record_take_totals(totals, &read->scan, NULL, error))
        return CREASE_ERROR;
    return record_take_counts(totals->per_neuron, totals->neurons, &read->scan, NULL, "neurons",
                              error);
}

static crease_status take_choice(record_reader *read, walk_path *path, crease_error *error)
{
    uint64_t number[4];
    for (size_t i = 0; i < 4; i++)
        if (record_take_number(number + i, &read->scan, UINT32_MAX - 1, error))
            return CREASE_ERROR;
    walk_path_push(path, (walk_choice){(uint32_t)number[0] + 1, (uint32_t)number[1],
                                       (uint32_t)number[2], (uint32_t)number[3]});
    return CREASE_OK;
}

// What it opens and closes are splits on its path.
static crease_status take_brackets(record_reader *read, uint64_t brackets[2], crease_error *error)
{
    if (!read->record->ordered)
        return record_take_name(&read->scan, NULL, "subtree", error);
    if (record_take_name(&read->scan, NULL, "stretch", error) ||
        record_take_number(brackets, &read->scan, MOST_CHOICES, error) ||
        record_take_number(brackets + 1, &read->scan, MOST_CHOICES, error))
        return CREASE_ERROR;
    return CREASE_OK;
}

static crease_status take_subtree(record_reader *read, crease_error *error)
{
    walk_record *record = read->record;
    size_t before = record->subtrees ? record->subtree[record->subtrees - 1].count : 0;
    uint64_t shared, brackets[2] = {0, 0};
    if (take_brackets(read, brackets, error) ||
        record_take_number(&shared, &read->scan, before, error))
        return CREASE_ERROR;
    if (shared > MOST_CHOICES - read->choices)
        return error_set(error, "expected at most %d choices in all", MOST_CHOICES);
    walk_record_add(record, before ? record->subtree[record->subtrees - 1].choice : NULL, shared);
    walk_path *path = record->subtree + record->subtrees - 1;
    while (record_line_goes_on(&read->scan))
        if (take_choice(read, path, error))
            return CREASE_ERROR;
    if (brackets[0] > path->count || brackets[1] > path->count)
        return error_set(error, "has a subtree that opens or closes more splits than lead to it");
    path->opens = brackets[0];
    path->closes = brackets[1];
    read->choices += path->count;
    return record_end_line(&read->scan, error);
}

// The lines that are the listener's come before those of subtrees.
static void take_kept(record_reader *read)
{
    walk_record *record = read->record;
    const char *text = read->scan.document.text;
    word_scanner ahead = read->scan;
    size_t from = read->scan.at;
    while (record->ordered && word_is(word_next_in_line(&ahead), "kept")) {
        word_skip_line(&ahead);
        read->scan = ahead;
    }
    free(record->kept);
    record->kept_size = read->scan.at - from;
    record->kept = memory_new(record->kept_size + 1, 1);
    memcpy(record->kept, text + from, record->kept_size);
}

static crease_status parse(void *target, document_text document, crease_error *error)
{
    record_reader read = {.record = target};
    if (!document.size)
        return error_set(error, "expected a record of unexplored work, found 0 bytes");
    if (record_take_hash(&document))
        return error_set(error, "is no record of unexplored work, or not as it was written: its "
                                "last line is not the hash of the others");
    read.scan = (word_scanner){.document = document, .marks = ""};
    crease_status status = agree_on_all(&read, error);
    if (status == CREASE_OK)
        status = take_totals(&read, error);
    if (status == CREASE_OK)
        take_kept(&read);
    while (status == CREASE_OK && read.scan.at < document.size)
        status = take_subtree(&read, error);
    return status;
}

crease_status walk_record_read(walk_record *record, const char *path, crease_error *error)
{
    walk_record_drop_subtrees(record);
    return read_file(record, path, parse, error);
}

crease_status walk_record_parse(walk_record *record, const char *text, size_t size,
                                const char *name, crease_error *error)
{
    walk_record_drop_subtrees(record);
    return read_text(record, (document_text){text, size}, name, parse, error);
}
