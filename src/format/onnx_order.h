// The order in which the nodes of a graph are computed.
#pragma once

#include "format/onnx_tensor.h"

// The numbers of the nodes, those that a node reads before it, otherwise in the order of the file.
// Fails if nodes read each other in a cycle, which the error names. The caller frees the list.
uint32_t *onnx_order(onnx_file *file, Onnx__NodeProto **node, size_t nodes);
