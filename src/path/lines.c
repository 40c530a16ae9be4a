// Many lines: read from a file, each crossed by one thread, reported in their order.
#include "path/line.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/read_file.h"
#include "base/words.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>

// ---- files ----

// What crease_lines_read wants, and where it puts it.
typedef struct {
    fmpq **points;
    size_t *count, dimension;
} lines_target;

// After a number one comma may stand.
static word next_number(word_scanner *scan, word before)
{
    word next = word_next_in_line(scan);
    return before.length && word_is(next, ",") ? word_next_in_line(scan) : next;
}

static crease_status lines_read_row(word_scanner *scan, fmpq *row, size_t dimension, size_t index,
                                    word at, crease_error *error)
{
    const size_t width = 2 * dimension;
    char where[64];
    snprintf(where, sizeof where, "lines[%zu]", index);
    for (size_t i = 0; i < width; i++) {
        crease_error inner;
        if (!at.length)
            return word_fail(error, scan, at, where,
                             "expected %zu numbers, %zu for each of two points, found %zu", width,
                             dimension, i);
        if (rational_parse(row + i, at.text, at.length, &inner))
            return word_fail(error, scan, at, where, "%s", inner.message);
        at = next_number(scan, at);
    }
    if (at.length)
        return word_refuse(error, scan, at, where, "the end of the line after %zu numbers", width);
    return CREASE_OK;
}

static crease_status lines_parse(void *target, document_text document, crease_error *error)
{
    lines_target *to = target;
    word_scanner scan = {.document = document, .marks = ","};
    const size_t width = 2 * to->dimension;
    crease_status status = CREASE_OK;
    fmpq *number = NULL;
    size_t lines = 0, capacity = 0;
    while (scan.at < document.size && status == CREASE_OK) {
        word first = word_next_in_line(&scan);
        if (first.length && first.text[0] == '#') {
            word_skip_line(&scan);
        } else if (first.length) {
            MEMORY_RESERVE(number, capacity, (lines + 1) * width);
            for (size_t i = 0; i < width; i++)
                fmpq_init(number + lines * width + i);
            status =
                lines_read_row(&scan, number + lines * width, to->dimension, lines, first, error);
            lines++;
        }
    }
    if (status == CREASE_OK && !lines)
        status = word_refuse(error, &scan, word_next(&scan), NULL,
                             "%zu numbers, %zu for each of two points", width, to->dimension);
    if (status == CREASE_OK) {
        *to->points = number;
        *to->count = lines;
    } else {
        _fmpq_vec_clear(number, (slong)(lines * width));
    }
    return status;
}

crease_status crease_lines_parse(fmpq **points, size_t *count, size_t dimension, const char *text,
                                 size_t size, const char *name, crease_error *error)
{
    lines_target to = {points, count, dimension};
    return read_text(&to, (document_text){text, size}, name, lines_parse, error);
}

crease_status crease_lines_read(fmpq **points, size_t *count, size_t dimension, const char *path,
                                crease_error *error)
{
    lines_target to = {points, count, dimension};
    return read_file(&to, path, lines_parse, error);
}

// ---- crossing ----

enum { WINDOW_PER_THREAD = 4 };

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    const fmpq *points;
    size_t dimension, count;
    crease_line_wanted wanted;
    crease_line_visit visit;
    void *data;
    rounded_net base; // shared
    run_limits limits;
    size_t window;
    crease_line **line;         // line i in place i % window, until it is reported
    crease_line_totals *totals; // of those that were reported
} job;

// All lines before are complete.
static crease_status lines_report(void *data, size_t index, crease_status status)
{
    job *j = data;
    crease_line **place = j->line + index % j->window, *line = *place;
    const crease_counts *counts = &line->counts;
    j->totals->decided_float += counts->decided_float;
    j->totals->decided_exact += counts->decided_exact;
    j->totals->lines += status == CREASE_OK;
    if (j->visit && j->visit(j->data, index, line) == CREASE_STOP)
        status = CREASE_STOPPED;
    crease_progress more = {.done = 1, .regions = counts->activation_regions};
    if (j->count > 1)
        run_limits_add(&j->limits, &more);
    crease_line_free(line);
    *place = NULL;
    return status;
}

static crease_status lines_cross_one(void *data, void *state, size_t index, crease_error *error)
{
    (void)state;
    job *j = data;
    const fmpq *from = j->points + 2 * index * j->dimension, *to = from + j->dimension;
    crease_options walk = run_limits_rest(&j->limits);
    if (j->count == 1) // its walk knows more of how far it is
        walk.progress = j->limits.options->progress;
    return line_make(j->line + index % j->window, j->net, j->domain, from, to, &j->wanted, &j->base,
                     &walk, error);
}

// Limits stop the walks: the first unfinished line is reported too, as far as it is known.
static crease_status lines_run(job *j, size_t threads, crease_error *error)
{
    j->window = WINDOW_PER_THREAD * threads;
    j->line = memory_new(j->window, sizeof *j->line);
    j->limits.now.total = j->count;
    rounded_net_init(&j->base, j->net, NULL, crease_net_inputs(j->net));
    parallel work = {.jobs = j->count,
                     .threads = threads,
                     .data = j,
                     .run = lines_cross_one,
                     .deliver = lines_report,
                     .window = j->window};
    crease_status status = parallel_run(&work, error);
    rounded_net_clear(&j->base);
    for (size_t i = 0; i < j->window; i++)
        crease_line_free(j->line[i]);
    free(j->line);
    return status;
}

// ---- the whole job ----

static crease_status check_points(const job *j, crease_error *error)
{
    for (size_t i = 0; i < j->count; i++) {
        const fmpq *from = j->points + 2 * i * j->dimension;
        if (line_check(j->net, j->domain, from, from + j->dimension, error) == CREASE_OK)
            continue;
        if (error && error->where[0]) {
            char where[64];
            snprintf(where, sizeof where, "lines[%zu].%.8s", i, error->where);
            error_where(error, "%s", where);
        }
        return CREASE_ERROR;
    }
    return CREASE_OK;
}

crease_status crease_lines_cross(crease_line_totals *totals, const crease_net *net,
                                 const crease_domain *domain, const fmpq *points, size_t count,
                                 const crease_line_wanted *wanted, const crease_options *options,
                                 crease_line_visit visit, void *data, crease_error *error)
{
    job j = {.net = net,
             .domain = domain,
             .points = points,
             .count = count,
             .wanted = wanted ? *wanted : (crease_line_wanted){0},
             .visit = visit,
             .data = data,
             .totals = totals};
    *totals = (crease_line_totals){0};
    run_limits_init(&j.limits, options);
    j.dimension = domain ? crease_domain_dimension(domain) : crease_net_inputs(net);
    totals->threads = parallel_threads(j.limits.options->threads, count ? count : 1);
    crease_status status = check_points(&j, error);
    if (status == CREASE_OK)
        status = lines_run(&j, totals->threads, error);
    totals->complete = status == CREASE_OK;
    totals->seconds = run_limits_seconds(&j.limits);
    run_limits_clear(&j.limits);
    return status;
}
