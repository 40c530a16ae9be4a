// Reads numbers of a model from files beside it.
#ifndef FORMAT_ONNX_EXTERNAL_H
#define FORMAT_ONNX_EXTERNAL_H

#include "onnx.pb-c.h"
#include <crease/status.h>

// Reads the bytes of a tensor from the file, offset and length that its message names. The file
// must be a regular one in the model's folder or below. The caller frees *data, which is not NULL
// even if size is 0.
crease_status onnx_external_read(uint8_t **data, const Onnx__TensorProto *from, size_t size,
                                 const char *model, crease_error *error);

#endif
