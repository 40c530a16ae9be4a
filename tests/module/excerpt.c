// Tests of base/excerpt.
#include "base/excerpt.h"
#include "base/random.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>

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

static void shortened(void)
{
    char text[100];
    memset(text, '7', sizeof text);
    CU_ASSERT_EQUAL(strlen(shown(text, 40)), 40);
    CU_ASSERT_EQUAL(strlen(shown(text, 41)), 43);
    CU_ASSERT_STRING_EQUAL(shown(text, 41) + 38, "77...");
    char wide[4 * 50];
    for (int i = 0; i < 50; i++)
        memcpy(wide + 4 * i, "𝛼", 4);
    CU_ASSERT_EQUAL(strlen(shown(wide, sizeof wide)), 4 * 40 + 3);
}

static void never_too_long(void)
{
    random_state random;
    random_seed(&random, 1);
    printf("seed 1 ");
    for (int round = 0; round < 20000; round++) {
        char text[200];
        size_t length = random_below(&random, sizeof text);
        for (size_t i = 0; i < length; i++)
            text[i] = (char)random_bits(&random);
        const char *out = shown(text, length);
        CU_ASSERT_FATAL(strlen(out) < EXCERPT_SIZE);
        for (const char *at = out; *at; at++)
            CU_ASSERT_FATAL((unsigned char)*at >= ' ' && *at != 0x7f);
    }
}

UNIT_MAIN("excerpt", {"plain", plain}, {"unsafe", unsafe}, {"shortened", shortened},
          {"never too long", never_too_long})
