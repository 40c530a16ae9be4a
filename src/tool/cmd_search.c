// crease search: the network with the most regions that can be found.
#include "base/json_writer.h"
#include "theory/search.h"
#include "tool/commands.h"
#include "tool/domain.h"
#include "tool/job.h"
#include "tool/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const cli_settings *settings;
    size_t *widths, count;
    crease_domain *domain;
    search_wanted how;
    crease_options options;
    report_progress progress;
    crease_net *best; // NULL: none was counted
    search_result result;
} search;

static void print_json(const search *s)
{
    const search_result *r = &s->result;
    json out;
    json_open(&out);
    json_array_open(&out, "widths");
    for (size_t i = 0; i < s->count; i++)
        json_count(&out, NULL, s->widths[i]);
    json_array_close(&out);
    json_text(&out, "domain", crease_domain_text(s->domain));
    json_text(&out, "of", s->settings->quantity->name);
    json_count(&out, "seed", s->how.seed);
    json_truth(&out, "complete", r->complete);
    json_count(&out, "regions", r->regions);
    if (s->best)
        json_text(&out, "network_sha256", crease_net_sha256(s->best));
    json_count(&out, "climb", r->climb);
    json_count(&out, "step", r->step);
    json_count(&out, "climbs", r->climbs);
    json_count(&out, "steps", r->steps);
    json_seconds(&out, "seconds", r->seconds);
    json_count(&out, "threads", r->threads);
    json_print(&out, stdout);
}

static void print_text(const search *s)
{
    const search_result *r = &s->result;
    text_row(stdout, "widths", "%s", s->settings->operand);
    text_row(stdout, "domain", "%s", crease_domain_text(s->domain));
    char name[64];
    snprintf(name, sizeof name, "%s regions", s->settings->quantity->name);
    text_row(stdout, name, "%" PRIu64, r->regions);
    if (s->best)
        text_row(stdout, "sha256", "%s", crease_net_sha256(s->best));
    text_row(stdout, "found", "climb %" PRIu64 ", step %" PRIu64, r->climb, r->step);
    text_row(stdout, "climbs", "%" PRIu64, r->climbs);
    text_row(stdout, "networks counted", "%" PRIu64, r->steps);
    text_row(stdout, "seed", "%" PRIu64, s->how.seed);
    text_row(stdout, "seconds", "%.6f", r->seconds);
    if (!r->complete)
        text_row(stdout, "complete", "no, this is the best before the search stopped");
}

// ---- Progress ----

static void show_progress(void *data, const crease_progress *now)
{
    report_line(data,
                "%" PRIu64 " climbs done, %" PRIu64 " networks, best %" PRIu64 " regions, %.1f s",
                now->done, now->networks, now->regions, now->seconds);
}

static void set_how(search *s)
{
    const cli_settings *settings = s->settings;
    s->how = (search_wanted){.of = (crease_quantity)settings->quantity->value,
                             .activation = settings->activation,
                             .range = settings->range,
                             .climbs = settings->climbs,
                             .steps = settings->steps,
                             .goal = settings->goal,
                             .seed = settings->seed};
    s->options = job_options(settings, 0, &s->progress, show_progress);
}

// ---- The command ----

// The domain is made for a network, of which the inputs are known.
static crease_status make_domain(search *s, crease_error *error)
{
    crease_net *net;
    const size_t widths[] = {s->widths[0], 1};
    if (crease_net_random(&net, widths, 2, NULL, error))
        return CREASE_ERROR;
    crease_status status = domain_make(&s->domain, s->settings, net, error);
    crease_net_free(net);
    return status;
}

static crease_status run(search *s, crease_error *error)
{
    crease_status status = search_net(&s->best, &s->result, s->widths, s->count, s->domain, &s->how,
                                      &s->options, error);
    report_progress_clear(&s->progress);
    if (status == CREASE_ERROR)
        error_name_option(error, "search", GROUP_SEARCH);
    if (status == CREASE_STOPPED)
        report_note("%s after %" PRIu64 " networks; the result is partial",
                    *s->options.interrupt ? "interrupted" : "stopped by --time-limit",
                    s->result.steps);
    return status;
}

static crease_status write_best(const search *s, crease_status status, crease_error *error)
{
    const char *output = s->settings->output;
    if (output && s->best && crease_write_net(output, s->best, error))
        return CREASE_ERROR;
    if (output && !strcmp(output, "-"))
        return status;
    if (s->settings->json)
        print_json(s);
    else
        print_text(s);
    return status;
}

crease_status cmd_search(const cli_settings *settings)
{
    search s = {.settings = settings};
    crease_error error;
    if (domain_check_options(settings))
        return CREASE_ERROR;
    if (settings->json && settings->output && !strcmp(settings->output, "-"))
        return report_usage("search: expected --json or -o -, found both");
    crease_status status = crease_widths_parse(&s.widths, &s.count, settings->operand, &error);
    if (status) {
        error_name_option(&error, "search", GROUP_SEARCH);
        return report_error(&error);
    }
    status = make_domain(&s, &error);
    if (status == CREASE_OK) {
        set_how(&s);
        status = run(&s, &error);
        if (status != CREASE_ERROR)
            status = write_best(&s, status, &error);
        crease_net_free(s.best);
        crease_domain_free(s.domain);
    }
    free(s.widths);
    return status == CREASE_ERROR ? report_error(&error) : status;
}
