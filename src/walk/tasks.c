// Long work as a folder of tasks.
#include "walk/tasks.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "walk/split.h"
#include "walk/task_file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    USUAL_TASKS = 16,  // of work in one process
    MOST_LEFT = 8,     // tasks that a task leaves
    MOST_NAME = 200,   // a longer name leaves no more
    BUFFER = 16 << 20, // bytes of buffers that are joined before they are written
};
static const double usual_task_time = 60; // of work in one process
static const char top_name[] = "top", suffix[] = ".result";

typedef struct {
    const char *path;
    char work[SHA256_TEXT]; // all keys depend on it
    int lock;               // the file of the first tasks, or -1
    char *only;             // the task to be run, or NULL
    bool met;               // it was met
    const crease_options *options;
    crease_counts *counts;
    walker *walkers;
    size_t threads;
    const crease_net *net;
    const walk_mode *mode;
    run_limits *limits;
    crease_error *error;
    // While tasks are visited:
    bool delivers; // results go to the observer
    bool partial;  // tasks without a result are passed over
    FILE *list;    // or listed here
    char **name;   // of tasks that have a result
    size_t names, capacity;
} task_folder;

// ---- Names and keys ----

static char *result_path(const task_folder *folder, const char *name)
{
    ASSERT(folder->names <= folder->capacity);
    const bool is_top = !strcmp(name, top_name);
    return memory_format("%s/%s%s", folder->path, name, is_top ? "" : suffix);
}

static char *child_name(const char *parent, size_t i, size_t count)
{
    if (strcmp(parent, top_name))
        return memory_format("%s.%zu", parent, i + 1);
    return memory_format("%0*zu", snprintf(NULL, 0, "%zu", count), i + 1);
}

// The name of the task that is meant: numbers of schedulers have no zeros in front, or others.
static char *meant_name(const char *given, size_t count)
{
    const size_t digits = strspn(given, "0123456789"), end = strcspn(given, ".");
    const uint64_t number = digits == end && digits ? strtoull(given, NULL, 10) : 0;
    if (!number || number > count)
        return memory_copy_text(given);
    char *first = child_name(top_name, number - 1, count);
    char *name = memory_format("%s%s", first, given + end);
    free(first);
    return name;
}

static bool has_result(const task_folder *folder, const char *name)
{
    ASSERT(folder->names <= folder->capacity);
    char *path = result_path(folder, name);
    const bool exists = access(path, F_OK) == 0;
    free(path);
    return exists;
}

static void find_work(task_folder *folder, const crease_domain *domain)
{
    ASSERT(folder->names <= folder->capacity);
    ASSERT(domain->dimension > 0);
    const crease_options *options = folder->options;
    char domain_hash[SHA256_TEXT];
    domain_sha256(domain_hash, domain);
    char *text = memory_format(
        "crease-tasks %d %s %s %s %d %s", TASK_VERSION, crease_net_sha256(folder->net), domain_hash,
        crease_arith_name(options->arith), folder->counts->per_neuron != NULL,
        options->question ? options->question : "");
    sha256_of(folder->work, text, strlen(text));
    free(text);
}

// ---- One task ----

// Writes buffers as they come, or joins them first.
typedef struct {
    const walk_observer *observer;
    task_writer writer;
    void *buffer; // joined so far, or NULL
    uint64_t regions;
} task_sink;

static void sink_flush(task_sink *sink)
{
    if (!sink->buffer)
        return;
    task_write_buffer(&sink->writer, sink->regions);
    sink->observer->pack(sink->observer->data, sink->buffer, &sink->writer.content);
    sink->observer->close(sink->observer->data, sink->buffer);
    sink->buffer = NULL;
    sink->regions = 0;
}

static void sink_take(void *data, void *buffer, uint64_t regions)
{
    task_sink *sink = data;
    if (!buffer)
        return;
    if (!sink->observer->join) {
        task_write_buffer(&sink->writer, regions);
        sink->observer->pack(sink->observer->data, buffer, &sink->writer.content);
        return;
    }
    if (!sink->buffer)
        sink->buffer = sink->observer->open(sink->observer->data);
    sink->observer->join(sink->observer->data, sink->buffer, buffer, sink->regions);
    sink->regions += regions;
    if (sink->observer->size(sink->buffer) > BUFFER)
        sink_flush(sink);
}

