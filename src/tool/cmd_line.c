// crease line: the breakpoints of a network on a line, or averages over many.
#include "base/memory.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const settings *s;
    job work;
    size_t dimension, count;
    fmpq *points; // of each line from and to
    fmpq *x;      // scratch, dimension entries
    crease_line_averages averages;
    results r;
    uint32_t **pattern; // scratch: the present one, a row for each layer
} liner;

// ---- Patterns: that of the first region, and across a breakpoint ----

static void first_pattern(liner *j, const crease_line *line)
{
    for (size_t l = 0; l < crease_net_hidden(j->work.net); l++)
        memcpy(j->pattern[l], crease_line_pattern(line, l),
               crease_net_width(j->work.net, l) * sizeof **j->pattern);
}

static void cross_breakpoint(liner *j, const crease_line *line, size_t k)
{
    const crease_transition *list;
    size_t count = crease_line_transitions(&list, line, k);
    for (size_t i = 0; i < count; i++)
        j->pattern[list[i].layer][list[i].unit] = list[i].after;
}

static void put_present(liner *j, const char *key)
{
    put_pattern(&j->r, key, "   ", j->work.net, (const uint32_t *const *)j->pattern);
}

// ---- What all lines have in common ----

static void put_head(liner *j)
{
    results *r = &j->r;
    const crease_net *net = j->work.net;
    put_network(r, j->s->operand, net);
    put_count(r, "inputs", NULL, crease_net_inputs(net));
    put_hidden(r, net);
    text_row(r, "within", "%s", crease_domain_text(j->work.domain));
    if (r->format == RESULTS_TEXT)
        put_arithmetic(r, j->work.options.arith);
    put_count(r, "neurons", "neurons", crease_net_neurons(net));
    put_text(r, "within", NULL, crease_domain_text(j->work.domain));
    put_truth(r, "whole_line", NULL, j->s->line.whole_line);
    if (r->format == RESULTS_JSON)
        put_arithmetic(r, j->work.options.arith);
}

// What a line of many has too.
static void put_numbers(liner *j, const crease_line *line)
{
    results *r = &j->r;
    const crease_counts *counts = &line->counts;
    const size_t layers = counts->layers, neurons = crease_net_neurons(j->work.net);
    uint64_t *in_layer = memory_new(layers + 1, sizeof *in_layer);
    for (size_t l = 0; l < layers; l++)
        in_layer[l] = crease_line_layer_transitions(line, l);
    put_truth(r, "complete", NULL, counts->complete);
    put_count(r, "activation_regions", "activation regions", counts->activation_regions);
    put_layers(r, "regions_per_layer", "  up to layer", counts->per_layer, layers);
    if (neurons)
        put_rounded(r, "regions_per_neuron", "regions per neuron",
                    (double)counts->activation_regions / (double)neurons);
    if (j->s->linear)
        put_count(r, "linear_regions", "linear regions", crease_line_linear_regions(line));
    put_count(r, "transitions", "transitions", line->transitions);
    put_layers(r, "transitions_per_layer", "  in layer", in_layer, layers);
    uint64_t signs = 0;
    for (size_t l = 0; l < layers; l++) {
        in_layer[l] = line->sign_transitions[l];
        signs += in_layer[l];
    }
    put_count(r, "sign_transitions", "changes of sign", signs);
    put_layers(r, "sign_transitions_per_layer", "  in layer", in_layer, layers);
    free(in_layer);
}

// ---- One line ----

static void put_place(liner *j, const crease_line *line, size_t k)
{
    enum { SHORT = 24 }; // characters of a rational that is printed whole
    results *r = &j->r;
    if (j->s->line.approximate) {
        double low, high;
        crease_line_enclosure(&low, &high, line, k);
        text_line(r, "  %-24.17g %-24.17g", low, high);
        results_list(r, "t");
        put_double(r, NULL, NULL, low);
        put_double(r, NULL, NULL, high);
        results_end(r);
        return;
    }
    char *text = fmpq_get_str(NULL, 10, line->at + k);
    if (strlen(text) <= SHORT)
        text_line(r, "  %-*s", SHORT, text);
    else
        text_line(r, "  about %-*.15g", SHORT - 6, fmpq_get_d(line->at + k));
    put_text(r, "t", NULL, text);
    flint_free(text);
}

// People count layers from 1.
static void put_transitions(results *r, const crease_transition *t, size_t count)
{
    results_list(r, "transitions");
    for (size_t i = 0; i < count; i++, t++) {
        text_line(r, "%s%zu.%zu: %" PRIu32 " -> %" PRIu32, i ? ", " : "  ", t->layer + 1, t->unit,
                  t->before, t->after);
        results_object(r, NULL);
        put_count(r, "layer", NULL, t->layer);
        put_count(r, "unit", NULL, t->unit);
        put_count(r, "before", NULL, t->before);
        put_count(r, "after", NULL, t->after);
        results_end(r);
    }
    results_end(r);
}

