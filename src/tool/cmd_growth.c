// crease growth: expected lengths and transitions, layer by layer.
#include "base/error.h"
#include "exact/rational.h"
#include "theory/growth.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>

// Numbers of one layer; NAN: unknown.
typedef struct {
    size_t width;
    double at_least, mean, at_most; // the growth of lengths
    double right;                   // hard-tanh: at least that of the part at right angles
    double signs, transitions;      // hard-tanh: their growth, and that for large weights
    double zeros;                   // ReLU: of a unit on a half turn about 0
} growth_row;

typedef struct {
    job *work;
    size_t *widths, count;
    growth_row *row;
    double variance; // hard-tanh: of the pre-activations of the layer before
    // Hard-tanh: of the path, if there is one, the largest |x|^2/n and the share of its length that
    // is at right angles to its points; otherwise NAN.
    double largest, share;
    double at_least, mean, at_most; // products
} growth_table;

static void growth_of_relu(growth_table *t, size_t l, const weight_moments *m)
{
    growth_row *r = t->row + l;
    r->at_least = growth_price_tanner(m, r->width);
    r->at_most = growth_second_moment(m, r->width);
    if (!m->normal || m->alpha < 1)
        return;
    r->mean = growth_gaussian(m->variance, r->width);
    if (!(m->bias > 0))
        r->zeros = growth_zeros(M_PI, t->widths + 1, l);
}

// The input of the first layer is the path if there is one, or arbitrary.
static void growth_of_hard_tanh(growth_table *t, size_t l, const weight_moments *m)
{
    growth_row *r = t->row + l;
    const size_t inputs = t->widths[l];
    double V = m->variance * (double)inputs, B = m->bias, before = t->variance;
    r->at_most = sqrt(m->alpha * m->variance * (double)r->width);
    if (!m->normal || m->alpha < 1)
        return;
    t->variance = l ? growth_variance(V, B, before) : V + B;
    if (l || !isnan(t->largest))
        r->right = growth_right_angles(V, l ? V + B : V * t->largest + B, inputs, r->width);
    if (l) {
        r->signs = growth_sign_transitions(V, B, before, inputs, r->width);
        r->transitions = growth_transitions(V, B, inputs, r->width);
    }
}

// ends: P, and Q, which becomes Q - P. If that is 0 the share is not defined.
static void growth_look_at_path(growth_table *t, fmpq *ends, size_t n)
{
    fmpq *P = ends, *step = ends + n;
    fmpq *pp = job_vector(t->work, 4), *along = pp + 1, *length = pp + 2, *wedge = pp + 3;
    _fmpq_vec_dot(length, step, step, (slong)n);
    _fmpq_vec_dot(pp, P, P, (slong)n);
    t->largest = fmax(rational_double(pp), rational_double(length)) / (double)n;
    for (size_t i = 0; i < n; i++)
        fmpq_sub(step + i, step + i, P + i);
    _fmpq_vec_dot(along, P, step, (slong)n);
    _fmpq_vec_dot(length, step, step, (slong)n);
    fmpq_mul(wedge, pp, length);
    fmpq_submul(wedge, along, along);
    if (!fmpq_is_zero(length))
        t->share = growth_right_share(rational_double(length), rational_double(along),
                                      sqrt(rational_double(wedge)));
}

static crease_status growth_read_path(growth_table *t)
{
    fmpq *ends;
    size_t count;
    if (job_pairs_or_lines(t->work, &ends, &count, t->widths[0]))
        return CREASE_ERROR;
    growth_look_at_path(t, ends, t->widths[0]);
    if (isnan(t->share))
        return report_usage("--to: expected two different points, found the same one twice");
    return CREASE_OK;
}

static crease_status growth_fill(growth_table *t, crease_error *error)
{
    t->mean = t->at_most = 1;
    t->at_least = t->work->s->hard_tanh ? t->share : 1;
    for (size_t l = 0; l + 2 < t->count; l++) {
        weight_moments m;
        growth_row *r = t->row + l;
        *r = (growth_row){t->widths[l + 1], NAN, NAN, NAN, NAN, NAN, NAN, NAN};
        if (weight_moments_of(&m, &t->work->s->random, t->widths[l], r->width, error))
            return CREASE_ERROR;
        if (t->work->s->hard_tanh)
            growth_of_hard_tanh(t, l, &m);
        else
            growth_of_relu(t, l, &m);
        t->at_least *= t->work->s->hard_tanh ? r->right : r->at_least;
        t->mean *= r->mean;
        t->at_most *= r->at_most;
    }
    return CREASE_OK;
}

