// crease convert: writes a network as JSON or as canonical text.
#include "tool/commands.h"
#include "tool/job.h"

#include <inttypes.h>
#include <string.h>

crease_status cmd_convert(job *work)
{
    const char *path = work->s->output ? work->s->output : "-";
    const int format = format_of_output(work->s);
    crease_error error;
    uint64_t changed;
    if (format < 0 && strcmp(path, "-"))
        return report_usage("expected an output whose name ends in .json or .canonical, or "
                            "--format; found \"%s\"",
                            path);
    if (work->s->convert.round) {
        if (crease_net_round(work->net, &changed, &error))
            return report_error(&error, work->name);
        report_note("rounding to floats changed %" PRIu64 " number%s", changed,
                    changed == 1 ? "" : "s");
    }
    if (crease_write_net(path, work->net, format < 0 ? CREASE_NET_JSON : (crease_net_text)format,
                         &error))
        return report_error(&error, work->name);
    return CREASE_OK;
}