static void put_breakpoint(liner *j, const crease_line *line, size_t k)
{
    results *r = &j->r;
    const crease_transition *list;
    size_t count = crease_line_transitions(&list, line, k);
    results_object(r, NULL);
    put_place(j, line, k);
    if (j->s->line.points) {
        crease_line_point(j->x, line, k);
        put_rationals(r, "point", j->x, j->dimension);
    }
    if (j->s->linear)
        put_truth(r, "bends", NULL, line->bends[k]);
    put_transitions(r, list, count);
    if (j->s->linear && !line->bends[k])
        text_line(r, "  (no bend)");
    text_line(r, "\n");
    if (j->s->line.points) {
        text_line(r, "    at");
        for (size_t i = 0; i < j->dimension; i++)
            text_rational(r, " ", j->x + i);
        text_line(r, "\n");
    }
    results_end(r);
}

static void put_neurons(liner *j, const crease_line *line)
{
    results_list(&j->r, "transitions_per_neuron");
    for (size_t l = 0; l < crease_net_hidden(j->work.net); l++) {
        results_list(&j->r, NULL);
        for (size_t i = 0; i < crease_net_width(j->work.net, l); i++)
            put_count(&j->r, NULL, NULL, crease_line_neuron_transitions(line, l, i));
        results_end(&j->r);
    }
    results_end(&j->r);
}

static void put_breakpoints(liner *j, const crease_line *line)
{
    results *r = &j->r;
    const int shows =
        r->format == RESULTS_TEXT && j->s->line.patterns && line->counts.activation_regions;
    first_pattern(j, line);
    if (r->format == RESULTS_JSON)
        put_present(j, "first_pattern");
    text_line(r, "\nbreakpoints, t and layer.unit: piece -> piece\n");
    if (shows)
        put_present(j, NULL);
    results_list(r, "breakpoints");
    for (size_t k = 0; k < line->breakpoints; k++) {
        put_breakpoint(j, line, k);
        cross_breakpoint(j, line, k);
        if (shows)
            put_present(j, NULL);
    }
    results_end(r);
}

static void put_all_patterns(liner *j, const crease_line *line)
{
    size_t regions = line->counts.activation_regions;
    results_list(&j->r, "patterns");
    first_pattern(j, line);
    for (size_t k = 0; k < regions; k++) {
        put_present(j, NULL);
        if (k + 1 < regions)
            cross_breakpoint(j, line, k);
    }
    results_end(&j->r);
}

static void put_line(liner *j, const crease_line *line)
{
    results *r = &j->r;
    const crease_counts *counts = &line->counts;
    if (r->format == RESULTS_TEXT)
        put_head(j);
    put_rationals(r, "from", j->points, j->dimension);
    put_rationals(r, "to", j->points + j->dimension, j->dimension);
    put_text(r, "domain", "line", line->text);
    put_numbers(j, line);
    put_neurons(j, line);
    text_row(r, "seconds", "%.6f", counts->seconds);
    if (!counts->complete)
        text_row(r, "complete", "no, this is the line up to where the walk stopped");
    put_breakpoints(j, line);
    if (j->s->line.patterns && r->format == RESULTS_JSON)
        put_all_patterns(j, line);
}

// ---- A table: a record for each transition ----

static void put_record(liner *j, size_t index, const crease_line *line, size_t k,
                       const crease_transition *t)
{
    results *r = &j->r;
    put_count(r, NULL, NULL, index);
    put_count(r, NULL, NULL, k);
    put_place(j, line, k);
    put_count(r, NULL, NULL, t->layer);
    put_count(r, NULL, NULL, t->unit);
    put_count(r, NULL, NULL, t->before);
    put_count(r, NULL, NULL, t->after);
    if (j->s->linear)
        put_truth(r, NULL, NULL, line->bends[k]);
    if (j->s->line.points) {
        crease_line_point(j->x, line, k);
        csv_rationals(r, j->x, j->dimension);
    }
    csv_end(r);
}

static void put_records(liner *j, size_t index, const crease_line *line)
{
    char names[128];
    snprintf(names, sizeof names, "line,breakpoint,%s,layer,unit,before,after%s%s",
             j->s->line.approximate ? "t_low,t_high" : "t", j->s->linear ? ",bends" : "",
             j->s->line.points ? ",point" : "");
    if (index == 0)
        csv_header(&j->r, names, "\r\n");
    for (size_t k = 0; k < line->breakpoints; k++) {
        const crease_transition *list;
        size_t count = crease_line_transitions(&list, line, k);
        for (size_t i = 0; i < count; i++)
            put_record(j, index, line, k, list + i);
    }
}

// ---- Many lines, and the end ----

static void put_in_layers(results *r, const char *key, const crease_estimate *in_layer,
                          size_t layers)
{
    char label[64];
    results_list(r, key);
    for (size_t l = 0; l < layers; l++) {
        snprintf(label, sizeof label, "  in layer %zu", l + 1);
        put_estimate(r, NULL, layers > 1 ? label : NULL, in_layer[l], 1);
    }
    results_end(r);
}

