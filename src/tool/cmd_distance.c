// crease distance: how far points are from boundaries, and how much boundary there is.
#include "base/limits.h"
#include "base/memory.h"
#include "out/records.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// What is kept of one boundary: the points that have it at a known distance.
typedef struct {
    fmpq *squared;
    double *distance;
    size_t count;
    uint64_t none, beyond; // points without such a boundary, and where the search was given up
    uint64_t *bin;         // with --bins
} sample;

enum { ACTIVATION, FUNCTION, BOUNDARIES };
static const char *const names[BOUNDARIES] = {"activation", "function"};

typedef struct {
    const settings *s;
    job work;
    size_t inputs, count, done;
    int boundaries; // 1 with --no-function, else 2
    fmpq *points;
    sample sample[BOUNDARIES];
    fmpq_t width; // of a bin
    size_t bins;
    crease_status status; // of all
    results r;
} measurer;

// ---- One point ----

static void put_crease(measurer *j, const crease_nearest *nearest)
{
    results *r = &j->r;
    put_count(r, "layer", NULL, nearest->layer);
    put_count(r, "unit", NULL, nearest->unit);
    put_count(r, "breakpoint", NULL, nearest->breakpoint);
    if (r->format == RESULTS_JSON && (j->s->distance.nearest || j->s->at.point))
        put_rationals(r, "nearest", nearest->point, j->inputs);
    for (size_t i = 0; i < j->inputs; i++)
        text_short(r, i ? ", " : "\n  nearest point     ", nearest->point + i);
    text_line(r, "\n  on the crease of  unit %zu of layer %zu, breakpoint %zu", nearest->unit,
              nearest->layer + 1, nearest->breakpoint);
}

static void put_nearest(measurer *j, const char *name, const crease_nearest *nearest)
{
    static const char *const states[] = {"known", "none", "beyond"};
    results *r = &j->r;
    const int exists = nearest->state != CREASE_NEAREST_NONE;
    results_object(r, name);
    text_line(r, "%s boundary%s\n", name, exists ? "" : ": there is none");
    put_text(r, "state", NULL, states[nearest->state]);
    if (exists) {
        const double distance = crease_nearest_distance(nearest);
        text_row(r, "  distance", "%s%.17g",
                 nearest->state == CREASE_NEAREST_BEYOND ? "at least " : "", distance);
        text_short(r, "  squared           ", nearest->squared);
        put_rational(r, "squared", NULL, nearest->squared);
        put_double(r, "distance", NULL, distance);
    } else {
        csv_blank(r, 2);
    }
    if (nearest->state == CREASE_NEAREST_KNOWN)
        put_crease(j, nearest);
    else
        csv_blank(r, 3);
    if (exists)
        text_line(r, "\n");
    results_end(r);
}

static void put_point(measurer *j, size_t index, const crease_distance *distance)
{
    results *r = &j->r;
    results_object(r, NULL);
    put_count(r, "point", NULL, index);
    text_row(r, "point", "%s", j->s->at.point);
    for (int b = 0; b < j->boundaries; b++)
        put_nearest(j, names[b], b == FUNCTION ? &distance->function : &distance->activation);
    put_count(r, "regions", "regions searched", distance->cells);
    results_end(r);
    csv_end(r);
}

// ---- All of them ----

static void keep(sample *s, const crease_nearest *nearest)
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
    measurer *j = data;
    j->done = index + 1;
    for (int b = 0; b < j->boundaries; b++)
        keep(j->sample + b, b == FUNCTION ? &distance->function : &distance->activation);
    if (j->r.format != RESULTS_TEXT || j->s->at.point)
        put_point(j, index, distance);
    return ferror(stdout) ? CREASE_STOP : CREASE_GO;
}

// The smallest of 1, 2, 5 times a power of ten with which `most` bins hold all distances. Where
// doubles round, there may be one bin more or fewer; what is in each is exact.
static void choose_bins(measurer *j, size_t most)
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
        sample *s = j->sample + b;
        s->bin = memory_new(j->bins, sizeof *s->bin);
        crease_distance_histogram(s->bin, j->bins, j->width, s->squared, s->count);
    }
}

