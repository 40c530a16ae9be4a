// Tests of base/json_text.
#include "base/json_text.h"
#include "unit.h"
#include <string.h>

static document_text document(const char *text)
{
    return (document_text){text, strlen(text)};
}

static void skipping(void)
{
    CU_ASSERT_EQUAL(json_skip_space(document(" \t\r\n, x"), 0), 4);
    CU_ASSERT_EQUAL(json_skip_separators(document(" \t\r\n,: x"), 0), 7);
    CU_ASSERT_EQUAL(json_skip_space(document("x "), 1), 2);
    CU_ASSERT_EQUAL(json_skip_separators(document("x"), 1), 1);
    CU_ASSERT_EQUAL(json_skip_space((document_text){"\0", 1}, 0), 0);
}

static void tokens(void)
{
    static const struct {
        const char *text;
        size_t length;
    } rows[] = {
        {"{1", 1},       {",,", 1},        {"12]", 2},         {"-1.5e3, ", 6},  {"1/2}", 3},
        {"NaN\n", 3},    {"\"a b\" c", 5}, {"\"a\\\"b\":", 6}, {"\"\\\\\"x", 4}, {"\"open", 5},
        {"\"open\\", 6}, {"abc\"d\"", 3},  {"\"\"", 2},        {"−1", 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CU_ASSERT_EQUAL(json_token_length(document(rows[i].text), 0), rows[i].length);
    CU_ASSERT_EQUAL(json_token_length(document("ab \"cd\" "), 3), 4);
    CU_ASSERT_EQUAL(json_token_length((document_text){"\0\0,", 3}, 0), 2);
}

// The offset of the first bad byte.
static size_t bad(const char *text)
{
    return (size_t)(json_bad_byte(text, text + strlen(text)) - text);
}

static void bad_bytes(void)
{
    static const char *const good[] = {
        "",
        "plain",
        "caf\xc3\xa9",
        "\\u00e9\\n\\\\",
        "\\ud83d\\ude00",
        "\\uD83D\\uDE00",
        "\\\\ud800",
        "\\\\\\\"\\/",
        "\xf0\x9f\x98\x80",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CU_ASSERT_EQUAL(bad(good[i]), strlen(good[i]));
    CU_ASSERT_EQUAL(bad("ab\xff"), 2);
    CU_ASSERT_EQUAL(bad("\xc3"), 0);
    CU_ASSERT_EQUAL(bad("x\xed\xa0\x80"), 1);      // a surrogate in UTF-8
    CU_ASSERT_EQUAL(bad("x\\ud800"), 1);           // cut off
    CU_ASSERT_EQUAL(bad("x\\ud800yyyyyy"), 1);     // nothing behind it
    CU_ASSERT_EQUAL(bad("x\\ud800\\u0041"), 1);    // not its other half
    CU_ASSERT_EQUAL(bad("x\\udc00\\udc00"), 1);    // no first half
    CU_ASSERT_EQUAL(bad("x\\udc00\\ud800"), 1);    // the wrong way round
    CU_ASSERT_EQUAL(bad("\\\\\\ud800\\ud800"), 2); // two halves alike
}

UNIT_MAIN("json_text", {"skipping", skipping}, {"tokens", tokens}, {"bad bytes", bad_bytes})
