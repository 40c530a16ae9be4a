// crease line: one JSON object.
#include "tool/estimates.h"
#include "tool/line.h"

#include <stdio.h>

static void json_rationals(json *out, const char *name, const fmpq *x, size_t count)
{
    json_array_open(out, name);
    for (size_t i = 0; i < count; i++) {
        char *text = fmpq_get_str(NULL, 10, x + i);
        json_text(out, NULL, text);
        flint_free(text);
    }
    json_array_close(out);
}

void line_json_begin(line_job *j)
{
    const cli_settings *settings = j->settings;
    const crease_net *net = j->work.net;
    json *out = &j->out;
    json_open(out);
    json_text(out, "network_sha256", crease_net_sha256(net));
    json_count(out, "inputs", crease_net_inputs(net));
    json_array_open(out, "hidden");
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        json_count(out, NULL, crease_net_width(net, l));
    json_array_close(out);
    json_count(out, "neurons", crease_net_neurons(net));
    json_text(out, "within", crease_domain_text(j->work.domain));
    json_truth(out, "whole_line", settings->whole_line);
    json_text(out, "arithmetic", settings->arith->name);
    json_truth(out, "certified", j->work.options.arith != CREASE_FLOAT);
    if (settings->lines)
        json_array_open(out, "lines");
}

// ---- one line ----

static void put_pattern(line_job *j, const char *name)
{
    json *out = &j->out;
    json_array_open(out, name);
    for (size_t l = 0; l < crease_net_hidden(j->work.net); l++) {
        json_array_open(out, NULL);
        for (size_t i = line_pattern_layer(j, l); i < line_pattern_layer(j, l + 1); i++)
            json_count(out, NULL, j->pattern[i]);
        json_array_close(out);
    }
    json_array_close(out);
}

static void put_all_patterns(line_job *j, const crease_line *line)
{
    size_t regions = crease_line_regions(line);
    json_array_open(&j->out, "patterns");
    line_pattern_first(j, line);
    for (size_t k = 0; k < regions; k++) {
        put_pattern(j, NULL);
        if (k + 1 < regions)
            line_pattern_cross(j, line, k);
    }
    json_array_close(&j->out);
}

static void put_place(line_job *j, const crease_line *line, size_t k)
{
    json *out = &j->out;
    if (j->settings->approximate) {
        double end[2];
        crease_line_enclosure(end, end + 1, line, k);
        json_array_open(out, "t");
        for (int i = 0; i < 2; i++)
            json_double(out, NULL, end[i]);
        json_array_close(out);
        return;
    }
    char *text = fmpq_get_str(NULL, 10, crease_line_at(line, k));
    json_text(out, "t", text);
    flint_free(text);
    if (j->settings->points) {
        crease_line_point(j->x, line, k);
        json_rationals(out, "point", j->x, j->dimension);
    }
}

static void put_breakpoint(line_job *j, const crease_line *line, size_t k)
{
    json *out = &j->out;
    const crease_transition *list;
    size_t count = crease_line_transitions(&list, line, k);
    json_object_open(out, NULL);
    put_place(j, line, k);
    if (j->settings->linear)
        json_truth(out, "bends", crease_line_bends(line, k));
    json_array_open(out, "transitions");
    for (size_t i = 0; i < count; i++) {
        json_object_open(out, NULL);
        json_count(out, "layer", list[i].layer);
        json_count(out, "unit", list[i].unit);
        json_count(out, "before", list[i].before);
        json_count(out, "after", list[i].after);
        json_object_close(out);
    }
    json_array_close(out);
    json_object_close(out);
}

// What a line of many has too.
static void put_numbers(line_job *j, const crease_line *line)
{
    json *out = &j->out;
    const crease_counts *counts = crease_line_counts(line);
    size_t neurons = crease_net_neurons(j->work.net);
    json_truth(out, "complete", counts->complete);
    json_count(out, "activation_regions", counts->activation_regions);
    json_array_open(out, "regions_per_layer");
    for (size_t l = 0; l < counts->layers; l++)
        json_count(out, NULL, counts->per_layer[l]);
    json_array_close(out);
    if (neurons)
        json_rounded(out, "regions_per_neuron",
                     (double)counts->activation_regions / (double)neurons);
    if (j->settings->linear)
        json_count(out, "linear_regions", crease_line_linear_regions(line));
    json_count(out, "transitions", crease_line_all_transitions(line));
    json_array_open(out, "transitions_per_layer");
    for (size_t l = 0; l < counts->layers; l++)
        json_count(out, NULL, crease_line_layer_transitions(line, l));
    json_array_close(out);
}

static void put_neurons(line_job *j, const crease_line *line)
{
    json *out = &j->out;
    json_array_open(out, "transitions_per_neuron");
    for (size_t l = 0; l < crease_net_hidden(j->work.net); l++) {
        json_array_open(out, NULL);
        for (size_t i = 0; i < crease_net_width(j->work.net, l); i++)
            json_count(out, NULL, crease_line_neuron_transitions(line, l, i));
        json_array_close(out);
    }
    json_array_close(out);
}

void line_json(line_job *j, size_t index, const crease_line *line)
{
    json *out = &j->out;
    if (j->settings->lines) {
        json_object_open(out, NULL);
        put_numbers(j, line);
        json_object_close(out);
        return;
    }
    json_rationals(out, "from", j->points + 2 * index * j->dimension, j->dimension);
    json_rationals(out, "to", j->points + (2 * index + 1) * j->dimension, j->dimension);
    json_text(out, "domain", crease_line_text(line));
    put_numbers(j, line);
    put_neurons(j, line);
    line_pattern_first(j, line);
    put_pattern(j, "first_pattern");
    json_array_open(out, "breakpoints");
    for (size_t k = 0; k < crease_line_breakpoints(line); k++)
        put_breakpoint(j, line, k);
    json_array_close(out);
    if (j->settings->patterns)
        put_all_patterns(j, line);
}

// ---- the end ----

static void put_averages(line_job *j)
{
    json *out = &j->out;
    const crease_line_averages *a = &j->averages;
    json_object_open(out, "averages");
    json_count(out, "lines", a->lines);
    json_estimate(out, "activation_regions", a->regions);
    json_estimate(out, "regions_per_neuron", a->regions_per_neuron);
    if (j->settings->linear)
        json_estimate(out, "linear_regions", a->linear_regions);
    json_estimate(out, "transitions", a->transitions);
    json_array_open(out, "transitions_per_layer");
    for (size_t l = 0; l < a->layers; l++)
        json_estimate(out, NULL, a->transitions_in_layer[l]);
    json_array_close(out);
    json_object_close(out);
}

void line_json_end(line_job *j)
{
    json *out = &j->out;
    const crease_line_averages *a = &j->averages;
    if (j->settings->lines) {
        json_array_close(out);
        put_averages(j);
        json_truth(out, "complete", a->complete);
    }
    json_object_open(out, "decisions");
    json_count(out, "float", a->decided_float);
    json_count(out, "exact", a->decided_exact);
    json_object_close(out);
    json_seconds(out, "seconds", a->seconds);
    json_count(out, "threads", a->threads);
    json_print(out, stdout);
}