static void text_histogram(measurer *j)
{
    text_line(&j->r, "histogram, from distance%s\n",
              j->boundaries > 1 ? "   activation     function" : "");
    fmpq_t edge;
    fmpq_init(edge);
    for (size_t k = 0; k < j->bins; k++) {
        fmpq_mul_ui(edge, j->width, k);
        text_line(&j->r, "  %-20.10g", fmpq_get_d(edge));
        for (int b = 0; b < j->boundaries; b++)
            text_line(&j->r, " %12" PRIu64, j->sample[b].bin[k]);
        text_line(&j->r, "\n");
    }
    fmpq_clear(edge);
}

static void put_sample(measurer *j, int b)
{
    results *r = &j->r;
    const sample *s = j->sample + b;
    crease_estimate estimate = crease_distance_estimate(s->distance, s->count);
    text_line(r, "%s boundary\n", names[b]);
    results_object(r, names[b]);
    put_estimate(r, "distance", "  mean distance", estimate, 1);
    put_estimate(r, "times_neurons", "  times neurons", estimate,
                 (double)crease_net_neurons(j->work.net));
    put_count(r, "known", NULL, s->count);
    put_count(r, "none", s->none ? "  points without" : NULL, s->none);
    put_count(r, "beyond", s->beyond ? "  farther, unknown" : NULL, s->beyond);
    if (j->bins)
        put_counts(r, "histogram", s->bin, j->bins);
    results_end(r);
}

static void put_head(measurer *j)
{
    results *r = &j->r;
    put_network(r, j->s->operand, j->work.net);
    put_count(r, "inputs", NULL, j->inputs);
    put_count(r, "neurons", "neurons", crease_net_neurons(j->work.net));
    put_text(r, "arithmetic", NULL, crease_arith_name(j->work.options.arith));
    put_truth(r, "certified", NULL, 1);
}

static void put_begin(measurer *j)
{
    results *r = &j->r;
    char header[256] = "point";
    results_open(r, j->s);
    for (int b = 0; b < j->boundaries; b++) {
        const char *n = names[b];
        size_t used = strlen(header);
        snprintf(header + used, sizeof header - used,
                 ",%s_state,%s_squared,%s_distance,%s_layer,%s_unit,%s_breakpoint", n, n, n, n, n,
                 n);
    }
    strcat(header, ",regions");
    csv_header(r, header, "\n");
    if (r->format == RESULTS_CSV)
        return;
    put_head(j);
    if (j->s->at.random)
        put_count(r, "seed", NULL, j->s->seed);
    results_list(r, "distances");
}

static void put_end(measurer *j)
{
    results *r = &j->r;
    if (r->format != RESULTS_CSV && !(r->format == RESULTS_TEXT && j->s->at.point)) {
        results_end(r);
        put_count(r, "points", "points", j->done);
        if (j->bins)
            put_rational(r, "bin_width", NULL, j->width);
        for (int b = 0; b < j->boundaries; b++)
            put_sample(j, b);
        put_truth(r, "complete", NULL, j->status == CREASE_OK);
        if (j->bins)
            text_histogram(j);
        if (j->done < j->count)
            text_row(r, "complete", "no, these are the first of %zu points", j->count);
    }
    results_close(r);
}

// ---- Measuring points ----

static crease_status read_points(measurer *j)
{
    const point_settings *at = &j->s->at;
    crease_error error;
    if (at->points) {
        if (job_points(&j->points, &j->count, j->inputs, at->points, &error))
            return report_error(&error, NULL);
        return CREASE_OK;
    }
    size_t count = at->point ? 1 : at->random;
    if (count > SIZE_MAX / sizeof *j->points / (j->inputs + 1))
        return report_usage("--random takes fewer points than %" PRIu64, at->random);
    j->count = count;
    j->points = _fmpq_vec_init((slong)(count * j->inputs));
    run_limits limits; // which may leave the last ones undone: the work ends before it comes there
    run_limits_init(&limits, &j->work.options);
    crease_status status =
        at->point ? crease_point_parse(j->points, at->point, j->inputs, &error)
                  : crease_points_uniform(j->points, count, j->work.domain, j->s->seed, &error);
    run_limits_clear(&limits);
    job_look_at_clock(&j->work);
    return status ? report_error(&error, at->point ? "--point" : "--box") : CREASE_OK;
}

