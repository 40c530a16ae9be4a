// Files of lines: two points on each line of text.
#include "base/error.h"
#include "base/read_file.h"
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

// What crease_lines_read wants, and where it puts it.
typedef struct {
    fmpq **points;
    size_t *count, dimension;
} lines_target;

static crease_status parse_lines(void *target, document_text document, crease_error *error)
{
    lines_target *to = target;
    line_reader read = {.scan = {.document = document, .marks = ","}, .dimension = to->dimension};
    crease_status status = read_rows(&read, error);
    slong width = 2 * (slong)to->dimension;
    if (status == CREASE_OK) {
        *to->count = read.lines;
        *to->points = _fmpq_vec_init((slong)read.lines * width);
        for (slong i = 0; i < (slong)read.lines * width; i++)
            fmpq_swap(*to->points + i, read.number + i);
    }
    _fmpq_vec_clear(read.number, (slong)read.capacity * width);
    return status;
}

crease_status crease_lines_parse(fmpq **points, size_t *count, size_t dimension, const char *text,
                                 size_t size, const char *name, crease_error *error)
{
    lines_target to = {points, count, dimension};
    return read_text(&to, (document_text){text, size}, name, parse_lines, error);
}

crease_status crease_lines_read(fmpq **points, size_t *count, size_t dimension, const char *path,
                                crease_error *error)
{
    lines_target to = {points, count, dimension};
    return read_file(&to, path, parse_lines, error);
}
