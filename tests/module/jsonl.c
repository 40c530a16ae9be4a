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
        "\"interior\":[\"1/6\",\"-1\"]}\n"
        "{\"id\":3,\"pattern\":[[1,1]]"
        ",\"vertices\":[[\"0\",\"0\"],[\"1/3\",\"0\"],[\"1/3\",\"2\"],[\"0\",\"2\"]],\"rays\":[]"
        ",\"map\":[[\"1\",\"-1/2\",\"3\"]],\"bounded\":true,\"area\":\"2/3\""
        ",\"inequalities\":[{\"row\":[\"-3\",\"0\",\"1\"],\"border\":true},"
        "{\"row\":[\"0\",\"-1\",\"2\"],\"border\":true},"
        "{\"row\":[\"1\",\"0\",\"0\"],\"layer\":0,\"unit\":0,\"breakpoint\":0,\"side\":1},"
        "{\"row\":[\"0\",\"1\",\"0\"],\"layer\":0,\"unit\":1,\"breakpoint\":0,\"side\":1}],"
        "\"interior\":[\"1/6\",\"1\"]}\n"
        "{\"end\":{\"network_sha256\":\"%s\",\"domain\":\"[-1, 1/3] x [-2, 2]\","
        "\"arithmetic\":\"filtered\",\"certified\":true,\"complete\":true,"
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
        "\"arithmetic\":\"filtered\",\"certified\":true,\"complete\":true,"
        "\"activation_regions\":1,\"bounded_regions\":0,\"area\":null}}\n");
}

static void partial_and_uncertified(void)
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
        "\"arithmetic\":\"float\",\"certified\":false,\"complete\":false,"
        "\"activation_regions\":1,\"bounded_regions\":1,\"area\":null}}\n");
}

// ---- the records of random networks hold what they should ----

static yajl_val get(yajl_val object, const char *key)
{
    const char *path[] = {key, NULL};
    yajl_val found = yajl_tree_get(object, path, yajl_t_any);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    return found;
}

static size_t size_of(yajl_val list)
{
    CU_ASSERT_FATAL(YAJL_IS_ARRAY(list));
    return YAJL_GET_ARRAY(list)->len;
}

static yajl_val item(yajl_val list, size_t i)
{
    CU_ASSERT_FATAL(i < size_of(list));
    return YAJL_GET_ARRAY(list)->values[i];
}

static void read_rational(fmpq *x, yajl_val value)
{
    const char *text = YAJL_GET_STRING(value);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_EQUAL_FATAL(rational_parse(x, text, strlen(text), NULL), CREASE_OK);
}

static void read_row(fmpq *x, yajl_val list, size_t count)
{
    CU_ASSERT_EQUAL_FATAL(size_of(list), count);
    for (size_t i = 0; i < count; i++)
        read_rational(x + i, item(list, i));
}

// At every vertex the map gives what the network gives.
static void check_map(const crease_net *net, yajl_val record)
{
    size_t outputs = crease_net_outputs(net);
    fmpq *x = _fmpq_vec_init(2), *y = _fmpq_vec_init((slong)outputs), *row = _fmpq_vec_init(3);
    yajl_val vertices = get(record, "vertices"), map = get(record, "map");
    CU_ASSERT_EQUAL(size_of(map), outputs);
    for (size_t i = 0; i < size_of(vertices); i++) {
        read_row(x, item(vertices, i), 2);
        crease_net_evaluate(y, net, x);
        for (size_t k = 0; k < outputs; k++) {
            read_row(row, item(map, k), 3);
            fmpq_addmul(row + 2, row, x);
            fmpq_addmul(row + 2, row + 1, x + 1);
            CU_ASSERT(fmpq_equal(row + 2, y + k));
        }
    }
    _fmpq_vec_clear(x, 2);
    _fmpq_vec_clear(y, (slong)outputs);
    _fmpq_vec_clear(row, 3);
}

static void check_pattern(const crease_net *net, yajl_val record)
{
    yajl_val pattern = get(record, "pattern");
    CU_ASSERT_EQUAL_FATAL(size_of(pattern), crease_net_hidden(net));
    for (size_t layer = 0; layer < crease_net_hidden(net); layer++)
        CU_ASSERT_EQUAL(size_of(item(pattern, layer)), crease_net_width(net, layer));
}

// Returns 1 at the last line.
static int check_line(const crease_net *net, const char *line, long long id, fmpq_t total)
{
    yajl_val record = yajl_tree_parse(line, NULL, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(record);
    const char *end_path[] = {"end", NULL};
    yajl_val end = yajl_tree_get(record, end_path, yajl_t_any);
    fmpq_t area;
    fmpq_init(area);
    if (end) {
        if (YAJL_IS_TRUE(get(end, "complete"))) {
            read_rational(area, get(end, "area"));
            CU_ASSERT(fmpq_equal(area, total));
        } else {
            CU_ASSERT(YAJL_IS_NULL(get(end, "area")));
        }
        CU_ASSERT_EQUAL(YAJL_GET_INTEGER(get(end, "activation_regions")), id);
    } else {
        CU_ASSERT_EQUAL(YAJL_GET_INTEGER(get(record, "id")), id);
        check_pattern(net, record);
        check_map(net, record);
        read_rational(area, get(record, "area"));
        CU_ASSERT(fmpq_sgn(area) > 0);
        fmpq_add(total, total, area);
    }
    fmpq_clear(area);
    yajl_tree_free(record);
    return end != NULL;
}

// The areas of the records of a complete listing add up to that of the last line.
static void random_networks(void)
{
    const uint64_t seed = 20260705;
    printf("seed %" PRIu64 " ", seed);
    random_state random;
    random_seed(&random, seed);
    CASES(round, 30) {
        crease_net *net = random_net(&random, 2, 6, 3);
        crease_options options = {.max_regions = round % 3 ? 0 : 5};
        written file = written_init();
        crease_status status = written_records(&file, CREASE_JSONL, net, "-2,3,-1,2", &options);
        CU_ASSERT(status == CREASE_OK || (status == CREASE_STOPPED && options.max_regions));
        fmpq_t total;
        fmpq_init(total);
        int ended = 0;
        long long id = 0;
        char *rest = file.text;
        for (char *line; (line = strsep(&rest, "\n")) && line[0]; id++) {
            CU_ASSERT(!ended);
            ended = check_line(net, line, id, total);
        }
        CU_ASSERT(ended);
        CU_ASSERT_EQUAL(fmpq_cmp_si(total, 15) == 0, status == CREASE_OK);
        fmpq_clear(total);
        CU_ASSERT(written_clear(&file));
        crease_net_free(net);
    }
}

UNIT_MAIN("jsonl", {"box", box}, {"plane", plane},
          {"partial and uncertified", partial_and_uncertified},
          {"random networks", random_networks})
