// Writers of network files, one for each format.
#ifndef FORMAT_WRITE_H
#define FORMAT_WRITE_H

#include "net/net.h"

// A writer looks at the whole network first: after an error nothing has been written. The caller
// checks the stream.
typedef crease_status (*net_writer)(FILE *stream, const crease_net *net, crease_error *error);

crease_status net_write_json(FILE *stream, const crease_net *net, crease_error *error);
crease_status net_write_onnx(FILE *stream, const crease_net *net, crease_error *error);
crease_status net_write_nnet(FILE *stream, const crease_net *net, crease_error *error);

#endif
