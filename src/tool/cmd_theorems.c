// crease theorems: the theorems of the literature against networks.
#include "base/memory.h"
#include "base/text.h"
#include "theory/verify.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The output, and the upper bounds of the present network, of which text shows the lowest.
typedef struct {
    job *work;
    results *r;
    char *subject; // network and domain; NULL: none so far
    char *lowest;  // NULL: none
    fmpz_t bound;  // its value
    uint64_t bounds;
    uint64_t written; // networks that violate a claim
    int quiet;        // only what is violated is shown
} theorems_table;

static void theorems_write_culprit(theorems_table *t, const verify_row *row)
{
    char path[64];
    crease_error error;
    snprintf(path, sizeof path, "violated-%" PRIu64 ".json", ++t->written);
    if (crease_net_save(path, row->net, CREASE_NET_JSON, &error)) {
        report_error(&error, NULL);
        t->work->failed = 1;
    } else {
        report_note("violated: %s; the network is in %s", row->theorem, path);
    }
}

// ---- JSON: every row ----

static void theorems_put_row(results *r, const verify_row *row)
{
    results_object(r, NULL);
    put_text(r, "theorem", NULL, row->theorem);
    put_text(r, "network", NULL, row->network);
    put_text(r, "network_sha256", NULL, crease_net_sha256(row->net));
    put_text(r, "domain", NULL, row->domain);
    put_text(r, "quantity", NULL, crease_quantity_name(row->quantity));
    put_text(r, "relation", NULL, crease_relation_name(row->relation));
    put_integer(r, "claimed", NULL, row->claimed);
    put_count(r, "counted", NULL, row->counted);
    put_count(r, "activation_regions", NULL, row->activation);
    if (row->linear) {
        put_count(r, "linear_regions", NULL, row->linear);
        put_count(r, "affine_maps", NULL, row->maps);
    }
    put_text(r, "verdict", NULL, verify_finding_name(row->finding));
    put_seconds(r, "seconds", NULL, row->seconds);
    results_end(r);
}

// ---- text: claims, and the lowest of the upper bounds ----

static void theorems_flush_bounds(theorems_table *t)
{
    if (t->bounds)
        printf("  %-17s %s%s%" PRIu64 " upper bound%s\n", verify_finding_name(VERIFY_HOLDS),
               t->lowest ? t->lowest : "", t->lowest ? ", the lowest of " : "", t->bounds,
               t->bounds == 1 ? "" : "s");
    t->bounds = 0;
    free(t->lowest);
    t->lowest = NULL;
}

static void theorems_print_subject(theorems_table *t, const verify_row *row)
{
    char *subject = memory_format("%s on %s", row->network, row->domain);
    if (t->subject && !strcmp(subject, t->subject)) {
        free(subject);
        return;
    }
    theorems_flush_bounds(t);
    free(t->subject);
    t->subject = subject;
    printf("%s: %" PRIu64 " activation regions", subject, row->activation);
    if (row->linear)
        printf(", %" PRIu64 " linear regions, %" PRIu64 " affine maps", row->linear, row->maps);
    printf(", %.3f s\n", row->seconds);
}

// "activation_regions = 5, counted 6, Telgarsky 2015"
static char *theorems_claim_text(const verify_row *row)
{
    char *claimed = fmpz_get_str(NULL, 10, row->claimed), found[64] = "";
    if (row->finding == VERIFY_VIOLATED)
        snprintf(found, sizeof found, ", counted %" PRIu64 "%s", row->counted,
                 row->refuted ? ", so it is not false" : "");
    char *text = memory_format("%s %s %s%s, %s", crease_quantity_name(row->quantity),
                               crease_relation_name(row->relation), claimed, found, row->theorem);
    flint_free(claimed);
    return text;
}

static void theorems_row_text(theorems_table *t, const verify_row *row)
{
    theorems_print_subject(t, row);
    char *text = theorems_claim_text(row);
    if (row->relation != CREASE_AT_MOST || row->finding != VERIFY_HOLDS) {
        printf("  %-17s %s\n", verify_finding_name(row->finding), text);
        free(text);
        return;
    }
    t->bounds++;
    if (row->quantity != CREASE_ACTIVATION_REGIONS ||
        (t->lowest && fmpz_cmp(row->claimed, t->bound) >= 0)) {
        free(text);
        return;
    }
    fmpz_set(t->bound, row->claimed);
    free(t->lowest);
    t->lowest = text;
}

static void theorems_show(void *data, const verify_row *row)
{
    theorems_table *t = data;
    if (t->quiet && row->finding != VERIFY_VIOLATED)
        return;
    theorems_put_row(t->r, row);
    if (t->r->format == RESULTS_TEXT)
        theorems_row_text(t, row);
    if (row->finding == VERIFY_VIOLATED)
        theorems_write_culprit(t, row);
}

// ---- all of it ----

static void theorems_put_end(theorems_table *t, const verify_counts *counts, const char *stopped)
{
    results *r = t->r;
    if (r->format == RESULTS_TEXT)
        theorems_flush_bounds(t);
    const uint64_t others = counts->violated + counts->refuted;
    text_line(r, "%s%" PRIu64 " claim%s: %" PRIu64 " hold, %" PRIu64 " violated",
              t->subject ? "\n" : "", counts->rows, plural(counts->rows), counts->rows - others,
              counts->violated);
    if (counts->refuted)
        text_line(r, ", %" PRIu64 " false as printed", counts->refuted);
    text_line(r, stopped ? " (%s)\n" : "\n", stopped);
    results_end(r);
    put_count(r, "claims", NULL, counts->rows);
    put_count(r, "violated", NULL, counts->violated);
    put_count(r, "false_as_printed", NULL, counts->refuted);
    put_truth(r, "complete", NULL, !stopped);
}

static crease_status theorems_all(theorems_table *t)
{
    const settings *s = t->work->s;
    job *work = t->work;
    verify_options wanted = {.quick = !s->theorems.all || s->quick,
                             .names = (const char *const *)s->operands,
                             .names_count = s->operand_count,
                             .seed = s->seed,
                             .data = t,
                             .row = theorems_show};
    verify_counts counts;
    crease_error error;
    results_list(t->r, "rows");
    crease_status status = verify_theorems(&counts, &wanted, &work->options, &error);
    if (status == CREASE_ERROR && !counts.rows && s->operand)
        return report_construction("theorem or construction", s->operand);
    if (status == CREASE_ERROR)
        return report_error(&error, "theorems");
    theorems_put_end(t, &counts, status == CREASE_STOPPED ? job_stopped_by(work, 0) : NULL);
    if (status == CREASE_STOPPED)
        report_note("%s; further claims were not tested", job_stopped_by(work, 0));
    return counts.violated ? CREASE_NEGATIVE : status;
}

crease_status cmd_theorems(job *work)
{
    theorems_table t = {.work = work, .r = work->r, .quiet = work->s->theorems.quiet};
    fmpz_init(t.bound);
    crease_status status = theorems_all(&t);
    fmpz_clear(t.bound);
    free(t.subject);
    free(t.lowest);
    return status;
}
