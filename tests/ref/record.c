// A region record in a file of JSON lines.
#include "record.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_tree.h>

static void give_up(const char *what)
{
    fprintf(stderr, "record: expected %s\n", what);
    abort();
}

static yajl_val get(yajl_val object, const char *key)
{
    const char *path[] = {key, NULL};
    yajl_val found = yajl_tree_get(object, path, yajl_t_any);
    if (!found)
        give_up(key);
    return found;
}

static size_t size_of(yajl_val list)
{
    if (!YAJL_IS_ARRAY(list))
        give_up("a list");
    return YAJL_GET_ARRAY(list)->len;
}

static yajl_val item(yajl_val list, size_t i)
{
    return YAJL_GET_ARRAY(list)->values[i];
}

static size_t count_in(yajl_val object, const char *key)
{
    yajl_val found = get(object, key);
    if (!YAJL_IS_INTEGER(found) || YAJL_GET_INTEGER(found) < 0)
        give_up("a count");
    return (size_t)YAJL_GET_INTEGER(found);
}

static void read_row(fmpq *x, yajl_val list, size_t entries)
{
    if (size_of(list) != entries)
        give_up("as many numbers as there are coordinates");
    for (size_t i = 0; i < entries; i++) {
        const char *text = YAJL_GET_STRING(item(list, i));
        if (!text || rational_parse(x + i, text, strlen(text), NULL) != CREASE_OK)
            give_up("a number as a string");
    }
}

static fmpq *read_rows(size_t *count, yajl_val list, size_t entries)
{
    *count = size_of(list);
    fmpq *rows = _fmpq_vec_init((slong)(*count * entries));
    for (size_t i = 0; i < *count; i++)
        read_row(rows + i * entries, item(list, i), entries);
    return rows;
}

static record_owner read_owner(yajl_val object)
{
    const char *path[] = {"border", NULL};
    yajl_val border = yajl_tree_get(object, path, yajl_t_any);
    if (border) {
        if (!YAJL_IS_TRUE(border) || YAJL_GET_OBJECT(object)->len != 2)
            give_up("\"border\": true, and a row");
        return (record_owner){.border = true};
    }
    yajl_val side = get(object, "side");
    if (!YAJL_IS_INTEGER(side) || llabs(YAJL_GET_INTEGER(side)) != 1)
        give_up("a side 1 or -1");
    return (record_owner){.layer = count_in(object, "layer"),
                          .unit = count_in(object, "unit"),
                          .breakpoint = count_in(object, "breakpoint"),
                          .side = (int)YAJL_GET_INTEGER(side)};
}

static void read_inequalities(record *of, yajl_val list)
{
    size_t columns = of->dimension + 1;
    of->inequalities = size_of(list);
    of->inequality = _fmpq_vec_init((slong)(of->inequalities * columns));
    of->owner = memory_new(of->inequalities, sizeof *of->owner);
    for (size_t i = 0; i < of->inequalities; i++) {
        read_row(of->inequality + i * columns, get(item(list, i), "row"), columns);
        of->owner[i] = read_owner(item(list, i));
    }
}

static void read_pattern(record *of, yajl_val list)
{
    of->layers = size_of(list);
    of->width = memory_new(of->layers, sizeof *of->width);
    of->pattern = memory_new(of->layers, sizeof *of->pattern);
    for (size_t l = 0; l < of->layers; l++) {
        of->width[l] = size_of(item(list, l));
        of->pattern[l] = memory_new(of->width[l], sizeof **of->pattern);
        for (size_t u = 0; u < of->width[l]; u++)
            of->pattern[l][u] = (size_t)YAJL_GET_INTEGER(item(item(list, l), u));
    }
}

bool record_read(record *of, const char *line, size_t dimension)
{
    *of = (record){.dimension = dimension};
    yajl_val object = yajl_tree_parse(line, NULL, 0);
    const char *path[] = {"end", NULL};
    if (!object)
        give_up("a JSON object");
    bool last = yajl_tree_get(object, path, yajl_t_any) != NULL;
    if (!last) {
        of->id = count_in(object, "id");
        of->vertex = read_rows(&of->vertices, get(object, "vertices"), dimension);
        of->ray = read_rows(&of->rays, get(object, "rays"), dimension);
        of->map = read_rows(&of->outputs, get(object, "map"), dimension + 1);
        of->interior = _fmpq_vec_init((slong)dimension);
        read_row(of->interior, get(object, "interior"), dimension);
        read_inequalities(of, get(object, "inequalities"));
        read_pattern(of, get(object, "pattern"));
        of->bounded = YAJL_IS_TRUE(get(object, "bounded"));
    }
    yajl_tree_free(object);
    return !last;
}

void record_clear(record *of)
{
    size_t d = of->dimension;
    if (!of->interior)
        return;
    _fmpq_vec_clear(of->vertex, (slong)(of->vertices * d));
    _fmpq_vec_clear(of->ray, (slong)(of->rays * d));
    _fmpq_vec_clear(of->map, (slong)(of->outputs * (d + 1)));
    _fmpq_vec_clear(of->inequality, (slong)(of->inequalities * (d + 1)));
    _fmpq_vec_clear(of->interior, (slong)d);
    for (size_t l = 0; l < of->layers; l++)
        free(of->pattern[l]);
    free(of->pattern);
    free(of->width);
    free(of->owner);
}
