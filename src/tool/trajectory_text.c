// crease trajectory: text for people.
#include "tool/text.h"
#include "tool/trajectory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_head(const trajectory_job *j)
{
    const cli_settings *settings = j->settings;
    const char *name = settings->operand, *width = settings->width;
    text_row(stdout, "network", "%s", strcmp(name, "-") ? name : "standard input");
    text_row(stdout, "sha256", "%s", crease_net_sha256(j->net));
    text_row(stdout, "path", "%s of %zu vertices in R^%zu", trajectory_kind(j), j->path->count,
             j->path->inputs);
    if (trajectory_is_true_circle(j))
        text_row(stdout, "", "transitions and patterns are those of the ellipse itself");
    text_row(stdout, "arithmetic", "%s", settings->arith->name);
    text_row(stdout, "relative width", "%s", width ? width : "1e-12");
}

static void print_layer(size_t l)
{
    char name[32] = "path";
    if (l)
        snprintf(name, sizeof name, "layer %zu", l);
    printf("%-10s", name);
}

// The number itself, where it is known.
static void print_enclosure(const crease_enclosure *x)
{
    char *lo, *hi;
    if (fmpq_cmp(x->lo, x->hi) > 0) {
        puts("-");
        return;
    }
    crease_enclosure_text(&lo, &hi, x);
    if (strcmp(lo, hi))
        printf("[%s, %s]\n", lo, hi);
    else
        puts(lo);
    free(lo);
    free(hi);
}

static void print_one(const crease_trajectory *t)
{
    puts("\ntransitions and patterns");
    for (size_t l = 0; l <= t->layers; l++) {
        print_layer(l);
        printf("%-12" PRIu64 "%" PRIu64 "\n", t->transitions[l], t->patterns[l]);
    }
    puts("\nlength");
    for (size_t l = 0; l <= t->layers; l++) {
        print_layer(l);
        print_enclosure(t->length + l);
    }
    puts("\ngrowth factor");
    for (size_t l = 1; l <= t->layers; l++) {
        print_layer(l);
        print_enclosure(t->growth + l);
    }
}

static void print_estimates(const char *title, const crease_estimate *e, size_t layers)
{
    printf("\n%s\n", title);
    for (size_t l = 0; l <= layers; l++) {
        if (isnan(e[l].mean))
            continue;
        print_layer(l);
        if (isnan(e[l].error))
            printf("%.6g\n", e[l].mean);
        else
            printf("%-12.6g+- %-10.3g 95%% in [%.6g, %.6g]\n", e[l].mean, e[l].error, e[l].low,
                   e[l].high);
    }
}

void trajectory_text(const trajectory_job *j)
{
    size_t complete = trajectory_complete(j);
    print_head(j);
    if (j->many)
        text_row(stdout, "trajectories", "%zu", complete);
    text_row(stdout, "seconds", "%.6f", j->seconds);
    if (complete < j->count)
        text_row(stdout, "complete", j->many ? "no, %zu were not measured" : "no",
                 j->count - complete);
    if (j->many) {
        const crease_trajectory_averages *a = &j->averages;
        print_estimates("transitions, mean and standard error", a->transitions, a->layers);
        print_estimates("patterns", a->patterns, a->layers);
        print_estimates("length", a->length, a->layers);
        print_estimates("growth factor", a->growth, a->layers);
    } else if (complete) {
        print_one(j->trajectory);
    }
}
