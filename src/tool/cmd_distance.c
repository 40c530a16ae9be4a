// crease distance: how far points are from boundaries, and how much boundary there is.
#include "base/limits.h"
#include "out/records.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Results for one boundary: the points for which the distance is known.
typedef struct {
    double *distance;
    size_t count;
    uint64_t none, at_least; // points without such a boundary, and where the search was given up
} distance_sample;

enum { ACTIVATION, FUNCTION, BOUNDARIES };
static const char *const boundary_names[BOUNDARIES] = {"activation", "function"};

typedef struct {
    job *work;
    size_t count, done;
    int boundaries; // 1 with --no-function, else 2
    crease_norm norm;
    fmpq *points;
    distance_sample sample[BOUNDARIES];
    crease_status status; // of all
} distance_view;

// ---- One point ----

static void distance_put_crease(distance_view *v, const crease_nearest *nearest)
{
    results *r = v->work->r;
    put_count(r, "layer", NULL, nearest->layer);
    put_count(r, "unit", NULL, nearest->unit);
    put_count(r, "breakpoint", NULL, nearest->breakpoint);
    if (r->format == RESULTS_JSON && (v->work->s->distance.nearest || v->work->s->position.point))
        put_rationals(r, "nearest", nearest->point, v->work->inputs);
    for (size_t i = 0; i < v->work->inputs; i++)
        text_short(r, i ? ", " : "  nearest point     ", nearest->point + i);
    text_line(r, "\n  on the crease of  unit %zu of layer %zu, breakpoint %zu\n", nearest->unit,
              nearest->layer, nearest->breakpoint);
}

static void distance_put_nearest(distance_view *v, const char *name, const crease_nearest *nearest)
{
    static const char *const states[] = {"exact", "none", "lower_bound"};
    results *r = v->work->r;
    const bool exists = nearest->state != CREASE_NEAREST_NONE;
    results_object(r, name);
    text_line(r, "%s boundary%s\n", name, exists ? "" : ": there is none");
    put_text(r, "state", NULL, states[nearest->state]);
    if (exists) {
        text_row(r, "  distance", "%s%.17g",
                 nearest->state == CREASE_NEAREST_AT_LEAST ? "at least " : "",
                 crease_nearest_distance(nearest));
        put_distance(r, nearest, v->norm);
    }
    if (nearest->state == CREASE_NEAREST_KNOWN)
        distance_put_crease(v, nearest);
    results_end(r);
}

static void distance_put_point(distance_view *v, size_t index, const crease_distance *distance)
{
    results *r = v->work->r;
    results_object(r, NULL);
    put_count(r, "point", NULL, index);
    text_row(r, "point", "%s", v->work->s->position.point);
    for (int b = 0; b < v->boundaries; b++)
        distance_put_nearest(v, boundary_names[b],
                             b == FUNCTION ? &distance->function : &distance->activation);
    put_count(r, "regions", "regions searched", distance->cells);
    results_end(r);
}

// ---- All of them ----

static void distance_keep(distance_sample *s, const crease_nearest *nearest)
{
    s->none += nearest->state == CREASE_NEAREST_NONE;
    s->at_least += nearest->state == CREASE_NEAREST_AT_LEAST;
    if (nearest->state != CREASE_NEAREST_KNOWN)
        return;
    s->distance[s->count++] = crease_nearest_distance(nearest);
}

static crease_visit distance_show(void *data, size_t index, const crease_distance *distance)
{
    distance_view *v = data;
    v->done = index + 1;
    for (int b = 0; b < v->boundaries; b++)
        distance_keep(v->sample + b, b == FUNCTION ? &distance->function : &distance->activation);
    if (v->work->r->format != RESULTS_TEXT || v->work->s->position.point)
        distance_put_point(v, index, distance);
    return ferror(stdout) ? CREASE_STOP : CREASE_GO;
}

static void distance_put_sample(distance_view *v, int b)
{
    results *r = v->work->r;
    const distance_sample *s = v->sample + b;
    text_line(r, "%s boundary\n", boundary_names[b]);
    results_object(r, boundary_names[b]);
    put_mean(r, "distance", "  mean distance", s->distance, s->count, 1);
    put_mean(r, "times_neurons", "  times neurons", s->distance, s->count,
             (double)crease_net_neurons(v->work->net));
    put_count(r, "known", NULL, s->count);
    put_count(r, "none", s->none ? "  points without" : NULL, s->none);
    put_count(r, "at_least", s->at_least ? "  farther, unknown" : NULL, s->at_least);
    results_end(r);
}

static void distance_put_head(distance_view *v)
{
    results *r = v->work->r;
    put_network(r, v->work->s->operand, v->work->net);
    put_count(r, "inputs", NULL, v->work->inputs);
    put_count(r, "neurons", "neurons", crease_net_neurons(v->work->net));
    put_text(r, "arithmetic", NULL, crease_arith_name(v->work->options.arith));
    put_bool(r, "exact", NULL, 1);
}

