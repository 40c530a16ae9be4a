// Places, characters and excerpts of a text.
#include "base/text.h"
#include "base/random.h"
#include "unit.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// ---- Places ----

static document_text document(const char *text)
{
    return (document_text){text, strlen(text)};
}

static void places(void)
{
    static const struct {
        size_t offset, line, column;
    } rows[] = {{0, 1, 1}, {1, 1, 2}, {2, 1, 3}, {3, 2, 1}, {4, 3, 1}, {5, 3, 2}, {6, 4, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        crease_error error = {.message = "kept"};
        document_locate(&error, document("ab\n\nc\n"), rows[i].offset);
        CU_ASSERT_EQUAL(error.line, rows[i].line);
        CU_ASSERT_EQUAL(error.column, rows[i].column);
        CU_ASSERT_STRING_EQUAL(error.message, "kept");
    }
}

// ---- UTF-8 ----

// The definition itself: encode a code point.
static size_t encode(char *text, uint32_t point)
{
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    if (point < 0x80) {
        text[0] = (char)point;
        return 1;
    }
    size_t length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; point >>= 6)
        text[i] = (char)(0x80 | (point & 0x3f));
    text[0] = (char)(lead[length] | point);
    return length;
}

static void every_code_point(void)
{
    size_t wrong = 0;
    for (uint32_t point = 0; point < 0x120000; point++) {
        char text[4];
        size_t length = encode(text, point);
        bool valid = point < 0x110000 && !(point >= 0xd800 && point < 0xe000);
        wrong += utf8_length(text, length) != (valid ? length : 0);
        if (length > 1)
            wrong += utf8_length(text, length - 1) != 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

// ---- Excerpts ----

static const char *shown(const char *text, size_t length)
{
    static char buffer[EXCERPT_SIZE];
    return excerpt_text(buffer, text, length);
}

static void plain(void)
{
    CU_ASSERT_STRING_EQUAL(shown("", 0), "");
    CU_ASSERT_STRING_EQUAL(shown("1/2 \"x\" \\", 9), "1/2 \"x\" \\");
    CU_ASSERT_STRING_EQUAL(shown("café − ∑ 𝛼", strlen("café − ∑ 𝛼")), "café − ∑ 𝛼");
}

static void unsafe(void)
{
    CU_ASSERT_STRING_EQUAL(shown("a\n\t\0\x7f", 5), "a\\x0a\\x09\\x00\\x7f");
    CU_ASSERT_STRING_EQUAL(shown("\x1b[31m", 5), "\\x1b[31m");
    CU_ASSERT_STRING_EQUAL(shown("\xff\xc0\xaf", 3), "\\xff\\xc0\\xaf");
    CU_ASSERT_STRING_EQUAL(shown("\xc2\x9b", 2), "\\xc2\\x9b");          // C1 control
    CU_ASSERT_STRING_EQUAL(shown("\xe2\x80\xae", 3), "\\xe2\\x80\\xae"); // right to left
    CU_ASSERT_STRING_EQUAL(shown("\xe2\x81\xa6", 3), "\\xe2\\x81\\xa6"); // isolate
    CU_ASSERT_STRING_EQUAL(shown("\xef\xbb\xbf", 3), "\\xef\\xbb\\xbf"); // byte order mark
    CU_ASSERT_STRING_EQUAL(shown("caf\xc3", 4), "caf\\xc3");             // cut in half
}

// ---- Lines ----

// The text with a question mark for each bad byte.
static const char *tamed(const char *text)
{
    static char buffer[64];
    snprintf(buffer, sizeof buffer, "%s", text);
    text_sanitize(buffer, '?');
    return buffer;
}

static void tame(void)
{
    CU_ASSERT_STRING_EQUAL(tamed(""), "");
    CU_ASSERT_STRING_EQUAL(tamed("caf\u00e9 \u2212 \u2211 \u2019\u2026 \U0001d6fc"),
                           "caf\u00e9 \u2212 \u2211 \u2019\u2026 \U0001d6fc");
    CU_ASSERT_STRING_EQUAL(tamed("a\r\n\v\f\x1b[2K\x7f"), "a?????[2K?");
    CU_ASSERT_STRING_EQUAL(tamed("\xc2\x85\xc2\x9b[m"), "????[m");         // C1 controls
    CU_ASSERT_STRING_EQUAL(tamed("\x9b[m \xff \xc0\x9b"), "?[m ? ??");     // no UTF-8
    CU_ASSERT_STRING_EQUAL(tamed("\xe2\x80\xae \xe2\x80\xa8"), "??? ???"); // right to left, line
    CU_ASSERT_STRING_EQUAL(tamed("\xf3\xa0\x81\x81"), "????");             // a tag
    CU_ASSERT_STRING_EQUAL(tamed("\xe2\x80"), "??");                       // cut in half
}

UNIT_MAIN("text", {"places", places}, {"every code point", every_code_point}, {"plain", plain},
          {"unsafe", unsafe}, {"tame", tame})
