// The .ine files of lrs and cdd: inequalities, row by row.
#include "base/memory.h"
#include "base/read_file.h"
#include "base/words.h"
#include "domain/domain.h"
#include "exact/literals.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

enum { MAX_COUNT = 2147483647 };

typedef struct {
    word_scanner scan;
    size_t rows, columns; // m, n; no rows: as many as there are
    bool any_rows;
    literal_list numbers;
} ine_reader;

// ---- Words before begin and after end ----

#define FLAT "equations make the polytope flat: name its plane with --slice instead"

// The options of lrs 7 and cddlib that change the set. All others concern their search and output.
static const struct {
    const char *name, *message;
    bool is_prefix; // cddlib obeys every word that begins so
    bool counted;   // a number of rows follows; 0 is harmless
    bool behind;    // obeyed only after end
} refused[] = {
    {"V-representation",
     "expected an H-representation, found a V-representation, which lrs and cdd convert", 1, 0, 0},
    {"hull", "expected inequalities, not the convex hull of points", 1, 0, 0},
    {"linearity", FLAT, 1, 1, 0},
    {"equality", FLAT, 1, 1, 0},
    {"partial_enum", FLAT, 1, 1, 0},
    {"nonnegative", "\"nonnegative\" is not read: write the signs of the coordinates as rows", 0, 0,
     0},
    {"voronoi", "\"voronoi\" is not read: expected inequalities, not points", 0, 0, 1},
    {"eliminate", "\"eliminate\" is not read: write the projection as rows", 0, 0, 1},
    {"project", "\"project\" is not read: write the projection as rows", 0, 0, 1},
    {"extract", "\"extract\" is not read: write the columns that remain as rows", 0, 0, 1},
    {"begin", "expected one matrix, found a second one", 0, 0, 1},
};

static crease_status take_option(const ine_reader *read, word name, bool behind)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const size_t length = strlen(refused[i].name);
        const word begin = {name.text, name.length < length ? name.length : length, name.offset};
        if (!word_is(refused[i].is_prefix ? begin : name, refused[i].name) ||
            (refused[i].behind && !behind))
            continue;
        word_scanner ahead = read->scan;
        if (refused[i].counted && word_is(word_next(&ahead), "0"))
            continue;
        return word_fail(&read->scan, name, "%s", refused[i].message);
    }
    return CREASE_OK;
}

// Reads up to begin or to the end of the file, word by word as lrs and cddlib do: an option may
// stand anywhere in a line. As for lrs, a word that begins with * makes the rest a comment.
static crease_status read_options(ine_reader *read, bool behind)
{
    word_scanner *scan = &read->scan;
    for (;;) {
        const word w = word_next(scan);
        if (w.length == 0 && behind)
            return CREASE_OK;
        if (w.length == 0)
            return word_refuse(scan, w, "a line \"begin\"");
        if (!behind && word_is(w, "begin"))
            return CREASE_OK;
        if (w.text[0] == '*')
            word_skip_line(scan);
        else if (take_option(read, w, behind))
            return CREASE_ERROR;
    }
}

// ---- The matrix. ----

static bool is_number_type(word w)
{
    static const char *const names[] = {"integer", "rational", "real", "floating", "float"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_is(w, names[i]))
            return true;
    return false;
}

// "m n rational"; lrs itself writes ***** for an m that it does not know yet.
static crease_status read_size(ine_reader *read)
{
    word_scanner *scan = &read->scan;
    word rows = word_next(scan);
    read->any_rows = rows.length > 0 && rows.text[0] == '*';
    if (!read->any_rows && !word_count(&read->rows, rows, MAX_COUNT))
        return word_refuse(scan, rows, "the number of rows, at most %d", MAX_COUNT);
    word columns = word_next(scan);
    if (!word_count(&read->columns, columns, MAX_COUNT) || read->columns < 2)
        return word_refuse(scan, columns,
                           "the number of columns, one more than the dimension and at least 2");
    word type = word_next(scan);
    if (!is_number_type(type))
        return word_refuse(scan, type, "one of integer, rational, real");
    return CREASE_OK;
}

// Numbers are separated by white space of any kind; lines do not matter.
static crease_status read_matrix(ine_reader *read)
{
    for (size_t i = 0;; i++) {
        word w = word_next(&read->scan);
        *read->scan.where = '\0';
        size_t row = i / read->columns, column = i % read->columns;
        if (column == 0 && (read->any_rows ? word_is(w, "end") : row == read->rows)) {
            read->rows = row;
            if (word_is(w, "end"))
                return CREASE_OK;
            return word_refuse(&read->scan, w, "\"end\" after %zu row%s", row, plural(row));
        }
        snprintf(read->scan.where, sizeof read->scan.where, "row %zu, column %zu", row + 1,
                 column + 1);
        if (w.length == 0 || word_is(w, "end"))
            return word_refuse(&read->scan, w, "%zu number%s in each row", read->columns,
                               plural(read->columns));
        if (literals_take(&read->numbers, &read->scan, w))
            return CREASE_ERROR;
    }
}

// Rows (b, a_1, .., a_d) become (a_1, .., a_d, b).
static crease_status make_polytope(crease_domain **domain, ine_reader *read)
{
    size_t columns = read->columns, entries = read->rows * columns, never = 0;
    const literal *number = read->numbers.number;
    fmpq *rows = _fmpq_vec_init((slong)entries);
    for (size_t i = 0; i < entries; i++)
        fmpq_set(rows + i, &number[i % columns < columns - 1 ? i + 1 : i - columns + 1].value);
    crease_status status =
        crease_domain_new_polytope(domain, rows, read->rows, columns - 1, read->scan.error);
    while (status && half_space_classify(rows + never * columns, columns - 1) != HOLDS_NEVER)
        never++;
    if (status)
        document_locate(read->scan.error, read->scan.document, number[never * columns].offset);
    _fmpq_vec_clear(rows, (slong)entries);
    return status;
}

static crease_status read_all(crease_domain **domain, ine_reader *read)
{
    if (read_options(read, 0) || read_size(read) || read_matrix(read) || read_options(read, 1))
        return CREASE_ERROR;
    return make_polytope(domain, read);
}

static crease_status parse_ine(void *domain, document_text document, crease_error *error)
{
    ine_reader read = {.scan = {.document = document, .marks = "", .error = error}};
    crease_status status = read_all(domain, &read);
    literals_clear(&read.numbers);
    return status;
}

crease_status crease_domain_read_ine(crease_domain **domain, const char *path, crease_error *error)
{
    if (read_file(domain, path, parse_ine, error))
        return CREASE_ERROR;
    (*domain)->file = memory_copy_text(strcmp(path, "-") ? path : "<stdin>");
    return CREASE_OK;
}
