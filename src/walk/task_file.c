// The result of a task in a file.
#include "walk/task_file.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "walk/mode.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "crease-result 2\n"
static const work_file_kind result_kind = {
    .magic = MAGIC,
    .missing = "is missing: crease run computes it",
    .damaged = "is damaged: remove it, and crease run computes it again",
    .other = "is the result of another task, of other work or of another version of crease: remove "
             "it, and crease run computes it again",
};
static const work_file_kind top_kind = {
    .magic = MAGIC,
    .missing = "is missing: the same crease split writes it again",
    .damaged = "is damaged: remove it, and the same crease split writes it again",
    .other = "is of other work: network.json or plan.json beside it has changed, or this is "
             "another network, domain, question or version of crease",
};

void task_list_clear(task_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        walk_paths_clear(list->task + i);
    free(list->task);
    *list = (task_list){0};
}

// ---- Shared by writing and reading ----

static void pack_choice(pack *p, walk_choice *choice)
{
    choice->layer = (uint32_t)pack_word(p, choice->layer);
    choice->unit = (uint32_t)pack_word(p, choice->unit);
    choice->breakpoint = (uint32_t)pack_word(p, choice->breakpoint);
    choice->part = (uint32_t)pack_word(p, choice->part);
}

static void pack_path(pack *p, walk_path *path)
{
    ASSERT(path->opens <= path->count && path->closes <= path->count);
    const size_t count = pack_count(p, path->count, 4 * sizeof(uint64_t));
    if (p->reads)
        MEMORY_RESERVE(path->choice, path->capacity, count);
    path->count = count;
    for (size_t i = 0; i < count; i++)
        pack_choice(p, path->choice + i);
    path->opens = pack_size(p, path->opens);
    path->closes = pack_size(p, path->closes);
    p->failed |= path->opens > count || path->closes > count;
}

static void pack_paths(pack *p, walk_paths *paths)
{
    static const walk_path none;
    const size_t count = pack_count(p, paths->count, 3 * sizeof(uint64_t));
    while (paths->count < count)
        walk_paths_add(paths, &none);
    for (size_t i = 0; i < count; i++)
        pack_path(p, paths->path + i);
}

static void pack_tasks(pack *p, task_list *list)
{
    const size_t count = pack_count(p, list->count, sizeof(uint64_t));
    if (p->reads) {
        list->task = memory_new(count, sizeof *list->task);
        list->count = count;
    }
    for (size_t i = 0; i < count; i++)
        pack_paths(p, list->task + i);
}

static void pack_list(pack *p, uint64_t **word, size_t *count)
{
    *count = pack_count(p, *count, sizeof **word);
    if (p->reads)
        *word = memory_new(*count, sizeof **word);
    pack_words(p, *word, *count);
}

static void pack_counts(pack *p, crease_counts *counts)
{
    uint64_t *const word[] = {&counts->activation_regions, &counts->bounded_regions,
                              &counts->splits, &counts->decided_float, &counts->decided_exact};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        *word[i] = pack_word(p, *word[i]);
    pack_bytes(p, &counts->seconds, sizeof counts->seconds);
    counts->threads = pack_size(p, counts->threads);
    pack_list(p, &counts->per_layer, &counts->layers);
    pack_list(p, &counts->per_neuron, &counts->neurons);
}

void task_key(char key[SHA256_TEXT], const char *work, const char *name, const walk_paths *paths)
{
    char *text;
    size_t size;
    walk_paths copy = *paths; // which is only read
    FILE *stream = memory_stream(&text, &size);
    pack content = pack_writer(stream);
    fprintf(stream, "%s %s\n", work, name);
    pack_paths(&content, &copy);
    fclose(stream);
    sha256_of(key, text, size);
    free(text);
}

// ---- Writing ----

crease_status task_write_begin(task_writer *writer, const char *path, const char *key,
                               crease_error *error)
{
    return work_write_begin(writer, path, &result_kind, key, error);
}

void task_write_buffer(task_writer *writer, uint64_t regions)
{
    pack_word(&writer->content, 1);
    pack_word(&writer->content, regions);
}

crease_status task_write_end(task_writer *writer, crease_counts *counts, task_list *left,
                             crease_error *error)
{
    pack_word(&writer->content, 0); // no buffer follows
    const off_t counts_offset = ftello(writer->out.stream);
    pack_counts(&writer->content, counts);
    pack_tasks(&writer->content, left);
    pack_word(&writer->content, (uint64_t)counts_offset);
    return work_write_end(writer, error);
}

// ---- Reading ----

crease_status task_read_begin(task_reader *reader, const char *path, bool is_top, const char *key,
                              crease_error *error)
{
    *reader = (task_reader){.delivered = 0};
    return work_read_begin(&reader->file, path, is_top ? &top_kind : &result_kind, key, error);
}

void task_skip_buffers(task_reader *reader)
{
    pack *from = &reader->file.content;
    FILE *stream = reader->file.stream;
    const off_t end = ftello(stream) + (off_t)from->left;
    const off_t last = end - (off_t)sizeof(uint64_t);
    fseeko(stream, last, SEEK_SET);
    const uint64_t counts_offset = pack_word(from, 0);
    from->failed |=
        counts_offset > (uint64_t)last || fseeko(stream, (off_t)counts_offset, SEEK_SET);
    from->left = (uint64_t)end - counts_offset;
}

bool task_read_buffer(uint64_t *regions, task_reader *reader)
{
    ASSERT(regions && reader);
    const bool more = pack_word(&reader->file.content, 0) == 1;
    *regions = more ? pack_word(&reader->file.content, 0) : 0;
    return more && !reader->file.content.failed;
}

crease_status task_read_end(task_reader *reader, crease_counts *counts, task_list *left,
                            crease_error *error)
{
    crease_counts task_counts = {.layers = 0};
    pack_counts(&reader->file.content, &task_counts);
    pack_tasks(&reader->file.content, left);
    pack_word(&reader->file.content, 0); // where the counts begin
    bool failed = reader->file.content.failed || reader->file.content.left;
    failed |= reader->is_delivered && reader->delivered != task_counts.activation_regions;
    if (counts)
        failed |= task_counts.layers != counts->layers || task_counts.neurons != counts->neurons;
    if (counts && !failed) {
        walk_counts_add(counts, &task_counts);
        counts->seconds += task_counts.seconds;
        if (task_counts.threads > counts->threads)
            counts->threads = task_counts.threads;
    }
    crease_counts_clear(&task_counts);
    return work_read_end(&reader->file, failed, error);
}
