// A table of text, row by row.
#include "out/table.h"

#include "base/memory.h"
#include "out/file.h"
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// Cells are taken out of text, which is overwritten.
static void add_row(table *t, char *text)
{
    MEMORY_RESERVE(t->cell, t->capacity, (t->rows + 1) * t->columns);
    for (size_t i = 0; i < t->columns; i++) {
        char *cell = strsep(&text, ",");
        assert(cell);
        t->cell[t->rows * t->columns + i] = memory_copy_text(cell);
    }
    assert(!text);
    t->rows++;
}

void table_init(table *t, const char *names)
{
    *t = (table){.columns = 1};
    for (const char *c = names; *c; c++)
        t->columns += *c == ',';
    char *text = memory_copy_text(names);
    add_row(t, text);
    free(text);
}

void table_clear(table *t)
{
    for (size_t i = 0; i < t->rows * t->columns; i++)
        free(t->cell[i]);
    free(t->cell);
    *t = (table){0};
}

void table_add(table *t, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        abort(); // memory
    va_end(arguments);
    add_row(t, text);
    free(text);
}

size_t table_column(const table *t, const char *name)
{
    size_t column = 0;
    while (column < t->columns && strcmp(t->cell[column], name))
        column++;
    assert(column < t->columns);
    return column;
}

size_t table_rows(const table *t)
{
    return t->rows - 1;
}

const char *table_cell(const table *t, size_t row, size_t column)
{
    return t->cell[(row + 1) * t->columns + column];
}

crease_status table_write(const char *path, const table *t, crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    for (size_t i = 0; i < t->rows * t->columns; i++)
        fprintf(file.stream, "%s%s", t->cell[i], (i + 1) % t->columns ? "," : "\r\n");
    return out_file_commit(&file, error);
}
