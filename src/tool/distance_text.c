// crease distance: text for people, and tables.
#include "tool/distance.h"
#include "tool/estimates.h"
#include "tool/text.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT = 60 }; // characters of a rational that is printed whole

static void print_head(const distance_job *j)
{
    const char *name = j->settings->operand;
    text_row(stdout, "network", "%s", strcmp(name, "-") ? name : "standard input");
    text_row(stdout, "sha256", "%s", crease_net_sha256(j->work.net));
    text_row(stdout, "neurons", "%zu", crease_net_neurons(j->work.net));
}

static void print_rational(const fmpq_t x)
{
    char *text = fmpq_get_str(NULL, 10, x);
    if (strlen(text) <= SHORT)
        fputs(text, stdout);
    else
        printf("about %.17g", fmpq_get_d(x));
    flint_free(text);
}

// ---- one point ----

static void print_nearest(const distance_job *j, const crease_nearest *nearest)
{
    text_row(stdout, "  distance", "%s%.17g",
             nearest->state == CREASE_NEAREST_BEYOND ? "at least " : "",
             crease_nearest_distance(nearest));
    fputs("  squared           ", stdout);
    print_rational(nearest->squared);
    if (nearest->state == CREASE_NEAREST_KNOWN) {
        fputs("\n  nearest point     ", stdout);
        for (size_t i = 0; i < j->inputs; i++) {
            if (i)
                fputs(", ", stdout);
            print_rational(nearest->point + i);
        }
        printf("\n  on the crease of  unit %zu of layer %zu, breakpoint %zu", nearest->unit,
               nearest->layer, nearest->breakpoint);
    }
    putchar('\n');
}

void distance_text(const distance_job *j, size_t index, const crease_distance *distance)
{
    (void)index;
    print_head(j);
    text_row(stdout, "point", "%s", j->settings->point);
    for (int b = 0; b < j->boundaries; b++) {
        const crease_nearest *nearest = distance_nearest(distance, b);
        printf("%s boundary%s\n", distance_names[b],
               nearest->state == CREASE_NEAREST_NONE ? ": there is none" : "");
        if (nearest->state != CREASE_NEAREST_NONE)
            print_nearest(j, nearest);
    }
    text_row(stdout, "regions searched", "%" PRIu64, distance->cells);
}

// ---- many ----

static void print_histogram(const distance_job *j)
{
    fmpq_t edge;
    fmpq_init(edge);
    printf("histogram, from distance%s\n", j->boundaries > 1 ? "   activation     function" : "");
    for (size_t k = 0; k < j->bins; k++) {
        fmpq_mul_ui(edge, j->width, k);
        printf("  %-20.10g", fmpq_get_d(edge));
        for (int b = 0; b < j->boundaries; b++)
            printf(" %12" PRIu64, j->sample[b].bin[k]);
        putchar('\n');
    }
    fmpq_clear(edge);
}

void distance_text_summary(const distance_job *j)
{
    print_head(j);
    text_row(stdout, "points", "%zu", j->done);
    for (int b = 0; b < j->boundaries; b++) {
        const distance_sample *s = j->sample + b;
        crease_estimate estimate = crease_distance_estimate(s->distance, s->count);
        printf("%s boundary\n", distance_names[b]);
        text_estimate("  mean distance", estimate, 1);
        text_estimate("  times neurons", estimate, (double)crease_net_neurons(j->work.net));
        if (s->none)
            text_row(stdout, "  points without", "%" PRIu64, s->none);
        if (s->beyond)
            text_row(stdout, "  farther, unknown", "%" PRIu64, s->beyond);
    }
    if (j->bins)
        print_histogram(j);
    if (j->done < j->count)
        text_row(stdout, "complete", "no, these are the first of %zu points", j->count);
}

// ---- a table ----

void distance_csv_begin(const distance_job *j)
{
    fputs("point", stdout);
    for (int b = 0; b < j->boundaries; b++) {
        static const char *const columns[] = {"state", "squared", "distance",
                                              "layer", "unit",    "breakpoint"};
        for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
            printf(",%s_%s", distance_names[b], columns[c]);
    }
    puts(",regions");
}

static void csv_nearest(const crease_nearest *nearest)
{
    static const char *const states[] = {"known", "none", "beyond"};
    printf(",%s,", states[nearest->state]);
    if (nearest->state != CREASE_NEAREST_NONE) {
        char *text = fmpq_get_str(NULL, 10, nearest->squared);
        printf("%s,%.17g", text, crease_nearest_distance(nearest));
        flint_free(text);
    } else {
        putchar(',');
    }
    if (nearest->state == CREASE_NEAREST_KNOWN)
        printf(",%zu,%zu,%zu", nearest->layer, nearest->unit, nearest->breakpoint);
    else
        fputs(",,,", stdout);
}

void distance_csv(const distance_job *j, size_t index, const crease_distance *distance)
{
    printf("%zu", index);
    for (int b = 0; b < j->boundaries; b++)
        csv_nearest(distance_nearest(distance, b));
    printf(",%" PRIu64 "\n", distance->cells);
}

// ---- how much there is ----

static void print_enclosure(const char *name, const crease_enclosure *enclosure)
{
    char *lo, *hi;
    if (fmpq_equal(enclosure->lo, enclosure->hi)) {
        char *text = fmpq_get_str(NULL, 10, enclosure->lo);
        text_row(stdout, name, "%s", text);
        flint_free(text);
        return;
    }
    crease_enclosure_text(&lo, &hi, enclosure);
    text_row(stdout, name, "from %s", lo);
    text_row(stdout, "", "to   %s", hi);
    free(lo);
    free(hi);
}

void density_text(const distance_job *j, const crease_boundary *boundary)
{
    print_head(j);
    text_row(stdout, "domain", "%s", crease_domain_text(j->work.domain));
    char *volume = fmpq_get_str(NULL, 10, boundary->volume);
    text_row(stdout, "volume", "%s", volume);
    flint_free(volume);
    text_row(stdout, "regions", "%" PRIu64, boundary->regions);
    puts("activation boundary");
    print_enclosure("  volume", &boundary->activation);
    print_enclosure("  density", &boundary->activation_density);
    if (boundary->has_function) {
        puts("function boundary");
        print_enclosure("  volume", &boundary->function);
        print_enclosure("  density", &boundary->function_density);
    }
}
