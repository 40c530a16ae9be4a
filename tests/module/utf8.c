// Tests of base/utf8.
#include "base/utf8.h"
#include "unit.h"
#include <stdint.h>
#include <string.h>

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
        int valid = point < 0x110000 && !(point >= 0xd800 && point < 0xe000);
        wrong += utf8_length(text, length) != (valid ? length : 0);
        if (length > 1)
            wrong += utf8_length(text, length - 1) != 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

// Of the 2^24 texts of three bytes, count those that begin with a character of
// each length; there are 128, 0x780 and 0xf000 such characters, surrogates left out.
static void every_three_bytes(void)
{
    size_t count[4] = {0};
    for (uint32_t bytes = 0; bytes < 1u << 24; bytes++) {
        char text[3] = {(char)(bytes >> 16), (char)(bytes >> 8), (char)bytes};
        count[utf8_length(text, 3)]++;
    }
    CU_ASSERT_EQUAL(count[1], 128u << 16);
    CU_ASSERT_EQUAL(count[2], (0x800u - 0x80u) << 8);
    CU_ASSERT_EQUAL(count[3], 0x10000u - 0x800u - 0x800u);
}

UNIT_MAIN("utf8", {"every code point", every_code_point}, {"every three bytes", every_three_bytes})
