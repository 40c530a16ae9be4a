// Network files: one row for each format.
#include "net/read.h"

#include <string.h>

// The first format that knows its document parses it.
static const net_format formats[] = {
    {"NNet", net_sniff_nnet, net_parse_nnet},
    {"JSON", NULL, net_parse_json},
};

static crease_status parse_any(void *source, document_text document, crease_error *error)
{
    const net_format *format = formats;
    while (format->sniff && !format->sniff(document))
        format++;
    crease_status status = format->parse(source, document, error);
    if (status == CREASE_OK)
        (*((net_source *)source)->net)->format = format->name;
    return status;
}

static const crease_net_options defaults;

crease_status crease_net_read_with(crease_net **net, const char *path,
                                   const crease_net_options *options, crease_error *error)
{
    const char *file = strcmp(path, "-") ? path : NULL;
    net_source source = {net, options ? options : &defaults, file};
    return read_file(&source, path, parse_any, error);
}

crease_status crease_net_parse_with(crease_net **net, const char *text, size_t size,
                                    const char *name, const crease_net_options *options,
                                    crease_error *error)
{
    net_source source = {net, options ? options : &defaults, NULL};
    return read_text(&source, (document_text){text, size}, name, parse_any, error);
}

crease_status crease_net_read(crease_net **net, const char *path, crease_error *error)
{
    return crease_net_read_with(net, path, NULL, error);
}

crease_status crease_net_parse(crease_net **net, const char *text, size_t size, const char *name,
                               crease_error *error)
{
    return crease_net_parse_with(net, text, size, name, NULL, error);
}
