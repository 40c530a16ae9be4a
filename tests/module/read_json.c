// Tests of net/read_json.
#include "base/memory.h"
#include "base/random.h"
#include "exact/rational.h"
#include "net/net.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    if (crease_net_parse(&net, text, strlen(text), "test", &error) != CREASE_OK) {
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
    CU_ASSERT_EQUAL(net->layer[0].inputs, 2);
    CU_ASSERT_EQUAL(net->layer[0].units, 3);
    CU_ASSERT_EQUAL(net->layer[1].inputs, 3);
    CU_ASSERT_EQUAL(net->layer[1].units, 2);
    CU_ASSERT_EQUAL(net->layer[2].units, 1);
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
    check_number("decimal", "0.1", "1/10");
    check_number("decimal", "1E-2", "1/100");
    check_number("decimal", "-0", "0");
    check_number("decimal", "12345678901234567890123456789", "12345678901234567890123456789");
    check_number("decimal", "\"+0X1.8P+1\"", "3");
    check_number("decimal", "\"1\\/3\"", "1/3");
    check_number("decimal", "\"\\u0031e1\"", "10");
    check_number("binary64", "0.1", "3602879701896397/36028797018963968");
    check_number("binary32", "0.1", "13421773/134217728");
    check_number("binary32", "\"1/3\"", "11184811/33554432");
    check_number("binary64", "1e-400", "0");
    check_number("binary32", "16777217", "16777216");
    check_number("binary64", "9007199254740993", "9007199254740992");
    check_number("binary64", "9007199254740993.0000000001", "9007199254740994");
}

// ---- Errors ----

static void check_refusal(const char *text, size_t size, const char *expected)
{
    crease_net *net;
    crease_error error;
    char line[1000];
    CU_ASSERT_EQUAL(crease_net_parse(&net, text, size, "t", &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error), expected);
    if (strcmp(line, expected) != 0)
        printf("\n  found    %s\n  expected %s\n", line, expected);
    CU_ASSERT_EQUAL(crease_net_parse(&net, text, size, "t", NULL), CREASE_ERROR);
}

