// Readers of network files, one for each format.
#pragma once

#include "base/read_file.h"
#include "net/net.h"
#include <stdbool.h>

// The target of a reader.
typedef struct {
    crease_net **net;                  // to be made
    const crease_net_options *options; // never NULL
    const char *path;                  // of the file, or NULL
} net_source;

// A new format needs a file of its own, a declaration here and a row of the table in read.c.
bool net_sniff_onnx(document_text document);
bool net_sniff_nnet(document_text document);
crease_status net_parse_onnx(void *source, document_text document, crease_error *error);
crease_status net_parse_nnet(void *source, document_text document, crease_error *error);
crease_status net_parse_json(void *source, document_text document, crease_error *error);
