// Networks written in NNet, and rounded to floats: they read back as what they were.
#include "base/random.h"
#include "exact/rational.h"
#include "net/net.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static crease_net *parse(const char *text)
{
    crease_net *net;
    crease_error error;
    char line[1000];
    if (crease_net_parse(&net, text, strlen(text), "test", &error) != CREASE_OK) {
        printf("\n  %s\n%s\n", crease_error_text(line, sizeof line, &error), text);
        CU_FAIL_FATAL("a good network was refused");
    }
    return net;
}

static crease_net *with_numbers(const char *weight, const char *bias)
{
    char text[2000];
    snprintf(text, sizeof text,
             "{\"inputs\": 1, \"about\": \"one\\ntwo\", \"layers\": [{\"weights\": [[\"%s\"]], "
             "\"bias\": [\"%s\"], \"activation\": \"linear\"}]}",
             weight, bias);
    return parse(text);
}

static char *write_nnet(const crease_net *net)
{
    char *text;
    size_t size;
    crease_error error;
    FILE *stream = open_memstream(&text, &size);
    CU_ASSERT_EQUAL_FATAL(crease_net_write_as(stream, net, CREASE_NET_NNET, &error), CREASE_OK);
    fclose(stream);
    return text;
}

static void check_round_trip(crease_net *net)
{
    char *text = write_nnet(net);
    crease_net *again = parse(text);
    CU_ASSERT_STRING_EQUAL(crease_net_format(again), "NNet");
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(again), crease_net_sha256(net));
    CU_ASSERT_STRING_EQUAL(crease_net_about(again), crease_net_about(net));
    crease_net_free(again);
    crease_net_free(net);
    free(text);
}

// Spelled in full, and around where an exponent begins.
static void decimals(void)
{
    static const struct {
        const char *number, *spelled;
    } rows[] = {
        {"0", "\n0,\n"},
        {"-7", "\n-7,\n"},
        {"1200", "\n1200,\n"},
        {"1/2", "\n0.5,\n"},
        {"-1/32", "\n-0.03125,\n"},
        {"3/10000", "\n0.0003,\n"},
        {"123.456", "\n123.456,\n"},
        {"1e-6", "\n0.000001,\n"},
        {"1.5e-6", "\n0.0000015,\n"},
        {"1.5e-7", "\n1.5e-7,\n"},
        {"1e20", "\n100000000000000000000,\n"},
        {"-1.25e22", "\n-1.25e22,\n"},
        {"0x1p-20", "\n9.5367431640625e-7,\n"},
        {"0x1.99999ap-4", "\n0.100000001490116119384765625,\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        crease_net *net = with_numbers(rows[i].number, "0");
        char *text = write_nnet(net);
        CU_ASSERT(strstr(text, rows[i].spelled) != NULL);
        free(text);
        check_round_trip(net);
    }
    check_round_trip(with_numbers("0x1p-1074", "-0x1.fffffffffffffp1023"));
    check_round_trip(with_numbers("0x1p-30000", "0x1p30000"));
    check_round_trip(with_numbers("-0x123456789abcdef.fedcba987654321p-77", "1e-9000"));
}

static void random_decimals(void)
{
    random_state random;
    random_seed(&random, 11);
    for (int i = 0; i < 300; i++) {
        char number[2][80];
        for (int k = 0; k < 2; k++)
            snprintf(number[k], sizeof number[k], "%s%ld.%ldp%ld", k ? "-0x" : "0x",
                     (long)random_below(&random, 100000), (long)random_below(&random, 1000),
                     (long)random_between(&random, -120, 120));
        check_round_trip(with_numbers(number[0], number[1]));
    }
}

static void check_refusal(crease_net *net, const char *expected)
{
    char *text, line[1000];
    size_t size;
    crease_error error;
    FILE *stream = open_memstream(&text, &size);
    CU_ASSERT_EQUAL(crease_net_write_as(stream, net, CREASE_NET_NNET, &error), CREASE_ERROR);
    fclose(stream);
    CU_ASSERT_EQUAL(size, 0);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error), expected);
    free(text);
    crease_net_free(net);
}

static crease_net *with_activations(const char *hidden, const char *last)
{
    char text[1000];
    snprintf(text, sizeof text,
             "{\"inputs\": 1, \"layers\": [{\"weights\": [[1], [2]], \"bias\": [0, 0], "
             "\"activation\": %s}, {\"weights\": [[1, 2]], \"bias\": [0], \"activation\": %s}]}",
             hidden, last);
    return parse(text);
}

static void refusals(void)
{
    check_refusal(with_numbers("-2/6", "0"),
                  "layer 1, row 1: -1/3 is no finite decimal, as numbers of NNet files are");
    check_refusal(with_numbers("1", "1/14"),
                  "layer 1, bias 1: 1/14 is no finite decimal, as numbers of NNet files are");
    check_refusal(with_activations("\"abs\"", "\"linear\""),
                  "layer 1: abs, where an NNet file has relu");
    check_refusal(with_activations("\"linear\"", "\"linear\""),
                  "layer 1: linear, where an NNet file has relu");
    check_refusal(with_activations("[\"relu\", \"linear\"]", "\"linear\""),
                  "layer 1: 1 relu, 1 linear, where an NNet file has relu");
    check_refusal(with_activations("\"relu\"", "\"relu\""),
                  "layer 2: relu, where an NNet file has linear");
    check_round_trip(with_activations("\"relu\"", "\"linear\""));
}

// Against the rounding of the reader of JSON.
static void rounded(void)
{
    static const char sample[] =
        "{\"inputs\": 2, \"numbers\": \"%s\", \"layers\": [{\"weights\": [[0.1, 0.5], [1e-50, "
        "\"1/3\"]], \"bias\": [16777217, 0], \"activation\": [\"leaky:%s\", \"leaky:%s\"]}, "
        "{\"weights\": [[1, 3.14159]], \"bias\": [0.7], \"activation\": \"leaky:1/2\"}]}";
    char text[1000];
    snprintf(text, sizeof text, sample, "decimal", "0.1", "0x1.99999ap-4");
    crease_net *net = parse(text);
    snprintf(text, sizeof text, sample, "binary32", "0x1.99999ap-4", "0x1.99999ap-4");
    crease_net *expected = parse(text);
    uint64_t changed;
    CU_ASSERT_EQUAL(crease_net_round(net, &changed, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(changed, 7); // 0.1, 1e-50, 1/3, 2^24 + 1, leaky:0.1, 3.14159, 0.7
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(net), crease_net_sha256(expected));
    CU_ASSERT_EQUAL(crease_net_nonzero(net, 0), 3);
    CU_ASSERT_EQUAL(crease_net_round(net, &changed, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(changed, 0);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(net), crease_net_sha256(expected));
    crease_net_free(net);
    crease_net_free(expected);
}

static void beyond_floats(void)
{
    crease_net *net = with_numbers("1e39", "0");
    uint64_t changed;
    crease_error error;
    char line[1000];
    CU_ASSERT_EQUAL(crease_net_round(net, &changed, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error),
                           "layer 1: expected a number in the range of binary32, found "
                           "1000000000000000000000000000000000000000");
    crease_net_free(net);
}

UNIT_MAIN("write_nnet", {"decimals", decimals}, {"random decimals", random_decimals},
          {"refusals", refusals}, {"rounded", rounded}, {"beyond floats", beyond_floats})
