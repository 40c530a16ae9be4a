// crease merge: one result of all shares of the work.
#include "base/memory.h"
#include "tool/commands.h"
#include "tool/counted.h"
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
    if (a->inputs != b->inputs || a->dimension != b->dimension ||
        a->counts.layers != b->counts.layers ||
        memcmp(a->hidden, b->hidden, a->counts.layers * sizeof *a->hidden))
        return "shape";
    if (!a->counts.per_neuron != !b->counts.per_neuron)
        return "choice of --per-neuron";
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

static crease_status refuse_missing(const unsigned char *seen, size_t parts)
{
    size_t missing = 0, first = parts;
    for (size_t i = parts; i-- > 0;)
        if (!seen[i]) {
            missing++;
            first = i;
        }
    if (missing == 1)
        return report_usage("part %zu/%zu is missing", first, parts);
    return report_usage("%zu of %zu parts are missing, the first is %zu/%zu", missing, parts, first,
                        parts);
}

// Adds all but the first, which the sum is already. seen[i]: share i is in the sum.
static crease_status add_others(counted *sum, unsigned char *seen, const settings *s)
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
        else if (seen[part->part])
            status = report_usage("%s: part %zu/%zu is there twice", path, part->part, part->parts);
        else if (!counts_fit(&sum->counts, &part->counts))
            status = report_usage("%s: has more regions than can be counted", path);
        if (status == CREASE_OK) {
            seen[part->part] = 1;
            add(sum, part);
        }
        counted_free(part);
        if (status)
            return status;
    }
    return CREASE_OK;
}

crease_status cmd_merge(const settings *s)
{
    enum { MOST_PARTS = 1 << 24 };
    crease_error error;
    counted *sum;
    if (counted_read(&sum, s->operand, &error))
        return report_error(&error, NULL);
    size_t parts = sum->parts;
    if (parts > MOST_PARTS) {
        counted_free(sum);
        return report_usage("%s: expected at most %d parts", s->operand, MOST_PARTS);
    }
    unsigned char *seen = memory_new(parts, 1);
    seen[sum->part] = 1;
    crease_status status = add_others(sum, seen, s);
    if (status == CREASE_OK && s->operand_count < parts)
        status = refuse_missing(seen, parts);
    if (status == CREASE_OK) {
        results r;
        sum->parts = 0;
        results_begin(&r, s);
        r.of_networks = 1; // as the result of a network
        results_next(&r);
        counted_put(&r, sum);
        results_close(&r);
    }
    free(seen);
    counted_free(sum);
    return status;
}
