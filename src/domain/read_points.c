// Files of points, such as those that span a slice: JSON, or lines of numbers.
#include "base/error.h"
#include "base/read_file.h"
#include "base/words.h"
#include "exact/literals.h"
#include <crease/domain.h>
#include <flint/fmpq_vec.h>
#include <string.h>
#include <strings.h>

typedef struct {
    size_t columns, points; // columns 0: no point was read yet
    literal_list numbers;   // of all points
} points_reader;

// ---- JSON ----

enum { ROOT, NUMBERS, ABOUT, POINTS, POINT, NUMBER };

static const json_place places[] = {
    [ROOT] = {0, NULL, JSON_IS(JSON_OBJECT), 1, "an object"},
    [NUMBERS] = {ROOT, "numbers", JSON_IS(JSON_STRING), 0, "a string"},
    [ABOUT] = {ROOT, "about", JSON_IS(JSON_STRING), 0, "a string"},
    [POINTS] = {ROOT, "points", JSON_IS(JSON_ARRAY), 1, "an array of points"},
    [POINT] = {POINTS, NULL, JSON_IS(JSON_ARRAY), 0, "an array of numbers"},
    [NUMBER] = {POINT, NULL, JSON_IS_NUMERAL, 0, "a number"},
};

static crease_status check_point(const points_reader *read, const json_tree *tree,
                                 const json_value *point, crease_error *error)
{
    if (point->length == 0)
        return json_fail(error, tree, point, "expected at least one number, found none");
    if (point->length == read->columns)
        return CREASE_OK;
    return json_fail(error, tree, point, "expected %zu number%s, as in points[0], found %u",
                     read->columns, plural(read->columns), point->length);
}

static crease_status read_json_points(points_reader *read, const json_tree *tree,
                                      crease_error *error)
{
    const json_value *points = json_member(tree, tree->value, POINTS), *point = json_first(points);
    crease_status status = CREASE_OK;
    rational_rounding rounding;
    fmpq_t x;
    if (literal_read_rounding(&rounding, tree, json_member(tree, tree->value, NUMBERS), error))
        return CREASE_ERROR;
    if (points->length == 0)
        return json_fail(error, tree, points, "expected at least one point, found none");
    fmpq_init(x);
    read->columns = point->length;
    for (; read->points < points->length && status == CREASE_OK; read->points++) {
        const json_value *number = json_first(point);
        status = check_point(read, tree, point, error);
        for (size_t k = 0; k < read->columns && status == CREASE_OK; k++) {
            status = literal_read(x, tree, number, rounding, error);
            literals_add(&read->numbers, x, 0);
            number = json_next(tree, number);
        }
        point = json_next(tree, point);
    }
    fmpq_clear(x);
    return status;
}

// ---- Lines ----

// Whether a word is not meant as a number, so that a first line with a slip is not taken for names.
static bool is_name(word w)
{
    static const char *const no_numbers[] = {"nan", "inf", "infinity"};
    const size_t quotes = w.length > 1 && strchr("\"'", *w.text);
    bool is = !strchr("+-.0123456789", w.text[quotes]);
    for (size_t i = 0; i < sizeof no_numbers / sizeof *no_numbers; i++)
        is &= w.length != strlen(no_numbers[i]) || strncasecmp(w.text, no_numbers[i], w.length);
    return is;
}

// Reads a line of numbers, between commas or white space. Before the first point it may consist of
// the names of columns instead, of which all but the first may be numbers.
static crease_status read_line(points_reader *read, word_scanner *scan)
{
    const size_t before = read->numbers.count, begin = scan->next;
    crease_status status = CREASE_OK;
    bool names = false, empty = true; // the present field
    size_t fields = 0;
    for (word w; status == CREASE_OK; empty = word_is(w, ",")) {
        w = word_next_in_line(scan);
        if (empty && fields && (!w.length || word_is(w, ",")))
            status =
                word_refuse(scan, w, names ? "a name of column %zu" : "number %zu", fields + 1);
        else if (empty && word_is(w, ","))
            status = word_refuse(scan, w, "a name or a number in column 1");
        if (!w.length || status)
            break;
        if (word_is(w, ","))
            continue;
        fields++;
        status = literals_take(&read->numbers, scan, w);
        names |= fields == 1 && read->points == 0 && is_name(w);
        status = names ? CREASE_OK : status;
    }
    if (names)
        literals_shorten(&read->numbers, before);
    if (status || names || fields == 0)
        return status;
    read->columns = read->points++ ? read->columns : fields;
    if (read->numbers.count - before == read->columns)
        return CREASE_OK;
    return word_fail(scan, (word){.offset = begin},
                     "expected %zu number%s, as in the first line, found %zu", read->columns,
                     plural(read->columns), fields);
}

#define MARK "\xef\xbb\xbf" // with which some programs begin a text in UTF-8

static crease_status read_points(void *target, document_text document, crease_error *error)
{
    const json_schema schema = {places, sizeof places / sizeof *places, literal_refuse_word};
    points_reader *read = target;
    word_scanner scan = {.document = document, .marks = ",", .comment = "#", .error = error};
    if (document.size >= strlen(MARK) && !memcmp(document.text, MARK, strlen(MARK)))
        scan.next = strlen(MARK);
    if (document.size > 6 && !memcmp(document.text, "\x93NUMPY", 6))
        return error_set(error, "is a NumPy array, expected text: numpy.savetxt writes it");
    word_scanner ahead = scan;
    const word first = word_next(&ahead);
    crease_status status = CREASE_OK;
    json_tree tree;
    if (first.length == 0 || *first.text == '{' || *first.text == '[') {
        status = json_tree_read(&tree, &schema, document, error);
        if (status == CREASE_OK)
            status = read_json_points(read, &tree, error);
        json_tree_clear(&tree);
        return status;
    }
    while (scan.next < document.size && status == CREASE_OK)
        status = read_line(read, &scan);
    if (status == CREASE_OK && read->points == 0)
        status = word_refuse(&scan, (word){.offset = document.size}, "a line of numbers");
    return status;
}

crease_status crease_points_read(fmpq **points, size_t *count, size_t *inputs, const char *path,
                                 crease_error *error)
{
    points_reader read = {0};
    const crease_status status = read_file(&read, path, read_points, error);
    *count = read.points;
    *inputs = read.columns;
    if (status == CREASE_OK) {
        *points = _fmpq_vec_init((slong)read.numbers.count);
        literals_move(*points, &read.numbers);
    }
    literals_clear(&read.numbers);
    return status;
}
