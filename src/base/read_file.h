// Reads a whole file, which may be packed by gzip, and hands it to a parser.
#pragma once

#include "base/text.h"

#define READ_FILE_MAX_SIZE ((size_t)1 << 30) // bytes, packed and unpacked

// Makes the target from a document. Sets message and place of the error, which is cleared before
// and never NULL. The caller adds the file, unless the error is in another file that the document
// names.
typedef crease_status (*document_parser)(void *target, document_text document, crease_error *error);

// Path "-" is standard input. error may be NULL.
crease_status read_file(void *target, const char *path, document_parser parse, crease_error *error);
// Parses a text in memory, which is not unpacked; name stands for its file in messages.
crease_status read_text(void *target, document_text document, const char *name,
                        document_parser parse, crease_error *error);
