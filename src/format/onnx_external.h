// Numbers of a model that lie in files beside it.
#ifndef FORMAT_ONNX_EXTERNAL_H
#define FORMAT_ONNX_EXTERNAL_H

#include "onnx.pb-c.h"
#include <crease/status.h>

// Reads the size bytes of a tensor of external data: location, offset and length as its message
// has them. The file is a regular one in the folder of the model, or below it, whatever links
// there are. The caller frees *data, which is not NULL even if size is 0.
crease_status onnx_external_read(uint8_t **data, const Onnx__TensorProto *from, size_t size,
                                 const char *model, crease_error *error);

#endif
