// Sequences of labels as tables.
#include "path/dichotomies.h"
#include "unit.h"
#include <crease/crease.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void check(const crease_dichotomies *result, const char *expected)
{
    char path[] = "/tmp/crease-unit-XXXXXX", text[400] = "";
    int descriptor = mkstemp(path);
    CU_ASSERT_FATAL(descriptor >= 0);
    close(descriptor);
    CU_ASSERT_EQUAL(crease_write_dichotomies(path, result, NULL), CREASE_OK);
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    unlink(path);
    CU_ASSERT_STRING_EQUAL(text, expected);
}

static void tables(void)
{
    char labels[] = "101100";
    double place[] = {0.25, 2};
    uint64_t seen[] = {1, 2};
    fmpq exact[] = {{1, 4}, {2, 1}};
    crease_dichotomies result = {
        .points = 3, .transitions = 2, .labels = labels, .place = place, .seen = seen};
    check(&result, "t,labels,distinct\r\n0.250000000,101,1\r\n2.000000000,100,2\r\n");
    result.exact = exact;
    check(&result, "t,exact,labels,distinct\r\n0.250000000,1/4,101,1\r\n2.000000000,2,100,2\r\n");
    result.transitions = 0;
    check(&result, "t,exact,labels,distinct\r\n,,101,1\r\n");
    result.exact = NULL;
    check(&result, "t,labels,distinct\r\n,101,1\r\n");
}

static void refuses(void)
{
    crease_error error;
    char labels[] = "1";
    uint64_t seen[] = {1};
    crease_dichotomies result = {.points = 1, .labels = labels, .seen = seen};
    CU_ASSERT_EQUAL(crease_write_dichotomies("/none/at/all", &result, &error), CREASE_ERROR);
    CU_ASSERT_EQUAL(crease_write_dichotomies("/dev/full", &result, &error), CREASE_ERROR);
}

UNIT_MAIN("dichotomies_csv", {"tables", tables}, {"refuses", refuses})
