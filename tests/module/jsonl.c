// Region records as JSON lines.
#include "exact/rational.h"
#include "unit.h"
#include "written.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <yajl/yajl_tree.h>

#define GENERATOR RELU("[[1, 0], [0, 1]]", "[0, 0]")

// The text of a network's records, with its SHA-256 in place of "%s".
static void check_text(const char *layers, const char *box, const crease_options *options,
                       crease_status expected_status, const char *format)
{
    crease_net *net = net_of(layers);
    char *expected = NULL;
    int size = asprintf(&expected, format, crease_net_sha256(net));
    CU_ASSERT_FATAL(size > 0);
    written file = written_init();
    CU_ASSERT_EQUAL(written_records(&file, CREASE_JSONL, net, box, options), expected_status);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    CU_ASSERT_STRING_EQUAL(file.text, expected);
    CU_ASSERT(written_clear(&file));
    free(expected);
    crease_net_free(net);
}

static void box(void)
{
    check_text(
        GENERATOR "," LINEAR("[[1, \"-1/2\"]]", "[3]"), "-1,1/3,-2,2", NULL, CREASE_OK,
        "{\"id\":0,\"pattern\":[[0,0]]"
        ",\"vertices\":[[\"-1\",\"-2\"],[\"0\",\"-2\"],[\"0\",\"0\"],[\"-1\",\"0\"]],\"rays\":[]"
        ",\"map\":[[\"0\",\"0\",\"3\"]],\"bounded\":true,\"area\":\"2\""
        ",\"inequalities\":[{\"row\":[\"0\",\"1\",\"2\"],\"border\":true},"
        "{\"row\":[\"-1\",\"0\",\"0\"],\"layer\":0,\"unit\":0,\"breakpoint\":0,\"side\":-1},"
        "{\"row\":[\"0\",\"-1\",\"0\"],\"layer\":0,\"unit\":1,\"breakpoint\":0,\"side\":-1},"
        "{\"row\":[\"1\",\"0\",\"1\"],\"border\":true}],"
        "\"interior\":[\"-1/2\",\"-1\"]}\n"
        "{\"id\":1,\"pattern\":[[0,1]]"
        ",\"vertices\":[[\"-1\",\"0\"],[\"0\",\"0\"],[\"0\",\"2\"],[\"-1\",\"2\"]],\"rays\":[]"
        ",\"map\":[[\"0\",\"-1/2\",\"3\"]],\"bounded\":true,\"area\":\"2\""
        ",\"inequalities\":[{\"row\":[\"-1\",\"0\",\"0\"],\"layer\":0,\"unit\":0,\"breakpoint\":0,"
        "\"side\":-1},"
        "{\"row\":[\"0\",\"-1\",\"2\"],\"border\":true},"
        "{\"row\":[\"1\",\"0\",\"1\"],\"border\":true},"
        "{\"row\":[\"0\",\"1\",\"0\"],\"layer\":0,\"unit\":1,\"breakpoint\":0,\"side\":1}],"
        "\"interior\":[\"-1/2\",\"1\"]}\n"
        "{\"id\":2,\"pattern\":[[1,0]]"
        ",\"vertices\":[[\"0\",\"-2\"],[\"1/3\",\"-2\"],[\"1/3\",\"0\"],[\"0\",\"0\"]],\"rays\":[]"
        ",\"map\":[[\"1\",\"0\",\"3\"]],\"bounded\":true,\"area\":\"2/3\""
        ",\"inequalities\":[{\"row\":[\"0\",\"1\",\"2\"],\"border\":true},"
        "{\"row\":[\"-3\",\"0\",\"1\"],\"border\":true},"
        "{\"row\":[\"0\",\"-1\",\"0\"],\"layer\":0,\"unit\":1,\"breakpoint\":0,\"side\":-1},"
        "{\"row\":[\"1\",\"0\",\"0\"],\"layer\":0,\"unit\":0,\"breakpoint\":0,\"side\":1}],"
        "\"interior\":[\"1/5\",\"-1\"]}\n"
        "{\"id\":3,\"pattern\":[[1,1]]"
        ",\"vertices\":[[\"0\",\"0\"],[\"1/3\",\"0\"],[\"1/3\",\"2\"],[\"0\",\"2\"]],\"rays\":[]"
        ",\"map\":[[\"1\",\"-1/2\",\"3\"]],\"bounded\":true,\"area\":\"2/3\""
        ",\"inequalities\":[{\"row\":[\"-3\",\"0\",\"1\"],\"border\":true},"
        "{\"row\":[\"0\",\"-1\",\"2\"],\"border\":true},"
        "{\"row\":[\"1\",\"0\",\"0\"],\"layer\":0,\"unit\":0,\"breakpoint\":0,\"side\":1},"
        "{\"row\":[\"0\",\"1\",\"0\"],\"layer\":0,\"unit\":1,\"breakpoint\":0,\"side\":1}],"
        "\"interior\":[\"1/5\",\"1\"]}\n"
        "{\"end\":{\"network_sha256\":\"%s\",\"domain\":\"[-1, 1/3] x [-2, 2]\","
        "\"arithmetic\":\"filtered\",\"exact\":true,\"complete\":true,"
        "\"activation_regions\":4,\"bounded_regions\":4,\"area\":\"16/3\"}}\n");
}

