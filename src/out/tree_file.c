// Writes a recorded region tree, node by node.
#include "out/tree_file.h"

#include "base/memory.h"

#include <crease/out.h>
#include <stdlib.h>

static const tree_format *const formats[] = {
    [CREASE_TREE_JSON] = &tree_json,
    [CREASE_TREE_DOT] = &tree_dot,
};

crease_status crease_write_tree(const char *path, crease_tree_format format,
                                const crease_tree *tree, crease_error *error)
{
    out_file out;
    if (out_file_open(&out, path, error))
        return CREASE_ERROR;
    uint32_t *scratch = memory_new(crease_tree_about(tree).units, sizeof *scratch);
    crease_status status = CREASE_OK;
    formats[format]->begin(out.stream, tree);
    for (size_t node = 0; node < crease_tree_nodes(tree) && status == CREASE_OK; node++) {
        formats[format]->node(out.stream, tree, node, scratch);
        status = out_file_check(&out, error);
    }
    free(scratch);
    if (status != CREASE_OK) {
        out_file_abort(&out);
        return status;
    }
    formats[format]->end(out.stream, tree);
    return out_file_commit(&out, error);
}
