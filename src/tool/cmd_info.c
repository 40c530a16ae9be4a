// crease info: what is in a network file, and what its reader made of it; and crease convert,
// which writes a network as JSON or as canonical text; and crease domain, which writes a domain.
#include "base/out_file.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <string.h>

// As in a network file: a string for all units, or a list with one for each unit.
static void info_put_activations(results *r, const crease_net *net, size_t l)
{
    size_t units = crease_net_width(net, l), same = 1;
    const char *first = crease_net_unit_activation(net, l, 0);
    while (same < units && !strcmp(crease_net_unit_activation(net, l, same), first))
        same++;
    if (same == units) {
        put_text(r, "activation", NULL, first);
        return;
    }
    results_list(r, "activation");
    for (size_t u = 0; u < units; u++)
        put_text(r, NULL, NULL, crease_net_unit_activation(net, l, u));
    results_end(r);
}

static void info_put_layer(results *r, const crease_net *net, size_t l)
{
    size_t rows = crease_net_rows(net, l), nonzero = crease_net_nonzero(net, l);
    size_t columns = l ? crease_net_width(net, l - 1) : crease_net_inputs(net);
    char label[64];
    snprintf(label, sizeof label, "layer %zu", l);
    text_row(r, label, "width %zu, %s; weights %zu x %zu, %zu not zero", crease_net_width(net, l),
             crease_net_activation(net, l), rows, columns, nonzero);
    results_object(r, NULL);
    put_count(r, "width", NULL, crease_net_width(net, l));
    info_put_activations(r, net, l);
    put_count(r, "rows", NULL, rows);
    put_count(r, "columns", NULL, columns);
    put_count(r, "nonzero_weights", NULL, nonzero);
    results_end(r);
}

// The parts of the file, as the reader reports them.
static void info_put_parts(results *r, const crease_net *net)
{
    if (crease_net_parts(net) == 0)
        return;
    results_list(r, "parts");
    for (size_t i = 0; i < crease_net_parts(net); i++) {
        const char *name = crease_net_part(net, i), *became = crease_net_part_use(net, i);
        text_row(r, "part", "%s: %s", name, became);
        results_object(r, NULL);
        put_text(r, "part", NULL, name);
        put_text(r, "became", NULL, became);
        results_end(r);
    }
    results_end(r);
}

crease_status cmd_info(job *work)
{
    results *r = work->r;
    const crease_net *net = work->net;
    const char *about = crease_net_about(net);
    put_network(r, work->name, net);
    put_text(r, "format", "format", crease_net_format(net));
    put_text(r, "about", *about ? "about" : NULL, about);
    put_count(r, "inputs", "inputs", work->inputs);
    put_count(r, "outputs", "outputs", work->outputs);
    text_count(r, "hidden layers", crease_net_hidden(net));
    put_hidden(r, net);
    results_list(r, "layers");
    for (size_t l = 0; l < crease_net_layers(net); l++)
        info_put_layer(r, net, l);
    results_end(r);
    put_count(r, "parameters", "parameters", crease_net_parameters(net));
    info_put_parts(r, net);
    return CREASE_OK;
}

crease_status cmd_convert(job *work)
{
    const char *path = work->s->output ? work->s->output : "-";
    crease_error error;
    if (crease_net_save(path, work->net, (crease_net_text)work->s->format, &error))
        return report_error(&error, work->name);
    return CREASE_OK;
}

crease_status cmd_domain(job *work)
{
    const char *path = work->s->output ? work->s->output : "-";
    crease_error error;
    out_file out;
    crease_status status = out_file_open(&out, path, &error);
    if (status == CREASE_OK) {
        crease_domain_write(out.stream, work->domain);
        status = out_file_commit(&out, &error);
    }
    return status ? report_error(&error, path) : CREASE_OK;
}
