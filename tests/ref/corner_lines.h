// Sets of vertices and rays, as lines of text.
#ifndef CORNER_LINES_H
#define CORNER_LINES_H

#include <flint/fmpq.h>
#include <stddef.h>

typedef struct {
    char **line;
    size_t count, capacity;
} corner_lines;

void corner_lines_add(corner_lines *to, const char *kind, const fmpq *x, size_t dimension);
// Each line once.
void corner_lines_unify(corner_lines *of);
// Whether both have the same lines, in any order. Clears them.
int corner_lines_agree(corner_lines *a, corner_lines *b);

#endif
