// Files of lines: two points on each line of text.
#include "base/error.h"
#include "base/slurp.h"
#include "base/words.h"
#include "exact/rational.h"
#include <crease/path.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    word_scanner scan;
    size_t dimension, lines, capacity; // capacity: rows of 2 * dimension
    fmpq *number;
} line_reader;

static fmpq *next_row(line_reader *read)
{
    size_t width = 2 * read->dimension;
    if (read->lines == read->capacity) {
        size_t capacity = read->capacity ? 2 * read->capacity : 16;
        fmpq *number = _fmpq_vec_init((slong)(capacity * width));
        for (size_t i = 0; i < read->lines * width; i++)
            fmpq_swap(number + i, read->number + i);
        _fmpq_vec_clear(read->number, (slong)(read->capacity * width));
        read->number = number;
        read->capacity = capacity;
    }
    return read->number + read->lines++ * width;
}

// Behind a number one comma may stand.
static word next_number(line_reader *read, word before)
{
    word next = word_next_in_line(&read->scan);
    return before.length && word_is(next, ",") ? word_next_in_line(&read->scan) : next;
}

static crease_status read_row(line_reader *read, word first, crease_error *error)
{
    size_t width = 2 * read->dimension;
    fmpq *row = next_row(read);
    char where[64];
    word at = first;
    snprintf(where, sizeof where, "lines[%zu]", read->lines - 1);
    for (size_t i = 0; i < width; i++) {
        crease_error inner;
        if (!at.length)
            return word_fail(error, &read->scan, at, where,
                             "expected %zu numbers, %zu for each of two points, found %zu", width,
                             read->dimension, i);
        if (rational_parse(row + i, at.text, at.length, &inner))
            return word_fail(error, &read->scan, at, where, "%s", inner.message);
        at = next_number(read, at);
    }
    if (at.length)
        return word_refuse(error, &read->scan, at, where, "the end of the line after %zu numbers",
                           width);
    return CREASE_OK;
}

static crease_status read_rows(line_reader *read, crease_error *error)
{
    while (read->scan.at < read->scan.document.size) {
        word first = word_next_in_line(&read->scan);
        if (first.length && first.text[0] == '#')
            word_skip_line(&read->scan);
        else if (first.length && read_row(read, first, error))
            return CREASE_ERROR;
    }
    if (read->lines)
        return CREASE_OK;
    return word_refuse(error, &read->scan, word_next(&read->scan), NULL,
                       "%zu numbers, %zu for each of two points", 2 * read->dimension,
                       read->dimension);
}

crease_status crease_lines_parse(fmpq **points, size_t *count, size_t dimension, const char *text,
                                 size_t size, const char *name, crease_error *error)
{
    line_reader read = {.scan = {.document = {text, size}, .marks = ","}, .dimension = dimension};
    crease_status status = read_rows(&read, error);
    slong width = 2 * (slong)dimension;
    if (status == CREASE_OK) {
        *count = read.lines;
        *points = _fmpq_vec_init((slong)read.lines * width);
        for (slong i = 0; i < (slong)read.lines * width; i++)
            fmpq_swap(*points + i, read.number + i);
    }
    _fmpq_vec_clear(read.number, (slong)read.capacity * width);
    if (status)
        error_locate(error, name, 0, 0, NULL);
    return status;
}

crease_status crease_lines_read(fmpq **points, size_t *count, size_t dimension, const char *path,
                                crease_error *error)
{
    char *text;
    size_t size;
    crease_status status = slurp_file(&text, &size, path, error);
    if (status != CREASE_OK)
        return status;
    status = crease_lines_parse(points, count, dimension, text, size, slurp_name(path), error);
    free(text);
    return status;
}
