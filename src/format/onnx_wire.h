// Models as protocol buffers: from bytes to the messages of onnx.proto.
#ifndef FORMAT_ONNX_WIRE_H
#define FORMAT_ONNX_WIRE_H

#include "base/text.h"
#include "onnx.pb-c.h"

// Unpacks a model with protobuf-c, after checking that the document is well-formed, not nested too
// deeply, and does not take far more memory than its size. The caller frees *model with onnx_free.
crease_status onnx_unpack(Onnx__ModelProto **model, document_text document, crease_error *error);
void onnx_free(Onnx__ModelProto *model);

#endif
