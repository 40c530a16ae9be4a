// crease line: the breakpoints of a network on a line.
#include "base/fatal.h"
#include "exact/rational.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <inttypes.h>
#include <string.h>

typedef struct {
    job *work;
    fmpq *points;       // from, to
    fmpq *x;            // scratch, of the dimension of the domain
    uint64_t *in_layer; // scratch, two for each layer
    uint32_t **pattern; // scratch: the present one, a row for each layer
} line_view;

// ---- Patterns: that of the first region, and across a breakpoint ----

static void line_first_pattern(line_view *v, const crease_line *line)
{
    for (size_t l = 0; l < crease_net_hidden(v->work->net); l++)
        memcpy(v->pattern[l], crease_line_pattern(line, l),
               crease_net_width(v->work->net, l) * sizeof **v->pattern);
}

static void line_cross_breakpoint(line_view *v, const crease_line *line, size_t k)
{
    ASSERT(k < line->breakpoints);
    const crease_transition *list;
    size_t count = crease_line_transitions(&list, line, k);
    for (size_t i = 0; i < count; i++)
        v->pattern[list[i].layer][list[i].unit] = list[i].after;
}

static void line_put_pattern(line_view *v, const char *key)
{
    put_pattern(v->work->r, key, "   ", v->work->net, (const uint32_t *const *)v->pattern);
}

// ---- Numbers ----

static void line_put_numbers(line_view *v, const crease_line *line)
{
    results *r = v->work->r;
    const crease_counts *counts = &line->counts;
    const size_t layers = counts->layers, neurons = crease_net_neurons(v->work->net);
    uint64_t *in_layer = v->in_layer, *signs_in_layer = in_layer + layers, signs = 0;
    for (size_t l = 0; l < layers; l++) {
        in_layer[l] = crease_line_layer_transitions(line, l);
        signs_in_layer[l] = line->sign_transitions[l];
        signs += signs_in_layer[l];
    }
    put_bool(r, "complete", NULL, counts->complete);
    put_count(r, "activation_regions", "activation regions", counts->activation_regions);
    put_layers(r, "regions_per_layer", "  up to layer", counts->per_layer, layers);
    if (neurons)
        put_rounded(r, "regions_per_neuron", "regions per neuron",
                    (double)counts->activation_regions / (double)neurons);
    if (v->work->s->linear)
        put_count(r, "linear_regions", "linear regions", crease_line_linear_regions(line));
    put_count(r, "transitions", "transitions", line->transitions);
    put_layers(r, "transitions_per_layer", "  in layer", in_layer, layers);
    put_count(r, "sign_transitions", "changes of sign", signs);
    put_layers(r, "sign_transitions_per_layer", "  in layer", signs_in_layer, layers);
}

// ---- Breakpoints ----

static void line_put_place(line_view *v, const crease_line *line, size_t k)
{
    ASSERT(k < line->breakpoints);
    enum { SHORT = 24 }; // characters of a rational that is printed whole
    results *r = v->work->r;
    if (v->work->s->line.approximate) {
        double low, high;
        crease_line_enclosure(&low, &high, line, k);
        text_line(r, "  %-24.17g %-24.17g", low, high);
        put_between(r, "t", low, high);
        return;
    }
    char *text = fmpq_get_str(NULL, 10, line->t + k), about[RATIONAL_ABOUT_TEXT];
    if (strlen(text) <= SHORT)
        text_line(r, "  %-*s", SHORT, text);
    else
        text_line(r, "  about %-*s", SHORT - 6, rational_about(about, line->t + k, 15));
    put_text(r, "t", NULL, text);
    flint_free(text);
}

// The place, and what is asked for there.
static void line_put_at(line_view *v, const crease_line *line, size_t k)
{
    results *r = v->work->r;
    line_put_place(v, line, k);
    if (v->work->s->line.coordinates) {
        crease_line_point(v->x, line, k);
        put_rationals(r, "point", v->x, v->work->dimension);
    }
    if (v->work->s->linear)
        put_bool(r, "bends", NULL, line->bends[k]);
}

static void line_put_transition(results *r, const crease_transition *t)
{
    put_count(r, "layer", NULL, t->layer);
    put_count(r, "unit", NULL, t->unit);
    put_count(r, "before", NULL, t->before);
    put_count(r, "after", NULL, t->after);
}

static void line_put_transitions(results *r, const crease_transition *t, size_t count)
{
    results_list(r, "transitions");
    for (size_t i = 0; i < count; i++, t++) {
        text_line(r, "%s%zu.%zu: %" PRIu32 " -> %" PRIu32, i ? ", " : "  ", t->layer, t->unit,
                  t->before, t->after);
        results_object(r, NULL);
        line_put_transition(r, t);
        results_end(r);
    }
    results_end(r);
}

static void line_put_breakpoint(line_view *v, const crease_line *line, size_t k)
{
    results *r = v->work->r;
    const settings *s = v->work->s;
    const crease_transition *list;
    size_t count = crease_line_transitions(&list, line, k);
    results_object(r, NULL);
    line_put_at(v, line, k);
    line_put_transitions(r, list, count);
    text_line(r, s->linear && !line->bends[k] ? "  (no bend)\n" : "\n");
    if (s->line.coordinates) {
        text_line(r, "    at");
        for (size_t i = 0; i < v->work->dimension; i++)
            text_rational(r, " ", v->x + i);
        text_line(r, "\n");
    }
    results_end(r);
}

