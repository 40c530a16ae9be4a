// Writing a region tree: what becomes of the file, whatever the format.
#include "unit.h"
#include "written.h"

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
            CU_ASSERT_EQUAL(crease_write_tree(file[i].path, formats[f], tree, &file[i].error),
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
        CU_ASSERT_EQUAL(crease_write_tree("/no/such/directory/tree", formats[f], tree, &error),
                        CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.file, "/no/such/directory/tree");
        if (access("/dev/full", W_OK))
            continue;
        CU_ASSERT_EQUAL(crease_write_tree("/dev/full", formats[f], tree, &error), CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.message, "cannot write: No space left on device");
    }
    crease_tree_free(tree);
}

UNIT_MAIN("tree_file", {"same bytes", same_bytes}, {"failures", failures})
