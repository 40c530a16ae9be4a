// crease line: the breakpoints of a network on a line, or averages over many.
#include "tool/commands.h"
#include "tool/line.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the points ----

static crease_status read_point(fmpq *x, const char *text, size_t dimension, const char *option)
{
    crease_error error;
    crease_status status = crease_point_parse(x, text, dimension, &error);
    if (status == CREASE_OK)
        return CREASE_OK;
    snprintf(error.file, sizeof error.file, "%s", option);
    return report_error(&error);
}

static crease_status read_points(line_job *j)
{
    const cli_settings *settings = j->settings;
    crease_error error;
    if (settings->lines) {
        crease_status status =
            crease_lines_read(&j->points, &j->count, j->dimension, settings->lines, &error);
        return status ? report_error(&error) : CREASE_OK;
    }
    j->count = 1;
    j->points = _fmpq_vec_init(2 * (slong)j->dimension);
    if (read_point(j->points, settings->from, j->dimension, "--from"))
        return CREASE_ERROR;
    return read_point(j->points + j->dimension, settings->to, j->dimension, "--to");
}

static crease_status check_options(const cli_settings *settings)
{
    if (settings->lines && (settings->from || settings->to))
        return report_usage("line: expected --lines or --from and --to, found both");
    if (!settings->lines && !settings->from)
        return report_usage("line: expected --from=X1,X2,... or --lines=FILE, found neither");
    if (!settings->lines && !settings->to)
        return report_usage("line: expected --to=X1,X2,..., found none");
    if (settings->json && settings->csv)
        return report_usage("line: expected --json or --csv, found both");
    if (settings->points && settings->approximate)
        return report_usage("line: expected --points or --approximate, found both");
    if (settings->patterns && (settings->csv || settings->lines))
        return report_usage("line: --patterns: expected one line, as text or --json, found %s",
                            settings->csv ? "--csv" : "--lines");
    if (settings->lines && !strcmp(settings->lines, "-") && !strcmp(settings->operand, "-"))
        return report_usage("expected one file from standard input, found several called -");
    return CREASE_OK;
}

// ---- progress ----

static void show_progress(void *data, const crease_progress *now)
{
    if (now->total > 1)
        report_line(data, "%" PRIu64 " of %" PRIu64 " lines, %" PRIu64 " regions, %.1f s",
                    now->done, now->total, now->regions, now->seconds);
    else
        report_line(data, "%" PRIu64 " regions, %.1f %% of the line, %.1f s", now->regions,
                    100 * now->share, now->seconds);
}

// ---- crossing ----

static void set_how(line_job *j)
{
    const cli_settings *settings = j->settings;
    j->wanted =
        (crease_line_wanted){.whole_line = settings->whole_line, .linear = settings->linear};
    if (settings->lines && !settings->csv)
        j->wanted.places = CREASE_LINE_COUNTED;
    else if (settings->approximate)
        j->wanted.places = CREASE_LINE_ENCLOSED;
    j->work.options = job_options(settings, 1, &j->work.progress, show_progress);
}

static crease_visit show(void *data, size_t index, const crease_line *line)
{
    line_job *j = data;
    if (j->settings->csv && index == 0)
        line_csv_begin(j);
    if (j->settings->csv)
        line_csv(j, index, line);
    else if (j->settings->json)
        line_json(j, index, line);
    else if (!j->settings->lines)
        line_text(j, line);
    return ferror(stdout) ? CREASE_STOP : CREASE_GO;
}

// The library speaks of "lines[3].to".
static void name_source(const line_job *j, crease_error *error)
{
    const char *point = strchr(error->where, '.');
    if (j->settings->lines) {
        snprintf(error->file, sizeof error->file, "%s", j->settings->lines);
    } else if (point) {
        snprintf(error->file, sizeof error->file, "--%.8s", point + 1);
        error->where[0] = '\0';
    }
}

static void report_stop(const line_job *j)
{
    const crease_options *options = &j->work.options;
    const char *why = "stopped by --time-limit";
    if (*options->interrupt)
        why = "interrupted";
    else if (options->max_regions)
        why = "stopped by --max-regions";
    report_note("%s after %" PRIu64 " complete lines; the result is partial", why,
                j->averages.lines);
}

static crease_status cross(line_job *j)
{
    crease_error error;
    if (j->settings->json)
        line_json_begin(j);
    crease_status status =
        crease_lines_cross(&j->averages, j->work.net, j->work.domain, j->points, j->count,
                           &j->wanted, &j->work.options, show, j, &error);
    report_progress_clear(&j->work.progress);
    if (status == CREASE_ERROR) {
        if (j->settings->json)
            json_drop(&j->out);
        name_source(j, &error);
        return job_end(&j->work, status, &error);
    }
    if (j->settings->json)
        line_json_end(j);
    else if (j->settings->lines && !j->settings->csv)
        line_text_averages(j);
    if (status == CREASE_STOPPED)
        report_stop(j);
    return status;
}

static crease_status run(line_job *j)
{
    if (read_points(j))
        return CREASE_ERROR;
    set_how(j);
    return cross(j);
}

crease_status cmd_line(const cli_settings *settings)
{
    line_job j = {.settings = settings};
    if (check_options(settings) || job_open(&j.work, settings, 1))
        return CREASE_ERROR;
    j.dimension = crease_domain_dimension(j.work.domain);
    j.x = _fmpq_vec_init((slong)j.dimension);
    j.pattern =
        calloc(line_pattern_layer(&j, crease_net_hidden(j.work.net)) + 1, sizeof *j.pattern);
    if (!j.pattern)
        abort(); // memory
    crease_line_averages_init(&j.averages, j.work.net);
    crease_status status = run(&j);
    crease_line_averages_clear(&j.averages);
    _fmpq_vec_clear(j.x, (slong)j.dimension);
    if (j.points)
        _fmpq_vec_clear(j.points, 2 * (slong)(j.count * j.dimension));
    free(j.pattern);
    job_close(&j.work);
    return status;
}
