// crease regions: one record for each region.
#include "tool/commands.h"
#include "tool/job.h"

#include <string.h>

crease_status cmd_regions(const cli_settings *settings)
{
    const char *path = settings->output ? settings->output : "-";
    job work;
    if (job_open(&work, settings, !strcmp(path, "-")))
        return CREASE_ERROR;
    crease_error error;
    crease_status status =
        crease_write_records(path, (crease_record_format)settings->record_format->value,
                             &work.counts, work.net, work.domain, &work.options, &error);
    job_end(&work, status, &error);
    job_close(&work);
    return status;
}
