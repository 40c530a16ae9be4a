// One walk: a network, a domain, the engine's options, and how it ended.
#include "tool/job.h"
#include "tool/domain.h"
#include "tool/interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

// The library does not know where its arguments came from.
static void name_source(crease_error *error, const char *source)
{
    if (!error->file[0])
        snprintf(error->file, sizeof error->file, "%s", source);
}

crease_options job_options(const cli_settings *settings, int streams, report_progress *progress,
                           void (*show)(void *progress, const crease_progress *now))
{
    crease_options options = {
        .arith = (crease_arith)settings->arith->value,
        .tolerance = settings->tolerance,
        .time_limit = settings->time_limit,
        .threads = settings->threads,
        .max_regions = settings->max_regions,
        .interrupt = interrupt_watch(),
    };
    *progress = (report_progress){.terminal = isatty(STDERR_FILENO)};
    int undisturbed = progress->terminal && !(streams && isatty(STDOUT_FILENO));
    if (settings->progress || undisturbed) {
        options.progress = show;
        options.progress_data = progress;
    }
    return options;
}

crease_status job_open(job *work, const cli_settings *settings, int streams)
{
    *work = (job){.name = settings->operand, .stopped = "the result is partial"};
    if (settings->tolerance > 0 && settings->arith->value != CREASE_FLOAT)
        return report_usage("--tolerance: expected --arith=float, found %s", settings->arith->name);
    if (domain_check_options(settings))
        return CREASE_ERROR;
    crease_error error;
    if (crease_net_read(&work->net, settings->operand, &error))
        return report_error(&error);
    if (domain_make(&work->domain, settings, work->net, &error)) {
        crease_net_free(work->net);
        return report_error(&error);
    }
    crease_counts_init(&work->counts, work->net);
    work->options = job_options(settings, streams, &work->progress, report_progress_show);
    return CREASE_OK;
}

static void report_stop(const job *work)
{
    const crease_options *options = &work->options;
    const uint64_t regions = work->counts.activation_regions;
    const char *how = "stopped by --time-limit";
    if (*options->interrupt)
        how = "interrupted";
    else if (options->max_regions && regions >= options->max_regions)
        how = "stopped by --max-regions";
    report_note("%s after %" PRIu64 " regions; %s", how, regions, work->stopped);
}

crease_status job_end(job *work, crease_status status, crease_error *error)
{
    report_progress_clear(&work->progress);
    if (status == CREASE_ERROR) {
        name_source(error, work->name);
        report_error(error);
    }
    if (status == CREASE_STOPPED)
        report_stop(work);
    return status;
}

void job_close(job *work)
{
    crease_counts_clear(&work->counts);
    crease_domain_free(work->domain);
    crease_net_free(work->net);
}
