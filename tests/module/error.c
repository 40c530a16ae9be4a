// Error records: filled, located, printed, truncated.
#include "base/error.h"
#include "unit.h"

#include <string.h>

static void set(void)
{
    crease_error error;
    memset(&error, 'x', sizeof error);
    CU_ASSERT_EQUAL(error_set(&error, "expected %zu numbers, found %s", (size_t)3, "two"),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected 3 numbers, found two");
    CU_ASSERT_STRING_EQUAL(error.file, "");
    CU_ASSERT_STRING_EQUAL(error.where, "");
    CU_ASSERT_EQUAL(error.line, 0);
    CU_ASSERT_EQUAL(error.column, 0);

    CU_ASSERT_EQUAL(error_set(&error, "%s", ""), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "");
}

static void places(void)
{
    crease_error error;
    error_set(&error, "wrong");
    error.line = 3;
    CU_ASSERT_EQUAL(error_where(&error, "layers[%d]", 0), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "");
    CU_ASSERT_STRING_EQUAL(error.where, "layers[0]");
    CU_ASSERT_EQUAL(error_file(&error, "net.json"), CREASE_ERROR);
    CU_ASSERT_EQUAL(error_file(&error, "other.json"), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "other.json");
    CU_ASSERT_STRING_EQUAL(error.where, "layers[0]");
    CU_ASSERT_STRING_EQUAL(error.message, "wrong");
    CU_ASSERT_EQUAL(error.line, 3);
}

static const struct {
    const char *file;
    size_t line, column;
    const char *where, *text;
} spelled[] = {
    {NULL, 0, 0, NULL, "bad"},
    {NULL, 0, 0, "bias[1]", "bias[1]: bad"},
    {NULL, 3, 0, NULL, "3: bad"},
    {NULL, 3, 7, NULL, "3:7: bad"},
    {NULL, 3, 7, "bias[1]", "3:7: bias[1]: bad"},
    {"net.json", 0, 0, NULL, "net.json: bad"},
    {"net.json", 0, 0, "bias[1]", "net.json: bias[1]: bad"},
    {"net.json", 3, 0, NULL, "net.json:3: bad"},
    {"net.json", 3, 0, "bias[1]", "net.json:3: bias[1]: bad"},
    {"net.json", 3, 7, NULL, "net.json:3:7: bad"},
    {"net.json", 3, 7, "bias[1]", "net.json:3:7: bias[1]: bad"},
    {"net.json", 0, 7, NULL, "net.json: bad"}, // a column of no line
    {"--box", 0, 0, "number 2", "--box: number 2: bad"},
    {"%s%n", 0, 0, "%d", "%s%n: %d: bad"},
};
#define SPELLED (sizeof spelled / sizeof *spelled)

static void fill(crease_error *error, size_t i)
{
    error_set(error, "bad");
    error->line = spelled[i].line;
    error->column = spelled[i].column;
    if (spelled[i].file)
        error_file(error, spelled[i].file);
    if (spelled[i].where)
        error_where(error, "%s", spelled[i].where);
}

static void text(void)
{
    for (size_t i = 0; i < SPELLED; i++) {
        char found[200];
        crease_error error;
        fill(&error, i);
        CU_ASSERT_PTR_EQUAL(crease_error_text(found, sizeof found, &error), found);
        CU_ASSERT_STRING_EQUAL(found, spelled[i].text);
    }
}

UNIT_MAIN("error", {"set", set}, {"places", places}, {"text", text})
