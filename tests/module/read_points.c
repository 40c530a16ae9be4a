// Slice files: the value read is the value written.
#include "domain/domain.h"
#include "exact/rational.h"
#include "nets.h"
#include "text_file.h"
#include "unit.h"

#include <unistd.h>

static void check(const char *text, size_t count, size_t inputs, const char *const *values)
{
    fmpq *points;
    size_t found_count, found_inputs;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(
        FROM_TEXT(text, strlen(text),
                  crease_points_read(&points, &found_count, &found_inputs, path, &error)),
        CREASE_OK);
    CU_ASSERT(found_count == count && found_inputs == inputs);
    for (size_t i = 0; i < count * inputs; i++) {
        char *value = rational_text(points + i);
        CU_ASSERT_STRING_EQUAL(value, values[i]);
        flint_free(value);
    }
    _fmpq_vec_clear(points, (slong)(count * inputs));
}

static void good(void)
{
    static const char *const simple[] = {"1", "1/2", "-3/10", "1/3", "3/2", "0"};
    check("{\"points\": [[1, 0.5, -3e-1], [\"1/3\", \"0x1.8\", 0]]}", 2, 3, simple);
    check("{\"about\": \"x\", \"points\": [[1, 0.5, \"-3/10\"], [\"2/6\", 1.5, 0]], "
          "\"numbers\": \"decimal\"}",
          2, 3, simple);
    check("x, y,\"z\"\n1,0.5 -3e-1 # a point\n\n\t1/3 0x1.8,0", 2, 3, simple);
    check("1", 1, 1, simple);
    // The rounding holds for all numbers, wherever the key stands.
    static const char *const rounded[] = {"1", "13421773/134217728", "16777216"};
    check("{\"points\": [[1], [0.1], [16777217]], \"numbers\": \"binary32\"}", 3, 1, rounded);
    check("{\"numbers\": \"binary32\", \"points\": [[1], [0.1], [16777217]]}", 3, 1, rounded);
}

// tests/bad/slice.txt has the others.
static void errors(void)
{
    fmpq *points;
    size_t count, inputs;
    crease_error error;
    char line[300];
    static const char text[] = "{\"points\": [[1, 2],\n [3]]}";
    CU_ASSERT_EQUAL(
        FROM_TEXT(text, strlen(text), crease_points_read(&points, &count, &inputs, path, &error)),
        CREASE_ERROR);
    strcpy(error.file, "s");
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error),
                           "s:2:2: points[1]: expected 2 numbers, as in points[0], found 1");
    CU_ASSERT_EQUAL(
        FROM_TEXT(text, strlen(text), crease_points_read(&points, &count, &inputs, path, NULL)),
        CREASE_ERROR);
    CU_ASSERT_EQUAL(crease_points_read(&points, &count, &inputs, "/no/such/file", &error),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "/no/such/file");
}

UNIT_MAIN("read_points", {"good", good}, {"errors", errors})
