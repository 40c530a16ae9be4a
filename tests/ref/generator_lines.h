// Sets of vertices and rays, as lines of text.
#ifndef GENERATOR_LINES_H
#define GENERATOR_LINES_H

#include <flint/fmpq.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char **line;
    size_t count, capacity;
} generator_lines;

void generator_lines_add(generator_lines *to, const char *kind, const fmpq *x, size_t dimension);
// Each line once.
void generator_lines_unify(generator_lines *of);
// Whether both have the same lines, in any order. Clears them.
bool generator_lines_agree(generator_lines *a, generator_lines *b);

#endif
