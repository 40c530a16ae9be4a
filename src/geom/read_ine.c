// The .ine files of lrs and cdd: inequalities, row by row.
#include "base/error.h"
#include "base/read_file.h"
#include "base/words.h"
#include "exact/literals.h"
#include "geom/domain.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_COUNT = 2147483647 };

typedef struct {
    word_scanner scan;
    size_t rows, columns; // m, n; no rows: as many as there are
    int any_rows;
    literal_list numbers;
} ine_reader;

// ---- Lines before begin and after end: names, comments and options. ----

#define FLAT "equations make the polytope flat: name its plane with --slice instead"

// Options that change the polytope, all else being a matter of the programs that read them.
static const struct {
    const char *name, *message;
    int counted; // how many rows it speaks of stands after it; 0 is harmless
} refused[] = {
    {"V-representation", "expected an H-representation, found a V-representation", 0},
    {"hull", "expected inequalities, not the convex hull of points", 0},
    {"linearity", FLAT, 1},
    {"equality", FLAT, 1},
    {"partial_enumeration", FLAT, 1},
    {"partial_enum", FLAT, 1},
    {"nonnegative", "\"nonnegative\" is not read: write the signs of the coordinates as rows", 0},
};

static crease_status take_option(ine_reader *read, word name, crease_error *error)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (!word_is(name, refused[i].name))
            continue;
        word_scanner ahead = read->scan;
        if (refused[i].counted && word_is(word_next_in_line(&ahead), "0"))
            continue;
        return word_fail(error, &read->scan, name, NULL, "%s", refused[i].message);
    }
    return CREASE_OK;
}

// Up to the line of begin, or to the end of the file.
static crease_status read_lines(ine_reader *read, int until_begin, crease_error *error)
{
    word_scanner *scan = &read->scan;
    while (scan->at < scan->document.size) {
        word first = word_next_in_line(scan);
        if (first.length == 0)
            continue;
        if (until_begin && word_is(first, "begin"))
            return CREASE_OK;
        if (take_option(read, first, error) != CREASE_OK)
            return CREASE_ERROR;
        word_skip_line(scan);
    }
    if (until_begin)
        return word_refuse(error, scan, word_next(scan), NULL, "a line \"begin\"");
    return CREASE_OK;
}

// ---- The matrix. ----

static int is_number_type(word w)
{
    static const char *const names[] = {"integer", "rational", "real", "floating", "float"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_is(w, names[i]))
            return 1;
    return 0;
}

// "m n rational"; lrs itself writes ***** for an m that it does not know yet.
static crease_status read_size(ine_reader *read, crease_error *error)
{
    word_scanner *scan = &read->scan;
    word rows = word_next(scan);
    read->any_rows = rows.length > 0 && rows.text[0] == '*';
    if (!read->any_rows && !word_count(&read->rows, rows, MAX_COUNT))
        return word_refuse(error, scan, rows, NULL, "the number of rows, at most %d", MAX_COUNT);
    word columns = word_next(scan);
    if (!word_count(&read->columns, columns, MAX_COUNT) || read->columns < 2)
        return word_refuse(error, scan, columns, NULL,
                           "the number of columns, one more than the dimension and at least 2");
    word type = word_next(scan);
    if (!is_number_type(type))
        return word_refuse(error, scan, type, NULL, "one of integer, rational, real");
    return CREASE_OK;
}

static crease_status read_number(ine_reader *read, word w, const char *where, crease_error *error)
{
    fmpq_t value;
    fmpq_init(value);
    crease_error inner;
    crease_status status = rational_parse(value, w.text, w.length, &inner);
    if (status == CREASE_OK)
        literals_add(&read->numbers, value, w.offset);
    else
        word_fail(error, &read->scan, w, where, "%s", inner.message);
    fmpq_clear(value);
    return status;
}

// Numbers are separated by white space of any kind; lines do not matter.
static crease_status read_matrix(ine_reader *read, crease_error *error)
{
    for (size_t i = 0;; i++) {
        word w = word_next(&read->scan);
        size_t row = i / read->columns, column = i % read->columns;
        if (column == 0 && (read->any_rows ? word_is(w, "end") : row == read->rows)) {
            read->rows = row;
            if (word_is(w, "end"))
                return CREASE_OK;
            return word_refuse(error, &read->scan, w, NULL, "\"end\" after %zu row%s", row,
                               plural(row));
        }
        char where[64];
        snprintf(where, sizeof where, "row %zu, column %zu", row + 1, column + 1);
        if (w.length == 0 || word_is(w, "end"))
            return word_refuse(error, &read->scan, w, where, "%zu number%s in each row",
                               read->columns, plural(read->columns));
        if (read_number(read, w, where, error) != CREASE_OK)
            return CREASE_ERROR;
    }
}

// Rows (b, a_1, .., a_d) become (a_1, .., a_d, b).
static crease_status make_polytope(crease_domain **domain, ine_reader *read, crease_error *error)
{
    size_t columns = read->columns, entries = read->rows * columns, never = 0;
    const literal *number = read->numbers.number;
    fmpq *rows = _fmpq_vec_init((slong)entries);
    for (size_t i = 0; i < entries; i++)
        fmpq_set(rows + i, &number[i % columns < columns - 1 ? i + 1 : i - columns + 1].value);
    crease_status status = crease_domain_new_polytope(domain, rows, read->rows, columns - 1, error);
    while (status && half_space_classify(rows + never * columns, columns - 1) != HOLDS_NEVER)
        never++;
    if (status)
        document_locate(error, read->scan.document, number[never * columns].offset);
    _fmpq_vec_clear(rows, (slong)entries);
    return status;
}

static crease_status read_all(crease_domain **domain, ine_reader *read, crease_error *error)
{
    if (read_lines(read, 1, error) != CREASE_OK || read_size(read, error) != CREASE_OK ||
        read_matrix(read, error) != CREASE_OK || read_lines(read, 0, error) != CREASE_OK)
        return CREASE_ERROR;
    return make_polytope(domain, read, error);
}

static crease_status parse_ine(void *domain, document_text document, crease_error *error)
{
    ine_reader read = {.scan = {.document = document, .marks = ""}};
    crease_status status = read_all(domain, &read, error);
    literals_clear(&read.numbers);
    return status;
}

crease_status crease_domain_parse_ine(crease_domain **domain, const char *text, size_t size,
                                      const char *name, crease_error *error)
{
    return read_text(domain, (document_text){text, size}, name, parse_ine, error);
}

crease_status crease_domain_read_ine(crease_domain **domain, const char *path, crease_error *error)
{
    return read_file(domain, path, parse_ine, error);
}
