// JSON objects written to a stream while they are made.
#include "out/json_object.h"

#include <stdlib.h>
#include <string.h>

static void print(void *stream, const char *text, size_t size)
{
    fwrite(text, 1, size, stream);
}

yajl_gen stream_object_open(FILE *stream)
{
    yajl_gen json = yajl_gen_alloc(NULL);
    if (!json)
        abort();
    yajl_gen_config(json, yajl_gen_print_callback, print, stream);
    yajl_gen_map_open(json);
    return json;
}

void stream_object_close(yajl_gen json)
{
    yajl_gen_map_close(json);
    yajl_gen_free(json);
}

void stream_object_text(yajl_gen json, const char *text)
{
    yajl_gen_string(json, (const unsigned char *)text, strlen(text));
}
