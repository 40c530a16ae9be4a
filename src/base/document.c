// The text of a file, and places in it.
#include "base/document.h"

#include "base/error.h"

void document_locate(crease_error *error, document_text document, size_t offset)
{
    size_t line = 1, begin = 0;
    for (size_t i = 0; i < offset; i++)
        if (document.text[i] == '\n') {
            line++;
            begin = i + 1;
        }
    error_locate(error, NULL, line, offset - begin + 1, NULL);
}
