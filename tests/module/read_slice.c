// Slice files: what is read is what was written.
#include "exact/rational.h"
#include "nets.h"
#include "unit.h"

#include <unistd.h>

static void check(const char *text, size_t count, size_t inputs, const char *const *values)
{
    fmpq *points;
    size_t found_count, found_inputs;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(crease_slice_parse(&points, &found_count, &found_inputs, text,
                                             strlen(text), "test", &error),
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
    // The rounding holds for all numbers, wherever the key stands.
    static const char *const rounded[] = {"1", "13421773/134217728", "16777216"};
    check("{\"points\": [[1], [0.1], [16777217]], \"numbers\": \"binary32\"}", 3, 1, rounded);
    check("{\"numbers\": \"binary32\", \"points\": [[1], [0.1], [16777217]]}", 3, 1, rounded);
}

// More than any page of memory holds at first.
static void large(void)
{
    enum { POINTS = 3, INPUTS = 1000 };
    char *text = NULL;
    size_t size = 0, count, inputs;
    fmpq *points;
    FILE *stream = open_memstream(&text, &size);
    fprintf(stream, "{\"points\": [");
    for (int k = 0; k < POINTS; k++)
        for (int i = 0; i < INPUTS; i++)
            fprintf(stream, "%s\"%d/7\"%s",
                    i   ? ","
                    : k ? ",["
                        : "[",
                    k * 1000 + i, i + 1 < INPUTS ? "" : "]");
    fprintf(stream, "]}");
    fclose(stream);
    CU_ASSERT_EQUAL_FATAL(crease_slice_parse(&points, &count, &inputs, text, size, "test", NULL),
                          CREASE_OK);
    CU_ASSERT(count == POINTS && inputs == INPUTS);
    int good = 1;
    fmpq_t value;
    fmpq_init(value);
    for (int i = 0; i < POINTS * INPUTS; i++) {
        fmpq_set_si(value, i, 7);
        good &= fmpq_equal(value, points + i);
    }
    CU_ASSERT(good);
    fmpq_clear(value);
    _fmpq_vec_clear(points, POINTS * INPUTS);
    free(text);
}

// tests/bad/slice.txt has the others.
static void errors(void)
{
    fmpq *points;
    size_t count, inputs;
    crease_error error;
    char line[300];
    static const char text[] = "{\"points\": [[1, 2],\n [3]]}";
    CU_ASSERT_EQUAL(crease_slice_parse(&points, &count, &inputs, text, strlen(text), "s", &error),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error),
                           "s:2:2: points[1]: expected 2 numbers, as in points[0], found 1");
    CU_ASSERT_EQUAL(crease_slice_parse(&points, &count, &inputs, text, strlen(text), "s", NULL),
                    CREASE_ERROR);
    CU_ASSERT_EQUAL(crease_slice_read(&points, &count, &inputs, "/no/such/file", &error),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "/no/such/file");
}

static void from_file(void)
{
    char path[] = "/tmp/crease-slice-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    fprintf(file, "{\"points\": [[0, 0], [0, 5]]}\n");
    fclose(file);
    fmpq *points;
    size_t count, inputs;
    CU_ASSERT_EQUAL_FATAL(crease_slice_read(&points, &count, &inputs, path, NULL), CREASE_OK);
    CU_ASSERT(count == 2 && inputs == 2 && fmpq_equal_si(points + 3, 5));
    _fmpq_vec_clear(points, 4);
    unlink(path);
}

UNIT_MAIN("read_slice", {"good", good}, {"large", large}, {"errors", errors},
          {"from_file", from_file})
