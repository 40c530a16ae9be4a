// A question about all of a domain: of the whole, of a share, of all shares.
#include "tool/question.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void put_share(const question_kind *kind, void *question, const char *row, const job *work,
                      results *r)
{
    char domain[SHA256_TEXT], *kept, *name = kind->work(question);
    counted share = counted_of(work, domain);
    FILE *stream = memory_stream(&kept, &share.kept_size);
    kind->put_share(stream, question);
    fclose(stream);
    share.work = name;
    share.row = row;
    share.kept = kept;
    counted_put_kept(r, &share);
    free(name);
    free(kept);
}

crease_status question_ask(const question_kind *kind, void *question, const char *row, job *work,
                           const settings *s)
{
    results r;
    crease_error error;
    const crease_status status = kind->walk(question, work, &error);
    if (job_end(work, status, &error) == CREASE_ERROR)
        return CREASE_ERROR;
    results_open(&r, s);
    if (work->options.parts) {
        put_share(kind, question, row, work, &r);
    } else {
        const work_summary summary = job_summary(work);
        kind->finish(question, status == CREASE_OK);
        kind->put(question, &r, &summary);
    }
    results_close(&r);
    return status;
}

// ---- All shares ----

static const question_kind *kind_of(const char *work)
{
    static const question_kind *const kinds[] = {&range_question, &slope_question};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(work, kinds[i]->name, strlen(kinds[i]->name)))
            return kinds[i];
    return NULL;
}

// An error in the line of a share that is read.
static crease_status refuse_line(const counted *share, const word_scanner *scan,
                                 crease_error *error)
{
    size_t line = 0;
    for (size_t i = 0; i + 1 < scan->at; i++)
        line += share->kept[i] == '\n';
    error->line = error->column = 0; // of the lines, not of the file
    error_file(error, share->path);
    return error_where(error, "part.kept[%zu]", line);
}

static crease_status add_share(const question_kind *kind, void *all, const counted *sum,
                               const counted *share, uint64_t first)
{
    crease_error error = {.line = 0};
    word_scanner scan = kept_scanner(share->kept, share->kept_size);
    void *next = memory_new(1, kind->size);
    crease_status status = kind->open(next, sum);
    if (status == CREASE_OK) {
        if (kind->take_share(next, share->regions, &scan, &error)) {
            refuse_line(share, &scan, &error);
            status = report_error(&error, NULL);
        } else {
            kind->append(all, next, first);
        }
        kind->close(next);
    }
    free(next);
    return status;
}

static crease_status add_all(const question_kind *kind, void *all, const counted *sum,
                             counted *const *share)
{
    crease_status status = CREASE_OK;
    uint64_t first = 0;
    for (size_t i = 0; i < sum->parts && status == CREASE_OK; i++) {
        status = add_share(kind, all, sum, share[i], first);
        first += share[i]->regions;
    }
    return status;
}

crease_status question_merge(const counted *sum, counted *const *share, const settings *s)
{
    const question_kind *kind = kind_of(sum->work);
    results r;
    if (!kind)
        return report_usage("%s: has work that is not known here", sum->path);
    void *all = memory_new(1, kind->size);
    crease_status status = kind->open(all, sum);
    if (status == CREASE_OK) {
        status = add_all(kind, all, sum, share);
        if (status == CREASE_OK) {
            const work_summary summary = counted_summary(sum);
            kind->finish(all, 1);
            results_open(&r, s);
            kind->put(all, &r, &summary);
            results_close(&r);
        }
        kind->close(all);
    }
    free(all);
    return status;
}
