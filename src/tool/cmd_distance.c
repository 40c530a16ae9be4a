// crease distance: how far points are from boundaries, and how much boundary there is.
#include "tool/commands.h"
#include "tool/distance.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const distance_names[] = {"activation", "function"};

const crease_nearest *distance_nearest(const crease_distance *distance, int boundary)
{
    return boundary == DISTANCE_FUNCTION ? &distance->function : &distance->activation;
}

static void *room(size_t count, size_t size)
{
    void *list = calloc(count + 1, size);
    if (!list)
        abort(); // memory
    return list;
}

// ---- what goes with what ----

static crease_status check_options(const cli_settings *settings)
{
    int ways =
        !!settings->point + !!settings->at_points + !!settings->random_points + settings->density;
    if (ways != 1)
        return report_usage("distance: expected one of --point, --points, --random and --density, "
                            "found %s",
                            ways ? "several" : "none");
    if (settings->slice || settings->vnnlib)
        return report_usage("distance: expected no %s, for a slice changes distances",
                            settings->slice ? "--slice" : "--vnnlib");
    if (settings->random_points && !settings->box)
        return report_usage("distance: --random: expected --box=LO,HI,... too, found none");
    if ((settings->point || settings->at_points) && (settings->box || settings->polytope))
        return report_usage("distance: expected no domain, for the nearest point may lie anywhere, "
                            "found --%s",
                            settings->box ? "box" : "polytope");
    if (settings->json && settings->csv)
        return report_usage("distance: expected --json or --csv, found both");
    if (settings->csv && (settings->bins || settings->density))
        return report_usage("distance: --csv: expected points only, found --%s",
                            settings->bins ? "bins" : "density");
    if (settings->density && settings->bins)
        return report_usage("distance: expected --bins or --density, found both");
    if (settings->digits && !settings->density)
        return report_usage("distance: --digits: expected --density too, found none");
    if (settings->arith->value == CREASE_FLOAT)
        return report_usage("distance: --arith: expected filtered or exact, found float");
    if (settings->at_points && !strcmp(settings->at_points, "-") && !strcmp(settings->operand, "-"))
        return report_usage("expected one file from standard input, found several called -");
    return CREASE_OK;
}

// ---- points ----

static crease_status misfit(const distance_job *j, size_t found)
{
    crease_error error = {0};
    snprintf(error.file, sizeof error.file, "%s", j->settings->at_points);
    snprintf(error.message, sizeof error.message,
             "expected points of %zu number%s, as many as the network has inputs, found %zu",
             j->inputs, j->inputs == 1 ? "" : "s", found);
    return report_error(&error);
}

static crease_status read_points(distance_job *j)
{
    const cli_settings *settings = j->settings;
    crease_error error;
    size_t inputs;
    if (settings->at_points) {
        if (crease_slice_read(&j->points, &j->count, &inputs, settings->at_points, &error))
            return report_error(&error);
        if (inputs == j->inputs)
            return CREASE_OK;
        _fmpq_vec_clear(j->points, (slong)(j->count * inputs));
        j->points = NULL;
        return misfit(j, inputs);
    }
    size_t count = settings->point ? 1 : settings->random_points;
    if (count > SIZE_MAX / sizeof *j->points / (j->inputs + 1))
        return report_usage("distance: --random: expected fewer points, found %" PRIu64,
                            settings->random_points);
    j->count = count;
    j->points = _fmpq_vec_init((slong)(count * j->inputs));
    crease_status status =
        settings->point
            ? crease_point_parse(j->points, settings->point, j->inputs, &error)
            : crease_points_uniform(j->points, count, j->work.domain, settings->seed, &error);
    if (status)
        snprintf(error.file, sizeof error.file, settings->point ? "--point" : "--box");
    return status ? report_error(&error) : CREASE_OK;
}

// ---- what is found ----

static void keep(distance_sample *s, const crease_nearest *nearest)
{
    s->none += nearest->state == CREASE_NEAREST_NONE;
    s->beyond += nearest->state == CREASE_NEAREST_BEYOND;
    if (nearest->state != CREASE_NEAREST_KNOWN)
        return;
    fmpq_set(s->squared + s->count, nearest->squared);
    s->distance[s->count++] = crease_nearest_distance(nearest);
}

static crease_visit show(void *data, size_t index, const crease_distance *distance)
{
    distance_job *j = data;
    j->done = index + 1;
    for (int b = 0; b < j->boundaries; b++)
        keep(j->sample + b, distance_nearest(distance, b));
    if (j->settings->csv)
        distance_csv(j, index, distance);
    else if (j->settings->json)
        distance_json(j, index, distance);
    else if (j->settings->point)
        distance_text(j, index, distance);
    return ferror(stdout) ? CREASE_STOP : CREASE_GO;
}

