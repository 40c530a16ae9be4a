// crease count: the regions, each number with its name.
#include "base/memory.h"
#include "exact/words64.h"
#include "images/count.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <flint/fmpz_vec.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- The numbers that --expect names, by crease_quantity ----

enum { QUANTITIES = CREASE_AFFINE_MAPS + 1 };

typedef struct {
    int given[QUANTITIES];
    fmpz *number; // QUANTITIES
} expected;

static const char *expected_name_at(const void *data, size_t index)
{
    (void)data;
    return index < QUANTITIES ? crease_quantity_name((crease_quantity)index) : NULL;
}

// The name in front of "=", or activation regions if there is none. *text goes on to the number.
static crease_status expected_name(size_t *which, const char **text)
{
    const size_t length = strcspn(*text, "=,");
    const char *name = *text;
    *which = CREASE_ACTIVATION_REGIONS;
    if (name[length] != '=')
        return CREASE_OK;
    *text += length + 1;
    for (*which = 0; *which < QUANTITIES; ++*which)
        if (strlen(expected_name_at(NULL, *which)) == length &&
            !memcmp(expected_name_at(NULL, *which), name, length))
            return CREASE_OK;
    const char *near = nearest_name(name, length, expected_name_at, NULL);
    return report_usage("--expect: unknown quantity '%.*s'%s%s%s", (int)length, name,
                        near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

// Digits, of any number. Returns where they end.
static const char *expected_digits(fmpz_t number, const char *text)
{
    const size_t length = strspn(text, "0123456789");
    char *digits = memory_format("%.*s", (int)length, text);
    if (length)
        fmpz_set_str(number, digits, 10);
    free(digits);
    return text + length;
}

// "647", activation regions, or "linear_regions=19,affine_maps=8"; text may be NULL.
static crease_status expected_read(expected *e, const char *text)
{
    for (const char *begin = text, *end = ","; text && *end; begin = end + 1) {
        size_t which;
        if (expected_name(&which, &begin))
            return CREASE_ERROR;
        end = expected_digits(e->number + which, begin);
        if (end == begin || (*end && *end != ','))
            return report_usage("--expect takes a number such as 647, or names and numbers such as "
                                "linear_regions=19,affine_maps=8, not \"%s\"",
                                text);
        if (e->given[which]++)
            return report_usage("--expect has two numbers of %s", expected_name_at(NULL, which));
    }
    return CREASE_OK;
}

static bool expected_needs_linear(const expected *e)
{
    return e->given[CREASE_LINEAR_REGIONS] || e->given[CREASE_AFFINE_MAPS];
}

// A stopped enumeration has found some of the activation regions, so its count is a lower bound.
static bool expected_differs(const expected *e, size_t which, const fmpz_t counted, int complete)
{
    if (!e->given[which])
        return false;
    if (complete)
        return !fmpz_equal(counted, e->number + which);
    return fmpz_cmp(counted, e->number + which) > 0 &&
           (which == CREASE_ACTIVATION_REGIONS || which == CREASE_BOUNDED_REGIONS);
}

static void expected_report(const job *work, const crease_totals *t, const char *name,
                            const fmpz_t counted, const fmpz_t number)
{
    char *is = fmpz_get_str(NULL, 10, counted), *should_be = fmpz_get_str(NULL, 10, number);
    report_note("%s has %s%s %s, not %s", source_name(work->name), t->complete ? "" : "at least ",
                is, name, should_be);
    flint_free(is);
    flint_free(should_be);
}

// Linear regions and affine maps, if they were counted.
typedef struct {
    bool counted, has_maps;
    fmpz_t regions, maps;
} linear_totals;

// CREASE_NEGATIVE if a number differs.
static crease_status count_compare(job *work, const expected *e, const crease_totals *t,
                                   const linear_totals *linear, crease_status status)
{
    fmpz *counted = _fmpz_vec_init(QUANTITIES);
    fmpz_set(counted + CREASE_ACTIVATION_REGIONS, t->activation_regions);
    fmpz_set(counted + CREASE_BOUNDED_REGIONS, t->bounded_regions);
    fmpz_set(counted + CREASE_LINEAR_REGIONS, linear->regions);
    fmpz_set(counted + CREASE_AFFINE_MAPS, linear->maps);
    bool differ = false;
    for (size_t q = 0; q < QUANTITIES; q++) {
        char key[64];
        snprintf(key, sizeof key, "expected_%s", expected_name_at(NULL, q));
        if (e->given[q])
            put_total(work->r, key, NULL, e->number + q);
        if (!expected_differs(e, q, counted + q, t->complete))
            continue;
        differ = true;
        expected_report(work, t, expected_name_at(NULL, q), counted + q, e->number + q);
    }
    if (differ || t->complete)
        put_bool(work->r, "as_expected", "as expected", !differ);
    else
        put_unknown(work->r, "as_expected", "as expected");
    _fmpz_vec_clear(counted, QUANTITIES);
    return differ ? CREASE_NEGATIVE : status;
}

// ---- The result ----

static void count_put_neurons(results *r, const job *work, const crease_totals *t)
{
    size_t neuron = 0;
    put_totals(r, "regions_after_neuron", t->per_neuron, t->neurons);
    if (t->neurons)
        text_line(r, "regions after neuron\n");
    for (size_t l = 0; l < t->layers; l++)
        for (size_t i = 0; i < crease_net_width(work->net, l); i++, neuron++) {
            char label[64];
            snprintf(label, sizeof label, "  unit %zu of layer %zu", i, l);
            text_total(r, label, t->per_neuron + neuron);
        }
}

// Rows of CSV have the same columns for every network.
static void count_put_images(results *r, const crease_totals *t)
{
    if (t->by_images) {
        put_count(r, "images", NULL, t->images);
        put_count(r, "images_met", NULL, t->images_met);
        text_row(r, "images", "%" PRIu64 " of %" PRIu64 " met", t->images, t->images_met);
    } else if (r->format == RESULTS_CSV) {
        put_unknown(r, "images", NULL);
        put_unknown(r, "images_met", NULL);
    }
}

static void count_put(const job *work, const crease_totals *t, const linear_totals *linear)
{
    results *r = work->r;
    put_network(r, work->name, work->net);
    put_count(r, "inputs", NULL, work->inputs);
    put_count(r, "dimension", NULL, work->dimension);
    put_hidden(r, work->net);
    put_text(r, "domain", "domain", crease_domain_text(work->domain));
    put_arithmetic(r, work->options.arith);
    put_bool(r, "complete", NULL, t->complete);
    put_total(r, "activation_regions", "activation regions", t->activation_regions);
    put_totals(r, "regions_per_layer", t->per_layer, t->layers);
    for (size_t l = 0; l < t->layers && t->layers > 1; l++) {
        char label[64];
        snprintf(label, sizeof label, "  up to layer %zu", l);
        text_total(r, label, t->per_layer + l);
    }
    if (t->per_neuron)
        count_put_neurons(r, work, t);
    put_total(r, "bounded_regions", "bounded regions", t->bounded_regions);
    if (linear->counted)
        put_total(r, "linear_regions", "linear regions", linear->regions);
    if (linear->has_maps)
        put_total(r, "affine_maps", "affine maps", linear->maps);
    else if (linear->counted && r->format == RESULTS_CSV)
        put_unknown(r, "affine_maps", NULL);
    count_put_images(r, t);
    put_decisions(r, t->decided_float, t->decided_exact);
    put_total(r, "splits", NULL, t->splits);
    put_seconds(r, "seconds", "seconds", t->seconds);
    put_count(r, "threads", NULL, t->threads);
    if (!t->complete)
        text_remark(r, "complete",
                    t->by_images ? "no, a lower bound"
                                 : "no, these are the regions met before the walk stopped");
}

// ---- The count ----

static crease_status count_by_images_end(job *work, crease_status status)
{
    report_progress_clear(&work->progress);
    report_note("%s; the numbers are lower bounds", job_stopped_by(work, 0));
    return status;
}

static crease_status count_activation(job *work, crease_totals *t, crease_error *error)
{
    const crease_images how = (crease_images)work->s->count.images;
    const crease_status status =
        crease_count(t, work->net, work->domain, how, &work->options, error);
    if (t->by_images && status == CREASE_STOPPED)
        return count_by_images_end(work, status);
    work->counts.activation_regions = (uint64_t)fmpz_get_i64(t->activation_regions);
    return job_end(work, status, error);
}

static crease_status count_linear_by_images(job *work, crease_totals *t, linear_totals *linear,
                                            crease_error *error)
{
    const crease_status status = crease_count_linear_by_images(t, linear->regions, work->net,
                                                               work->domain, &work->options, error);
    linear->has_maps = false;
    if (status == CREASE_STOPPED)
        return count_by_images_end(work, status);
    return job_end(work, status, error);
}

static crease_status count_linear(job *work, crease_totals *t, linear_totals *linear,
                                  crease_error *error)
{
    crease_counts *counts = &work->counts;
    crease_linear_counts joined = {0};
    if (work->s->count.per_neuron)
        crease_counts_by_neuron(counts, work->net);
    const crease_status status =
        crease_count_linear(counts, &joined, work->net, work->domain, &work->options, error);
    totals_take_counts(t, counts);
    fmpz_set_u64(linear->regions, joined.linear_regions);
    fmpz_set_u64(linear->maps, joined.affine_maps);
    return job_end(work, status, error);
}

static crease_status count_regions(job *work, crease_totals *t, linear_totals *linear,
                                   const expected *e, crease_error *error)
{
    linear->counted = linear->has_maps = work->s->linear || expected_needs_linear(e);
    if (!linear->counted)
        return count_activation(work, t, error);
    if (work->s->count.images != CREASE_IMAGES_ALWAYS)
        return count_linear(work, t, linear, error);
    if (e->given[CREASE_AFFINE_MAPS])
        return report_usage("--images=always does not count affine maps: which cells of an image "
                            "have the same one is not known");
    return count_linear_by_images(work, t, linear, error);
}

crease_status cmd_count(job *work)
{
    const settings *s = work->s;
    work->progress.noun = "images"; // if they are counted
    linear_totals linear = {0};
    crease_totals totals;
    crease_error error;
    expected e = {.number = _fmpz_vec_init(QUANTITIES)};
    fmpz_init(linear.regions);
    fmpz_init(linear.maps);
    crease_totals_init(&totals, work->net);
    if (s->count.per_neuron)
        crease_totals_by_neuron(&totals, work->net);
    crease_status status = expected_read(&e, s->count.expect);
    if (status == CREASE_OK)
        status = count_regions(work, &totals, &linear, &e, &error);
    if (status != CREASE_ERROR) {
        count_put(work, &totals, &linear);
        if (s->count.expect)
            status = count_compare(work, &e, &totals, &linear, status);
    }
    crease_totals_clear(&totals);
    fmpz_clear(linear.regions);
    fmpz_clear(linear.maps);
    _fmpz_vec_clear(e.number, QUANTITIES);
    return status;
}
