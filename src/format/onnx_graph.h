// From the graph of an ONNX model to a network.
#pragma once

#include "format/read.h"
#include "onnx.pb-c.h"

// Runs the nodes that the output needs, with constants as numbers and all else as nodes of a dag,
// and lowers that. The network lacks its identity.
crease_status onnx_make_net(const net_source *source, const Onnx__ModelProto *model,
                            crease_error *error);
