// crease convert: writes a network of any format as JSON.
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
    const char *extension = strrchr(path, '.');
    if (extension && (!strcmp(extension, ".nnet") || !strcmp(extension, ".onnx")))
        return report_usage("networks are written as JSON; expected a name that ends in .json, "
                            "found \"%s\"",
                            path);
    crease_net *net;
    crease_error error;
    if (crease_net_read_with(&net, s->operand, &s->run.reading, &error))
        return report_error(&error, NULL);
    crease_status status = s->convert.round ? round_numbers(net, &error) : CREASE_OK;
    if (status == CREASE_OK)
        status = crease_write_net(path, net, &error);
    if (status)
        report_error(&error, s->operand);
    crease_net_free(net);
    return status;
}
