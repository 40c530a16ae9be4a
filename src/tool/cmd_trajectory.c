// crease trajectory: the image of a path after every layer, or averages over many.
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/trajectory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_REPEAT = 1000000, MAX_VERTICES = 1000000 };

const char *trajectory_kind(const trajectory_job *j)
{
    const cli_settings *settings = j->settings;
    return settings->arc        ? "arc"
           : settings->circle   ? "circle"
           : settings->vertices ? "polyline"
                                : "segment";
}

size_t trajectory_complete(const trajectory_job *j)
{
    size_t complete = 0;
    for (size_t i = 0; i < j->count; i++)
        complete += j->trajectory[i].complete != 0;
    return complete;
}

int trajectory_is_true_circle(const trajectory_job *j)
{
    return j->settings->circle && crease_net_is_homogeneous(j->net);
}

// ---- options ----

static crease_status check_source(const cli_settings *settings)
{
    const char *later = settings->lines ? "lines" : settings->vertices ? "points" : "repeat";
    int ends = settings->from || settings->to;
    int sources = ends + !!settings->lines + !!settings->vertices + !!settings->repeat;
    if (sources > 1)
        return report_usage("--%s: expected one of --from and --to, --points, --lines and "
                            "--repeat, found another too",
                            later);
    if (!sources)
        return report_usage("trajectory: expected --from and --to, --points, --lines or --repeat, "
                            "found none");
    if (ends && !(settings->from && settings->to))
        return report_usage("trajectory: expected --from and --to, found only --%s",
                            settings->from ? "from" : "to");
    return CREASE_OK;
}

static crease_status check_options(const cli_settings *settings)
{
    const char *file = settings->lines ? settings->lines : settings->vertices;
    if (check_source(settings))
        return CREASE_ERROR;
    if (settings->arc && settings->circle)
        return report_usage("trajectory: expected --arc or --circle, found both");
    if (settings->vertices && (settings->arc || settings->circle))
        return report_usage("--points: expected no --arc and no --circle, for the points are the "
                            "path, found --%s",
                            settings->arc ? "arc" : "circle");
    if (settings->arc > MAX_VERTICES || settings->circle > MAX_VERTICES)
        return report_usage("--%s: expected at most %d vertices", settings->arc ? "arc" : "circle",
                            MAX_VERTICES);
    if (settings->repeat > MAX_REPEAT)
        return report_usage("--repeat: expected at most %d", MAX_REPEAT);
    if (settings->json && settings->csv)
        return report_usage("trajectory: expected --json or --csv, found both");
    if (file && !strcmp(file, "-") && !strcmp(settings->operand, "-"))
        return report_usage("expected one file from standard input, found several called -");
    return CREASE_OK;
}

// ---- measuring ----

static void show_progress(void *data, const crease_progress *now)
{
    report_line(data, "%" PRIu64 " of %" PRIu64 " trajectories, %.1f s", now->done, now->total,
                now->seconds);
}

static crease_status measure(trajectory_job *j, crease_error *error)
{
    struct timespec start, end;
    j->trajectory = calloc(j->count, sizeof *j->trajectory);
    if (!j->trajectory)
        abort(); // memory
    for (size_t i = 0; i < j->count; i++)
        crease_trajectory_init(j->trajectory + i, j->net);
    clock_gettime(CLOCK_MONOTONIC, &start);
    crease_status status = crease_trajectory_measure(j->trajectory, j->net, j->path, j->count,
                                                     j->settings->width, &j->options, error);
    clock_gettime(CLOCK_MONOTONIC, &end);
    j->seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    report_progress_clear(&j->progress);
    if (status == CREASE_ERROR)
        error_name_option(error, "trajectory", GROUP_TRAJECTORY);
    if (status == CREASE_STOPPED)
        report_note("%s after %zu trajectories; the result is partial",
                    *j->options.interrupt ? "interrupted" : "stopped by --time-limit",
                    trajectory_complete(j));
    return status;
}

static void print(trajectory_job *j)
{
    crease_trajectory_average(&j->averages, j->trajectory, j->count, crease_net_layers(j->net));
    if (j->settings->csv)
        trajectory_csv(j);
    else if (j->settings->json)
        trajectory_json(j);
    else
        trajectory_text(j);
    crease_trajectory_averages_clear(&j->averages);
}

crease_status cmd_trajectory(const cli_settings *settings)
{
    trajectory_job j = {.settings = settings};
    crease_error error;
    if (check_options(settings))
        return CREASE_ERROR;
    if (crease_net_read(&j.net, settings->operand, &error))
        return report_error(&error);
    j.many = settings->lines || settings->repeat;
    j.options = job_options(settings, 0, &j.progress, show_progress);
    crease_status status = trajectory_paths(&j, &error);
    if (status == CREASE_OK)
        status = measure(&j, &error);
    if (status != CREASE_ERROR)
        print(&j);
    for (size_t i = 0; i < j.count; i++) {
        crease_path_clear(j.path + i);
        if (j.trajectory)
            crease_trajectory_clear(j.trajectory + i);
    }
    free(j.path);
    free(j.trajectory);
    crease_net_free(j.net);
    return status == CREASE_ERROR ? report_error(&error) : status;
}
