// crease line: text for people.
#include "tool/estimates.h"
#include "tool/line.h"
#include "tool/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SHORT = 24 }; // characters of a rational that is printed whole

size_t line_pattern_layer(const line_job *j, size_t layer)
{
    size_t at = 0;
    for (size_t l = 0; l < layer; l++)
        at += crease_net_width(j->work.net, l);
    return at;
}

void line_pattern_first(line_job *j, const crease_line *line)
{
    for (size_t l = 0; l < crease_net_hidden(j->work.net); l++)
        memcpy(j->pattern + line_pattern_layer(j, l), crease_line_pattern(line, l),
               crease_net_width(j->work.net, l) * sizeof *j->pattern);
}

void line_pattern_cross(line_job *j, const crease_line *line, size_t k)
{
    const crease_transition *list;
    size_t count = crease_line_transitions(&list, line, k);
    for (size_t i = 0; i < count; i++)
        j->pattern[line_pattern_layer(j, list[i].layer) + list[i].unit] = list[i].after;
}

// ---- what all lines have in common ----

static void print_head(const line_job *j)
{
    const cli_settings *settings = j->settings;
    const char *name = settings->operand;
    text_row(stdout, "network", "%s", strcmp(name, "-") ? name : "standard input");
    text_row(stdout, "sha256", "%s", crease_net_sha256(j->work.net));
    text_row(stdout, "within", "%s", crease_domain_text(j->work.domain));
    text_row(stdout, "arithmetic", "%s", settings->arith->name);
    text_row(stdout, "certified", "%s", j->work.options.arith == CREASE_FLOAT ? "no" : "yes");
    text_row(stdout, "neurons", "%zu", crease_net_neurons(j->work.net));
}

// ---- one line ----

static void print_number(const fmpq_t x)
{
    char *text = fmpq_get_str(NULL, 10, x);
    if (strlen(text) <= SHORT)
        printf("%-*s", SHORT, text);
    else
        printf("about %-*.15g", SHORT - 6, fmpq_get_d(x));
    flint_free(text);
}

static void print_pattern(const line_job *j)
{
    fputs("   ", stdout);
    for (size_t l = 0; l < crease_net_hidden(j->work.net); l++) {
        putchar(' ');
        for (size_t i = line_pattern_layer(j, l); i < line_pattern_layer(j, l + 1); i++)
            printf(j->pattern[i] < 10 ? "%" PRIu32 : "(%" PRIu32 ")", j->pattern[i]);
    }
    putchar('\n');
}

static void print_point(line_job *j, const crease_line *line, size_t k)
{
    crease_line_point(j->x, line, k);
    fputs("    at", stdout);
    for (size_t i = 0; i < j->dimension; i++) {
        char *text = fmpq_get_str(NULL, 10, j->x + i);
        printf(" %s", text);
        flint_free(text);
    }
    putchar('\n');
}

static void print_breakpoint(line_job *j, const crease_line *line, size_t k)
{
    const crease_transition *list;
    size_t count = crease_line_transitions(&list, line, k);
    fputs("  ", stdout);
    if (j->settings->approximate) {
        double low, high;
        crease_line_enclosure(&low, &high, line, k);
        printf("%-24.17g %-24.17g", low, high);
    } else {
        print_number(crease_line_at(line, k));
    }
    for (size_t i = 0; i < count; i++)
        printf("%s%zu.%zu: %" PRIu32 " -> %" PRIu32, i ? ", " : "  ", list[i].layer, list[i].unit,
               list[i].before, list[i].after);
    if (j->settings->linear && !crease_line_bends(line, k))
        fputs("  (no bend)", stdout);
    putchar('\n');
    if (j->settings->points)
        print_point(j, line, k);
}

static void print_breakpoints(line_job *j, const crease_line *line)
{
    puts("\nbreakpoints, t and layer.unit: piece -> piece");
    int patterns = j->settings->patterns && crease_line_regions(line);
    if (patterns) {
        line_pattern_first(j, line);
        print_pattern(j);
    }
    for (size_t k = 0; k < crease_line_breakpoints(line); k++) {
        print_breakpoint(j, line, k);
        if (patterns) {
            line_pattern_cross(j, line, k);
            print_pattern(j);
        }
    }
}

void line_text(line_job *j, const crease_line *line)
{
    const crease_counts *counts = crease_line_counts(line);
    size_t neurons = crease_net_neurons(j->work.net);
    char name[64];
    print_head(j);
    text_row(stdout, "line", "%s", crease_line_text(line));
    text_row(stdout, "activation regions", "%" PRIu64, counts->activation_regions);
    for (size_t l = 0; l < counts->layers && counts->layers > 1; l++) {
        snprintf(name, sizeof name, "  up to layer %zu", l);
        text_row(stdout, name, "%" PRIu64, counts->per_layer[l]);
    }
    if (neurons)
        text_row(stdout, "regions per neuron", "%.6g",
                 (double)counts->activation_regions / (double)neurons);
    if (j->settings->linear)
        text_row(stdout, "linear regions", "%" PRIu64, crease_line_linear_regions(line));
    text_row(stdout, "transitions", "%" PRIu64, crease_line_all_transitions(line));
    for (size_t l = 0; l < counts->layers && counts->layers > 1; l++) {
        snprintf(name, sizeof name, "  in layer %zu", l);
        text_row(stdout, name, "%" PRIu64, crease_line_layer_transitions(line, l));
    }
    text_row(stdout, "seconds", "%.6f", counts->seconds);
    if (!counts->complete)
        text_row(stdout, "complete", "no, this is the line up to where the walk stopped");
    print_breakpoints(j, line);
}

// ---- many lines ----

void line_text_averages(const line_job *j)
{
    const crease_line_averages *a = &j->averages;
    char name[64];
    print_head(j);
    text_row(stdout, "lines", "%" PRIu64 "%s", a->lines,
             j->settings->whole_line ? ", whole" : ", segments");
    text_estimate("activation regions", a->regions, 1);
    text_estimate("regions per neuron", a->regions_per_neuron, 1);
    if (j->settings->linear)
        text_estimate("linear regions", a->linear_regions, 1);
    text_estimate("transitions", a->transitions, 1);
    for (size_t l = 0; l < a->layers && a->layers > 1; l++) {
        snprintf(name, sizeof name, "  in layer %zu", l);
        text_estimate(name, a->transitions_in_layer[l], 1);
    }
    text_row(stdout, "seconds", "%.6f", a->seconds);
    if (!a->complete)
        text_row(stdout, "complete", "no, these are the lines that were crossed to their end");
}
