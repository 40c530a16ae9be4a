// Tests of format/read_json.
#include "base/random.h"
#include "exact/rational.h"
#include "net/net.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>

static const char sample[] =
    "{\"inputs\": 2, \"numbers\": \"decimal\", \"about\": \"two folds, caf\\u00e9 \\\"x\\\"\",\n"
    " \"layers\": [\n"
    "  {\"weights\": [[\"1/2\", -3], [0.25, \"1e-3\"], [\"0x1.8p1\", 7]],\n"
    "   \"bias\": [0, \"7/3\", -0.5], \"activation\": \"relu\"},\n"
    "  {\"weights\": [[1, -1, 2], [0, 0, \"-22/7\"]],\n"
    "   \"bias\": [0, 1e2], \"activation\": \"leaky:0.1\"},\n"
    "  {\"weights\": [[1, -1]], \"bias\": [0], \"activation\": \"linear\"} ]}\n";

static crease_net *parse(const char *text)
{
    crease_net *net;
    crease_error error;
    char line[1000];
    if (crease_net_parse(&net, text, strlen(text), "test", NULL, &error) != CREASE_OK) {
        printf("\n  %s\n", crease_error_text(line, sizeof line, &error));
        CU_FAIL_FATAL("a good network was refused");
    }
    return net;
}

static void check_row(const fmpq *row, size_t count, const char *const *expected)
{
    for (size_t i = 0; i < count; i++) {
        char *text = rational_text(row + i);
        CU_ASSERT_STRING_EQUAL(text, expected[i]);
        flint_free(text);
    }
}

static void content(void)
{
    crease_net *net = parse(sample);
    CU_ASSERT_EQUAL(net->inputs, 2);
    CU_ASSERT_EQUAL(net->layers, 3);
    CU_ASSERT_STRING_EQUAL(net->about, "two folds, caf\xc3\xa9 \"x\"");
    CU_ASSERT(net->layer[0].inputs == 2 && net->layer[0].units == 3 && net->layer[2].units == 1);
    CU_ASSERT_STRING_EQUAL(net->layer[1].act->name, "leaky:1/10");
    check_row(net->layer[0].weight, 6,
              (const char *const[]){"1/2", "-3", "1/4", "1/1000", "3", "7"});
    check_row(net->layer[0].bias, 3, (const char *const[]){"0", "7/3", "-1/2"});
    check_row(net->layer[1].weight, 6, (const char *const[]){"1", "-1", "2", "0", "0", "-22/7"});
    check_row(net->layer[1].bias, 2, (const char *const[]){"0", "100"});
    crease_net_free(net);
}

// ---- Keys in any order ----

// Joins the parts in the order that *code, a number below count!, stands for.
static void join(char *text, const char *const *parts, int count, int *code)
{
    const char *left[4];
    memcpy(left, parts, (size_t)count * sizeof *left);
    strcpy(text, "{");
    for (int i = count; i > 0; i--) {
        int pick = *code % i;
        *code /= i;
        strcat(text, left[pick]);
        strcat(text, i > 1 ? ", " : "}");
        left[pick] = left[i - 1];
    }
}

static void every_order(void)
{
    static const char *const parts[] = {"\"weights\": [[0.1, 3]]", "\"bias\": [\"2/3\"]",
                                        "\"activation\": \"abs\""};
    char layer[200], layers[300], text[500], first[65] = "";
    const char *members[] = {"\"inputs\": 2", "\"numbers\": \"binary32\"", "\"about\": \"x\"",
                             layers};
    for (int order = 0; order < 6 * 24; order++) {
        int code = order;
        join(layer, parts, 3, &code);
        snprintf(layers, sizeof layers, "\"layers\": [%s]", layer);
        join(text, members, 4, &code);
        crease_net *net = parse(text);
        if (order == 0)
            strcpy(first, crease_net_sha256(net));
        CU_ASSERT_STRING_EQUAL(crease_net_sha256(net), first);
        CU_ASSERT_STRING_EQUAL(crease_net_about(net), "x");
        check_row(net->layer[0].weight, 1, (const char *const[]){"13421773/134217728"});
        crease_net_free(net);
    }
}

// ---- Numbers ----

static void check_number(const char *numbers, const char *literal, const char *expected)
{
    char text[400];
    snprintf(text, sizeof text,
             "{\"inputs\": 1, \"layers\": [{\"weights\": [[%s]], \"bias\": [%s], "
             "\"activation\": \"relu\"}], \"numbers\": \"%s\"}",
             literal, literal, numbers);
    crease_net *net = parse(text);
    check_row(net->layer[0].weight, 1, &expected);
    check_row(net->layer[0].bias, 1, &expected);
    crease_net_free(net);
}

static void numbers(void)
{
    check_number("decimal", "1E-2", "1/100");
    check_number("decimal", "\"\\u0031\\/3\"", "1/3");
    check_number("binary32", "0.1", "13421773/134217728");
    check_number("binary64", "1e-400", "0");
    check_number("binary64", "9007199254740993.0000000001", "9007199254740994");
}

// ---- Errors ----

static void check_refusal(const char *text, size_t size, const char *expected)
{
    crease_net *net;
    crease_error error;
    char line[1000];
    CU_ASSERT_EQUAL(crease_net_parse(&net, text, size, "t", NULL, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error), expected);
    if (strcmp(line, expected) != 0)
        printf("\n  found    %s\n  expected %s\n", line, expected);
    CU_ASSERT_EQUAL(crease_net_parse(&net, text, size, "t", NULL, NULL), CREASE_ERROR);
}

