// Files that gzip has packed (RFC 1952), by zlib.
#ifndef BASE_GZIP_H
#define BASE_GZIP_H

#include "base/text.h"

// Whether a document is packed, by its first two bytes, with which no text begins.
int gzip_is_packed(document_text document);

// Unpacks all members of a packed document one after the other; zeros may follow the last, as on
// tapes. The error is that the document is cut off or damaged, or that there are more than `most`
// bytes: memory is asked for as bytes are found, at most some 2 * most. The caller frees *text;
// after an error it is NULL. zlib
// counts no more than UINT_MAX packed bytes.
crease_status gzip_unpack(char **text, size_t *size, document_text packed, size_t most,
                          crease_error *error);

#endif
