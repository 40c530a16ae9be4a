// Network files: one row for each format.
#include "format/read.h"

#include "base/error.h"
#include <string.h>

// Files of other formats, by the bytes at an offset. The last row is a web page.
static const struct {
    size_t offset;
    const char *bytes, *name;
} others[] = {
    {0, "version https://git-lfs.github.com/spec/",
     "a Git LFS pointer in place of the file: git lfs pull fetches it"},
    {257, "ustar", "a tar archive"},
    {0, "PK\003\004", "a zip archive, as .pt, .npz and .keras files are"},
    {0, "\x80\002", "a pickle, as old .pt and .pkl files are"},
    {0, "\x80\003", "a pickle, as .pkl files are"},
    {0, "\x80\004", "a pickle, as .pkl files are"},
    {0, "\x80\005", "a pickle, as .pkl files are"},
    {0, "\x89HDF", "an HDF5 file, as .h5 and .mat files are"},
    {0, "\x93NUMPY", "a NumPy array"},
    {0, "MATLAB 5.0", "a MATLAB file"},
    {4, "TFL3", "a TensorFlow Lite model"},
    {0, "\xef\xbb\xbf", "a text with a byte order mark, which JSON does not allow"},
    {0, "\xff\xfe", "a text in UTF-16, expected UTF-8"},
    {0, "\xfe\xff", "a text in UTF-16, expected UTF-8"},
    {0, "<", "a page in HTML or XML"},
};

static const char *other_format(document_text document)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const size_t length = strlen(others[i].bytes), offset = others[i].offset;
        if (document.size >= offset + length &&
            !memcmp(document.text + offset, others[i].bytes, length))
            return others[i].name;
    }
    return NULL;
}

static bool sniff_other(document_text document)
{
    return document.size && *document.text != '{' && other_format(document);
}

static crease_status refuse_other(void *source, document_text document, crease_error *error)
{
    (void)source;
    return error_set(error,
                     "is %s; networks are read in JSON, NNet and ONNX, "
                     "as torch.onnx.export writes",
                     other_format(document));
}

typedef struct {
    const char *name;
    // Whether a document is in this format. NULL in the last row, which takes all others.
    bool (*sniff)(document_text document);
    document_parser parse; // its target is a net_source *
} net_format;

// The first format that knows its document parses it.
static const net_format formats[] = {
    {NULL, sniff_other, refuse_other},
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

crease_status crease_net_read(crease_net **net, const char *path, const crease_net_options *options,
                              crease_error *error)
{
    const char *file = strcmp(path, "-") ? path : NULL;
    net_source source = {net, options ? options : &defaults, file};
    return read_file(&source, path, parse_any, error);
}

crease_status crease_net_parse(crease_net **net, const char *text, size_t size, const char *name,
                               const crease_net_options *options, crease_error *error)
{
    net_source source = {net, options ? options : &defaults, NULL};
    return read_text(&source, (document_text){text, size}, name, parse_any, error);
}
