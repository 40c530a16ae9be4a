// crease growth: expected lengths and transitions, layer by layer.
#include "base/memory.h"
#include "theory/growth.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <math.h>
#include <stdlib.h>

// What is known of one layer; NAN: nothing.
typedef struct {
    size_t width;
    double at_least, mean, at_most; // the growth of lengths
    double signs, transitions;      // hard-tanh: their growth, and that for large weights
    double zeros;                   // ReLU: of a unit on a half turn about 0
} row;

typedef struct {
    const settings *s;
    size_t *widths, count;
    row *row;
    double variance;                // hard-tanh: of the pre-activations of the layer before
    double at_least, mean, at_most; // products
} table;

static void fill_relu(table *t, size_t l, const weight_moments *m)
{
    row *r = t->row + l;
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
    double before = t->variance;
    r->at_most = sqrt(m->alpha * m->variance * k);
    if (!m->normal || m->alpha < 1)
        return;
    t->variance = l ? growth_variance(V, m->bias, t->variance) : V + m->bias;
    if (l) {
        r->signs = growth_sign_transitions(V, m->bias, before, t->widths[l], r->width);
        r->transitions = growth_transitions(V, m->bias, t->widths[l], r->width);
    }
    if (t->widths[l] == r->width)
        r->at_least = growth_raghu(V, m->bias, k);
}

static crease_status fill(table *t, crease_error *error)
{
    t->at_least = t->mean = t->at_most = 1;
    for (size_t l = 0; l + 2 < t->count; l++) {
        weight_moments m;
        row *r = t->row + l;
        *r = (row){t->widths[l + 1], NAN, NAN, NAN, NAN, NAN, NAN};
        if (weight_moments_of(&m, &t->s->random, t->widths[l], r->width, error))
            return CREASE_ERROR;
        if (t->s->hard_tanh)
            fill_hard_tanh(t, l, &m);
        else
            fill_relu(t, l, &m);
        t->at_least *= r->at_least;
        t->mean *= r->mean;
        t->at_most *= r->at_most;
    }
    return CREASE_OK;
}

// ---- What is said ----

static void text_number(results *r, double x)
{
    enum { WIDTH = 11 };
    if (isnan(x))
        text_line(r, " %*s", WIDTH, "-");
    else
        text_line(r, " %*.5g", WIDTH, x);
}

// Of a layer, or the products.
static void put_growth(results *r, double at_least, double mean, double at_most)
{
    text_number(r, at_least);
    text_number(r, mean);
    text_number(r, at_most);
    put_known(r, "at_least", at_least);
    put_known(r, "mean", mean);
    put_known(r, "at_most", at_most);
}

static void put(const table *t)
{
    const int hard_tanh = t->s->hard_tanh;
    results r;
    results_open(&r, t->s);
    put_text(&r, "widths", NULL, t->s->operand);
    put_text(&r, "activation", NULL, hard_tanh ? "hardtanh" : "relu");
    text_line(&r, "layer    width    at least        mean     at most %11s\n",
              hard_tanh ? "transitions (for large V)" : "zeros");
    results_list(&r, "layers");
    for (size_t l = 0; l + 2 < t->count; l++) {
        const row *w = t->row + l;
        results_object(&r, NULL);
        text_line(&r, "%5zu %8zu", l + 1, w->width);
        put_count(&r, "layer", NULL, l);
        put_count(&r, "width", NULL, w->width);
        put_growth(&r, w->at_least, w->mean, w->at_most);
        text_number(&r, hard_tanh ? w->signs : w->zeros);
        if (hard_tanh)
            text_number(&r, w->transitions);
        put_known(&r, "sign_transitions", w->signs);
        put_known(&r, "transitions", w->transitions);
        put_known(&r, "zeros", w->zeros);
        text_line(&r, "\n");
        results_end(&r);
    }
    results_end(&r);
    text_line(&r, "  all         ");
    put_growth(&r, t->at_least, t->mean, t->at_most);
    text_line(&r, "\n");
    results_close(&r);
}

crease_status cmd_growth(const settings *s)
{
    table t = {.s = s};
    crease_error error;
    if (crease_widths_parse(&t.widths, &t.count, s->operand, &error))
        return report_field_error(&error, s);
    crease_status status = CREASE_OK;
    t.row = memory_new(t.count, sizeof *t.row);
    if (t.count < 3)
        status = report_usage("growth needs WIDTHS with a hidden layer, not %s", s->operand);
    else if (fill(&t, &error))
        status = report_field_error(&error, s);
    else
        put(&t);
    free(t.row);
    free(t.widths);
    return status;
}
