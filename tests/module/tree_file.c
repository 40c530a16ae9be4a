// Region trees as files: both formats, and the state of the file.
#include "unit.h"
#include "written.h"

#include <signal.h>

static const crease_tree_format formats[] = {CREASE_TREE_JSON, CREASE_TREE_DOT};
enum { FORMATS = sizeof formats / sizeof *formats };

// Six folds of the unit square: 4096 regions.
#define FOLD LAYER("abs", "[[2, 0], [0, 2]]", "[-1, -1]")
static crease_tree *folds(void)
{
    crease_net *net = net_of(FOLD "," FOLD "," FOLD "," FOLD "," FOLD "," FOLD);
    crease_domain *domain = domain_of("0,1");
    crease_tree *tree;
    CU_ASSERT_EQUAL_FATAL(crease_tree_new(&tree, net, domain, NULL, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(crease_tree_nodes(tree), 2 * 4096 - 1);
    crease_domain_free(domain);
    crease_net_free(net);
    return tree;
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

// A tree may be written any number of times; an old file gives way.
static void same_bytes(void)
{
    crease_tree *tree = folds();
    // A head, a line for each node, and an end; in the other format a second for each edge.
    const size_t lines[] = {1 + 8191 + 1, 3 + 8191 + 8190 + 1};
    for (size_t f = 0; f < FORMATS; f++) {
        written file[2] = {written_init(), written_init()};
        for (size_t i = 0; i < 2; i++) {
            FILE *old = fopen(file[i].path, "w");
            fputs("old", old);
            fclose(old);
            CU_ASSERT_EQUAL(crease_tree_write(file[i].path, formats[f], tree, &file[i].error),
                            CREASE_OK);
            written_read(&file[i]);
            CU_ASSERT_PTR_NOT_NULL_FATAL(file[i].text);
            CU_ASSERT_EQUAL(count_lines(file[i].text), lines[f]);
        }
        CU_ASSERT_STRING_EQUAL(file[0].text, file[1].text);
        CU_ASSERT(written_clear(&file[0]));
        CU_ASSERT(written_clear(&file[1]));
    }
    crease_tree_free(tree);
}

static void failures(void)
{
    crease_tree *tree = folds();
    for (size_t f = 0; f < FORMATS; f++) {
        crease_error error;
        CU_ASSERT_EQUAL(crease_tree_write("/no/such/directory/tree", formats[f], tree, &error),
                        CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.file, "/no/such/directory/tree");
        if (access("/dev/full", W_OK))
            continue;
        CU_ASSERT_EQUAL(crease_tree_write("/dev/full", formats[f], tree, &error), CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.message, "cannot write: No space left on device");
    }
    crease_tree_free(tree);
}

// Records the tree and checks its file, which is format with the SHA-256 of the network in
// place of "%s".
static void check_tree_text(crease_tree_format kind, const char *layers, const char *box,
                            const crease_options *options, crease_status status, const char *format)
{
    crease_net *net = net_of(layers);
    crease_domain *domain = domain_of(box);
    crease_tree *tree;
    char *expected = NULL;
    CU_ASSERT_FATAL(asprintf(&expected, format, crease_net_sha256(net)) > 0);
    CU_ASSERT_EQUAL_FATAL(crease_tree_new(&tree, net, domain, options, NULL), status);
    written file = written_init();
    CU_ASSERT_EQUAL(crease_tree_write(file.path, kind, tree, &file.error), CREASE_OK);
    written_read(&file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    CU_ASSERT_STRING_EQUAL(file.text, expected);
    CU_ASSERT(written_clear(&file));
    free(expected);
    crease_tree_free(tree);
    crease_domain_free(domain);
    crease_net_free(net);
}

static void json_no_hidden_layer(void)
{
    crease_options options = {.arith = CREASE_EXACT};
    check_tree_text(CREASE_TREE_JSON, LINEAR("[[1, 2]]", "[3]"), "0,1", &options, CREASE_OK,
                    "{\"network_sha256\":\"%s\",\"hidden\":[],\"domain\":\"[0, 1] x [0, 1]\","
                    "\"arithmetic\":\"exact\",\"exact\":true,\"complete\":true,"
                    "\"activation_regions\":1,\"bounded_regions\":1,\"splits\":0,\"depth\":0,"
                    "\"nodes\":[\n"
                    "{\"id\":0,\"parent\":null,\"pieces\":null,\"region\":0,\"bounded\":true,"
                    "\"pattern\":[]}\n"
                    "]}\n");
}

static void json_empty(void)
{
    static const volatile sig_atomic_t at_once = 1;
    crease_options options = {.interrupt = &at_once};
    check_tree_text(CREASE_TREE_JSON, RELU("[[1, 0]]", "[0]"), NULL, &options, CREASE_STOPPED,
                    "{\"network_sha256\":\"%s\",\"hidden\":[1],\"domain\":\"R^2\","
                    "\"arithmetic\":\"filtered\",\"exact\":true,\"complete\":false,"
                    "\"activation_regions\":0,\"bounded_regions\":0,\"splits\":0,\"depth\":0,"
                    "\"nodes\":[]}\n");
}

static void dot_empty(void)
{
    static const volatile sig_atomic_t at_once = 1;
    crease_options options = {.interrupt = &at_once};
    check_tree_text(CREASE_TREE_DOT, RELU("[[1, 0]]", "[0]"), NULL, &options, CREASE_STOPPED,
                    "digraph crease {\n"
                    "  label=\"%s\\nR^2\\nactivation regions 0, not complete\"\n"
                    "  node [shape=box]\n"
                    "}\n");
}

UNIT_MAIN("tree_file", {"same bytes", same_bytes}, {"failures", failures},
          {"JSON: no hidden layer", json_no_hidden_layer}, {"JSON: empty", json_empty},
          {"DOT: empty", dot_empty})
