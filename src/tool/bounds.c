// Bounds beside counts, as text and as JSON.
#include "tool/bounds.h"
#include "base/json_writer.h"
#include "tool/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// One bound for one architecture, and what was counted of its quantity.
typedef struct {
    const crease_bound *about;
    crease_standing standing;
    char *value; // NULL if it does not apply
    int is_compared;
    uint64_t count;
    crease_verdict verdict;
} row;

static uint64_t count_of(const bounds_view *view, crease_quantity quantity)
{
    const crease_counts *counts = &view->work->counts;
    switch (quantity) {
    case CREASE_BOUNDED_REGIONS:
        return counts->bounded_regions;
    case CREASE_LINEAR_REGIONS:
        return view->linear.linear_regions;
    default:
        return counts->activation_regions;
    }
}

// A bound is compared with its own quantity on its own domain. A walk that was stopped has met
// some of the activation regions: these may be too many already, and nothing else follows.
static int is_comparable(const bounds_view *view, const crease_bound *about, crease_verdict verdict)
{
    if (about->domain == CREASE_ON_CUBE || (about->domain == CREASE_ON_SPACE && !view->on_space))
        return 0;
    return view->work->counts.complete ||
           (about->quantity != CREASE_LINEAR_REGIONS && verdict == CREASE_VIOLATED);
}

static void row_init(row *r, const bounds_view *view, size_t index)
{
    *r = (row){.about = crease_bound_describe(index)};
    fmpz_t value;
    fmpz_init(value);
    r->standing = crease_bound_compute(value, index, view->architecture);
    if (!r->standing.needs)
        r->value = fmpz_get_str(NULL, 10, value);
    if (r->value && view->work) {
        r->count = count_of(view, r->about->quantity);
        r->verdict = crease_bound_compare(r->about, value, r->count);
        r->is_compared = is_comparable(view, r->about, r->verdict);
    }
    fmpz_clear(value);
}

static void row_clear(row *r)
{
    if (r->value)
        flint_free(r->value);
}

static int row_is_violated(const row *r)
{
    return r->is_compared && r->verdict == CREASE_VIOLATED && !r->standing.flaw;
}

int bounds_are_violated(const bounds_view *view)
{
    int violated = 0;
    for (size_t i = 0; i < crease_bound_count(); i++) {
        row r;
        row_init(&r, view, i);
        violated = violated || row_is_violated(&r);
        row_clear(&r);
    }
    return violated;
}

// ---- Text ----

static void print_counts(FILE *stream, const bounds_view *view)
{
    const crease_counts *counts = &view->work->counts;
    text_row(stream, "sha256", "%s", crease_net_sha256(view->work->net));
    text_row(stream, "domain", "%s", crease_domain_text(view->work->domain));
    text_row(stream, "activation regions", "%" PRIu64, counts->activation_regions);
    text_row(stream, "bounded regions", "%" PRIu64, counts->bounded_regions);
    text_row(stream, "linear regions", "%" PRIu64, view->linear.linear_regions);
    if (view->work->options.arith == CREASE_FLOAT)
        text_row(stream, "certified", "no");
    if (!counts->complete)
        text_row(stream, "complete", "no, these are the regions met before the walk stopped");
}

enum { NAME = 20, QUANTITY = 20, VALUE = 14, VERDICT = 13 };

static void print_row(FILE *stream, const bounds_view *view, const row *r)
{
    fprintf(stream, "%-*s%-*s%2s %-*s ", NAME, r->about->name, QUANTITY,
            crease_quantity_name(r->about->quantity), crease_relation_name(r->about->relation),
            VALUE, r->value);
    if (view->work)
        fprintf(stream, "%-*s", VERDICT, r->is_compared ? crease_verdict_name(r->verdict) : "-");
    fprintf(stream, "%s, %s\n", r->about->source, r->about->theorem);
    if (r->standing.flaw)
        fprintf(stream, "%*sas printed: false; %s\n", 4, "", r->standing.flaw);
}

