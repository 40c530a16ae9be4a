// Region records as comma-separated values.
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
               "0 1 2;-3 0 1;0 -1 0;1 0 0,border;border;0 1 0 -1;0 0 0 1,1/5 -1\r\n"
               "3,1 1|0,true,2/3,0 0;1/3 0;1/3 2;0 2,,0 0 1/2;0 0 3,"
               "-3 0 1;0 -1 2;1 0 0;0 1 0,border;border;0 0 0 1;0 1 0 1,1/5 1\r\n");
}

// Stopped before the first region there is still a header.
static void nothing(void)
{
    volatile sig_atomic_t interrupt = 1;
    crease_options options = {.interrupt = &interrupt};
    check_text(RELU("[[1, 0]]", "[0]"), "-1,1", &options, CREASE_STOPPED,
               "id,pattern,bounded,area,vertices,rays,map,inequalities,owners,interior\r\n");
}

UNIT_MAIN("csv", {"box", box}, {"nothing", nothing})
