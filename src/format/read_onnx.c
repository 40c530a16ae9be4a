// Reads networks in ONNX, or refuses them if crease was built without.
#include "base/error.h"
#include "format/read.h"

#include <string.h>

// A model begins with one of its fields: its version, the name or version of its producer, or the
// graph. No text of another format begins so.
int net_sniff_onnx(document_text document)
{
    static const char first[] = {0x08, 0x12, 0x1a, 0x3a};
    return document.size && memchr(first, document.text[0], sizeof first) != NULL;
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
