// Readers of network files, one for each format.
#ifndef NET_READ_H
#define NET_READ_H

#include "base/read_file.h"
#include "net/net.h"

// A further format is a file of its own, a declaration here and a row of the table in read.c.
typedef struct {
    // Whether a document is in this format. NULL in the last row, which takes what no other does.
    int (*sniff)(document_text document);
    document_parser parse; // its target is a crease_net **
} net_format;

crease_status net_parse_json(void *net, document_text document, crease_error *error);

#endif
