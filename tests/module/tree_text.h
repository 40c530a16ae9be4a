// For tests of tree formats: the text of the tree of a network.
#ifndef TESTS_TREE_TEXT_H
#define TESTS_TREE_TEXT_H

#include "unit.h"
#include "written.h"

// Records the tree and checks its file, which is format with the SHA-256 of the network in
// place of "%s".
static inline void check_tree_text(crease_tree_format kind, const char *layers, const char *box,
                                   const crease_options *options, crease_status status,
                                   const char *format)
{
    crease_net *net = net_of(layers);
    crease_domain *domain = domain_of(box);
    crease_tree *tree;
    char *expected = NULL;
    CU_ASSERT_FATAL(asprintf(&expected, format, crease_net_sha256(net)) > 0);
    CU_ASSERT_EQUAL_FATAL(crease_tree_new(&tree, net, domain, options, NULL), status);
    written file = written_init();
    CU_ASSERT_EQUAL(crease_write_tree(file.path, kind, tree, &file.error), CREASE_OK);
    written_read(&file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    CU_ASSERT_STRING_EQUAL(file.text, expected);
    CU_ASSERT(written_clear(&file));
    free(expected);
    crease_tree_free(tree);
    crease_domain_free(domain);
    crease_net_free(net);
}

#endif