// Makes tasks of about the same number of subtrees.
static task_list group_paths(const walk_paths *left)
{
    task_list list = {.count = left->count < MOST_LEFT ? left->count : MOST_LEFT};
    list.task = memory_new(list.count, sizeof *list.task);
    for (size_t i = 0; i < left->count; i++)
        walk_paths_add(list.task + i * list.count / left->count, left->path + i);
    return list;
}

// If the file cannot be written, its results do not count.
static crease_status write_batch(task_folder *folder, task_sink *sink, crease_counts *counts,
                                 walk_batch *batch)
{
    ASSERT(folder->names <= folder->capacity);
    sink_flush(sink);
    if (batch->nowhere) {
        out_file_abort(&sink->writer.out);
        return error_set(folder->error, "the region tree of this network has no such subtree");
    }
    if (!batch->taken) { // it was stopped before anything was found
        out_file_abort(&sink->writer.out);
        return CREASE_STOPPED;
    }
    task_list left = group_paths(&batch->left);
    const crease_status status = task_write_end(&sink->writer, counts, &left, folder->error);
    task_list_clear(&left);
    if (status == CREASE_OK && run_limits_passed(folder->limits))
        return CREASE_STOPPED;
    return status;
}

static crease_status compute_task(task_folder *folder, const char *name, const walk_paths *paths)
{
    ASSERT(folder->names <= folder->capacity);
    const double begun = run_limits_seconds(folder->limits);
    const crease_options *options = folder->options;
    double seconds = options->task_time;
    if (!(seconds > 0) && options->tasks_step == CREASE_TASKS_ALL)
        seconds = usual_task_time;
    task_sink sink = {.observer = folder->mode->observer};
    walk_batch batch = {.paths = paths,
                        .until = seconds > 0 && strlen(name) < MOST_NAME ? begun + seconds : 0,
                        .take = sink_take,
                        .data = &sink};
    char key[SHA256_TEXT], *path = result_path(folder, name);
    task_key(key, folder->work, name, paths);
    crease_counts counts = {.layers = 0};
    crease_status status = task_write_begin(&sink.writer, path, key, folder->error);
    if (status == CREASE_OK) {
        crease_counts_init(&counts, folder->net);
        if (folder->counts->per_neuron)
            crease_counts_by_neuron(&counts, folder->net);
        walk_batched(&counts, folder->walkers, folder->threads, folder->mode, &batch);
        counts.seconds = run_limits_seconds(folder->limits) - begun;
        counts.threads = folder->threads;
        status = write_batch(folder, &sink, &counts, &batch);
    }
    walk_paths_clear(&batch.left);
    crease_counts_clear(&counts);
    free(path);
    return status;
}

// Locks a byte of the file of the first tasks against other processes, or unlocks it; the lock ends
// with the process.
static bool lock_task(const task_folder *folder, const char *name, short type)
{
    ASSERT(folder->names <= folder->capacity);
    uint32_t hash = 2166136261u; // FNV-1a
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    struct flock byte = {.l_type = type, .l_whence = SEEK_SET, .l_start = hash, .l_len = 1};
    // Without locks two processes may compute the same task, which does no harm.
    return fcntl(folder->lock, F_OFD_SETLK, &byte) == 0 || (errno != EAGAIN && errno != EACCES);
}

