// JSON objects on a stream: what is open and what is closed, and escapes.
#include "out/json_object.h"

#include "unit.h"

#include <string.h>

static void object(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    yajl_gen json = stream_object_open(stream);
    fflush(stream);
    CU_ASSERT_STRING_EQUAL(text, "{");
    stream_object_text(json, "a \"key\"\n");
    stream_object_text(json, "a \\ text");
    fflush(stream);
    CU_ASSERT_STRING_EQUAL(text, "{\"a \\\"key\\\"\\n\":\"a \\\\ text\"");
    stream_object_text(json, "");
    yajl_gen_null(json);
    stream_object_close(json);
    fputs("|", stream);
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(text, "{\"a \\\"key\\\"\\n\":\"a \\\\ text\",\"\":null}|");
    free(text);
}

UNIT_MAIN("json_object", {"object", object})
