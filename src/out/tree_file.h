// A region tree as a file: what a format is.
#ifndef OUT_TREE_FILE_H
#define OUT_TREE_FILE_H

#include "out/file.h"
#include <crease/regions.h>

// Write errors are not looked at here: the stream remembers them.
typedef struct {
    void (*begin)(FILE *stream, const crease_tree *tree);
    // The nodes come in order; scratch has room for a pattern.
    void (*node)(FILE *stream, const crease_tree *tree, size_t node, uint32_t *scratch);
    void (*end)(FILE *stream, const crease_tree *tree);
} tree_format;

extern const tree_format tree_json, tree_dot;

#endif
