// crease verify: theorems against networks.
#include "base/json_writer.h"
#include "theory/verify.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 512 };

// What is printed, and the upper bounds of the present network, of which people see the
// lowest.
typedef struct {
    const cli_settings *settings;
    json out;                  // with --json
    char subject[2 * LONGEST]; // network and domain
    char lowest[2 * LONGEST];
    fmpz_t bound;
    uint64_t bounds;
    uint64_t written; // networks that violate a claim
    int failed;       // to write one
} table;

static void write_culprit(table *t, const verify_row *row)
{
    char path[64];
    crease_error error;
    snprintf(path, sizeof path, "violated-%" PRIu64 ".json", ++t->written);
    if (crease_write_net(path, row->net, &error)) {
        report_error(&error);
        t->failed = 1;
    } else {
        report_note("violated: %s; the network is in %s", row->theorem, path);
    }
}

// ---- JSON: every row ----

static void row_json(table *t, const verify_row *row)
{
    char *claimed = fmpz_get_str(NULL, 10, row->claimed);
    json *out = &t->out;
    json_object_open(out, NULL);
    json_text(out, "theorem", row->theorem);
    json_text(out, "network", row->network);
    json_text(out, "network_sha256", crease_net_sha256(row->net));
    json_text(out, "domain", row->domain);
    json_text(out, "quantity", crease_quantity_name(row->quantity));
    json_text(out, "relation", crease_relation_name(row->relation));
    json_text(out, "claimed", claimed);
    json_count(out, "counted", row->counted);
    json_count(out, "activation_regions", row->activation);
    if (row->linear) {
        json_count(out, "linear_regions", row->linear);
        json_count(out, "affine_maps", row->maps);
    }
    json_text(out, "verdict", verify_finding_name(row->finding));
    json_seconds(out, "seconds", row->seconds);
    json_object_close(out);
    flint_free(claimed);
}

// ---- text: claims, and the lowest of the upper bounds ----

static void flush_bounds(table *t)
{
    if (t->bounds)
        printf("  %-17s %s%s%" PRIu64 " upper bound%s\n", verify_finding_name(VERIFY_HOLDS),
               t->lowest, *t->lowest ? ", the lowest of " : "", t->bounds,
               t->bounds == 1 ? "" : "s");
    t->bounds = 0;
    t->lowest[0] = '\0';
}

static void print_subject(table *t, const verify_row *row)
{
    char subject[2 * LONGEST];
    snprintf(subject, sizeof subject, "%s on %s", row->network, row->domain);
    if (!strcmp(subject, t->subject))
        return;
    flush_bounds(t);
    memcpy(t->subject, subject, sizeof subject);
    printf("%s: %" PRIu64 " activation regions", subject, row->activation);
    if (row->linear)
        printf(", %" PRIu64 " linear regions, %" PRIu64 " affine maps", row->linear, row->maps);
    printf(", %.3f s\n", row->seconds);
}

static void row_text(table *t, const verify_row *row)
{
    print_subject(t, row);
    char *claimed = fmpz_get_str(NULL, 10, row->claimed);
    char line[2 * LONGEST];
    snprintf(line, sizeof line, "%s %s %s, %s", crease_quantity_name(row->quantity),
             crease_relation_name(row->relation), claimed, row->theorem);
    flint_free(claimed);
    if (row->relation != CREASE_AT_MOST || row->finding != VERIFY_HOLDS) {
        printf("  %-17s %s\n", verify_finding_name(row->finding), line);
        return;
    }
    t->bounds++;
    if (row->quantity != CREASE_ACTIVATION_REGIONS)
        return;
    if (!*t->lowest || fmpz_cmp(row->claimed, t->bound) < 0) {
        fmpz_set(t->bound, row->claimed);
        memcpy(t->lowest, line, sizeof line);
    }
}

static void show(void *data, const verify_row *row)
{
    table *t = data;
    if (t->settings->json)
        row_json(t, row);
    else
        row_text(t, row);
    if (row->finding == VERIFY_VIOLATED)
        write_culprit(t, row);
}

// ---- all of it ----

static void end(table *t, const verify_counts *counts, crease_status status)
{
    if (!t->settings->json) {
        flush_bounds(t);
        printf("\n%" PRIu64 " claims: %" PRIu64 " violated, %" PRIu64
               " false as printed and shown to be, all others hold%s\n",
               counts->rows, counts->violated, counts->refuted,
               status == CREASE_STOPPED ? " (interrupted)" : "");
        return;
    }
    json_array_close(&t->out);
    json_count(&t->out, "claims", counts->rows);
    json_count(&t->out, "violated", counts->violated);
    json_count(&t->out, "false_as_printed", counts->refuted);
    json_truth(&t->out, "complete", status != CREASE_STOPPED);
    json_print(&t->out, stdout);
}

crease_status cmd_verify(const cli_settings *settings)
{
    size_t count = settings->operand ? 1 + settings->more_count : 0;
    const char **names = malloc((count + 1) * sizeof *names);
    if (!names)
        abort();
    for (size_t i = 0; i < count; i++)
        names[i] = i ? settings->more[i - 1] : settings->operand;

    table t = {.settings = settings};
    fmpz_init(t.bound);
    verify_wanted wanted = {.quick = !settings->all || settings->quick,
                            .names = names,
                            .names_count = count,
                            .seed = settings->seed,
                            .data = &t,
                            .row = show};
    if (settings->json) {
        json_open(&t.out);
        json_array_open(&t.out, "rows");
    }
    verify_counts counts;
    crease_error error;
    report_progress none;
    crease_options options = job_options(settings, 1, &none, NULL);
    crease_status status = verify_theorems(&counts, &wanted, &options, &error);
    if (status != CREASE_ERROR)
        end(&t, &counts, status);
    else {
        if (settings->json)
            json_drop(&t.out);
        snprintf(error.file, sizeof error.file, "verify");
        report_error(&error);
    }
    fmpz_clear(t.bound);
    free(names);
    return t.failed ? CREASE_ERROR : status;
}
