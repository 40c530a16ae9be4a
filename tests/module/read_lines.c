// Files of lines: what is read, and what is refused where.
#include "base/memory.h"
#include "unit.h"

#include <crease/path.h>
#include <flint/fmpq_vec.h>
#include <string.h>

static void accepted(const char *text, size_t dimension, size_t lines, const char *last)
{
    fmpq *points;
    size_t count;
    crease_error error;
    crease_status status =
        crease_lines_parse(&points, &count, dimension, text, strlen(text), "t", &error);
    CU_ASSERT_EQUAL(status, CREASE_OK);
    if (status)
        return;
    slong numbers = 2 * (slong)(count * dimension);
    char *found = fmpq_get_str(NULL, 10, points + numbers - 1);
    CU_ASSERT_EQUAL(count, lines);
    CU_ASSERT_STRING_EQUAL(found, last);
    flint_free(found);
    _fmpq_vec_clear(points, numbers);
}

static void good_files(void)
{
    accepted("0 1", 1, 1, "1");
    accepted("0, 1\n", 1, 1, "1");
    accepted("0,1\n# three\n\n   \n 2/3\t-0.25 \r\n", 1, 2, "-1/4");
    accepted("1 2 3 4\n5,6,7,0x1p-3\n", 2, 2, "1/8");
    accepted("#\n1e3 1", 1, 1, "1");
    char many[4000] = "";
    for (int i = 0; i < 100; i++)
        strcat(many, "1 2 3 4 5 6\n");
    accepted(many, 3, 100, "6");
}

static void refused_at(const char *text, size_t dimension, size_t line, size_t column,
                       const char *where, const char *message)
{
    fmpq *points;
    size_t count;
    crease_error error;
    CU_ASSERT_EQUAL(crease_lines_parse(&points, &count, dimension, text, strlen(text), "t", &error),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "t");
    CU_ASSERT(error.line == line && error.column == column);
    CU_ASSERT_STRING_EQUAL(error.where, where);
    CU_ASSERT_STRING_EQUAL(error.message, message);
    if (strcmp(error.message, message))
        printf("\n    %zu:%zu %s ", error.line, error.column, error.message);
}

static void refused(void)
{
    refused_at("0 1\n2\n", 1, 2, 2, "lines[1]",
               "expected 2 numbers, 1 for each of two points, found 1");
    refused_at("0 1 2\n", 1, 1, 5, "lines[0]",
               "expected the end of the line after 2 numbers, found 2");
    refused_at("0,,1\n", 1, 1, 3, "lines[0]",
               "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, found \",\"");
    refused_at("0 x\n", 1, 1, 3, "lines[0]",
               "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, found \"x\"");
    refused_at("0 1/0\n", 1, 1, 3, "lines[0]",
               "denominator is zero, expected p/q with q > 0, found \"1/0\"");
    refused_at("", 1, 1, 1, "",
               "expected 2 numbers, 1 for each of two points, found the end of the file");
    refused_at("# nothing\n", 2, 2, 1, "",
               "expected 4 numbers, 2 for each of two points, found the end of the file");
}

static void files(void)
{
    fmpq *points;
    size_t count;
    crease_error error;
    CU_ASSERT_EQUAL(crease_lines_read(&points, &count, 1, "no/such", &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "no/such");
}

UNIT_MAIN("read_lines", {"good files", good_files}, {"refused", refused}, {"files", files})