// The smallest of 1, 2, 5 times a power of ten with which `most` bins hold all distances. Where
// doubles round, there may be one bin more or fewer; what is in each is exact.
static void choose_bins(distance_job *j, size_t most)
{
    static const ulong steps[] = {1, 2, 5};
    double largest = 0;
    for (int b = 0; b < j->boundaries; b++)
        for (size_t i = 0; i < j->sample[b].count; i++)
            largest = fmax(largest, j->sample[b].distance[i]);
    slong power = largest > 0 ? (slong)floor(log10(largest / (double)most)) - 1 : 0;
    fmpz_t ten;
    fmpz_init_set_ui(ten, 10);
    for (size_t step = 0;; step = (step + 1) % 3) {
        fmpq_set_fmpz(j->width, ten);
        fmpq_pow_si(j->width, j->width, power);
        fmpq_mul_ui(j->width, j->width, steps[step]);
        if (fmpq_get_d(j->width) * (double)most > largest)
            break;
        power += step == 2;
    }
    fmpz_clear(ten);
    j->bins = (size_t)(largest / fmpq_get_d(j->width)) + 1;
    for (int b = 0; b < j->boundaries; b++) {
        distance_sample *s = j->sample + b;
        s->bin = room(j->bins, sizeof *s->bin);
        crease_distance_histogram(s->bin, j->bins, j->width, s->squared, s->count);
    }
}

// ---- running ----

static void show_progress(void *data, const crease_progress *now)
{
    report_line(data, "%" PRIu64 " points, %.1f s", now->done, now->seconds);
}

static void report_stop(const distance_job *j)
{
    const crease_options *engine = &j->work.options;
    if (j->done == j->count)
        report_note("stopped by --max-regions; for %" PRIu64
                    " of the points there is only a lower bound",
                    j->sample[DISTANCE_FUNCTION].beyond);
    else
        report_note("%s after %zu of %zu points; the result is partial",
                    *engine->interrupt ? "interrupted" : "stopped by --time-limit", j->done,
                    j->count);
}

static crease_status measure_points(distance_job *j)
{
    crease_options options = job_options(j->settings, 1, &j->work.progress, show_progress);
    crease_error error;
    for (int b = 0; b < j->boundaries; b++) {
        j->sample[b].squared = _fmpq_vec_init((slong)j->count);
        j->sample[b].distance = room(j->count, sizeof(double));
    }
    if (j->settings->csv)
        distance_csv_begin(j);
    if (j->settings->json)
        distance_json_begin(j);
    j->status = crease_distances(j->work.net, j->points, j->count, j->boundaries > 1, &options,
                                 show, j, &error);
    report_progress_clear(&j->work.progress);
    if (j->status == CREASE_OK && j->sample[DISTANCE_FUNCTION].beyond)
        j->status = CREASE_STOPPED;
    if (j->settings->bins)
        choose_bins(j, j->settings->bins);
    if (j->settings->json)
        distance_json_end(j);
    else if (!j->settings->csv && !j->settings->point)
        distance_text_summary(j);
    if (j->status == CREASE_STOPPED)
        report_stop(j);
    return j->status;
}

static crease_status measure_density(distance_job *j)
{
    crease_error error;
    crease_boundary boundary;
    const cli_settings *settings = j->settings;
    if (settings->digits > UINT32_MAX)
        return report_usage("--digits: expected at most 1000000, found %" PRIu64, settings->digits);
    crease_boundary_init(&boundary);
    crease_status status =
        crease_boundary_measure(&boundary, j->work.net, j->work.domain, !settings->no_function,
                                (unsigned)settings->digits, &j->work.options, &error);
    j->work.counts.activation_regions = boundary.regions;
    status = job_end(&j->work, status, &error);
    if (status == CREASE_OK && settings->json)
        density_json(j, &boundary);
    else if (status == CREASE_OK)
        density_text(j, &boundary);
    crease_boundary_clear(&boundary);
    return status;
}

static void clear(distance_job *j)
{
    for (int b = 0; b < j->boundaries; b++) {
        distance_sample *s = j->sample + b;
        if (s->squared)
            _fmpq_vec_clear(s->squared, (slong)j->count);
        free(s->distance);
        free(s->bin);
    }
    if (j->points)
        _fmpq_vec_clear(j->points, (slong)(j->count * j->inputs));
    fmpq_clear(j->width);
}

crease_status cmd_distance(const cli_settings *settings)
{
    distance_job j = {.settings = settings, .boundaries = settings->no_function ? 1 : 2};
    if (check_options(settings) || job_open(&j.work, settings, 1))
        return CREASE_ERROR;
    j.inputs = crease_net_inputs(j.work.net);
    fmpq_init(j.width);
    crease_status status;
    if (settings->density)
        status = measure_density(&j);
    else
        status = read_points(&j) ? CREASE_ERROR : measure_points(&j);
    clear(&j);
    job_close(&j.work);
    return status;
}
