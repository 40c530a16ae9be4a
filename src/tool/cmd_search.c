// crease search: the network with the most regions that can be found.
#include "theory/search.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void search_put(const job *work, const search_result *f, const size_t *widths, size_t count)
{
    const char *of = choice_name(quantity_choices, work->s->search.maximize);
    char label[64];
    results *r = work->r;
    text_row(r, "widths", "%s", work->s->operand);
    results_list(r, "widths");
    for (size_t i = 0; i < count; i++)
        put_count(r, NULL, NULL, widths[i]);
    results_end(r);
    put_text(r, "domain", "domain", crease_domain_text(work->domain));
    put_text(r, "maximize", NULL, of);
    put_count(r, "seed", NULL, work->s->seed);
    put_truth(r, "complete", NULL, f->complete);
    snprintf(label, sizeof label, "%s regions", of);
    put_count(r, "regions", label, f->regions);
    if (work->net)
        put_text(r, "network_sha256", "sha256", crease_net_sha256(work->net));
    text_row(r, "found", "climb %" PRIu64 ", step %" PRIu64, f->climb, f->step);
    put_count(r, "climb", NULL, f->climb);
    put_count(r, "step", NULL, f->step);
    put_count(r, "climbs", "climbs", f->climbs);
    put_count(r, "steps", "networks counted", f->steps);
    text_row(r, "seed", "%" PRIu64, work->s->seed);
    put_seconds(r, "seconds", "seconds", f->seconds);
    put_count(r, "threads", NULL, f->threads);
    if (!f->complete)
        text_row(r, "complete", "no, this is the best before the search stopped");
}

static crease_status search_climb(job *work, const size_t *widths, size_t count)
{
    const settings *s = work->s;
    crease_error error;
    search_result found;
    crease_net *start = NULL;
    if (s->search.start && crease_net_read(&start, s->search.start, NULL, &error))
        return report_error(&error, s->search.start);
    search_options wanted = {.maximize = (crease_quantity)s->search.maximize,
                             .activation = s->activation,
                             .weight_range = s->search.weight_range,
                             .climbs = s->search.climbs,
                             .steps = s->search.steps,
                             .goal = s->search.goal,
                             .seed = s->seed,
                             .start = start};
    crease_status status = search_net(&work->net, &found, widths, count, work->domain, &wanted,
                                      &work->options, &error);
    crease_net_free(start);
    report_progress_clear(&work->progress);
    if (status == CREASE_ERROR)
        return report_field_error(&error, s);
    if (status == CREASE_STOPPED)
        report_note("%s after %" PRIu64 " networks; the result is partial", job_stopped_by(work, 0),
                    found.steps);
    if (s->output && work->net && crease_net_save(s->output, work->net, CREASE_NET_JSON, &error))
        return report_error(&error, NULL);
    if (!s->output || strcmp(s->output, "-") != 0)
        search_put(work, &found, widths, count);
    return status;
}

crease_status cmd_search(job *work)
{
    crease_error error;
    size_t *widths, count;
    if (crease_widths_parse(&widths, &count, work->s->operand, &error))
        return report_field_error(&error, work->s);
    job_owns(work, widths, free);
    if (job_domain(&work->domain, &work->s->domain, widths[0], &error))
        return report_error(&error, NULL);
    return search_climb(work, widths, count);
}
