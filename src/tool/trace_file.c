// The file of --trace: lines of JSON.
#include "tool/trace_file.h"

#include "base/memory.h"
#include "tree/tree.h"
#include "walk/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

// The name of a task: how many choices lead to it, and a hash of them.
static void put_name(FILE *stream, const walk_path *path)
{
    fprintf(stream, "\"%zu-%016" PRIx64 "\"", path->count,
            (uint64_t)XXH64(path->choice, path->count * sizeof *path->choice, 0));
}

static void put_task(void *data, const walk_traced_task *task)
{
    trace_file *file = data;
    FILE *stream = file->file.stream;
    const walk_path *path = task->path;
    fputs("{\"task\":", stream);
    put_name(stream, path);
    fprintf(stream, ",\"layer\":%" PRIu32,
            path->count ? path->choice[path->count - 1].layer - 1 : 0);
    fprintf(stream, ",\"start\":%.6f,\"seconds\":%.6f,\"cpu\":%.6f", task->start, task->seconds,
            task->cpu);
    if (task->instructions)
        fprintf(stream, ",\"instructions\":%" PRIu64, task->instructions);
    fprintf(stream,
            ",\"left\":%zu,\"facets\":%zu,\"units\":%" PRIu64 ",\"regions\":%" PRIu64
            ",\"splits\":%" PRIu64 ",\"given\":[",
            task->left, task->facets, task->units, task->regions, task->splits);
    for (size_t i = 0; i < task->givens; i++) {
        if (i)
            putc(',', stream);
        put_name(stream, task->given[i]);
    }
    fputs("]}\n", stream);
    file->tasks++;
}

static void put_message(void *data, const walk_traced_message *message)
{
    trace_file *file = data;
    fprintf(file->file.stream,
            "{\"message\":\"%.*s\",\"%s\":%d,\"subtrees\":%zu,\"bytes\":%zu,\"start\":%.6f,"
            "\"seconds\":%.6f}\n",
            (int)strcspn(message->kind, " \n"), message->kind, message->sent ? "to" : "from",
            message->peer, message->subtrees, message->bytes, message->start, message->seconds);
    *(message->sent ? &file->sent : &file->taken) += 1;
    file->bytes += message->bytes;
}

crease_status trace_file_open(trace_file *file, const char *path, const job *work,
                              const walk_link *link)
{
    crease_error error;
    *file = (trace_file){.trace = {.data = file, .task = put_task, .message = put_message}};
    if (!path)
        return CREASE_OK;
    char *name =
        link && link->rank ? memory_format("%s.%d", path, link->rank) : memory_copy_text(path);
    crease_status status = out_file_open(&file->file, name, &error);
    free(name);
    if (status)
        return report_error(&error, path);
    fprintf(file->file.stream,
            "{\"crease_trace\":1,\"order\":%d,\"network_sha256\":\"%s\",\"dimension\":%zu,"
            "\"budget\":%d,\"rank\":%d,\"ranks\":%d}\n",
            WALK_ORDER, crease_net_sha256(work->net), crease_domain_dimension(work->domain),
            WALK_BUDGET, link ? link->rank : 0, link ? link->ranks : 1);
    return CREASE_OK;
}

crease_status trace_file_close(trace_file *file, crease_status status)
{
    crease_error error;
    if (!file->file.stream)
        return status;
    fprintf(file->file.stream,
            "{\"end\":{\"complete\":%s,\"tasks\":%" PRIu64 ",\"sent\":%" PRIu64
            ",\"taken\":%" PRIu64 ",\"bytes\":%" PRIu64 "}}\n",
            status == CREASE_OK ? "true" : "false", file->tasks, file->sent, file->taken,
            file->bytes);
    return out_file_commit(&file->file, &error) ? report_error(&error, NULL) : status;
}
