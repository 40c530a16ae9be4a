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

// ---- Inequalities, whose texts are kept from region to region ----

static void put_owner(FILE *text, const crease_facet *owner)
{
    if (owner->on_border)
        fputs(",\"border\":true}", text);
    else
        fprintf(text, ",\"layer\":%zu,\"unit\":%zu,\"breakpoint\":%zu,\"side\":%d}", owner->layer,
                owner->unit, owner->breakpoint, owner->side);
}

typedef struct {
    FILE *text;
    size_t dimension;
} listing;

static crease_visit put_inequalities(void *data, const crease_region *region)
{
    const listing *list = data;
    fmpq *row = _fmpq_vec_init((slong)list->dimension + 1);
    fputs("{\"inequalities\":[", list->text);
    for (size_t f = 0; f < crease_region_facets(region); f++) {
        crease_facet owner;
        crease_region_facet(row, &owner, region, f);
        for (size_t c = 0; c <= list->dimension; c++) {
            fputs(c ? ",\"" : f ? ",{\"row\":[\"" : "{\"row\":[\"", list->text);
            fmpq_fprint(list->text, row + c);
            fputc('"', list->text);
        }
        fputc(']', list->text);
        put_owner(list->text, &owner);
    }
    fputs("]}\n", list->text);
    _fmpq_vec_clear(row, (slong)list->dimension + 1);
    return CREASE_GO;
}

// The lines of regions, without the last line; the caller frees it.
static char *written_inequalities(const crease_net *net, const crease_domain *domain)
{
    const crease_records records = {.format = CREASE_JSONL, .fields = "inequalities"};
    const crease_options options = {.threads = 2, .max_regions = 60};
    written file = written_init();
    crease_counts_init(&file.counts, net);
    CU_ASSERT(crease_regions_write(file.path, &records, &file.counts, net, domain, &options,
                                   &file.error) != CREASE_ERROR);
    crease_counts_clear(&file.counts);
    written_read(&file);
    char *end = strstr(file.text, "{\"end\"");
    CU_ASSERT_PTR_NOT_NULL_FATAL(end);
    *end = '\0';
    char *text = memory_copy_text(file.text);
    CU_ASSERT(written_clear(&file));
    return text;
}

static void inequalities(void)
{
    SEEDS(seed, 60) {
        random_state random = unit_random(seed);
        const size_t inputs = 1 + seed % 7;
        crease_net *net = random_net_of(&random, inputs, 3, 3, random_any_activation);
        crease_domain *domain;
        CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&domain, "-2/3,3", inputs, NULL), CREASE_OK);
        char *text = NULL;
        size_t size = 0;
        listing list = {open_memstream(&text, &size), inputs};
        const crease_visitor visitor = {.data = &list, .region = put_inequalities};
        test_shows_net(net);
        CU_ASSERT(visit_some(&visitor, 60, net, domain) != CREASE_ERROR);
        fclose(list.text);
        char *kept = written_inequalities(net, domain);
        CU_ASSERT(strcmp(kept, text) == 0);
        free(kept);
        free(text);
        test_shows_net(NULL);
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

UNIT_MAIN("jsonl", {"box", box}, {"plane", plane}, {"partial and inexact", partial_and_inexact},
          {"inequalities", inequalities})