static void put_averages(liner *j)
{
    results *r = &j->r;
    const crease_line_averages *a = &j->averages;
    if (r->format == RESULTS_TEXT)
        put_head(j);
    results_object(r, "averages");
    text_row(r, "lines", "%" PRIu64 "%s", a->lines,
             j->s->line.whole_line ? ", whole" : ", segments");
    put_count(r, "lines", NULL, a->lines);
    put_estimate(r, "activation_regions", "activation regions", a->regions, 1);
    put_estimate(r, "regions_per_neuron", "regions per neuron", a->regions_per_neuron, 1);
    if (j->s->linear)
        put_estimate(r, "linear_regions", "linear regions", a->linear_regions, 1);
    put_estimate(r, "transitions", "transitions", a->transitions, 1);
    put_in_layers(r, "transitions_per_layer", a->transitions_in_layer, a->layers);
    put_estimate(r, "sign_transitions", "changes of sign", a->sign_transitions, 1);
    put_in_layers(r, "sign_transitions_per_layer", a->sign_transitions_in_layer, a->layers);
    results_end(r);
    put_truth(r, "complete", NULL, a->complete);
    text_row(r, "seconds", "%.6f", a->seconds);
    if (!a->complete)
        text_row(r, "complete", "no, these are the lines that were crossed to their end");
}

static void put_end(liner *j)
{
    results *r = &j->r;
    const crease_line_averages *a = &j->averages;
    if (j->s->at.lines && r->format != RESULTS_CSV) {
        results_end(r);
        put_averages(j);
    }
    if (r->format == RESULTS_JSON) {
        put_decisions(r, a->decided_float, a->decided_exact);
        put_seconds(r, "seconds", NULL, a->seconds);
        put_count(r, "threads", NULL, a->threads);
    }
    results_close(r);
}

static crease_visit show(void *data, size_t index, const crease_line *line)
{
    liner *j = data;
    if (j->r.format == RESULTS_CSV) {
        put_records(j, index, line);
    } else if (!j->s->at.lines) {
        put_line(j, line);
    } else if (j->r.format == RESULTS_JSON) {
        results_object(&j->r, NULL);
        put_numbers(j, line);
        results_end(&j->r);
    }
    return ferror(stdout) ? CREASE_STOP : CREASE_GO;
}

// ---- Crossing ----

// The library speaks of "lines[3].to".
static void name_source(const liner *j, crease_error *error)
{
    const char *point = strchr(error->where, '.');
    if (j->s->at.lines) {
        snprintf(error->file, sizeof error->file, "%s", j->s->at.lines);
    } else if (point) {
        snprintf(error->file, sizeof error->file, "--%.8s", point + 1);
        error->where[0] = '\0';
    }
}

static crease_status cross(liner *j)
{
    const settings *s = j->s;
    crease_line_wanted wanted = {.whole_line = s->line.whole_line, .linear = s->linear};
    crease_error error;
    if (job_pairs(&j->points, &j->count, j->dimension, &s->at, &error))
        return report_error(&error, NULL);
    if (s->at.lines && !s->csv)
        wanted.places = CREASE_LINE_COUNTED;
    else if (s->line.approximate)
        wanted.places = CREASE_LINE_ENCLOSED;
    j->work.progress.noun = "lines";
    results_open(&j->r, s);
    if (j->r.format == RESULTS_JSON)
        put_head(j);
    if (s->at.lines)
        results_list(&j->r, "lines");
    crease_status status = crease_lines_cross(&j->averages, j->work.net, j->work.domain, j->points,
                                              j->count, &wanted, &j->work.options, show, j, &error);
    report_progress_clear(&j->work.progress);
    if (status == CREASE_ERROR) {
        results_drop(&j->r);
        name_source(j, &error);
        return report_error(&error, s->operand);
    }
    put_end(j);
    if (status == CREASE_STOPPED)
        report_note("%s after %" PRIu64 " complete lines; the result is partial",
                    job_stopped_by(&j->work, UINT64_MAX), j->averages.lines);
    return status;
}

crease_status cmd_line(const settings *s)
{
    liner j = {.s = s};
    if (job_open(&j.work, s->operand, &s->domain, &s->run, 1))
        return CREASE_ERROR;
    const crease_net *net = j.work.net;
    const size_t layers = crease_net_hidden(net);
    j.dimension = crease_domain_dimension(j.work.domain);
    j.x = _fmpq_vec_init((slong)j.dimension);
    j.pattern = memory_new(layers + 1, sizeof *j.pattern);
    for (size_t l = 0; l < layers; l++)
        j.pattern[l] = memory_new(crease_net_width(net, l), sizeof **j.pattern);
    crease_line_averages_init(&j.averages, net);
    crease_status status = cross(&j);
    crease_line_averages_clear(&j.averages);
    _fmpq_vec_clear(j.x, (slong)j.dimension);
    if (j.points)
        _fmpq_vec_clear(j.points, 2 * (slong)(j.count * j.dimension));
    for (size_t l = 0; l < layers; l++)
        free(j.pattern[l]);
    free(j.pattern);
    job_close(&j.work);
    return status;
}
