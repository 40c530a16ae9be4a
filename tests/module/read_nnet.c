// NNet files as they occur in practice, each beside the same network in JSON.
#include "net/net.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>

static crease_net *parse(const char *text, int raw)
{
    crease_net *net;
    crease_error error;
    char line[1000];
    crease_net_options options = {.nnet_raw = raw};
    if (crease_net_parse(&net, text, strlen(text), "test", &options, &error) != CREASE_OK) {
        printf("\n  %s\n%s\n", crease_error_text(line, sizeof line, &error), text);
        CU_FAIL_FATAL("a good network was refused");
    }
    return net;
}

static void check_same(const char *text, bool raw, const char *json)
{
    crease_net *found = parse(text, raw), *expected = parse(json, 0);
    CU_ASSERT_STRING_EQUAL(crease_net_format(found), "NNet");
    CU_ASSERT_STRING_EQUAL(crease_net_format(expected), "JSON");
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(found), crease_net_sha256(expected));
    crease_net_free(found);
    crease_net_free(expected);
}

static const char plain[] =
    "{\"inputs\": 2, \"layers\": [{\"weights\": [[1, 2], [3, -4.5e-3]], \"bias\": [5, 6], "
    "\"activation\": \"relu\"}, {\"weights\": [[1, -1]], \"bias\": [\"0.1\"], \"activation\": "
    "\"linear\"}]}";

#define COMMENT "// Neural Network File Format by Kyle Julian, Stanford 2016\n"
#define BODY "1,2,\n3,-4.5e-3,\n5,\n6,\n1,-1,\n0.1,\n"

// Each of these is the same network.
static void spellings(void)
{
    static const char *const texts[] = {
        COMMENT "2,2,1,2,\n2,2,1,\n0,\n-1,-1,\n1,1,\n0,0,0,\n1,1,1,\n" BODY,
        "2,2,1,2,\n2,2,1,\n0,\n-1,-1,\n1,1,\n0,0,0,\n1,1,1,\n" BODY,
        "\n" COMMENT "// CC BY\n//\n\n2,2,1,2,\n2,2,1,\n0,\n-1,-1,\n1,1,\n0,0,0,\n1,1,1,\n" BODY,
        // no comma at the end of a line, nor a line end at the end of the file
        "2,2,1,2\n2,2,1\n0\n-1,-1\n1,1\n0,0,0\n1,1,1\n1,2\n3,-4.5e-3\n5\n6\n1,-1\n0.1",
        // spaces, tabs, the line ends of DOS, empty lines between rows
        "2, 2, 1, 2\r\n2, 2, 1\r\n0\r\n-1, -1\r\n1,\t1\r\n 0,0,0\r\n1 ,1,1 ,\r\n  1,2\r\n\r\n3, "
        "-4.5e-3 ,\r\n5\r\n6,\r\n\r\n1,-1\r\n0.1\r\n\r\n",
        // only the number of layers, and a lone 0, or nothing, for what is absent
        "2\n2,2,1\n0\n0\n0\n0\n0\n" BODY,
        "2\n2,2,1,\n0,\n0,\n0,\n0.0,\n0,\n" BODY,
        "2\n2,2,1\n\n\n\n\n\n" BODY,
        "2,2,1,2\n2,2,1\nThis line extraneous\n0\n0\n0\n0\n" BODY,
        // one number more on the lines of sizes
        "2,2,1,2,1,\n2,2,1,7,\n0,\n0\n0\n0\n0\n" BODY,
        // lists for more inputs than there are
        "2,2,1,2,\n2,2,1,\n0,\n-1,-1,7,8\n1,1,9,9,\n0,0,0.5,0.25,0,\n1,1,10,0,1,\n" BODY,
        // other spellings of the same numbers
        "2,2,1,2,\n2,2,1,\n0,\n0\n0\n0\n0\n+1.0,0.2e1,\n3.,-0.0045,\n5e0,\n.6E+1,\n1,-1.000,\n"
        "100e-3,\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_same(texts[i], 0, plain);
}

// x - 3 and (y + 1/3) / 7 are put in, and 2 z + 10 comes out; the biases of the first layer are
// 5 - 1 * 3 + 2/7 / 3 and 6 - 3 * 3 - 9/14000 / 3.
static void normalisation(void)
{
    static const char text[] = "2,2,1,2,\n2,2,1,\n0,\n-1,-1,\n1,1,\n3,-1/3,10,\n1,7,2,\n" BODY;
    check_same(text, 0,
               "{\"inputs\": 2, \"layers\": [{\"weights\": [[1, \"2/7\"], [3, \"-9/14000\"]], "
               "\"bias\": [\"44/21\", \"-42003/14000\"], \"activation\": \"relu\"}, "
               "{\"weights\": [[2, -2]], \"bias\": [10.2], \"activation\": \"linear\"}]}");
    check_same(text, 1, plain);
}

static void check_part(const crease_net *net, size_t i, const char *part, const char *became)
{
    CU_ASSERT_STRING_EQUAL(crease_net_part(net, i), part);
    CU_ASSERT_STRING_EQUAL(crease_net_part_use(net, i), became);
}

static void parts(void)
{
    static const char text[] = "2,2,1,2,\n2,2,1,\n0,\n-1,-1,\n1,1,\n0,0,0,\n1,1,1,\n" BODY;
    for (int raw = 0; raw < 2; raw++) {
        crease_net *net = parse(text, raw);
        CU_ASSERT_EQUAL_FATAL(crease_net_parts(net), 3);
        check_part(net, 0, "means and ranges of inputs", raw ? "left out" : "layer 0");
        check_part(net, 1, "mean and range of outputs", raw ? "left out" : "layer 1");
        check_part(net, 2, "minima and maxima", "left out, because inputs are not clipped");
        crease_net_free(net);
    }
    crease_net *net = parse("1\n1,1\n0\n0\n0\n0\n0\n1\n0\n", 0);
    CU_ASSERT_EQUAL_FATAL(crease_net_parts(net), 2);
    check_part(net, 0, "means and ranges of inputs", "there are none");
    crease_net_free(net);
}

UNIT_MAIN("read_nnet", {"spellings", spellings}, {"normalisation", normalisation}, {"parts", parts})