static crease_status run_task(task_folder *folder, const char *name, const walk_paths *paths)
{
    ASSERT(folder->names <= folder->capacity);
    crease_status status = CREASE_OK;
    while (!lock_task(folder, name, F_WRLCK)) { // another process computes it
        if (folder->options->tasks_step != CREASE_TASKS_ALL)
            return CREASE_OK;
        if (run_limits_passed(folder->limits))
            return CREASE_STOPPED;
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    if (!has_result(folder, name))
        status = compute_task(folder, name, paths);
    lock_task(folder, name, F_UNLCK);
    return status;
}

// ---- Results ----

static crease_status deliver_buffers(task_folder *folder, task_reader *reader)
{
    ASSERT(folder->names <= folder->capacity);
    const walk_observer *observer = folder->mode->observer;
    uint64_t first = folder->counts->activation_regions, regions;
    reader->is_delivered = observer != NULL;
    crease_status status = CREASE_OK;
    reader->file.content.dimension = folder->walkers->pos.space.dimension;
    while (status == CREASE_OK && task_read_buffer(&regions, reader)) {
        if (!observer) { // whoever wrote the buffer answered another question
            reader->file.content.failed = 1;
            break;
        }
        void *buffer = observer->open(observer->data);
        reader->file.content.regions = regions;
        observer->pack(observer->data, buffer, &reader->file.content);
        if (!reader->file.content.failed &&
            observer->deliver(observer->data, buffer, first, regions) != CREASE_GO)
            status = CREASE_STOPPED;
        observer->close(observer->data, buffer);
        first += regions;
        reader->delivered += regions;
    }
    return status;
}

static void note_name(task_folder *folder, const char *name)
{
    ASSERT(folder->names <= folder->capacity);
    MEMORY_RESERVE(folder->name, folder->capacity, folder->names + 1);
    folder->name[folder->names++] = memory_copy_text(name);
}

// Reads a result, delivers it if folder->delivers is set, and stores the tasks that it left.
static crease_status read_result(task_folder *folder, const char *name, const walk_paths *paths,
                                 task_list *left)
{
    ASSERT(folder->names <= folder->capacity);
    char key[SHA256_TEXT], *path = result_path(folder, name);
    task_reader reader;
    task_key(key, folder->work, name, paths);
    crease_status status = task_read_begin(&reader, path, !strcmp(name, top_name),
                                           folder->list ? NULL : key, folder->error),
                  delivered = CREASE_OK;
    if (status == CREASE_OK && folder->delivers)
        delivered = deliver_buffers(folder, &reader);
    else if (status == CREASE_OK)
        task_skip_buffers(&reader);
    if (status == CREASE_OK)
        status = task_read_end(&reader, folder->counts, left, folder->error);
    free(path);
    return status ? status : delivered;
}

static crease_status visit_task(task_folder *folder, const char *name, const walk_paths *paths);

static crease_status visit_children(task_folder *folder, const char *name, const task_list *list)
{
    ASSERT(folder->names <= folder->capacity);
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < list->count && status == CREASE_OK; i++) {
        char *child = child_name(name, i, list->count);
        status = visit_task(folder, child, list->task + i);
        free(child);
    }
    return status;
}

// Visits a task and those that it left, in order.
static crease_status visit_task(task_folder *folder, const char *name, const walk_paths *paths)
{
    ASSERT(folder->names <= folder->capacity);
    task_list left = {0};
    if (folder->partial && !has_result(folder, name)) {
        if (folder->list)
            fprintf(folder->list, "%s\n", name);
        return CREASE_OK;
    }
    crease_status status = read_result(folder, name, paths, &left);
    if (status == CREASE_OK && !folder->delivers && !folder->list)
        note_name(folder, name);
    if (status == CREASE_OK)
        status = visit_children(folder, name, &left);
    task_list_clear(&left);
    return status;
}

// ---- Steps ----

static const walk_paths no_paths;

static crease_status refuse_folder(task_folder *folder, const char *file, const char *reason)
{
    ASSERT(folder->names <= folder->capacity);
    char *path = memory_format("%s%s%s", folder->path, *file ? "/" : "", file);
    error_set(folder->error, "%s", reason);
    error_file(folder->error, path);
    free(path);
    return CREASE_ERROR;
}

// The task of the options is none. The names of the first tasks show what names look like.
static crease_status refuse_task(task_folder *folder, const task_list *list)
{
    const char *name = folder->options->task;
    ASSERT(name);
    if (!list->count)
        return refuse_folder(folder, name, "is not one of the tasks: there are none");
    char *first = child_name(top_name, 0, list->count),
         *last = child_name(top_name, list->count - 1, list->count);
    char *reason = memory_format("is not one of the tasks, which began with %s to %s", first, last);
    const crease_status status = refuse_folder(folder, name, reason);
    free(reason);
    free(last);
    free(first);
    return status;
}

