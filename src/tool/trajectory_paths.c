// crease trajectory: the paths that the options ask for.
#include "tool/trajectory.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static crease_status add_path(trajectory_job *j, const fmpq *p, const fmpq *q, crease_error *error)
{
    const cli_settings *settings = j->settings;
    size_t n = crease_net_inputs(j->net), arc = settings->arc, circle = settings->circle;
    crease_path *path = j->path + j->count;
    crease_status status = CREASE_OK;
    if (arc || circle) {
        const char *option = arc ? "--arc" : "--circle";
        status = arc ? crease_path_arc(path, p, q, n, arc, error)
                     : crease_path_circle(path, p, q, n, circle, error);
        if (status)
            snprintf(error->file, sizeof error->file, "%s", option);
    } else {
        fmpq *both = _fmpq_vec_init(2 * (slong)n);
        for (size_t i = 0; i < n; i++) {
            fmpq_set(both + i, p + i);
            fmpq_set(both + n + i, q + i);
        }
        status = crease_path_polyline(path, both, 2, n, error);
        _fmpq_vec_clear(both, 2 * (slong)n);
        if (status) {
            snprintf(error->file, sizeof error->file, "--to");
            error->where[0] = '\0';
        }
    }
    j->count += status == CREASE_OK;
    return status;
}

// A path for each pair of points; where they come from is named in an error about one of them.
static crease_status add_paths(trajectory_job *j, const fmpq *points, size_t pairs,
                               const char *source, crease_error *error)
{
    size_t n = crease_net_inputs(j->net);
    j->path = calloc(pairs, sizeof *j->path);
    if (!j->path)
        abort(); // memory
    for (size_t i = 0; i < pairs; i++)
        if (add_path(j, points + 2 * i * n, points + (2 * i + 1) * n, error)) {
            if (source && strcmp(error->file, "--to")) // what is at fault may be the option
                snprintf(error->where, sizeof error->where, "trajectory %zu", i);
            else if (source) {
                snprintf(error->file, sizeof error->file, "%s", source);
                snprintf(error->where, sizeof error->where, "lines[%zu].to", i);
            }
            return CREASE_ERROR;
        }
    return CREASE_OK;
}

static crease_status read_end(fmpq *x, const char *text, size_t n, const char *option,
                              crease_error *error)
{
    crease_status status = crease_point_parse(x, text, n, error);
    if (status)
        snprintf(error->file, sizeof error->file, "%s", option);
    return status;
}

static crease_status add_pair(trajectory_job *j, crease_error *error)
{
    size_t n = crease_net_inputs(j->net);
    fmpq *points = _fmpq_vec_init(2 * (slong)n);
    crease_status status = read_end(points, j->settings->from, n, "--from", error);
    if (status == CREASE_OK)
        status = read_end(points + n, j->settings->to, n, "--to", error);
    if (status == CREASE_OK)
        status = add_paths(j, points, 1, NULL, error);
    _fmpq_vec_clear(points, 2 * (slong)n);
    return status;
}

static crease_status add_lines(trajectory_job *j, crease_error *error)
{
    size_t n = crease_net_inputs(j->net), count;
    fmpq *points;
    if (crease_lines_read(&points, &count, n, j->settings->lines, error))
        return CREASE_ERROR;
    crease_status status = add_paths(j, points, count, j->settings->lines, error);
    _fmpq_vec_clear(points, 2 * (slong)(count * n));
    return status;
}

static crease_status add_random(trajectory_job *j, crease_error *error)
{
    size_t n = crease_net_inputs(j->net), count = j->settings->repeat;
    fmpq *points = _fmpq_vec_init(2 * (slong)(count * n));
    crease_points_random(points, 2 * count, n, j->settings->seed);
    crease_status status = add_paths(j, points, count, "--repeat", error);
    _fmpq_vec_clear(points, 2 * (slong)(count * n));
    return status;
}

static crease_status add_polyline(trajectory_job *j, crease_error *error)
{
    const char *file = j->settings->vertices;
    size_t n = crease_net_inputs(j->net), count, inputs;
    fmpq *points;
    if (crease_slice_read(&points, &count, &inputs, file, error))
        return CREASE_ERROR;
    j->path = calloc(1, sizeof *j->path);
    if (!j->path)
        abort(); // memory
    crease_status status = crease_path_polyline(j->path, points, count, inputs, error);
    j->count = status == CREASE_OK;
    if (status == CREASE_OK && inputs != n) {
        *error = (crease_error){0};
        snprintf(error->message, sizeof error->message,
                 "expected points of %zu numbers, the network's inputs, found %zu", n, inputs);
        status = CREASE_ERROR;
    }
    snprintf(error->file, sizeof error->file, "%s", strcmp(file, "-") ? file : "standard input");
    _fmpq_vec_clear(points, (slong)(count * inputs));
    return status;
}

crease_status trajectory_paths(trajectory_job *j, crease_error *error)
{
    const cli_settings *settings = j->settings;
    return settings->lines      ? add_lines(j, error)
           : settings->repeat   ? add_random(j, error)
           : settings->vertices ? add_polyline(j, error)
                                : add_pair(j, error);
}
