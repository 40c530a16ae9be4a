// Region trees as files, and the state of the file.
#include "unit.h"
#include "written.h"

#include <signal.h>

// Six folds of the unit square: 4096 regions.
#define FOLD LAYER("abs", "[[2, 0], [0, 2]]", "[-1, -1]")
static crease_status write_folds(const char *path, crease_error *error)
{
    crease_net *net = net_of(FOLD "," FOLD "," FOLD "," FOLD "," FOLD "," FOLD);
    crease_domain *domain = domain_of("0,1");
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_status status = crease_tree_write(path, 0, &counts, net, domain, NULL, error);
    CU_ASSERT(status || (counts.activation_regions == 4096 && counts.complete));
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
    return status;
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void replaces_file(void)
{
    written file = written_init();
    FILE *old = fopen(file.path, "w");
    fputs("old", old);
    fclose(old);
    CU_ASSERT_EQUAL(write_folds(file.path, &file.error), CREASE_OK);
    written_read(&file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    CU_ASSERT_EQUAL(count_lines(file.text), 1 + 8191 + 1); // a head, the nodes, and an end
    CU_ASSERT(written_clear(&file));
}

static void failures(void)
{
    crease_error error;
    CU_ASSERT_EQUAL(write_folds("/no/such/directory/tree", &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "/no/such/directory/tree");
    if (access("/dev/full", W_OK))
        return;
    CU_ASSERT_EQUAL(write_folds("/dev/full", &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "cannot write: No space left on device");
}

// Compares the file with format, in which the SHA-256 of the network replaces "%s".
static void check_tree_text(const char *layers, const char *box, const crease_options *options,
                            crease_status status, const char *format)
{
    crease_net *net = net_of(layers);
    crease_domain *domain = domain_of(box);
    crease_counts counts;
    char *expected = NULL;
    CU_ASSERT_FATAL(asprintf(&expected, format, crease_net_sha256(net)) > 0);
    written file = written_init();
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(crease_tree_write(file.path, 0, &counts, net, domain, options, &file.error),
                    status);
    written_read(&file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    CU_ASSERT_STRING_EQUAL(file.text, expected);
    CU_ASSERT(written_clear(&file));
    free(expected);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
}

static void json_no_hidden_layer(void)
{
    crease_options options = {.arith = CREASE_EXACT};
    check_tree_text(LINEAR("[[1, 2]]", "[3]"), "0,1", &options, CREASE_OK,
                    "{\"network_sha256\":\"%s\",\"domain\":\"[0, 1] x [0, 1]\","
                    "\"arithmetic\":\"exact\",\"exact\":true,\"hidden\":[],\"nodes\":[\n"
                    "{\"id\":0,\"parent\":null,\"pieces\":null,\"region\":0,\"bounded\":true,"
                    "\"pattern\":[]}\n"
                    "],\"complete\":true,\"activation_regions\":1,\"bounded_regions\":1,"
                    "\"splits\":0,\"depth\":0}\n");
}

static void json_empty(void)
{
    static const volatile sig_atomic_t at_once = 1;
    crease_options options = {.interrupt = &at_once};
    check_tree_text(RELU("[[1, 0]]", "[0]"), NULL, &options, CREASE_STOPPED,
                    "{\"network_sha256\":\"%s\",\"domain\":\"R^2\","
                    "\"arithmetic\":\"filtered\",\"exact\":true,\"hidden\":[1],\"nodes\":[],"
                    "\"complete\":false,\"activation_regions\":0,\"bounded_regions\":0,"
                    "\"splits\":0,\"depth\":0}\n");
}

// A tree of cells has the regions of a walk, also of units that divide a cell twice.
static void cells_of_a_walk(void)
{
    crease_net *net = net_of(LAYER("hardtanh", "[[1, 2], [3, -1]]", "[0, 1]") "," LAYER(
        "maxout:3", "[[1, -1], [2, 0], [0, 1]]", "[0, 0, 1]"));
    crease_domain *domain = domain_of("-2,3");
    crease_counts counts[2];
    for (int cells = 0; cells < 2; cells++) {
        written file = written_init();
        crease_counts_init(counts + cells, net);
        CU_ASSERT_EQUAL(
            crease_tree_write(file.path, cells, counts + cells, net, domain, NULL, &file.error),
            CREASE_OK);
        written_read(&file);
        CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
        CU_ASSERT(count_lines(file.text) > 2 * counts[cells].activation_regions / 3);
        CU_ASSERT(written_clear(&file));
    }
    CU_ASSERT(counts->activation_regions > 9);
    CU_ASSERT_EQUAL(counts[1].activation_regions, counts->activation_regions);
    CU_ASSERT_EQUAL(counts[1].bounded_regions, counts->bounded_regions);
    for (int cells = 0; cells < 2; cells++)
        crease_counts_clear(counts + cells);
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("tree_file", {"replaces a file", replaces_file}, {"failures", failures},
          {"JSON: no hidden layer", json_no_hidden_layer}, {"JSON: empty", json_empty},
          {"cells of a walk", cells_of_a_walk})
