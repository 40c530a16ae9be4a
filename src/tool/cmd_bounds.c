// crease bounds: what theorems say of an architecture, beside what a network has.
#include "theory/architecture.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    job *work;
    bool counted; // a network; otherwise there is only an architecture
    crease_linear_counts linear;
    bool violated; // by the count of the network, a bound that is a theorem
} bounds_view;

enum { NAME = 20, QUANTITY = 20, VALUE = 14, VERDICT = 13 };

// ---- One bound for one architecture, and what was counted of its quantity ----

typedef struct {
    const crease_bound *about;
    crease_bound_validity standing;
    fmpz *value;              // if it applies
    const char *not_compared; // why not; NULL: it is
    uint64_t count;
    crease_verdict verdict;
} bounds_row;

static uint64_t bounds_count_of(const bounds_view *v, crease_quantity quantity)
{
    const crease_counts *counts = &v->work->counts;
    switch (quantity) {
    case CREASE_BOUNDED_REGIONS:
        return counts->bounded_regions;
    case CREASE_LINEAR_REGIONS:
        return v->linear.linear_regions;
    default:
        return counts->activation_regions;
    }
}

// A bound is compared with its own quantity on its own domain. A walk that was stopped has met
// some of the activation regions: these may be too many already, and nothing else follows.
static const char *bounds_why_not(const bounds_view *v, const crease_bound *about,
                                  crease_verdict verdict)
{
    const domain_settings *d = &v->work->s->domain;
    const bool on_space = !d->box && !d->polytope && !d->vnnlib;
    if (about->domain == CREASE_ON_CUBE)
        return "for [0, 1]^n";
    if (about->domain == CREASE_ON_SPACE && !on_space)
        return "for R^n";
    bool settled = about->quantity != CREASE_LINEAR_REGIONS && verdict == CREASE_VIOLATED;
    return v->work->counts.complete || settled ? NULL : "stopped";
}

// One row for each bound; the job frees them.
static bounds_row *bounds_rows(bounds_view *v, const crease_architecture *architecture)
{
    bounds_row *rows = job_memory(v->work, crease_bound_count(), sizeof *rows);
    fmpq *values = job_vector(v->work, crease_bound_count());
    for (size_t i = 0; i < crease_bound_count(); i++) {
        bounds_row *r = rows + i;
        *r = (bounds_row){.about = crease_bound_describe(i), .value = fmpq_numref(values + i)};
        r->standing = crease_bound_compute(r->value, i, architecture);
        r->not_compared = "not counted";
        if (r->standing.needs || !v->counted)
            continue;
        r->count = bounds_count_of(v, r->about->quantity);
        r->verdict = crease_bound_compare(r->about, r->value, r->count);
        r->not_compared = bounds_why_not(v, r->about, r->verdict);
        v->violated |= !r->not_compared && r->verdict == CREASE_VIOLATED && !r->standing.flaw;
    }
    return rows;
}

// ---- All bounds ----

static void bounds_text(const bounds_view *v, const bounds_row *b)
{
    results *r = v->work->r;
    char *value = fmpz_get_str(NULL, 10, b->value);
    text_line(r, "%-*s%-*s%2s %-*s ", NAME, b->about->name, QUANTITY,
              crease_quantity_name(b->about->quantity), crease_relation_name(b->about->relation),
              VALUE, value);
    flint_free(value);
    if (v->counted)
        text_line(r, "%-*s", VERDICT,
                  b->not_compared ? b->not_compared : crease_verdict_name(b->verdict));
    text_line(r, "%s, %s\n", b->about->source, b->about->theorem);
    if (b->standing.flaw)
        text_line(r, "%*sas printed: false; %s\n", 4, "", b->standing.flaw);
}

static void bounds_put_one(results *r, const bounds_row *b)
{
    results_object(r, NULL);
    put_text(r, "name", NULL, b->about->name);
    put_text(r, "source", NULL, b->about->source);
    put_text(r, "theorem", NULL, b->about->theorem);
    put_text(r, "formula", NULL, b->about->formula);
    put_text(r, "activation", NULL, b->about->activation);
    put_text(r, "quantity", NULL, crease_quantity_name(b->about->quantity));
    put_text(r, "domain", NULL, crease_bound_domain_name(b->about->domain));
    put_text(r, "relation", NULL, crease_relation_name(b->about->relation));
    if (b->standing.needs) {
        put_text(r, "needs", NULL, b->standing.needs);
    } else {
        put_integer(r, "value", NULL, b->value);
        put_bool(r, "as_printed", NULL, !b->standing.flaw);
    }
    if (b->standing.flaw)
        put_text(r, "flaw", NULL, b->standing.flaw);
    if (!b->not_compared) {
        put_count(r, "count", NULL, b->count);
        put_text(r, "verdict", NULL, crease_verdict_name(b->verdict));
    }
    results_end(r);
}

