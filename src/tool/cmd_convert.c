// crease convert: writes a network as JSON or as canonical text.
#include "tool/commands.h"
#include "tool/report.h"

#include <inttypes.h>
#include <string.h>

static crease_status round_numbers(crease_net *net, crease_error *error)
{
    uint64_t changed;
    if (crease_net_round(net, &changed, error))
        return CREASE_ERROR;
    report_note("rounding to floats changed %" PRIu64 " number%s", changed,
                changed == 1 ? "" : "s");
    return CREASE_OK;
}

crease_status cmd_convert(const settings *s)
{
    const char *path = s->output ? s->output : "-";
    int format = format_of_output(s);
    if (format < 0 && strcmp(path, "-"))
        return report_usage("expected an output whose name ends in .json or .canonical, or "
                            "--format; found \"%s\"",
                            path);
    crease_net *net;
    crease_error error;
    if (crease_net_read_with(&net, s->operand, &s->run.reading, &error))
        return report_error(&error, NULL);
    crease_status status = s->convert.round ? round_numbers(net, &error) : CREASE_OK;
    if (status == CREASE_OK)
        status = crease_write_net(path, net, format < 0 ? CREASE_NET_JSON : (crease_net_text)format,
                                  &error);
    if (status)
        report_error(&error, s->operand);
    crease_net_free(net);
    return status;
}
