// crease distance: one JSON object.
#include "tool/distance.h"
#include "tool/estimates.h"

#include <stdlib.h>

static void json_rational(json *out, const char *name, const fmpq_t x)
{
    char *text = fmpq_get_str(NULL, 10, x);
    json_text(out, name, text);
    flint_free(text);
}

static void put_head(distance_job *j)
{
    json_open(&j->out);
    json_text(&j->out, "network_sha256", crease_net_sha256(j->work.net));
    json_count(&j->out, "inputs", j->inputs);
    json_count(&j->out, "neurons", crease_net_neurons(j->work.net));
    json_text(&j->out, "arithmetic", j->settings->arith->name);
    json_truth(&j->out, "certified", 1);
}

// ---- points ----

void distance_json_begin(distance_job *j)
{
    put_head(j);
    if (j->settings->random_points)
        json_count(&j->out, "seed", j->settings->seed);
    json_array_open(&j->out, "distances");
}

static void put_nearest(distance_job *j, const char *name, const crease_nearest *nearest)
{
    static const char *const states[] = {"known", "none", "beyond"};
    json *out = &j->out;
    json_object_open(out, name);
    json_text(out, "state", states[nearest->state]);
    if (nearest->state != CREASE_NEAREST_NONE) {
        json_rational(out, "squared", nearest->squared);
        json_double(out, "distance", crease_nearest_distance(nearest));
    }
    if (nearest->state == CREASE_NEAREST_KNOWN) {
        json_count(out, "layer", nearest->layer);
        json_count(out, "unit", nearest->unit);
        json_count(out, "breakpoint", nearest->breakpoint);
        if (j->settings->nearest || j->settings->point) {
            json_array_open(out, "nearest");
            for (size_t i = 0; i < j->inputs; i++)
                json_rational(out, NULL, nearest->point + i);
            json_array_close(out);
        }
    }
    json_object_close(out);
}

void distance_json(distance_job *j, size_t index, const crease_distance *distance)
{
    json *out = &j->out;
    json_object_open(out, NULL);
    json_count(out, "point", index);
    for (int b = 0; b < j->boundaries; b++)
        put_nearest(j, distance_names[b], distance_nearest(distance, b));
    json_count(out, "regions", distance->cells);
    json_object_close(out);
}

static void put_sample(distance_job *j, int b)
{
    json *out = &j->out;
    const distance_sample *s = j->sample + b;
    crease_estimate estimate = crease_distance_estimate(s->distance, s->count);
    json_object_open(out, distance_names[b]);
    json_scaled_estimate(out, "distance", estimate, 1);
    json_scaled_estimate(out, "times_neurons", estimate, (double)crease_net_neurons(j->work.net));
    json_count(out, "known", s->count);
    json_count(out, "none", s->none);
    json_count(out, "beyond", s->beyond);
    if (j->bins) {
        json_array_open(out, "histogram");
        for (size_t k = 0; k < j->bins; k++)
            json_count(out, NULL, s->bin[k]);
        json_array_close(out);
    }
    json_object_close(out);
}

void distance_json_end(distance_job *j)
{
    json *out = &j->out;
    json_array_close(out);
    json_count(out, "points", j->done);
    if (j->bins)
        json_rational(out, "bin_width", j->width);
    for (int b = 0; b < j->boundaries; b++)
        put_sample(j, b);
    json_truth(out, "complete", j->status == CREASE_OK);
    json_print(out, stdout);
}

// ---- how much there is ----

static void put_enclosure(json *out, const char *name, const crease_enclosure *enclosure)
{
    char *lo, *hi;
    json_array_open(out, name);
    if (fmpq_equal(enclosure->lo, enclosure->hi)) {
        json_rational(out, NULL, enclosure->lo);
        json_rational(out, NULL, enclosure->hi);
    } else {
        crease_enclosure_text(&lo, &hi, enclosure);
        json_text(out, NULL, lo);
        json_text(out, NULL, hi);
        free(lo);
        free(hi);
    }
    json_array_close(out);
}

void density_json(distance_job *j, const crease_boundary *boundary)
{
    json *out = &j->out;
    put_head(j);
    json_text(out, "domain", crease_domain_text(j->work.domain));
    json_rational(out, "volume", boundary->volume);
    json_count(out, "activation_regions", boundary->regions);
    put_enclosure(out, "activation_boundary", &boundary->activation);
    put_enclosure(out, "activation_density", &boundary->activation_density);
    if (boundary->has_function) {
        put_enclosure(out, "function_boundary", &boundary->function);
        put_enclosure(out, "function_density", &boundary->function_density);
    }
    json_truth(out, "complete", 1);
    json_print(out, stdout);
}