// In text those that apply come first. A row of CSV has the best bounds alone.
static void bounds_put_all(const bounds_view *v, const bounds_row *rows)
{
    results *r = v->work->r;
    if (r->format == RESULTS_CSV)
        return;
    text_line(r, "\n");
    results_list(r, "bounds");
    for (size_t i = 0; i < crease_bound_count(); i++) {
        bounds_put_one(r, rows + i);
        if (!rows[i].standing.needs)
            bounds_text(v, rows + i);
    }
    text_line(r, "\nDo not apply:\n");
    for (size_t i = 0; i < crease_bound_count(); i++)
        if (rows[i].standing.needs)
            text_line(r, "%-*sneeds %s\n", NAME, rows[i].about->name, rows[i].standing.needs);
    results_end(r);
}

// What only a counted network has. In CSV an architecture has the same cells, which are empty.
static void counted_text(const bounds_view *v, const char *key, const char *label, const char *text)
{
    if (v->counted)
        put_text(v->work->r, key, label, text);
    else if (v->work->r->format == RESULTS_CSV)
        put_unknown(v->work->r, key, NULL);
}

static void counted_bool(const bounds_view *v, const char *key, bool value)
{
    if (v->counted)
        put_bool(v->work->r, key, NULL, value);
    else
        counted_text(v, key, NULL, NULL);
}

// A table has the columns that architectures have too.
static void counted_regions(const bounds_view *v, const char *key, const char *label,
                            uint64_t regions)
{
    results *r = v->work->r;
    if (v->counted)
        put_count(r, key, r->format == RESULTS_TABLE ? NULL : label, regions);
    else
        counted_text(v, key, NULL, NULL);
}

static void bounds_put_counts(const bounds_view *v)
{
    const job *work = v->work;
    const crease_counts *counts = &work->counts;
    counted_text(v, "network_sha256", "sha256", v->counted ? crease_net_sha256(work->net) : NULL);
    counted_text(v, "domain", "domain", v->counted ? crease_domain_text(work->domain) : NULL);
    counted_text(v, "arithmetic", NULL, crease_arith_name(work->options.arith));
    counted_bool(v, "exact", work->options.arith != CREASE_FLOAT);
    counted_bool(v, "complete", counts->complete);
    counted_regions(v, "activation_regions", "activation regions", counts->activation_regions);
    counted_regions(v, "bounded_regions", "bounded regions", counts->bounded_regions);
    counted_regions(v, "linear_regions", "linear regions", v->linear.linear_regions);
    counted_bool(v, "violated", v->violated);
    if (v->counted && work->options.arith == CREASE_FLOAT)
        text_row(work->r, "exact", "no");
    if (v->counted && !counts->complete)
        text_row(work->r, "complete", "no, these are the regions met before the walk stopped");
}

// A bound, or an empty cell of a table if there is none.
static void put_best(results *r, const char *key, const char *label, const fmpz *bound)
{
    if (bound)
        put_integer(r, key, label, bound);
    else if (r->format == RESULTS_CSV)
        put_unknown(r, key, NULL);
    else
        table_empty(r, label);
}

// The least upper and the greatest lower bound on activation regions, of those that are compared
// with the count if there is one.
static void bounds_put_best(const bounds_view *v, const bounds_row *rows)
{
    fmpz *most = NULL, *least = NULL;
    for (size_t i = 0; i < crease_bound_count(); i++) {
        const bounds_row *b = rows + i;
        if (b->standing.needs || b->standing.flaw || b->about->domain == CREASE_ON_CUBE ||
            b->about->quantity != CREASE_ACTIVATION_REGIONS || (v->counted && b->not_compared))
            continue;
        if (b->about->relation != CREASE_AT_LEAST && (!most || fmpz_cmp(b->value, most) < 0))
            most = b->value;
        if (b->about->relation != CREASE_AT_MOST && (!least || fmpz_cmp(b->value, least) > 0))
            least = b->value;
    }
    put_best(v->work->r, "best_upper", "best upper bound", most);
    put_best(v->work->r, "best_lower", "best lower bound", least);
}

