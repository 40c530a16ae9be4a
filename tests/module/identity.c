// Tests of net/identity.
#include "net/identity.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>

static crease_net *parse(const char *text)
{
    crease_net *net;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&net, text, strlen(text), "test", &error), CREASE_OK);
    return net;
}

static void check_hash(const char *text, const char *hash)
{
    crease_net *net = parse(text);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(net), hash);
    char again[65];
    identity_compute(again, net);
    CU_ASSERT_STRING_EQUAL(again, hash);
    crease_net_free(net);
}

#define KNOWN "396125c16314c2f0ceb02c3edf6a9bd02d49ba3cc18755bc7812af837e384382"

// sha256sum of the canonical text:
//   printf 'crease-network 1\ninputs 2\nlayer 2 leaky:1/10\n1 -1/2 0\n0 3 7/3\n' >text
//   printf 'layer 1 linear\n1 -2 -5\n' >>text
static void known(void)
{
    check_hash("{\"inputs\": 2, \"layers\": ["
               "{\"weights\": [[1, \"-1/2\"], [0, 3]], \"bias\": [0, \"7/3\"], "
               "\"activation\": \"leaky:1/10\"},"
               "{\"weights\": [[1, -2]], \"bias\": [-5], \"activation\": \"linear\"}]}",
               KNOWN);
    // printf 'crease-network 1\ninputs 1\nlayer 1 hardtanh\n0 0\n'
    check_hash("{\"inputs\": 1, \"layers\": ["
               "{\"weights\": [[0]], \"bias\": [0], \"activation\": \"hardtanh\"}]}",
               "50fd39f12aa130da8356fe6af9e1574bce68336bdcfdb889222e8c6c42203720");
    // printf 'crease-network 1\ninputs 2\nlayer 1 maxout:3\n1 0 0\n0 1 1/2\n-1 0 0\n'
    check_hash("{\"inputs\": 2, \"layers\": ["
               "{\"weights\": [[1, 0], [0, 1], [-1, 0]], \"bias\": [0, 0.5, 0], "
               "\"activation\": \"maxout:03\"}]}",
               "c260797db7def008e93faaf099e3f21d7fd916ae311f30b1ed1ca994d306665b");
    // printf 'crease-network 1\ninputs 1\nlayer 1 pwl:-1/2,2;0,1/3,5;-1\n0 0\n'
    check_hash("{\"inputs\": 1, \"layers\": [{\"weights\": [[0]], \"bias\": [0], "
               "\"activation\": \"pwl:-0.5,2;0,2/6,5e0;-1.0\"}]}",
               "102e51c4f33dbc75301b8c41cbb341fca27a6d47924c0ca67544e169ec1b9dc1");
}

// The same network in other words.
static void other_spellings(void)
{
    static const char *const halves[] = {"-0.5",       "-5e-1",    "\"-1/2\"", "\"-0x1p-1\"",
                                         "\"-2\\/4\"", "\"-.5\"",  "-0.500e0", "\"-17/34\"",
                                         "\"-0X.8\"",  "-50000E-5"};
    static const char *const parts[][2] = {
        {"{\"inputs\": 2, \"layers\": [{\"weights\": [[1, ",
         "], [0, 3]], \"bias\": [0, \"7/3\"], \"activation\": \"leaky:1/10\"},"
         "{\"weights\": [[1, -2]], \"bias\": [-5], \"activation\": \"linear\"}]}"},
        {"{\"layers\": [{\"activation\": \"leaky:0.1\", \"bias\": [-0, \"14/6\"], \"weights\": "
         "[[1.0, ",
         "], [0e5, 30E-1]]},\n"
         "{\"bias\": [-5], \"weights\": [[1, -2]], \"activation\": \"linear\"}],\n"
         "\"about\": \"does not count\", \"numbers\": \"decimal\", \"inputs\": 2}"},
    };
    for (size_t p = 0; p < 2; p++)
        for (size_t h = 0; h < sizeof halves / sizeof *halves; h++) {
            char text[600];
            snprintf(text, sizeof text, "%s%s%s", parts[p][0], halves[h], parts[p][1]);
            check_hash(text, KNOWN);
        }
}

// All of these differ from one another, some by one line or one space only.
static void other_networks(void)
{
    static const char *const texts[] = {
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"abs\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"leaky:0\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"pwl:0;0,1\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"pwl:0;0,1;1\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1], [0]], \"bias\": [0, 0], "
        "\"activation\": \"maxout:2\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[0]], \"bias\": [1], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[-1]], \"bias\": [0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[10]], \"bias\": [0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"numbers\": \"binary32\", \"layers\": [{\"weights\": [[0.1]], \"bias\": "
        "[0], "
        "\"activation\": \"relu\"}]}",
        "{\"inputs\": 1, \"numbers\": \"binary64\", \"layers\": [{\"weights\": [[0.1]], \"bias\": "
        "[0], "
        "\"activation\": \"relu\"}]}",
        "{\"inputs\": 1, \"numbers\": \"decimal\", \"layers\": [{\"weights\": [[0.1]], \"bias\": "
        "[0], "
        "\"activation\": \"relu\"}]}",
        "{\"inputs\": 2, \"layers\": [{\"weights\": [[1, 0]], \"bias\": [0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 2, \"layers\": [{\"weights\": [[0, 1]], \"bias\": [0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1], [0]], \"bias\": [0, 0], \"activation\": "
        "\"relu\"}]}",
        "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [0], \"activation\": "
        "\"relu\"}, "
        "{\"weights\": [[1]], \"bias\": [0], \"activation\": \"linear\"}]}",
    };
    enum { COUNT = sizeof texts / sizeof *texts };
    crease_net *nets[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        nets[i] = parse(texts[i]);
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < i; j++)
            CU_ASSERT_STRING_NOT_EQUAL(crease_net_sha256(nets[i]), crease_net_sha256(nets[j]));
    for (size_t i = 0; i < COUNT; i++)
        crease_net_free(nets[i]);
}

// "Rounded to binary64 first" is the network of the rounded numbers.
static void rounding_first(void)
{
    crease_net *rounded =
        parse("{\"inputs\": 1, \"numbers\": \"binary64\", \"layers\": [{\"weights\": "
              "[[0.1]], \"bias\": [\"1/3\"], \"activation\": \"relu\"}]}");
    crease_net *exact = parse("{\"inputs\": 1, \"layers\": [{\"weights\": [["
                              "\"3602879701896397/36028797018963968\"]], \"bias\": "
                              "[\"0x1.5555555555555p-2\"], \"activation\": \"relu\"}]}");
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(rounded), crease_net_sha256(exact));
    crease_net_free(rounded);
    crease_net_free(exact);
}

UNIT_MAIN("identity", {"known", known}, {"other spellings", other_spellings},
          {"other networks", other_networks}, {"rounding first", rounding_first})
