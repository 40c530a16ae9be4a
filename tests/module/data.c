// Data points: every spelling, every refusal.
#include "exact/rational.h"
#include "text_file.h"
#include "unit.h"

#include <crease/out.h>
#include <string.h>

static crease_status parse(crease_data *data, const char *text, crease_error *error)
{
    return FROM_TEXT(text, strlen(text), crease_data_read(data, path, NULL, error));
}

static void is_rational(const fmpq *x, const char *expected)
{
    char *text = rational_text(x);
    CU_ASSERT_STRING_EQUAL(text, expected);
    flint_free(text);
}

// The same three points, spelled in many ways.
static void spellings(void)
{
    static const char *const text[] = {
        "0,1,a\n1/2,-2,b\n0.25,1e2,a\n",
        "x,y,kind\n0,1,a\r\n1/2,-2,b\r\n\r\n0.25,1e2,a",
        "# from a program\n\n  0 , 1 , \"a\"\n1/2,-2,b \n# more\n0.25,1e2,a\n",
    };
    static const char *const x[] = {"0", "1", "1/2", "-2", "1/4", "100"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        crease_data data;
        crease_error error;
        CU_ASSERT_EQUAL_FATAL(parse(&data, text[i], &error), CREASE_OK);
        CU_ASSERT_EQUAL_FATAL(data.count, 3);
        CU_ASSERT_EQUAL_FATAL(data.classes, 2);
        for (size_t k = 0; k < 6; k++)
            is_rational(data.x + k, x[k]);
        CU_ASSERT(data.class_of[0] == 0 && data.class_of[1] == 1 && data.class_of[2] == 0);
        CU_ASSERT_STRING_EQUAL(data.name[0], "a");
        CU_ASSERT_STRING_EQUAL(data.name[1], "b");
        crease_data_clear(&data);
    }
}

// Classes that are called by numbers are these numbers.
static void numbered(void)
{
    crease_data data;
    CU_ASSERT_EQUAL_FATAL(parse(&data, "0,0,3\n1,1,0\n", NULL), CREASE_OK);
    CU_ASSERT_EQUAL_FATAL(data.classes, 4);
    CU_ASSERT(data.class_of[0] == 3 && data.class_of[1] == 0);
    CU_ASSERT_STRING_EQUAL(data.name[2], "2");
    crease_data_clear(&data);
}

static void without_classes(void)
{
    crease_data data;
    CU_ASSERT_EQUAL_FATAL(parse(&data, "0,0\n1,1\n", NULL), CREASE_OK);
    CU_ASSERT(data.count == 2 && data.classes == 1 && data.class_of[1] == 0);
    crease_data_clear(&data);
    CU_ASSERT_EQUAL(parse(&data, "", NULL), CREASE_OK);
    CU_ASSERT_EQUAL(data.count, 0);
    crease_data_clear(&data);
}

static void refusals(void)
{
    static const struct {
        const char *text;
        size_t line;
    } cases[] = {
        {"1\n", 1},        {"1,2,3,4\n", 1}, {"1,2\n1,2,3\n", 2}, {"1,2\nx,2\n", 2},
        {"x,y\nz,2\n", 2}, {"1,nan\n", 1},   {"1,2\n,\n", 2},     {"{\"points\": [[1, 2]]}", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_data data;
        crease_error error;
        CU_ASSERT_EQUAL(parse(&data, cases[i].text, &error), CREASE_ERROR);
        CU_ASSERT_EQUAL(error.line, cases[i].line);
        CU_ASSERT_NSTRING_EQUAL(error.file, "/proc/self/fd/", 14);
        CU_ASSERT(data.count == 0 && !data.x);
        crease_data_clear(&data);
    }
}

UNIT_MAIN("data", {"spellings", spellings}, {"numbered", numbered},
          {"without classes", without_classes}, {"refusals", refusals})
