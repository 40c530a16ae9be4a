// The text of a file, and places in it.
#ifndef BASE_DOCUMENT_H
#define BASE_DOCUMENT_H

#include <crease/status.h>

typedef struct {
    const char *text; // borrowed, not terminated
    size_t size;
} document_text;

// Sets line and column of an error from an offset in the document.
void document_locate(crease_error *error, document_text document, size_t offset);

#endif