static void bounds_put(bounds_view *v, const crease_architecture *architecture)
{
    results *r = v->work->r;
    const bounds_row *rows = bounds_rows(v, architecture);
    fmpz *parameters = fmpq_numref(job_vector(v->work, 1));
    crease_architecture_parameters(parameters, architecture);
    table_name(r, v->work->name);
    if (v->counted || r->format == RESULTS_CSV)
        put_text(r, "network", NULL, v->counted ? v->work->name : "");
    put_text(r, "architecture", "architecture", crease_architecture_text(architecture));
    put_count(r, "inputs", NULL, crease_architecture_inputs(architecture));
    put_count(r, "hidden_units", "hidden units", crease_architecture_units(architecture));
    put_integer(r, "parameters", "parameters", parameters);
    bounds_put_best(v, rows);
    bounds_put_counts(v);
    bounds_put_all(v, rows);
}

// ---- A network ----

static crease_status bounds_of_net(job *work)
{
    crease_error error;
    crease_architecture *architecture;
    bounds_view v = {.work = work, .counted = 1};
    if (job_open(work, work->s, work->r, work->name, OPENS_NET | OPENS_DOMAIN))
        return CREASE_ERROR;
    if (crease_architecture_of_net(&architecture, work->net, work->dimension, &error))
        return job_end(work, CREASE_ERROR, &error);
    crease_status status = crease_count_linear(&work->counts, &v.linear, work->net, work->domain,
                                               &work->options, &error);
    if (job_end(work, status, &error) != CREASE_ERROR)
        bounds_put(&v, architecture);
    crease_architecture_free(architecture);
    return v.violated ? CREASE_NEGATIVE : status;
}

// ---- An architecture ----

// "LENGTH,KERNEL,FILTERS", and perhaps ",STRIDE" and ",CHANNELS".
static bool bounds_read_shape(convolution_shape *shape, const char *text)
{
    size_t *const fields[] = {&shape->length, &shape->kernel, &shape->filters, &shape->stride,
                              &shape->channels};
    enum { FIELDS = sizeof fields / sizeof *fields, LEAST = 3, MOST = 999999999 };
    *shape = (convolution_shape){.stride = 1, .channels = 1};
    for (size_t i = 0; i < FIELDS; i++) {
        uint64_t number;
        const char *end = arguments_natural(&number, text);
        if (end == text || number > MOST || (*end && *end != ','))
            return false;
        *fields[i] = number;
        text = end + 1;
        if (!*end)
            return i + 1 >= LEAST;
    }
    return false;
}

static crease_status bounds_make(crease_architecture **architecture, const job *work)
{
    const settings *s = work->s;
    convolution_shape shape;
    crease_error error;
    if (s->bounds.convolution) {
        if (!bounds_read_shape(&shape, s->bounds.convolution))
            return report_usage("--convolution takes LENGTH,KERNEL,FILTERS[,STRIDE[,CHANNELS]], "
                                "integers of at most nine digits, not \"%s\"",
                                s->bounds.convolution);
        if (architecture_new_convolution(architecture, &shape, &error))
            return report_error(&error, "--convolution");
        return CREASE_OK;
    }
    size_t *widths, size;
    if (crease_widths_parse(&widths, &size, work->name, &error))
        return report_field_error(&error, s);
    crease_status status = crease_architecture_new(architecture, widths, size,
                                                   s->activation ? s->activation : "relu", &error);
    free(widths);
    return status ? report_field_error(&error, s) : CREASE_OK;
}

crease_status cmd_bounds(job *work)
{
    crease_architecture *architecture;
    if (work->s->operand && !strpbrk(work->name, "./") && access(work->name, F_OK) != 0 &&
        !operand_is_widths(work->name) && strcmp(work->name, "-") != 0)
        return report_usage("%s: is neither a file nor widths such as 2-32-32-1", work->name);
    if (work->s->operand && !operand_is_widths(work->name))
        return bounds_of_net(work);
    if (bounds_make(&architecture, work))
        return CREASE_ERROR;
    bounds_put(&(bounds_view){.work = work}, architecture);
    crease_architecture_free(architecture);
    return CREASE_OK;
}