void bounds_print(FILE *stream, const bounds_view *view)
{
    fmpz_t parameters;
    fmpz_init(parameters);
    crease_architecture_parameters(parameters, view->architecture);
    char *text = fmpz_get_str(NULL, 10, parameters);
    text_row(stream, "architecture", "%s", crease_architecture_text(view->architecture));
    text_row(stream, "hidden units", "%zu", crease_architecture_units(view->architecture));
    text_row(stream, "parameters", "%s", text);
    flint_free(text);
    fmpz_clear(parameters);
    if (view->work)
        print_counts(stream, view);
    fputc('\n', stream);
    for (int applies = 1; applies >= 0; applies--) {
        if (!applies)
            fputs("\nDo not apply:\n", stream);
        for (size_t i = 0; i < crease_bound_count(); i++) {
            row r;
            row_init(&r, view, i);
            if (applies && r.value)
                print_row(stream, view, &r);
            if (!applies && !r.value)
                fprintf(stream, "%-*sneeds %s\n", NAME, r.about->name, r.standing.needs);
            row_clear(&r);
        }
    }
}

// ---- JSON ----

static void put_row(json *out, const row *r)
{
    json_object_open(out, NULL);
    json_text(out, "name", r->about->name);
    json_text(out, "source", r->about->source);
    json_text(out, "theorem", r->about->theorem);
    json_text(out, "formula", r->about->formula);
    json_text(out, "activation", r->about->activation);
    json_text(out, "quantity", crease_quantity_name(r->about->quantity));
    json_text(out, "domain", crease_bound_domain_name(r->about->domain));
    json_text(out, "relation", crease_relation_name(r->about->relation));
    if (r->value)
        json_text(out, "value", r->value);
    else
        json_text(out, "needs", r->standing.needs);
    if (r->value)
        json_truth(out, "as_printed", !r->standing.flaw);
    if (r->standing.flaw)
        json_text(out, "flaw", r->standing.flaw);
    if (r->is_compared) {
        json_count(out, "count", r->count);
        json_text(out, "verdict", crease_verdict_name(r->verdict));
    }
    json_object_close(out);
}

static void put_counts(json *out, const bounds_view *view)
{
    const crease_counts *counts = &view->work->counts;
    json_text(out, "network_sha256", crease_net_sha256(view->work->net));
    json_text(out, "domain", crease_domain_text(view->work->domain));
    json_text(out, "arithmetic", crease_arith_name(view->work->options.arith));
    json_truth(out, "certified", view->work->options.arith != CREASE_FLOAT);
    json_truth(out, "complete", counts->complete);
    json_count(out, "activation_regions", counts->activation_regions);
    json_count(out, "bounded_regions", counts->bounded_regions);
    json_count(out, "linear_regions", view->linear.linear_regions);
    json_truth(out, "violated", bounds_are_violated(view));
}

void bounds_print_json(FILE *stream, const bounds_view *view)
{
    json out;
    json_open(&out);
    json_text(&out, "architecture", crease_architecture_text(view->architecture));
    json_count(&out, "inputs", crease_architecture_inputs(view->architecture));
    json_count(&out, "hidden_units", crease_architecture_units(view->architecture));
    fmpz_t parameters;
    fmpz_init(parameters);
    crease_architecture_parameters(parameters, view->architecture);
    char *text = fmpz_get_str(NULL, 10, parameters);
    json_text(&out, "parameters", text);
    flint_free(text);
    fmpz_clear(parameters);
    if (view->work)
        put_counts(&out, view);
    json_array_open(&out, "bounds");
    for (size_t i = 0; i < crease_bound_count(); i++) {
        row r;
        row_init(&r, view, i);
        put_row(&out, &r);
        row_clear(&r);
    }
    json_array_close(&out);
    json_print(&out, stream);
}
