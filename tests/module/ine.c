// Region records as H-representations.
#include "unit.h"
#include "written.h"

static void check_text(const char *layers, const char *box, const crease_options *options,
                       crease_status expected_status, const char *expected)
{
    crease_net *net = net_of(layers);
    written file = written_init();
    CU_ASSERT_EQUAL(written_records(&file, CREASE_INE, net, box, options), expected_status);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    CU_ASSERT_STRING_EQUAL(file.text, expected);
    CU_ASSERT(written_clear(&file));
    crease_net_free(net);
}

#define HEAD(id, pattern, rows) \
    "region_" id "\n* pattern" pattern "\nH-representation\nbegin\n" rows " 3 rational\n"

static void box(void)
{
    check_text(RELU("[[2, 0]]", "[-1]") "," RELU("[[1], [1]]", "[1, 1]"), "0,1,0,2/3", NULL,
               CREASE_OK,
               HEAD("0", " 0 | 1 1", "4") " 0 0 1\n 1 -2 0\n 2 0 -3\n 0 1 0\nend\n" HEAD(
                   "1", " 1 | 1 1", "4") " 0 0 1\n 1 -1 0\n 2 0 -3\n -1 2 0\nend\n");
}

// A half-plane each.
static void unbounded(void)
{
    check_text(RELU("[[-3, 6]]", "[\"1/2\"]"), NULL, NULL, CREASE_OK,
               HEAD("0", " 0", "1") " -1 6 -12\nend\n" HEAD("1", " 1", "1") " 1 -6 12\nend\n");
}

// lrs does not take a matrix without rows.
static void plane(void)
{
    check_text(LINEAR("[[1, 2]]", "[0]"), NULL, NULL, CREASE_OK,
               HEAD("0", "", "1") " 1 0 0\nend\n");
}

static void partial(void)
{
    crease_options options = {.max_regions = 1};
    check_text(RELU("[[1, 0]]", "[0]"), NULL, &options, CREASE_STOPPED,
               HEAD("0", " 0", "1") " 0 -1 0\nend\n");
}

UNIT_MAIN("ine", {"box", box}, {"unbounded", unbounded}, {"plane", plane}, {"partial", partial})