static void distance_put_begin(distance_view *v)
{
    results *r = v->work->r;
    char columns[256] = "point";
    for (int b = 0; b < v->boundaries; b++) {
        const char *const name = boundary_names[b];
        const size_t length = strlen(columns);
        snprintf(columns + length, sizeof columns - length,
                 ",%s_state,%s_%s,%s_distance,%s_layer,%s_unit,%s_breakpoint", name, name,
                 distance_key(v->norm), name, name, name, name);
    }
    strcat(columns, ",regions");
    distance_put_head(v);
    put_norm(r, v->norm);
    if (v->work->s->position.random)
        put_count(r, "seed", NULL, v->work->s->seed);
    results_table(r, "distances", columns);
}

static void distance_put_end(distance_view *v)
{
    results *r = v->work->r;
    results_end(r);
    if (r->format == RESULTS_TEXT && v->work->s->position.point)
        return;
    put_count(r, "points", "points", v->done);
    for (int b = 0; b < v->boundaries; b++)
        distance_put_sample(v, b);
    put_bool(r, "complete", NULL, v->status == CREASE_OK);
    if (v->done < v->count)
        text_row(r, "complete", "no, these are the first of %zu points", v->count);
}

// ---- Measuring points ----

static crease_status distance_random_points(distance_view *v)
{
    job *work = v->work;
    crease_error error;
    if (work->s->position.random > SIZE_MAX / sizeof *v->points / (work->inputs + 1))
        return report_usage("--random takes fewer points than %" PRIu64, work->s->position.random);
    v->count = work->s->position.random;
    v->points = job_vector(work, v->count * work->inputs);
    run_limits limits; // which may leave the last ones undone: the work ends before it comes there
    run_limits_init(&limits, &work->options);
    crease_status status =
        crease_points_uniform(v->points, v->count, work->domain, work->s->seed, &error);
    run_limits_end(&limits, status, &error);
    job_look_at_clock(work);
    return status ? report_error(&error, "--box") : CREASE_OK;
}

static crease_status distance_of_points(distance_view *v)
{
    job *work = v->work;
    crease_error error;
    if (work->s->position.random ? distance_random_points(v)
                                 : job_point_or_points(work, &v->points, &v->count, work->inputs))
        return CREASE_ERROR;
    for (int b = 0; b < v->boundaries; b++)
        v->sample[b].distance = job_memory(work, v->count, sizeof(double));
    work->progress.noun = "points";
    distance_put_begin(v);
    v->status = crease_distances(work->net, v->points, v->count, v->boundaries > 1, v->norm,
                                 &work->options, distance_show, v, &error);
    report_progress_clear(&work->progress);
    if (v->status == CREASE_OK && v->sample[FUNCTION].at_least)
        v->status = CREASE_STOPPED;
    distance_put_end(v);
    job_report_points(work, v->status, v->done, v->count, v->sample[FUNCTION].at_least);
    return v->status;
}

// ---- How much there is ----

// A number that is known is one.
static void distance_put_measure(results *r, const char *key, const char *label,
                                 const crease_enclosure *x)
{
    if (!fmpq_equal(x->lo, x->hi)) {
        put_enclosure(r, key, label, x);
        return;
    }
    put_rationals(r, key, (const fmpq[]){*x->lo, *x->hi}, 2);
    if (r->format == RESULTS_TEXT)
        put_rational(r, NULL, label, x->lo);
}

static void distance_put_density(distance_view *v, const crease_boundary *b)
{
    results *r = v->work->r;
    const size_t dimension = crease_domain_dimension(v->work->domain);
    char label[16];
    snprintf(label, sizeof label, "  %s", measure_name(dimension - 1));
    distance_put_head(v);
    put_text(r, "domain", "domain", crease_domain_text(v->work->domain));
    put_rational(r, "volume", measure_name(dimension), b->volume);
    put_count(r, "activation_regions", "regions", b->regions);
    text_line(r, "activation boundary\n");
    distance_put_measure(r, "activation_boundary", label, &b->activation);
    distance_put_measure(r, "activation_density", "  density", &b->activation_density);
    if (b->has_function) {
        text_line(r, "function boundary\n");
        distance_put_measure(r, "function_boundary", label, &b->function);
        distance_put_measure(r, "function_density", "  density", &b->function_density);
    }
    put_bool(r, "complete", NULL, 1);
}

static crease_status distance_density(distance_view *v)
{
    job *work = v->work;
    crease_error error;
    crease_boundary boundary;
    unsigned digits;
    if (job_digits(work, &digits))
        return CREASE_ERROR;
    crease_boundary_init(&boundary);
    crease_status status = crease_boundary_measure(
        &boundary, work->net, work->domain, v->boundaries > 1, digits, &work->options, &error);
    work->counts.activation_regions = boundary.regions;
    if (job_end(work, status, &error) == CREASE_OK)
        distance_put_density(v, &boundary);
    crease_boundary_clear(&boundary);
    return status;
}

crease_status cmd_distance(job *work)
{
    distance_view v = {.work = work,
                       .boundaries = work->s->distance.no_function ? 1 : BOUNDARIES,
                       .norm = (crease_norm)work->s->norm};
    return work->s->distance.density ? distance_density(&v) : distance_of_points(&v);
}
