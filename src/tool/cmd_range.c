// crease range: between which values the outputs lie.
#include "base/error.h"
#include "base/fatal.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "regions/moments.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/report.h"

#include <crease/out.h>
#include <stdio.h>

// An enclosure of an extreme of the domain; JSON has null for an unknown end.
static void range_put_bound(results *r, bool is_greatest, const fmpq_t value)
{
    results_list(r, "enclosure");
    if (is_greatest)
        put_rational(r, NULL, NULL, value);
    put_unknown(r, NULL, NULL);
    if (!is_greatest)
        put_rational(r, NULL, NULL, value);
    results_end(r);
    text_short(r, is_greatest ? "  greatest          at least " : "  least             at most ",
               value);
    text_line(r, "\n");
}

// An extreme of the regions that were met is attained, and is only a bound for the domain.
static void range_put_extreme(const job *work, bool is_greatest, const crease_extreme *extreme)
{
    results *r = work->r;
    const size_t dimension = work->dimension;
    const char *label = is_greatest ? "  greatest" : "  least";
    results_object(r, is_greatest ? "greatest" : "least");
    put_bool(r, "bounded", NULL, !extreme->unbounded);
    if (extreme->unbounded) {
        text_row(r, label, "unbounded");
        put_vector(r, "point", "    from", extreme->point, dimension);
        put_vector(r, "direction", "    along", extreme->direction, dimension);
    } else if (work->counts.complete || r->format != RESULTS_CSV) {
        put_short(r, "value", work->counts.complete ? label : NULL, extreme->value);
        if (!work->counts.complete)
            range_put_bound(r, is_greatest, extreme->value);
        put_double(r, "double", NULL, rational_double(extreme->value));
        put_vector(r, "point", "    at", extreme->point, dimension);
    }
    results_end(r);
}

// In text, a moment that may be rounded is printed rounded, even if it is known exactly.
static void range_put_moment(results *r, const char *name, const fmpq_t x, bool is_rounded)
{
    char label[16], about[RATIONAL_ABOUT_TEXT];
    snprintf(label, sizeof label, "  %s", name);
    if (is_rounded || fmpz_cmp_ui(fmpq_denref(x), MOMENTS_SHORT) >= 0) {
        text_row(r, label, "about %s", rational_about(about, x, 17));
        put_rational(r, name, NULL, x);
    } else {
        put_short(r, name, label, x);
    }
}

static void range_put(const job *work, const crease_range *range, size_t output, const fmpq *form)
{
    ASSERT(output < work->outputs);
    results *r = work->r;
    const char *objective = work->s->range.objective;
    results_object(r, NULL);
    if (objective) {
        put_rationals(r, "objective", form, work->outputs);
        text_row(r, "objective", "%s", objective);
    } else {
        put_count(r, "output", "output", output);
    }
    if (range->least.known)
        range_put_extreme(work, false, &range->least);
    if (range->greatest.known)
        range_put_extreme(work, true, &range->greatest);
    if (range->has_moments) {
        range_put_moment(r, "mean", range->mean, range->moments_are_rounded);
        range_put_moment(r, "variance", range->variance, range->moments_are_rounded);
    }
    results_end(r);
}

// The form that --objective names, or each output by itself.
static crease_status range_forms(job *work, fmpq **forms, size_t count)
{
    const char *objective = work->s->range.objective;
    const size_t columns = work->outputs + 1;
    crease_error error;
    *forms = job_vector(work, count * columns);
    for (size_t o = 0; o < count && !objective; o++)
        fmpq_one(*forms + o * columns + o);
    if (objective && numbers_parse(*forms, objective, work->outputs, "output", &error))
        return report_error(&error, "--objective");
    return CREASE_OK;
}

// Rows y - GREATEST and LEAST - y, which are at most 0 on all regions, and where they are 0.
static crease_status range_certify(job *work, const crease_range *range, const fmpq *forms,
                                   size_t count)
{
    const size_t columns = work->outputs + 1, d = work->dimension;
    crease_counts counts;
    crease_error error;
    fmpq *row = job_vector(work, 2 * count * columns), *point = job_vector(work, 2 * count * d);
    for (size_t i = 0; i < 2 * count; i++) {
        const crease_extreme *end = i % 2 ? &range[i / 2].least : &range[i / 2].greatest;
        fmpq *bound = row + i * columns;
        if (!end->known || end->unbounded) {
            error_set(&error, "output or objective %zu is not bounded", i / 2);
            return report_error(&error, "--certificate");
        }
        for (size_t c = 0; c < columns; c++)
            (i % 2 ? fmpq_neg : fmpq_set)(bound + c, forms + i / 2 * columns + c);
        (i % 2 ? fmpq_add : fmpq_sub)(bound + work->outputs, bound + work->outputs, end->value);
        rational_copy(point + i * d, end->point, d);
    }
    const crease_bounds bounds = {2 * count, row, point};
    crease_counts_init(&counts, work->net);
    const crease_status status =
        crease_certificate_write_bounds(work->s->range.certificate, &counts, &bounds, work->net,
                                        work->domain, &work->options, &error);
    crease_counts_clear(&counts);
    return status == CREASE_ERROR ? report_error(&error, "--certificate") : status;
}

// An extreme that is not finite, or not known because a limit stopped the search, has empty cells.
static void range_table(const job *work)
{
    char columns[128];
    snprintf(columns, sizeof columns,
             "%s,least_value,least_double,greatest_value,greatest_double%s",
             work->s->range.objective ? "objective" : "output",
             work->s->range.mean ? ",mean,variance" : "");
    results_table(work->r, "ranges", columns);
}

crease_status cmd_range(job *work)
{
    const size_t count = work->s->range.objective ? 1 : work->outputs;
    fmpq *forms;
    crease_error error;
    if (range_forms(work, &forms, count))
        return CREASE_ERROR;
    crease_range *ranges = job_memory(work, count, sizeof *ranges);
    for (size_t f = 0; f < count; f++)
        crease_range_init(ranges + f, work->domain);
    // A text shows long fractions as doubles.
    const crease_moments how = !work->s->range.mean             ? CREASE_MOMENTS_NONE
                               : work->s->format == FORMAT_TEXT ? CREASE_MOMENTS_ROUNDED
                                                                : CREASE_MOMENTS_EXACT;
    crease_status status = crease_ranges(ranges, &work->counts, work->net, work->domain, forms,
                                         count, how, &work->options, &error);
    job_end(work, status, &error);
    if (status == CREASE_OK && work->s->range.certificate)
        status = range_certify(work, ranges, forms, count);
    if (status != CREASE_ERROR) {
        job_put_begin(work);
        range_table(work);
        for (size_t f = 0; f < count; f++)
            range_put(work, ranges + f, f, forms);
        results_end(work->r);
        job_put_end_examined(work);
    }
    for (size_t f = 0; f < count; f++)
        crease_range_clear(ranges + f);
    return status;
}