// ---- What is said ----

static void growth_text(results *r, const double *number, size_t count)
{
    enum { WIDTH = 11 };
    for (size_t i = 0; i < count; i++)
        if (isnan(number[i]))
            text_line(r, " %*s", WIDTH, "-");
        else
            text_line(r, " %*.5g", WIDTH, number[i]);
    text_line(r, "\n");
}

// The numbers of a layer, or the products.
static void growth_put_products(results *r, double at_least, double mean, double at_most)
{
    put_known(r, "at_least", at_least);
    put_known(r, "mean", mean);
    put_known(r, "at_most", at_most);
}

static void growth_put_layer(results *r, const growth_row *w, size_t l, int hard_tanh)
{
    const double relu[] = {w->at_least, w->mean, w->at_most, w->zeros};
    const double other[] = {w->right, w->at_most, w->signs, w->transitions};
    results_object(r, NULL);
    text_line(r, "%5zu %8zu", l + 1, w->width);
    growth_text(r, hard_tanh ? other : relu, 4);
    put_count(r, "layer", NULL, l);
    put_count(r, "width", NULL, w->width);
    growth_put_products(r, w->at_least, w->mean, w->at_most);
    put_known(r, "right_angles", w->right);
    put_known(r, "sign_transitions", w->signs);
    put_known(r, "transitions", w->transitions);
    put_known(r, "zeros", w->zeros);
    results_end(r);
}

static void growth_put_path(results *r, const growth_table *t)
{
    results_object(r, "path");
    put_double(r, "right_angles", NULL, t->share);
    put_double(r, "largest", NULL, t->largest);
    results_end(r);
    text_line(r,
              "\nof the path's length %.5g is at right angles to its points, |x|^2/n is at most ",
              t->share);
    text_line(r, "%.5g%s\n", t->largest, isnan(t->at_least) ? "" : ":");
    if (!isnan(t->at_least))
        text_line(r, "the length after all layers is on average at least %.5g times the path's\n",
                  t->at_least);
}

static void growth_put(const growth_table *t)
{
    const int hard_tanh = t->work->s->hard_tanh;
    const double relu[] = {t->at_least, t->mean, t->at_most}, other[] = {NAN, t->at_most};
    results *r = t->work->r;
    put_text(r, "widths", NULL, t->work->s->operand);
    put_text(r, "activation", NULL, hard_tanh ? "hardtanh" : "relu");
    text_line(r, "layer    width %s\n",
              hard_tanh ? "right angles    at most transitions (for large V)"
                        : "   at least        mean     at most       zeros");
    results_list(r, "layers");
    for (size_t l = 0; l + 2 < t->count; l++)
        growth_put_layer(r, t->row + l, l, hard_tanh);
    results_end(r);
    text_line(r, "  all         ");
    growth_text(r, hard_tanh ? other : relu, hard_tanh ? 2 : 3);
    growth_put_products(r, t->at_least, t->mean, t->at_most);
    if (!isnan(t->share))
        growth_put_path(r, t);
}

crease_status cmd_growth(job *work)
{
    const settings *s = work->s;
    growth_table t = {.work = work, .largest = NAN, .share = NAN};
    crease_error error;
    if (crease_widths_parse(&t.widths, &t.count, s->operand, &error))
        return report_field_error(&error, s);
    job_owns(work, t.widths, free);
    if (t.count < 3)
        return report_usage("growth needs WIDTHS with a hidden layer, not %s", s->operand);
    t.row = job_memory(work, t.count, sizeof *t.row);
    if (s->at.from && growth_read_path(&t))
        return CREASE_ERROR;
    if (growth_fill(&t, &error))
        return report_field_error(&error, s);
    growth_put(&t);
    return CREASE_OK;
}
