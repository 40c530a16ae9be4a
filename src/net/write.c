// Network files that are written: one row for each format.
#include "net/write.h"

static const net_writer writers[] = {
    [CREASE_NET_JSON] = net_write_json,
    [CREASE_NET_NNET] = net_write_nnet,
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
