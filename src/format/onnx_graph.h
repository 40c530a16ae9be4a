// From the graph of an ONNX model to a network.
#ifndef FORMAT_ONNX_GRAPH_H
#define FORMAT_ONNX_GRAPH_H

#include "net/net.h"
#include "onnx.pb-c.h"

// Runs the nodes that the output needs, with constants as numbers and all else as nodes of a dag,
// and lowers that. path is that of the file, or NULL. The network lacks its identity.
crease_status onnx_make_net(crease_net **net, const Onnx__ModelProto *model,
                            const crease_net_options *options, const char *path,
                            crease_error *error);

#endif
