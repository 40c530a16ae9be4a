// The JSON writer: what is open and what is closed, numbers, escapes, white space.
#include "base/json_writer.h"
#include "unit.h"
#include <string.h>

static void as_it_grows(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    json out;
    json_open(&out, stream, JSON_IN_A_LINE);
    fflush(stream);
    CU_ASSERT_STRING_EQUAL(text, "{");
    json_text(&out, "a \"key\"\n", "a \\ text");
    fflush(stream);
    CU_ASSERT_STRING_EQUAL(text, "{\"a \\\"key\\\"\\n\":\"a \\\\ text\"");
    json_spelt(&out, "", "null");
    json_end(&out);
    fputs("|", stream);
    json_open(&out, stream, JSON_IN_A_LINE);
    json_array(&out, "b");
    json_quote(stream, "caf\xc3\xa9 \t");
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(text, "{\"a \\\"key\\\"\\n\":\"a \\\\ text\",\"\":null}|"
                                 "{\"b\":[\"caf\xc3\xa9 \\t\"");
    free(text);
}

static void indented(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    json out;
    json_open(&out, stream, JSON_INDENTED);
    json_array(&out, "numbers");
    json_count(&out, NULL, UINT64_MAX);
    json_spelt(&out, NULL, "1e400");
    json_end(&out);
    json_object(&out, "truth");
    json_truth(&out, "yes", 1);
    json_truth(&out, "no", 0);
    json_end(&out);
    json_end(&out);
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(text, "{\n"
                                 "  \"numbers\": [\n"
                                 "    18446744073709551615,\n"
                                 "    1e400\n"
                                 "  ],\n"
                                 "  \"truth\": {\n"
                                 "    \"yes\": true,\n"
                                 "    \"no\": false\n"
                                 "  }\n"
                                 "}");
    free(text);
}

// A list of numbers is the same list, however it is laid out.
static void lists(void)
{
    static const uint32_t counts[] = {0, 10, UINT32_MAX, 907};
    static const char *const expected[] = {"{\n  \"list\": [\n    0,\n    10,\n    4294967295,\n   "
                                           " 907\n  ],\n  \"one\": [\n    0\n  ]\n}",
                                           "{\"list\":[0,10,4294967295,907],\"one\":[0]}"};
    for (int i = 0; i < 2; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *stream = open_memstream(&text, &size);
        json out;
        json_open(&out, stream, i ? JSON_IN_A_LINE : JSON_INDENTED);
        json_counts(&out, "list", counts, sizeof counts / sizeof *counts);
        json_counts(&out, "one", counts, 1);
        json_end(&out);
        fclose(stream);
        CU_ASSERT_STRING_EQUAL(text, expected[i]);
        free(text);
    }
}

// Control characters are escaped, and the output is JSON.
static void unsafe(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    json out;
    json_open(&out, stream, JSON_IN_A_LINE);
    json_text(&out, "controls", "\x1b[m\n\"\\\x7f\xc2\x9b[m");
    json_text(&out, "order", "\xe2\x80\xae \u00e9 \xf3\xa0\x81\x81");
    json_text(&out, "bytes", "\x9b\xc0\xaf");
    json_end(&out);
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(text, "{\"controls\":\"\\u001b[m\\n\\\"\\\\\\u007f\\u009b[m\","
                                 "\"order\":\"\\u202e \u00e9 \\udb40\\udc41\","
                                 "\"bytes\":\"\\ufffd\\ufffd\\ufffd\"}");
    free(text);
}

UNIT_MAIN("json_writer", {"as it grows", as_it_grows}, {"indented", indented}, {"lists", lists},
          {"unsafe", unsafe})
