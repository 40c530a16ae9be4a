// Files of networks.
#include "base/out_file.h"

#include <crease/out.h>

crease_status crease_net_save(const char *path, const crease_net *net, crease_net_text text,
                              crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    (text == CREASE_NET_CANONICAL ? crease_net_write_canonical : crease_net_write)(file.stream,
                                                                                   net);
    return out_file_commit(&file, error);
}
