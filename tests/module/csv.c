// Region records and sequences of labels as comma-separated values.
#include "path/dichotomies.h"
#include "unit.h"
#include "written.h"

#include <crease/crease.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void check_text(const char *layers, const char *box, const crease_options *options,
                       crease_status expected_status, const char *expected)
{
    crease_net *net = net_of(layers);
    written file = written_init();
    CU_ASSERT_EQUAL(written_records(&file, CREASE_CSV, net, box, options), expected_status);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    CU_ASSERT_STRING_EQUAL(file.text, expected);
    CU_ASSERT(written_clear(&file));
    crease_net_free(net);
}

static void box(void)
{
    check_text(RELU("[[1, 0], [0, 1]]", "[0, 0]") "," RELU("[[-1, -1]]", "[-5]") "," LINEAR(
                   "[[1], [-2]]", "[\"1/2\", 3]"),
               "-1,1/3,-2,2", NULL, CREASE_OK,
               "id,pattern,bounded,area,vertices,rays,map,inequalities,owners,interior\r\n"
               "0,0 0|0,true,2,-1 -2;0 -2;0 0;-1 0,,0 0 1/2;0 0 3,"
               "0 1 2;-1 0 0;0 -1 0;1 0 1,border;0 0 0 -1;0 1 0 -1;border,-1/2 -1\r\n"
               "1,0 1|0,true,2,-1 0;0 0;0 2;-1 2,,0 0 1/2;0 0 3,"
               "-1 0 0;0 -1 2;1 0 1;0 1 0,0 0 0 -1;border;border;0 1 0 1,-1/2 1\r\n"
               "2,1 0|0,true,2/3,0 -2;1/3 -2;1/3 0;0 0,,0 0 1/2;0 0 3,"
               "0 1 2;-3 0 1;0 -1 0;1 0 0,border;border;0 1 0 -1;0 0 0 1,1/6 -1\r\n"
               "3,1 1|0,true,2/3,0 0;1/3 0;1/3 2;0 2,,0 0 1/2;0 0 3,"
               "-3 0 1;0 -1 2;1 0 0;0 1 0,border;border;0 0 0 1;0 1 0 1,1/6 1\r\n");
}

// Stopped before the first region there is still a header.
static void nothing(void)
{
    volatile sig_atomic_t interrupt = 1;
    crease_options options = {.interrupt = &interrupt};
    check_text(RELU("[[1, 0]]", "[0]"), "-1,1", &options, CREASE_STOPPED,
               "id,pattern,bounded,area,vertices,rays,map,inequalities,owners,interior\r\n");
}

static void check(const crease_dichotomies *result, const char *expected)
{
    char path[] = "/tmp/crease-unit-XXXXXX", text[400] = "";
    int descriptor = mkstemp(path);
    CU_ASSERT_FATAL(descriptor >= 0);
    close(descriptor);
    CU_ASSERT_EQUAL(crease_dichotomies_write(path, result, NULL), CREASE_OK);
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
    CU_ASSERT_EQUAL(crease_dichotomies_write("/none/at/all", &result, &error), CREASE_ERROR);
    CU_ASSERT_EQUAL(crease_dichotomies_write("/dev/full", &result, &error), CREASE_ERROR);
}

UNIT_MAIN("csv", {"box", box}, {"nothing", nothing}, {"tables", tables}, {"refuses", refuses})
