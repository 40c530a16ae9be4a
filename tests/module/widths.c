// Architectures: what is read, what is refused.
#include "make/widths.h"
#include "unit.h"

#include <stdint.h>
#include <string.h>

static void reads(void)
{
    static const struct {
        const char *text;
        size_t count, widths[5];
    } cases[] = {{"2-3", 2, {2, 3}},
                 {"2-32-32-32-1", 5, {2, 32, 32, 32, 1}},
                 {"1000000-1", 2, {1000000, 1}},
                 {"007-01", 2, {7, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t *widths, count;
        CU_ASSERT_EQUAL_FATAL(crease_widths_parse(&widths, &count, cases[i].text, NULL), CREASE_OK);
        CU_ASSERT_EQUAL_FATAL(count, cases[i].count);
        for (size_t k = 0; k < count; k++)
            CU_ASSERT_EQUAL(widths[k], cases[i].widths[k]);
        char *text = widths_text(widths, count);
        if (cases[i].text[0] != '0')
            CU_ASSERT_STRING_EQUAL(text, cases[i].text);
        free(text);
        free(widths);
    }
}

static void refuses(void)
{
    static const char *const texts[] = {
        "",      "-",         "2",   "2-",    "-2-3",      "2--3",      "2-0-3",
        "0-3",   "x",         "2-x", "2-3x",  "2-3-",      "2 -3",      " 2-3",
        "2-+3",  "2,3",       "2x3", "2.0-3", "1000001-2", "2-1000001", "2-18446744073709551618",
        "2-3\n", "2-\xc3\xa9"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t *widths = NULL, count = 0;
        crease_error error;
        CU_ASSERT_EQUAL(crease_widths_parse(&widths, &count, texts[i], &error), CREASE_ERROR);
        CU_ASSERT_PTR_NULL(widths);
        CU_ASSERT_EQUAL(count, 0);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "expected widths such as 2-32-32-1"));
    }
}

static const char *check(size_t count, const size_t *widths, crease_error *error)
{
    return widths_check(widths, count, error) == CREASE_OK ? "" : error->message;
}

static void checks(void)
{
    crease_error error;
    CU_ASSERT_STRING_EQUAL(check(2, (size_t[]){1, 1}, &error), "");
    CU_ASSERT_STRING_EQUAL(check(2, (size_t[]){99, 1000000}, &error), "");
    CU_ASSERT_STRING_EQUAL(check(1, (size_t[]){2}, &error),
                           "expected inputs and at least one layer, found 1 number");
    CU_ASSERT_STRING_EQUAL(check(0, NULL, &error),
                           "expected inputs and at least one layer, found 0 numbers");
    CU_ASSERT_STRING_EQUAL(check(3, (size_t[]){2, 0, 1}, &error),
                           "expected widths from 1 to 1000000, found 0");
    CU_ASSERT_STRING_EQUAL(check(2, (size_t[]){2, SIZE_MAX}, &error),
                           "expected widths from 1 to 1000000, found 18446744073709551615");
    CU_ASSERT_STRING_EQUAL(check(2, (size_t[]){100, 1000000}, &error),
                           "expected at most 100000000 weights and biases, found more");
    CU_ASSERT_STRING_EQUAL(check(4, (size_t[]){1, 7000, 7000, 7000}, &error), "");
    CU_ASSERT_STRING_EQUAL(check(4, (size_t[]){1, 7071, 7071, 7071}, &error),
                           "expected at most 100000000 weights and biases, found more");
}

UNIT_MAIN("widths", {"reads", reads}, {"refuses", refuses}, {"checks", checks})