// tests/bad/nets.txt has every message.
static void bytes(void)
{
    check_refusal("", 0, "t:1:1: the file is empty");
    check_refusal("{\0}", 3, "t:1:2: expected a key in quotes, found \\x00");
}

// A million brackets are refused at the first that does not belong.
static void nesting(void)
{
    enum { DEPTH = 1000000 };
    static const char *const rows[][2] = {
        {"", "t:1:1: expected an object, found an array"},
        {"{\"about\":", "t:1:10: about: expected a string, found an array"},
        {"{\"x\":", "t:1:2: expected one of the keys inputs, numbers, about, layers, found \"x\""},
        {"{\"layers\":", "t:1:12: layers[0]: expected an object, found an array"},
        {"{\"layers\":[{\"weights\":",
         "t:1:25: layers[0].weights[0][0]: expected a number, found an array"},
    };
    char *text = malloc(DEPTH + 100);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t length = strlen(rows[i][0]);
        memcpy(text, rows[i][0], length);
        memset(text + length, '[', DEPTH);
        check_refusal(text, length + DEPTH, rows[i][1]);
    }
    memset(text, '{', DEPTH);
    check_refusal(text, DEPTH, "t:1:2: expected a key in quotes, found '{'");
    free(text);
}

// ---- Damage: never a crash, always an error of one clean line or a network ----

static bool parse_damaged(const char *text, size_t size)
{
    // A copy of exactly this size, so that a read beyond its end is noticed.
    char *copy = malloc(size ? size : 1);
    memcpy(copy, text, size);
    crease_net *net = NULL;
    crease_error error;
    bool good = crease_net_parse(&net, copy, size, "damaged", NULL, &error) == CREASE_OK;
    free(copy);
    if (good) {
        crease_net_free(net);
        return true;
    }
    bool clean = !net && error.line > 0 && error.column > 0 && error.message[0];
    for (const char *at = error.message; *at; at++)
        clean &= (unsigned char)*at >= ' ';
    if (!clean)
        printf("%.*s\n", (int)size, text);
    CU_ASSERT_FATAL(clean);
    return false;
}

static void truncated(void)
{
    size_t whole = strlen(sample);
    for (size_t size = 0; size <= whole; size++)
        CU_ASSERT_EQUAL(parse_damaged(sample, size), size >= whole - 1); // the last is a newline
}

static void damaged(void)
{
    random_state random = unit_random(11);
    static const char likely[] = "[]{},:\"\\/0123456789eE.+-xpNn\n\t u";
    size_t whole = strlen(sample), read = 0, rounds = 5000;
    char text[2000];
    for (size_t round = 0; round < rounds; round++) {
        memcpy(text, sample, whole);
        size_t size = whole;
        for (uint64_t hits = 1 + random_below(&random, 3); hits > 0; hits--) {
            size_t at = random_below(&random, size);
            char c = random_below(&random, 2) ? (char)random_bits(&random)
                                              : likely[random_below(&random, sizeof likely - 1)];
            switch (random_below(&random, 4)) {
            case 0: // one byte lost
                memmove(text + at, text + at + 1, size - at - 1);
                size--;
                break;
            case 1: // one byte more
                memmove(text + at + 1, text + at, size - at);
                size++;
                text[at] = c;
                break;
            case 2: // one bit flipped
                text[at] = (char)(text[at] ^ (1 << random_below(&random, 8)));
                break;
            default:
                text[at] = c;
            }
        }
        read += (size_t)parse_damaged(text, size);
    }
    // Some digits can change without harm; brackets cannot.
    CU_ASSERT(read > rounds / 50 && read < rounds / 2);
}

// Rows spelled by columns and values are the rows in full: zeros among them, no column at all, keys
// in any order, both kinds in one layer, one row that is rounded to zero.
static void rows_by_entries(void)
{
    static const char full[] =
        "{\"inputs\": 4, \"numbers\": \"binary32\", \"layers\": [{\"weights\": [[0, 1.5, 0, "
        "\"-1/4\"], [0, 0, 0, 0], [1, 2, 3, 4], [0, 0, 0, 7], [0, 0, 0, 0]], \"bias\": [1, 2, 3, "
        "4, "
        "5], \"activation\": \"relu\"}]}";
    static const char few[] = "{\"inputs\": 4, \"numbers\": \"binary32\", \"layers\": "
                              "[{\"weights\": [{\"columns\": [1, 3], "
                              "\"values\": [1.5, \"-1/4\"]}, {\"values\": [], \"columns\": []}, "
                              "[1, 2, 3, 4], {\"values\": "
                              "[0, 7], \"columns\": [2, 3]}, {\"columns\": [0], \"values\": "
                              "[1e-60]}], \"bias\": [1, 2, 3, "
                              "4, 5], \"activation\": \"relu\"}]}";
    crease_net *a, *b;
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&a, full, strlen(full), "full", NULL, NULL), CREASE_OK);
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&b, few, strlen(few), "few", NULL, NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(a), crease_net_sha256(b));
    crease_net_free(a);
    crease_net_free(b);
}

UNIT_MAIN("read_json", {"rows by entries", rows_by_entries}, {"content", content},
          {"every order of keys", every_order}, {"numbers", numbers}, {"bytes", bytes},
          {"nesting", nesting}, {"truncated", truncated}, {"damaged", damaged})
