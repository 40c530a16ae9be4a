// Network files: one row for each format.
#include "format/read.h"

#include "base/error.h"
#include <string.h>

// What Git leaves in place of a large file that it has not fetched.
static int sniff_pointer(document_text document)
{
    static const char first[] = "version https://git-lfs.github.com/spec/";
    return document.size >= sizeof first - 1 && !memcmp(document.text, first, sizeof first - 1);
}

static crease_status refuse_pointer(void *source, document_text document, crease_error *error)
{
    (void)source, (void)document;
    return error_set(error, "is a Git LFS pointer in place of the file: git lfs pull fetches it");
}

// The first format that knows its document parses it.
static const net_format formats[] = {
    {"Git LFS pointer", sniff_pointer, refuse_pointer},
    {"ONNX", net_sniff_onnx, net_parse_onnx},
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
