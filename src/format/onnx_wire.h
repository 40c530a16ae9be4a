// Models as protocol buffers: from bytes to the messages of onnx.proto.
#ifndef FORMAT_ONNX_WIRE_H
#define FORMAT_ONNX_WIRE_H

#include "base/text.h"
#include "onnx.pb-c.h"

// Unpacks a model, by protobuf-c, after a look at the whole document: that it is well-formed, not
// nested too deeply, and not of so many parts that they would take far more memory than the file.
// The caller frees *model with onnx_free.
crease_status onnx_unpack(Onnx__ModelProto **model, document_text document, crease_error *error);
void onnx_free(Onnx__ModelProto *model);

#endif
