// JSON objects written to a stream while they are made.
#ifndef OUT_JSON_OBJECT_H
#define OUT_JSON_OBJECT_H

#include <stdio.h>
#include <yajl/yajl_gen.h>

// Begins an object; no white space. The stream remembers write errors.
yajl_gen stream_object_open(FILE *stream);
// Ends the object and frees the generator.
void stream_object_close(yajl_gen json);
// A key, or a text.
void stream_object_text(yajl_gen json, const char *text);

#endif