static crease_status split_work(task_folder *folder)
{
    ASSERT(folder->names <= folder->capacity);
    const size_t wanted = folder->options->tasks ? folder->options->tasks : USUAL_TASKS;
    char key[SHA256_TEXT], *path = result_path(folder, top_name);
    task_writer writer;
    task_list list = {0};
    walk_paths paths = {0};
    if (mkdir(folder->path, 0777) && errno != EEXIST) {
        free(path);
        return refuse_folder(folder, "", strerror(errno));
    }
    crease_status status =
        walk_split(&paths, &folder->walkers->pos, wanted) ? CREASE_OK : CREASE_STOPPED;
    task_key(key, folder->work, top_name, &no_paths);
    if (status == CREASE_OK)
        status = task_write_begin(&writer, path, key, folder->error);
    if (status == CREASE_OK) {
        list.count = paths.count;
        list.task = memory_new(list.count, sizeof *list.task);
        for (size_t i = 0; i < paths.count; i++)
            walk_paths_add(list.task + i, paths.path + i);
        status = task_write_end(&writer, folder->counts, &list, folder->error);
    }
    task_list_clear(&list);
    walk_paths_clear(&paths);
    free(path);
    return status;
}

// Runs those of these tasks, and of the tasks that they left, that lack a result; or only the one
// that is named.
static crease_status run_tasks(task_folder *folder, const char *name, const task_list *list)
{
    ASSERT(folder->names <= folder->capacity);
    const char *only = folder->only;
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < list->count && status == CREASE_OK; i++) {
        char *child = child_name(name, i, list->count);
        const size_t length = strlen(child);
        const bool is_within = !only || (!strncmp(only, child, length) && only[length] == '.');
        task_list left = {0};
        folder->met |= only && !strcmp(only, child);
        if ((!only || !strcmp(only, child)) && !has_result(folder, child))
            status = run_task(folder, child, list->task + i);
        if (status == CREASE_OK && is_within && has_result(folder, child))
            status = read_result(folder, child, list->task + i, &left);
        if (status == CREASE_OK)
            status = run_tasks(folder, child, &left);
        task_list_clear(&left);
        free(child);
    }
    return status;
}

