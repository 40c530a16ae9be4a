// Network files: one row for each format.
#include "net/read.h"

// The first format that knows its document parses it.
static const net_format formats[] = {{NULL, net_parse_json}};

static crease_status parse_any(void *net, document_text document, crease_error *error)
{
    const net_format *format = formats;
    while (format->sniff && !format->sniff(document))
        format++;
    return format->parse(net, document, error);
}

crease_status crease_net_read(crease_net **net, const char *path, crease_error *error)
{
    return read_file(net, path, parse_any, error);
}

crease_status crease_net_parse(crease_net **net, const char *text, size_t size, const char *name,
                               crease_error *error)
{
    return read_text(net, (document_text){text, size}, name, parse_any, error);
}
