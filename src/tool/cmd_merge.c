// crease merge: one result, or one file, of all shares of the work.
#include "base/memory.h"
#include "out/part.h"
#include "out/share_set.h"
#include "tool/commands.h"
#include "tool/question.h"
#include "walk/record.h"

#include <stdlib.h>
#include <string.h>

// Whatever must be the same of all shares, and what it is called.
static const char *difference(const counted *a, const counted *b)
{
    if (strcmp(a->network_sha256, b->network_sha256))
        return "network";
    if (strcmp(a->domain_sha256, b->domain_sha256))
        return "domain";
    if (a->arith != b->arith)
        return "arithmetic";
    if (a->order != b->order)
        return "order of the walk";
    if (a->parts != b->parts)
        return "number of parts";
    if (!a->work != !b->work || (a->work && strcmp(a->work, b->work)) || !a->row != !b->row)
        return "question";
    if (a->inputs != b->inputs || a->outputs != b->outputs || a->dimension != b->dimension ||
        a->counts.layers != b->counts.layers ||
        (a->counts.layers && memcmp(a->hidden, b->hidden, a->counts.layers * sizeof *a->hidden)))
        return "shape";
    if (!a->counts.per_neuron != !b->counts.per_neuron)
        return "choice of --per-neuron";
    if (!a->joined != !b->joined)
        return "choice of --linear";
    return NULL;
}

// A sum that does not fit was in no result.
static int counts_fit(const crease_counts *sum, const crease_counts *part)
{
    return sum->activation_regions <= UINT64_MAX - part->activation_regions;
}

static void add(counted *sum, const counted *part)
{
    const crease_counts *more = &part->counts;
    crease_counts *counts = &sum->counts;
    walk_counts_add(counts, more);
    for (size_t k = 0; k < counts->neurons; k++)
        counts->per_neuron[k]--; // every share has the one region that there is before any neuron
    counts->seconds += more->seconds;
    counts->threads = more->threads > counts->threads ? more->threads : counts->threads;
}

// Adds all but the first, which the sum is already. part: all of them, by their numbers.
static crease_status add_others(counted *sum, counted **in_order, share_set *shares,
                                const settings *s)
{
    for (size_t i = 1; i < s->operand_count; i++) {
        crease_error error;
        counted *part;
        const char *path = s->operands[i], *differs;
        if (counted_read(&part, path, &error))
            return report_error(&error, NULL);
        crease_status status = CREASE_OK;
        if ((differs = difference(sum, part)))
            status = report_usage("%s: has another %s than %s", path, differs, s->operands[0]);
        else if (share_set_add(shares, part->part, path, &error))
            status = report_error(&error, NULL);
        else if (!counts_fit(&sum->counts, &part->counts))
            status = report_usage("%s: has more regions than can be counted", path);
        if (status == CREASE_OK)
            add(sum, part);
        if (status == CREASE_OK && (part->joined || part->work))
            in_order[part->part] = part; // it is joined when all are there
        else
            counted_free(part);
        if (status)
            return status;
    }
    return CREASE_OK;
}

// Linear regions across the borders of shares: one after the other.
static crease_status join_all(counted *sum, crease_linear_counts *linear, counted *const *in_order)
{
    joining all;
    joining_init(&all);
    for (size_t i = 0; i < sum->parts; i++)
        joining_append(&all, in_order[i]->joined);
    *linear = (crease_linear_counts){all.unique + all.regions.sets, all.maps.count};
    const int whole = joining_is_whole(&all);
    joining_clear(&all);
    sum->joined = NULL;
    sum->linear = linear;
    return whole ? CREASE_OK
                 : report_usage("the linear regions of these shares do not fit together");
}

// Prints the counts of all. in_order has the sum too.
static crease_status put_counts_of_all(counted *sum, counted *const *in_order, const settings *s)
{
    crease_linear_counts linear;
    results r;
    if (sum->joined && join_all(sum, &linear, in_order))
        return CREASE_ERROR;
    sum->parts = 0;
    results_begin(&r, s);
    r.of_networks = 1; // as the result of a network
    results_next(&r);
    counted_put(&r, sum);
    results_close(&r);
    return CREASE_OK;
}

static crease_status add_all(counted *sum, const settings *s)
{
    crease_error error;
    share_set shares;
    if (share_set_init(&shares, sum->parts, s->operand, &error) ||
        share_set_add(&shares, sum->part, s->operand, &error))
        return report_error(&error, NULL);
    counted **in_order = memory_new(sum->parts, sizeof *in_order);
    crease_status status = add_others(sum, in_order, &shares, s);
    if (status == CREASE_OK && share_set_check(&shares, &error))
        status = report_error(&error, NULL);
    in_order[sum->part] = sum;
    if (status == CREASE_OK)
        status = sum->work ? question_merge(sum, in_order, s) : put_counts_of_all(sum, in_order, s);
    in_order[sum->part] = NULL; // the caller's
    for (size_t i = 0; i < shares.parts; i++)
        counted_free(in_order[i]);
    free(in_order);
    share_set_clear(&shares);
    return status;
}

static crease_status merge_counts(const settings *s)
{
    crease_error error;
    counted *sum;
    if (s->output)
        return report_usage(
            "counts are printed; --output is for files of regions and certificates");
    if (counted_read(&sum, s->operand, &error))
        return report_error(&error, NULL);
    const crease_status status = add_all(sum, s);
    counted_free(sum);
    return status;
}

static crease_status merge_files(const settings *s)
{
    crease_error error;
    if (s->json)
        return report_usage("--json is for counts; files of regions and certificates are joined as "
                            "they are");
    if (crease_merge_parts(s->output ? s->output : "-", (const char *const *)s->operands,
                           s->operand_count, &error))
        return report_error(&error, NULL);
    return CREASE_OK;
}

crease_status cmd_merge(const settings *s)
{
    return part_is_one(s->operand) ? merge_files(s) : merge_counts(s);
}