static crease_status run_work(task_folder *folder)
{
    ASSERT(folder->names <= folder->capacity);
    task_list list = {0};
    char *path = result_path(folder, top_name);
    folder->lock = open(path, O_RDWR | O_CLOEXEC);
    free(path);
    crease_status status = read_result(folder, top_name, &no_paths, &list);
    if (status == CREASE_OK && folder->options->task)
        folder->only = meant_name(folder->options->task, list.count);
    if (status == CREASE_OK)
        status = run_tasks(folder, top_name, &list);
    if (status == CREASE_OK && folder->only && !folder->met)
        status = refuse_task(folder, &list);
    free(folder->only);
    if (folder->lock >= 0)
        close(folder->lock);
    task_list_clear(&list);
    return status;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Refuses a result that belongs to no task.
static crease_status check_files(task_folder *folder)
{
    ASSERT(folder->names <= folder->capacity);
    DIR *files = opendir(folder->path);
    crease_status status = CREASE_OK;
    if (!files)
        return refuse_folder(folder, "", strerror(errno));
    qsort(folder->name, folder->names, sizeof *folder->name, compare_names);
    for (struct dirent *file; status == CREASE_OK && (file = readdir(files));) {
        char *name = memory_copy_text(file->d_name), *end = strrchr(name, '.');
        if (end && !strcmp(end, suffix)) {
            *end = '\0';
            if (!folder->names ||
                !bsearch(&name, folder->name, folder->names, sizeof *folder->name, compare_names))
                status = refuse_folder(folder, file->d_name, "is the result of no task");
        }
        free(name);
    }
    closedir(files);
    return status;
}

// Reads all results before any is delivered.
static crease_status merge_work(task_folder *folder)
{
    ASSERT(folder->names <= folder->capacity);
    walk_counts_reset(folder->counts);
    crease_status status = visit_task(folder, top_name, &no_paths);
    if (status == CREASE_OK)
        status = check_files(folder);
    if (status)
        return status;
    walk_counts_reset(folder->counts);
    folder->delivers = true;
    return visit_task(folder, top_name, &no_paths);
}

// The counts of all results that there are.
static crease_status sum_results(task_folder *folder)
{
    ASSERT(folder->names <= folder->capacity);
    walk_counts_reset(folder->counts);
    folder->partial = true;
    return visit_task(folder, top_name, &no_paths);
}

static crease_status do_step(task_folder *folder)
{
    ASSERT(folder->names <= folder->capacity);
    const crease_tasks_step step = folder->options->tasks_step;
    const bool is_split = has_result(folder, top_name);
    crease_status status = CREASE_OK;
    if (step == CREASE_TASKS_SPLIT && is_split)
        return refuse_folder(folder, top_name, "is there already");
    if (step == CREASE_TASKS_SPLIT || (step == CREASE_TASKS_ALL && !is_split))
        status = split_work(folder);
    if (status == CREASE_OK && (step == CREASE_TASKS_RUN || step == CREASE_TASKS_ALL))
        status = run_work(folder);
    if (status == CREASE_OK && (step == CREASE_TASKS_MERGE || step == CREASE_TASKS_ALL))
        return merge_work(folder);
    return status == CREASE_STOPPED && has_result(folder, top_name) && sum_results(folder)
               ? CREASE_ERROR
               : status;
}

static crease_status refuse_options(const crease_options *options, const walk_mode *mode,
                                    const crease_visitor *visitor, crease_error *error)
{
    const bool is_visited = visitor->region || visitor->split;
    if (options->arith == CREASE_FLOAT)
        return error_set(error, "work in floating-point arithmetic cannot be split into tasks: "
                                "another order may find other regions");
    if (options->max_regions)
        return error_set(error, "work that is cut into tasks cannot stop after %" PRIu64 " regions",
                         options->max_regions);
    if (mode->line_order || mode->focus || (mode->observer ? !mode->observer->pack : is_visited))
        return error_set(error, "this work cannot be split into tasks");
    return CREASE_OK;
}

crease_status walk_in_tasks(crease_counts *counts, walker *walkers, size_t count,
                            const crease_domain *domain, const walk_mode *mode, crease_error *error)
{
    ASSERT(walkers->hidden < walkers->pos.maps.layers);
    ASSERT(domain->dimension > 0);
    run_limits *limits = walkers->ticker.limits;
    const crease_options *options = limits->options;
    task_folder folder = {.path = options->folder,
                          .lock = -1,
                          .options = options,
                          .counts = counts,
                          .walkers = walkers,
                          .threads = count,
                          .net = walkers->pos.maps.net,
                          .mode = mode,
                          .limits = limits,
                          .error = error};
    if (refuse_options(options, mode, walkers->visitor, error))
        return CREASE_ERROR;
    find_work(&folder, domain);
    const crease_status status = do_step(&folder);
    for (size_t i = 0; i < folder.names; i++)
        free(folder.name[i]);
    free(folder.name);
    return status;
}

bool walk_has_results(const crease_options *options)
{
    return !options || !options->folder || options->tasks_step == CREASE_TASKS_ALL ||
           options->tasks_step == CREASE_TASKS_MERGE;
}

// ---- Tasks that are left ----

char *crease_tasks_left(const char *folder, crease_error *error)
{
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    task_folder listing = {.path = folder, .error = error, .list = stream};
    task_list tasks = {0};
    crease_status status = read_result(&listing, top_name, &no_paths, &tasks);
    listing.partial = true;
    if (status == CREASE_OK)
        status = visit_children(&listing, top_name, &tasks);
    task_list_clear(&tasks);
    fclose(stream);
    if (status == CREASE_OK)
        return text;
    free(text);
    return NULL;
}