// tests/bad/nets.txt has every message; here are the places.
static void places(void)
{
    static const char *const rows[][2] = {
        {"", "t:1:1: the file is empty"},
        {"true", "t:1:1: expected an object, found true"},
        {"\n{}", "t:2:1: the key \"inputs\" is missing"},
        {"{\"inputs\": 0", "t:1:12: inputs: expected an integer from 1 to 2147483647, found 0"},
        {"{\"layers\":[{\"weights\":[[1],[]]",
         "t:1:28: layers[0].weights[1]: expected at least one number, found none"},
        {"{\"inputs\":3,\"layers\":[{\"weights\":[[1,2],\n[3,4]],\"bias\":[0,0],\"activation\":"
         "\"abs\"}]}",
         "t:1:35: layers[0].weights[0]: expected 3 numbers, one for each input, found 2"},
        {"{\"inputs\":\n\ttrue", "t:2:2: inputs: expected an integer from 1 to 2147483647, found "
                                 "true"},
        {"{\"inputs\":2147483648", "t:1:11: inputs: expected an integer from 1 to 2147483647, "
                                   "found 2147483648"},
        {"{\"layers\":[{},", "t:1:12: layers[0]: the key \"weights\" is missing"},
        {"{\"layers\":[{\"bias\":[1,2,[", "t:1:25: layers[0].bias[2]: expected a number, found an "
                                          "array"},
        {"{\"layers\":[{\"bias\":[1,2],\"weights\":[[1,2],[3,\n4],[5,6]],\"activation\":\"abs\"}",
         "t:1:20: layers[0].bias: expected 3 numbers, one for each row of weights, found 2"},
        {"{\"layers\":[{\"bias\":[1],\"weights\":[[1,2]],\"activation\":\"abs\"},\n{\"bias\":[]",
         "t:2:11: layers[1]: the file ends before its JSON is complete"},
        {"{\"layers\":[{\"weights\":[[1,2],[3]]", "t:1:30: layers[0].weights[1]: expected 2 "
                                                  "numbers, as in row 0, found 1"},
        {"{\"layers\":[{\"weights\":[[1],[3,2]]", "t:1:28: layers[0].weights[1]: expected 1 "
                                                  "number, as in row 0, found 2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_refusal(rows[i][0], strlen(rows[i][0]), rows[i][1]);
    static const char none[] = "{\"inputs\":1,\n\"layers\":[]}";
    check_refusal(none, strlen(none), "t:2:10: layers: expected at least one layer, found none");
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

static void long_literal(void)
{
    char *digits = memory_new(RATIONAL_MAX_LENGTH + 2, 1);
    for (size_t i = 0; i <= RATIONAL_MAX_LENGTH; i++)
        digits[i] = '1';
    size_t size = RATIONAL_MAX_LENGTH + 100;
    char *text = memory_new(size, 1);
    snprintf(text, size, "{\"layers\":[{\"bias\":[%s]", digits);
    free(digits);
    check_refusal(text, strlen(text),
                  "t:1:21: layers[0].bias[0]: expected a number of at most 100000 characters, "
                  "found \"1111111111111111111111111111111111111111...\"");
    free(text);
}

// ---- Damage: never a crash, always an error of one clean line or a network ----

static int parse_damaged(const char *text, size_t size)
{
    // A copy of just this size, so that a step beyond its end is noticed.
    char *copy = malloc(size ? size : 1);
    memcpy(copy, text, size);
    crease_net *net = NULL;
    crease_error error;
    int good = crease_net_parse(&net, copy, size, "damaged", &error) == CREASE_OK;
    free(copy);
    if (good) {
        CU_ASSERT_EQUAL(strlen(crease_net_sha256(net)), 64);
        crease_net_free(net);
        return 1;
    }
    CU_ASSERT_PTR_NULL(net);
    CU_ASSERT_STRING_EQUAL(error.file, "damaged");
    CU_ASSERT(error.line > 0 && error.column > 0);
    CU_ASSERT(strlen(error.message) > 0);
    for (const char *at = error.message; *at; at++)
        CU_ASSERT_FATAL((unsigned char)*at >= ' ');
    return 0;
}

static void truncated(void)
{
    size_t whole = strlen(sample);
    for (size_t size = 0; size <= whole; size++)
        CU_ASSERT_EQUAL(parse_damaged(sample, size), size >= whole - 1); // the last is a newline
}

static void damaged(void)
{
    random_state random;
    random_seed(&random, 11);
    printf("seed 11 ");
    static const char likely[] = "[]{},:\"\\/0123456789eE.+-xpNn\n\t u";
    size_t whole = strlen(sample), read = 0, rounds = 30000;
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

// ---- Files ----

static void files(void)
{
    char path[] = "/tmp/crease-read-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    fputs(sample, file);
    fclose(file);
    crease_net *expected = parse(sample), *net;
    CU_ASSERT_EQUAL_FATAL(crease_net_read(&net, path, NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(net), crease_net_sha256(expected));
    crease_net_free(net);
    CU_ASSERT_PTR_NOT_NULL_FATAL(freopen(path, "r", stdin));
    CU_ASSERT_EQUAL_FATAL(crease_net_read(&net, "-", NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(net), crease_net_sha256(expected));
    crease_net_free(net);
    crease_net_free(expected);

    crease_error error;
    char line[1000];
    CU_ASSERT_EQUAL(crease_net_read(&net, "-", &error), CREASE_ERROR); // nothing is left
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error),
                           "<stdin>:1:1: the file is empty");
    unlink(path);
    CU_ASSERT_EQUAL(crease_net_read(&net, path, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, path);
    CU_ASSERT_STRING_EQUAL(error.message, "cannot open: No such file or directory");
    CU_ASSERT_EQUAL(crease_net_read(&net, "/tmp", &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error),
                           "/tmp: is a directory, not a file");
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
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&a, full, strlen(full), "full", NULL), CREASE_OK);
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&b, few, strlen(few), "few", NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(a), crease_net_sha256(b));
    crease_net_free(a);
    crease_net_free(b);
}

UNIT_MAIN("read_json", {"rows by entries", rows_by_entries}, {"content", content},
          {"every order of keys", every_order}, {"numbers", numbers}, {"places", places},
          {"nesting", nesting}, {"long literal", long_literal}, {"truncated", truncated},
          {"damaged", damaged}, {"files", files})