// No hidden layer: one region, its pattern empty, the whole plane.
static void plane(void)
{
    check_text(
        LINEAR("[[1, 2], [0, \"1/7\"]]", "[3, 0]"), NULL, NULL, CREASE_OK,
        "{\"id\":0,\"pattern\":[]"
        ",\"vertices\":[[\"0\",\"0\"]],\"rays\":[[\"1\",\"0\"],[\"0\",\"1\"],[\"-1\",\"0\"],[\"0\","
        "\"-1\"]]"
        ",\"map\":[[\"1\",\"2\",\"3\"],[\"0\",\"1/7\",\"0\"]],\"bounded\":false,\"area\":null"
        ",\"inequalities\":[],"
        "\"interior\":[\"0\",\"0\"]}\n"
        "{\"end\":{\"network_sha256\":\"%s\",\"domain\":\"R^2\","
        "\"arithmetic\":\"filtered\",\"exact\":true,\"complete\":true,"
        "\"activation_regions\":1,\"bounded_regions\":0,\"area\":null}}\n");
}

static void partial_and_inexact(void)
{
    crease_options options = {.arith = CREASE_FLOAT, .max_regions = 1};
    check_text(
        GENERATOR, "-1,1", &options, CREASE_STOPPED,
        "{\"id\":0,\"pattern\":[[0,0]]"
        ",\"vertices\":[[\"-1\",\"-1\"],[\"0\",\"-1\"],[\"0\",\"0\"],[\"-1\",\"0\"]],\"rays\":[]"
        ",\"map\":[[\"0\",\"0\",\"0\"],[\"0\",\"0\",\"0\"]],\"bounded\":true,\"area\":\"1\""
        ",\"inequalities\":[{\"row\":[\"0\",\"1\",\"1\"],\"border\":true},"
        "{\"row\":[\"-1\",\"0\",\"0\"],\"layer\":0,\"unit\":0,\"breakpoint\":0,\"side\":-1},"
        "{\"row\":[\"0\",\"-1\",\"0\"],\"layer\":0,\"unit\":1,\"breakpoint\":0,\"side\":-1},"
        "{\"row\":[\"1\",\"0\",\"1\"],\"border\":true}],"
        "\"interior\":[\"-1/2\",\"-1/2\"]}\n"
        "{\"end\":{\"network_sha256\":\"%s\",\"domain\":\"[-1, 1] x [-1, 1]\","
        "\"arithmetic\":\"float\",\"exact\":false,\"complete\":false,"
        "\"activation_regions\":1,\"bounded_regions\":1,\"area\":null}}\n");
}

UNIT_MAIN("jsonl", {"box", box}, {"plane", plane}, {"partial and inexact", partial_and_inexact})
