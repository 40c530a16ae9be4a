// Sets of vertices and rays, as lines of text.
#include "generator_lines.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void generator_lines_add(generator_lines *to, const char *kind, const fmpq *x, size_t d)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    fputs(kind, stream);
    for (size_t k = 0; k < d; k++) {
        char *number = rational_text(x + k);
        fprintf(stream, " %s", number);
        flint_free(number);
    }
    fclose(stream);
    MEMORY_RESERVE(to->line, to->capacity, to->count + 1);
    to->line[to->count++] = text;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(generator_lines *of)
{
    if (of->count)
        qsort(of->line, of->count, sizeof *of->line, compare_lines);
}

void generator_lines_unify(generator_lines *of)
{
    size_t kept = 0;
    sort(of);
    for (size_t i = 0; i < of->count; i++)
        if (kept && !strcmp(of->line[kept - 1], of->line[i]))
            free(of->line[i]);
        else
            of->line[kept++] = of->line[i];
    of->count = kept;
}

bool generator_lines_agree(generator_lines *a, generator_lines *b)
{
    bool same = a->count == b->count;
    sort(a);
    sort(b);
    for (size_t i = 0; i < a->count && same; i++)
        same = !strcmp(a->line[i], b->line[i]);
    for (int l = 0; l < 2; l++) {
        generator_lines *of = l ? b : a;
        for (size_t i = 0; i < of->count; i++)
            free(of->line[i]);
        free(of->line);
    }
    return same;
}
