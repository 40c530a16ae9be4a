// crease growth: expected lengths and transitions, layer by layer.
#include "base/json_writer.h"
#include "theory/growth.h"
#include "tool/commands.h"
#include "tool/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What is known of one layer; NAN: nothing.
typedef struct {
    size_t width;
    double at_least, mean, at_most; // the growth of lengths
    double transitions;             // hard-tanh: their growth for large weights
    double zeros;                   // ReLU: of a unit on a half turn about 0
} row;

typedef struct {
    const cli_settings *settings;
    size_t *widths, count;
    int hard_tanh;
    row *row;
    double at_least, mean, at_most; // products
} table;

static void fill_relu(table *t, size_t l, const weight_moments *m)
{
    row *r = t->row + l;
    if (m->continuous)
        r->at_least = growth_price_tanner(m, r->width);
    r->at_most = growth_second_moment(m, r->width);
    if (!m->normal || m->alpha < 1)
        return;
    r->mean = growth_gaussian(m->variance, r->width);
    if (!(m->bias > 0))
        r->zeros = growth_zeros(M_PI, t->widths + 1, l);
}

// Raghu's theorem is for normal weights, as many inputs as units.
static void fill_hard_tanh(table *t, size_t l, const weight_moments *m)
{
    row *r = t->row + l;
    double inputs = (double)t->widths[l], k = (double)r->width, V = m->variance * inputs;
    r->at_most = sqrt(m->alpha * m->variance * k);
    if (!m->normal || m->alpha < 1)
        return;
    r->transitions = growth_transitions(V, m->bias, k);
    if (t->widths[l] == r->width)
        r->at_least = growth_raghu(V, m->bias, k);
}

static crease_status fill(table *t, crease_error *error)
{
    const cli_settings *settings = t->settings;
    crease_random how = {.init = settings->init,
                         .bias_std = settings->bias_std,
                         .alpha = settings->alpha,
                         .unscaled = settings->unscaled};
    t->at_least = t->mean = t->at_most = 1;
    for (size_t l = 0; l + 2 < t->count; l++) {
        weight_moments m;
        row *r = t->row + l;
        *r = (row){t->widths[l + 1], NAN, NAN, NAN, NAN, NAN};
        if (weight_moments_of(&m, &how, t->widths[l], r->width, error))
            return CREASE_ERROR;
        if (t->hard_tanh)
            fill_hard_tanh(t, l, &m);
        else
            fill_relu(t, l, &m);
        t->at_least *= r->at_least;
        t->mean *= r->mean;
        t->at_most *= r->at_most;
    }
    return CREASE_OK;
}

static void print_number(double x, int width)
{
    if (isnan(x))
        printf(" %*s", width, "-");
    else
        printf(" %*.5g", width, x);
}

static void print_text(const table *t)
{
    enum { WIDTH = 11 };
    printf("layer    width    at least        mean     at most %11s\n",
           t->hard_tanh ? "transitions" : "zeros");
    for (size_t l = 0; l + 2 < t->count; l++) {
        const row *r = t->row + l;
        printf("%5zu %8zu", l, r->width);
        print_number(r->at_least, WIDTH);
        print_number(r->mean, WIDTH);
        print_number(r->at_most, WIDTH);
        print_number(t->hard_tanh ? r->transitions : r->zeros, WIDTH);
        putchar('\n');
    }
    printf("  all         ");
    print_number(t->at_least, WIDTH);
    print_number(t->mean, WIDTH);
    print_number(t->at_most, WIDTH);
    putchar('\n');
}

static void json_known(json *out, const char *name, double x)
{
    if (!isnan(x))
        json_double(out, name, x);
}

static void print_json(const table *t)
{
    json out;
    json_open(&out);
    json_text(&out, "widths", t->settings->operand);
    json_text(&out, "activation", t->hard_tanh ? "hardtanh" : "relu");
    json_array_open(&out, "layers");
    for (size_t l = 0; l + 2 < t->count; l++) {
        const row *r = t->row + l;
        json_object_open(&out, NULL);
        json_count(&out, "layer", l);
        json_count(&out, "width", r->width);
        json_known(&out, "at_least", r->at_least);
        json_known(&out, "mean", r->mean);
        json_known(&out, "at_most", r->at_most);
        json_known(&out, "transitions", r->transitions);
        json_known(&out, "zeros", r->zeros);
        json_object_close(&out);
    }
    json_array_close(&out);
    json_known(&out, "at_least", t->at_least);
    json_known(&out, "mean", t->mean);
    json_known(&out, "at_most", t->at_most);
    json_print(&out, stdout);
}

crease_status cmd_growth(const cli_settings *settings)
{
    const char *activation = settings->activation ? settings->activation : "relu";
    table t = {.settings = settings, .hard_tanh = !strcmp(activation, "hardtanh")};
    crease_error error;
    if (!t.hard_tanh && strcmp(activation, "relu") != 0)
        return report_usage("growth: expected --activation=relu or hardtanh, found %s", activation);
    crease_status status = crease_widths_parse(&t.widths, &t.count, settings->operand, &error);
    if (status == CREASE_OK && t.count < 3) {
        free(t.widths);
        return report_usage("growth: expected WIDTHS with a hidden layer, found %s",
                            settings->operand);
    }
    if (status == CREASE_OK) {
        t.row = calloc(t.count, sizeof *t.row);
        if (!t.row)
            abort(); // memory
        status = fill(&t, &error);
        if (status == CREASE_OK && settings->json)
            print_json(&t);
        else if (status == CREASE_OK)
            print_text(&t);
        free(t.row);
        free(t.widths);
    }
    if (status)
        error_name_option(&error, "growth", GROUP_GROWTH);
    return status ? report_error(&error) : CREASE_OK;
}