static void line_put_neurons(results *r, const crease_net *net, const crease_line *line)
{
    results_list(r, "transitions_per_neuron");
    for (size_t l = 0; l < crease_net_hidden(net); l++) {
        results_list(r, NULL);
        for (size_t i = 0; i < crease_net_width(net, l); i++)
            put_count(r, NULL, NULL, crease_line_neuron_transitions(line, l, i));
        results_end(r);
    }
    results_end(r);
}

// In text, patterns stand between the breakpoints.
static void line_put_breakpoints(line_view *v, const crease_line *line)
{
    results *r = v->work->r;
    const bool between =
        r->format == RESULTS_TEXT && v->work->s->line.patterns && line->counts.activation_regions;
    line_first_pattern(v, line);
    if (r->format == RESULTS_JSON)
        line_put_pattern(v, "first_pattern");
    text_line(r, "\nbreakpoints, t and layer.unit: piece -> piece\n");
    if (between)
        line_put_pattern(v, NULL);
    results_list(r, "breakpoints");
    for (size_t k = 0; k < line->breakpoints; k++) {
        line_put_breakpoint(v, line, k);
        line_cross_breakpoint(v, line, k);
        if (between)
            line_put_pattern(v, NULL);
    }
    results_end(r);
}

static void line_put_all_patterns(line_view *v, const crease_line *line)
{
    const uint64_t regions = line->counts.activation_regions;
    results_list(v->work->r, "patterns");
    line_first_pattern(v, line);
    for (uint64_t k = 0; k < regions; k++) {
        line_put_pattern(v, NULL);
        if (k + 1 < regions)
            line_cross_breakpoint(v, line, k);
    }
    results_end(v->work->r);
}

static void line_put_one(line_view *v, const crease_line *line)
{
    results *r = v->work->r;
    const size_t dimension = v->work->dimension;
    const crease_counts *counts = &line->counts;
    put_rationals(r, "from", v->points, dimension);
    put_rationals(r, "to", v->points + dimension, dimension);
    put_text(r, "domain", "line", line->text);
    line_put_numbers(v, line);
    line_put_neurons(r, v->work->net, line);
    text_row(r, "seconds", "%.6f", counts->seconds);
    if (!counts->complete)
        text_row(r, "complete", "no, this is the line up to where the walk stopped");
    line_put_breakpoints(v, line);
    if (v->work->s->line.patterns && r->format == RESULTS_JSON)
        line_put_all_patterns(v, line);
}

// ---- A table: a row for each transition ----

static void line_put_table(line_view *v, const crease_line *line)
{
    char columns[128];
    results *r = v->work->r;
    const settings *s = v->work->s;
    const crease_transition *t;
    snprintf(columns, sizeof columns, "breakpoint,%s,layer,unit,before,after%s%s",
             s->line.approximate ? "t_low,t_high" : "t", s->linear ? ",bends" : "",
             s->line.coordinates ? ",point" : "");
    results_table(r, NULL, columns);
    for (size_t k = 0; k < line->breakpoints; k++) {
        const size_t count = crease_line_transitions(&t, line, k);
        for (size_t i = 0; i < count; i++) {
            results_object(r, NULL);
            csv_count(r, "breakpoint", k);
            line_put_at(v, line, k);
            line_put_transition(r, t + i);
            results_end(r);
        }
    }
    results_end(r);
}

// ---- Crossing ----

static void line_put(line_view *v, const crease_line *line)
{
    results *r = v->work->r;
    const crease_net *net = v->work->net;
    put_network(r, v->work->name, net);
    put_count(r, "inputs", NULL, v->work->inputs);
    put_hidden(r, net);
    put_count(r, "neurons", "neurons", crease_net_neurons(net));
    put_text(r, "within", "within", crease_domain_text(v->work->domain));
    put_bool(r, "whole_line", NULL, v->work->s->line.whole_line);
    put_arithmetic(r, v->work->options.arith);
    if (r->format == RESULTS_CSV)
        line_put_table(v, line);
    else
        line_put_one(v, line);
    put_decisions(r, line->counts.decided_float, line->counts.decided_exact);
    put_seconds(r, "seconds", NULL, line->counts.seconds);
}

static crease_status line_cross(line_view *v)
{
    job *work = v->work;
    const settings *s = work->s;
    const crease_line_wanted wanted = {.places = s->line.approximate ? CREASE_LINE_ENCLOSED
                                                                     : CREASE_LINE_EXACT,
                                       .whole_line = s->line.whole_line,
                                       .linear = s->linear};
    crease_line *line;
    crease_error error;
    crease_status status =
        crease_line_cross(&line, work->net, work->domain, v->points, v->points + work->dimension,
                          &wanted, &work->options, &error);
    if (status == CREASE_ERROR) {
        report_progress_clear(&work->progress);
        return report_field_error(&error, s);
    }
    work->counts.activation_regions = line->counts.activation_regions;
    job_end(work, status, &error);
    line_put(v, line);
    crease_line_free(line);
    return status;
}

crease_status cmd_line(job *work)
{
    const crease_net *net = work->net;
    const size_t layers = crease_net_hidden(net);
    line_view v = {.work = work,
                   .in_layer = job_memory(work, 2 * layers + 1, sizeof *v.in_layer),
                   .x = job_vector(work, work->dimension),
                   .pattern = job_memory(work, layers + 1, sizeof *v.pattern)};
    for (size_t l = 0; l < layers; l++)
        v.pattern[l] = job_memory(work, crease_net_width(net, l), sizeof **v.pattern);
    return job_ends(work, &v.points, work->dimension) ? CREASE_ERROR : line_cross(&v);
}
