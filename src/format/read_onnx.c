// Network files in ONNX: what the rest of the reader is for; and what is said where it is left out.
#include "base/error.h"
#include "format/read.h"

#include <string.h>

// A model begins with its version as a number, 8, or with the name of who made it, 18: no text
// does. What begins with another of its fields is one if it goes on as a sequence of fields, with a
// graph among them.
enum { FIRST_VERSION = 0x08, FIRST_PRODUCER = 0x12, GRAPH = 7, FIELDS = 25 };

static int take_number(size_t *number, document_text document, size_t *at)
{
    *number = 0;
    for (unsigned shift = 0; *at < document.size && shift < 56; shift += 7) {
        const unsigned char byte = (unsigned char)document.text[(*at)++];
        *number |= (size_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return 1;
    }
    return 0;
}

static int has_graph(document_text document)
{
    int found = 0;
    for (size_t at = 0, key, size; at < document.size;) {
        if (!take_number(&key, document, &at) || key >> 3 == 0 || key >> 3 > FIELDS ||
            ((key & 7) != 0 && (key & 7) != 2) || !take_number(&size, document, &at))
            return 0;
        if ((key & 7) == 0)
            continue;
        if (size > document.size - at)
            return 0;
        at += size;
        found |= key >> 3 == GRAPH;
    }
    return found;
}

int net_sniff_onnx(document_text document)
{
    return document.size && (document.text[0] == FIRST_VERSION ||
                             document.text[0] == FIRST_PRODUCER || has_graph(document));
}

#ifdef CREASE_ONNX

#include "format/onnx_graph.h"
#include "format/onnx_wire.h"

crease_status net_parse_onnx(void *target, document_text document, crease_error *error)
{
    const net_source *source = target;
    Onnx__ModelProto *model;
    if (onnx_unpack(&model, document, error))
        return CREASE_ERROR;
    crease_status status = onnx_make_net(source->net, model, source->options, source->path, error);
    if (status == CREASE_OK)
        net_finish(*source->net);
    onnx_free(model);
    return status;
}

#else

crease_status net_parse_onnx(void *target, document_text document, crease_error *error)
{
    (void)target, (void)document;
    return error_set(error, "is an ONNX model, and crease was built without ONNX: it needs "
                            "protobuf-c and onnx.proto (Debian: libprotobuf-c-dev, "
                            "protobuf-c-compiler, libonnx-dev)");
}

#endif
