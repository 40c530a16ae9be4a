// Network files that are written: one row for each format.
#include "format/write.h"
#include "base/error.h"

#ifndef CREASE_ONNX

crease_status net_write_onnx(FILE *stream, const crease_net *net, crease_error *error)
{
    (void)stream, (void)net;
    return error_set(error, "this crease was built without ONNX, for want of protobuf-c");
}

#endif

static const net_writer writers[] = {
    [CREASE_NET_JSON] = net_write_json,
    [CREASE_NET_NNET] = net_write_nnet,
    [CREASE_NET_ONNX] = net_write_onnx,
};

crease_status crease_net_write_as(FILE *stream, const crease_net *net, crease_net_kind kind,
                                  crease_error *error)
{
    return writers[kind](stream, net, error);
}

void crease_net_write(FILE *stream, const crease_net *net)
{
    net_write_json(stream, net, NULL);
}
