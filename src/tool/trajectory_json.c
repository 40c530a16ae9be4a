// crease trajectory: one JSON object.
#include "base/json_writer.h"
#include "tool/estimates.h"
#include "tool/trajectory.h"

#include <stdio.h>
#include <stdlib.h>

static void put_enclosure(json *out, const char *name, const crease_enclosure *x)
{
    char *lo, *hi;
    if (fmpq_cmp(x->lo, x->hi) > 0)
        return;
    crease_enclosure_text(&lo, &hi, x);
    json_array_open(out, name);
    json_text(out, NULL, lo);
    json_text(out, NULL, hi);
    json_array_close(out);
    free(lo);
    free(hi);
}

static void put_layers(json *out, const crease_trajectory *t)
{
    json_array_open(out, "layers");
    for (size_t l = 0; l <= t->layers && t->complete; l++) {
        json_object_open(out, NULL);
        json_count(out, "layer", l);
        json_count(out, "transitions", t->transitions[l]);
        json_count(out, "patterns", t->patterns[l]);
        put_enclosure(out, "length", t->length + l);
        put_enclosure(out, "growth", t->growth + l);
        json_object_close(out);
    }
    json_array_close(out);
}

static void put_averages(json *out, const crease_trajectory_averages *a)
{
    json_array_open(out, "averages");
    for (size_t l = 0; l <= a->layers; l++) {
        json_object_open(out, NULL);
        json_count(out, "layer", l);
        json_estimate(out, "transitions", a->transitions[l]);
        json_estimate(out, "patterns", a->patterns[l]);
        json_estimate(out, "length", a->length[l]);
        json_estimate(out, "growth", a->growth[l]);
        json_object_close(out);
    }
    json_array_close(out);
}

static void put_each(json *out, const trajectory_job *j)
{
    json_array_open(out, "each");
    for (size_t i = 0; i < j->count; i++) {
        json_object_open(out, NULL);
        json_truth(out, "complete", j->trajectory[i].complete);
        put_layers(out, j->trajectory + i);
        json_object_close(out);
    }
    json_array_close(out);
}

static void put_decisions(json *out, const trajectory_job *j)
{
    uint64_t by_float = 0, by_integers = 0;
    for (size_t i = 0; i < j->count; i++) {
        by_float += j->trajectory[i].decided_float;
        by_integers += j->trajectory[i].decided_exact;
    }
    json_object_open(out, "decisions");
    json_count(out, "float", by_float);
    json_count(out, "exact", by_integers);
    json_object_close(out);
}

void trajectory_json(const trajectory_job *j)
{
    size_t complete = trajectory_complete(j);
    json out;
    json_open(&out);
    json_text(&out, "network_sha256", crease_net_sha256(j->net));
    json_count(&out, "inputs", crease_net_inputs(j->net));
    json_text(&out, "arithmetic", j->settings->arith->name);
    json_text(&out, "width", j->settings->width ? j->settings->width : "1e-12");
    json_text(&out, "path", trajectory_kind(j));
    json_count(&out, "vertices", j->path->count);
    json_truth(&out, "closed", j->path->closed);
    json_truth(&out, "patterns_of_ellipse", trajectory_is_true_circle(j));
    json_truth(&out, "complete", complete == j->count);
    if (j->many) {
        json_count(&out, "trajectories", complete);
        put_averages(&out, &j->averages);
        put_each(&out, j);
    } else {
        put_layers(&out, j->trajectory);
    }
    put_decisions(&out, j);
    json_seconds(&out, "seconds", j->seconds);
    json_print(&out, stdout);
}