static crease_status measure_points(measurer *j)
{
    crease_error error;
    if (read_points(j))
        return CREASE_ERROR;
    for (int b = 0; b < j->boundaries; b++) {
        j->sample[b].squared = _fmpq_vec_init((slong)j->count);
        j->sample[b].distance = memory_new(j->count, sizeof(double));
    }
    j->work.progress.noun = "points";
    put_begin(j);
    j->status = crease_distances(j->work.net, j->points, j->count, j->boundaries > 1,
                                 &j->work.options, show, j, &error);
    report_progress_clear(&j->work.progress);
    if (j->status == CREASE_OK && j->sample[FUNCTION].beyond)
        j->status = CREASE_STOPPED;
    if (j->s->distance.bins)
        choose_bins(j, j->s->distance.bins);
    put_end(j);
    if (j->status == CREASE_STOPPED && j->done == j->count)
        report_note("stopped by --max-regions; for %" PRIu64
                    " of the points there is only a lower bound",
                    j->sample[FUNCTION].beyond);
    else if (j->status == CREASE_STOPPED)
        report_note("%s after %zu of %zu points; the result is partial",
                    job_stopped_by(&j->work, 0), j->done, j->count);
    return j->status;
}

// ---- How much there is ----

// A number that is known is one.
static void put_measure(results *r, const char *key, const char *label, const crease_enclosure *x)
{
    if (!fmpq_equal(x->lo, x->hi)) {
        put_enclosure(r, key, label, x);
        return;
    }
    put_rationals(r, key, (const fmpq[]){*x->lo, *x->hi}, 2);
    if (r->format == RESULTS_TEXT)
        put_rational(r, NULL, label, x->lo);
}

static void put_density(measurer *j, const crease_boundary *b)
{
    results *r = &j->r;
    const size_t dimension = crease_domain_dimension(j->work.domain);
    char label[16];
    snprintf(label, sizeof label, "  %s", measure_name(dimension - 1));
    results_open(r, j->s);
    put_head(j);
    put_text(r, "domain", "domain", crease_domain_text(j->work.domain));
    put_rational(r, "volume", measure_name(dimension), b->volume);
    put_count(r, "activation_regions", "regions", b->regions);
    text_line(r, "activation boundary\n");
    put_measure(r, "activation_boundary", label, &b->activation);
    put_measure(r, "activation_density", "  density", &b->activation_density);
    if (b->has_function) {
        text_line(r, "function boundary\n");
        put_measure(r, "function_boundary", label, &b->function);
        put_measure(r, "function_density", "  density", &b->function_density);
    }
    put_truth(r, "complete", NULL, 1);
    results_close(r);
}

static crease_status measure_density(measurer *j)
{
    crease_error error;
    crease_boundary boundary;
    crease_boundary_init(&boundary);
    crease_status status =
        crease_boundary_measure(&boundary, j->work.net, j->work.domain, j->boundaries > 1,
                                (unsigned)j->s->distance.digits, &j->work.options, &error);
    j->work.counts.activation_regions = boundary.regions;
    if (job_end(&j->work, status, &error) == CREASE_OK)
        put_density(j, &boundary);
    crease_boundary_clear(&boundary);
    return status;
}

crease_status cmd_distance(const settings *s)
{
    measurer j = {.s = s, .boundaries = s->distance.no_function ? 1 : BOUNDARIES};
    if (job_open(&j.work, s->operand, &s->domain, &s->run, 1))
        return CREASE_ERROR;
    j.inputs = crease_net_inputs(j.work.net);
    fmpq_init(j.width);
    crease_status status = s->distance.density ? measure_density(&j) : measure_points(&j);
    for (int b = 0; b < j.boundaries; b++) {
        if (j.sample[b].squared)
            _fmpq_vec_clear(j.sample[b].squared, (slong)j.count);
        free(j.sample[b].distance);
        free(j.sample[b].bin);
    }
    if (j.points)
        _fmpq_vec_clear(j.points, (slong)(j.count * j.inputs));
    fmpq_clear(j.width);
    job_close(&j.work);
    return status;
}
