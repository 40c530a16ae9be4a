// crease certify: the counts, with all that is needed to establish them again.
#include "tool/commands.h"
#include "tool/job.h"

#include <string.h>

crease_status cmd_certify(const cli_settings *settings)
{
    const char *path = settings->output ? settings->output : "-";
    if (settings->arith->value == CREASE_FLOAT)
        return report_usage("--arith: expected filtered or exact, for a certificate, found float");
    job work;
    if (job_open(&work, settings, !strcmp(path, "-")))
        return CREASE_ERROR;
    work.stopped = "there is no certificate";
    crease_linear_counts linear;
    crease_error error;
    crease_status status =
        crease_write_certificate(path, &work.counts, settings->linear ? &linear : NULL, work.net,
                                 work.domain, &work.options, &error);
    job_end(&work, status, &error);
    job_close(&work);
    return status;
}
