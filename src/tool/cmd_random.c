// crease random: a random network as a file.
#include "tool/commands.h"
#include "tool/report.h"

#include <stdlib.h>

static crease_status make_net(crease_net **net, const cli_settings *settings, crease_error *error)
{
    size_t *widths, count;
    crease_status status = crease_widths_parse(&widths, &count, settings->operand, error);
    if (status == CREASE_OK) {
        crease_random how = {.init = settings->init,
                             .bias_std = settings->bias_std,
                             .activation = settings->activation,
                             .seed = settings->seed,
                             .alpha = settings->alpha,
                             .unscaled = settings->unscaled};
        status = crease_net_random(net, widths, count, &how, error);
        free(widths);
    }
    if (status)
        error_name_option(error, "random", GROUP_RANDOM);
    return status;
}

crease_status cmd_random(const cli_settings *settings)
{
    crease_net *net;
    crease_error error;
    if (make_net(&net, settings, &error))
        return report_error(&error);
    crease_status status = crease_write_net(settings->output ? settings->output : "-", net, &error);
    if (status)
        report_error(&error);
    crease_net_free(net);
    return status;
}
