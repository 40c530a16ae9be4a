// crease search: the network with the most regions that can be found.
#include "theory/search.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const settings *s;
    job work; // whose network is the best; NULL: none was counted
    size_t *widths, count;
    search_result result;
} search;

static void put(const search *w)
{
    const search_result *f = &w->result;
    const char *of = choice_name(quantity_choices, w->s->search.of);
    char label[64];
    results r;
    results_open(&r, w->s);
    text_row(&r, "widths", "%s", w->s->operand);
    results_list(&r, "widths");
    for (size_t i = 0; i < w->count; i++)
        put_count(&r, NULL, NULL, w->widths[i]);
    results_end(&r);
    put_text(&r, "domain", "domain", crease_domain_text(w->work.domain));
    put_text(&r, "of", NULL, of);
    put_count(&r, "seed", NULL, w->s->seed);
    put_truth(&r, "complete", NULL, f->complete);
    snprintf(label, sizeof label, "%s regions", of);
    put_count(&r, "regions", label, f->regions);
    if (w->work.net)
        put_text(&r, "network_sha256", "sha256", crease_net_sha256(w->work.net));
    text_row(&r, "found", "climb %" PRIu64 ", step %" PRIu64, f->climb, f->step);
    put_count(&r, "climb", NULL, f->climb);
    put_count(&r, "step", NULL, f->step);
    put_count(&r, "climbs", "climbs", f->climbs);
    put_count(&r, "steps", "networks counted", f->steps);
    text_row(&r, "seed", "%" PRIu64, w->s->seed);
    put_seconds(&r, "seconds", "seconds", f->seconds);
    put_count(&r, "threads", NULL, f->threads);
    if (!f->complete)
        text_row(&r, "complete", "no, this is the best before the search stopped");
    results_close(&r);
}

static crease_status climb(search *w)
{
    const settings *s = w->s;
    job *work = &w->work;
    crease_error error;
    search_wanted wanted = {.of = (crease_quantity)s->search.of,
                            .activation = s->activation,
                            .range = s->search.range,
                            .climbs = s->search.climbs,
                            .steps = s->search.steps,
                            .goal = s->search.goal,
                            .seed = s->seed};
    crease_status status = search_net(&work->net, &w->result, w->widths, w->count, work->domain,
                                      &wanted, &work->options, &error);
    report_progress_clear(&work->progress);
    if (status == CREASE_ERROR)
        return report_field_error(&error, s);
    if (status == CREASE_STOPPED)
        report_note("%s after %" PRIu64 " networks; the result is partial", job_stopped_by(work, 0),
                    w->result.steps);
    if (s->output && work->net && crease_write_net(s->output, work->net, CREASE_NET_JSON, &error))
        status = report_error(&error, NULL);
    else if (!s->output || strcmp(s->output, "-") != 0)
        put(w);
    return status;
}

crease_status cmd_search(const settings *s)
{
    search w = {.s = s};
    crease_error error;
    job_start(&w.work, s->command->name, &s->run, 0);
    if (crease_widths_parse(&w.widths, &w.count, s->operand, &error))
        return report_field_error(&error, s);
    crease_status status = job_domain(&w.work.domain, &s->domain, w.widths[0], &error);
    status = status ? report_error(&error, NULL) : climb(&w);
    crease_net_free(w.work.net);
    crease_domain_free(w.work.domain);
    free(w.widths);
    return status;
}
