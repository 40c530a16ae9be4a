// JSON as a sequence of events, each with its place in the text.
#ifndef BASE_JSON_EVENTS_H
#define BASE_JSON_EVENTS_H

#include "base/text.h"

typedef enum {
    JSON_NULL,
    JSON_BOOLEAN,
    JSON_NUMBER,
    JSON_STRING,
    JSON_WORD, // no JSON at all, such as NaN, 1/2 or 0x10 without quotes
    JSON_KEY,
    JSON_OBJECT, // {
    JSON_ARRAY,  // [
    JSON_END     // of the innermost object or array
} json_type;

// text is the literal of a number or a word, and a string or key without its
// quotes and escapes, which is valid UTF-8 without NUL. Borrowed, not terminated.
typedef struct {
    json_type type;
    const char *text;
    size_t length;
    size_t offset; // of the first byte in the document
} json_event;

// Anything but CREASE_OK ends the parse. A word must be refused: it is an event
// so that the handler can say what it expected instead.
typedef crease_status (*json_handler)(void *data, const json_event *event, crease_error *error);

// Sends the events of exactly one JSON document to the handler. Nothing is kept
// and nothing recurses: nesting costs one byte a level. If the text is not JSON
// the error has line, column and message. error must not be NULL.
crease_status json_parse(document_text document, json_handler handler, void *data,
                         crease_error *error);

// The number of bytes of the token that begins at offset < size: a string with
// its quotes, one mark, or everything up to white space, a mark or a quote.
size_t json_token_length(document_text document, size_t offset);

#endif
