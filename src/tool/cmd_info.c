// crease info: what is in a network file.
#include "base/json_writer.h"
#include "tool/commands.h"
#include "tool/report.h"
#include "tool/text.h"

#include <string.h>

static void print_json(const crease_net *net)
{
    json out;
    json_open(&out);
    json_text(&out, "network_sha256", crease_net_sha256(net));
    json_text(&out, "about", crease_net_about(net));
    json_count(&out, "inputs", crease_net_inputs(net));
    json_count(&out, "outputs", crease_net_outputs(net));
    json_array_open(&out, "hidden");
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        json_count(&out, NULL, crease_net_width(net, l));
    json_array_close(&out);
    json_array_open(&out, "layers");
    for (size_t l = 0; l < crease_net_layers(net); l++) {
        json_object_open(&out, NULL);
        json_count(&out, "width", crease_net_width(net, l));
        json_text(&out, "activation", crease_net_activation(net, l));
        json_object_close(&out);
    }
    json_array_close(&out);
    json_count(&out, "parameters", crease_net_parameters(net));
    json_print(&out, stdout);
}

static void print_text(const crease_net *net, const char *name)
{
    text_row(stdout, "network", "%s", strcmp(name, "-") ? name : "standard input");
    text_row(stdout, "sha256", "%s", crease_net_sha256(net));
    if (*crease_net_about(net))
        text_row(stdout, "about", "%s", crease_net_about(net));
    text_row(stdout, "inputs", "%zu", crease_net_inputs(net));
    text_row(stdout, "outputs", "%zu", crease_net_outputs(net));
    text_row(stdout, "hidden layers", "%zu", crease_net_hidden(net));
    for (size_t l = 0; l < crease_net_layers(net); l++) {
        char layer[64];
        snprintf(layer, sizeof layer, "layer %zu", l + 1);
        text_row(stdout, layer, "width %zu, %s", crease_net_width(net, l),
                 crease_net_activation(net, l));
    }
    text_row(stdout, "parameters", "%zu", crease_net_parameters(net));
}

crease_status cmd_info(const cli_settings *settings)
{
    crease_net *net;
    crease_error error;
    if (crease_net_read(&net, settings->operand, &error))
        return report_error(&error);
    if (settings->json)
        print_json(net);
    else
        print_text(net, settings->operand);
    crease_net_free(net);
    return CREASE_OK;
}
