// Points that are drawn above regions, and their classes: comma-separated values or JSON.
#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "geom/points_file.h"
#include <crease/out.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// Classes that legends cannot name would be a mistake of the file.
enum { MOST_CLASSES = 1000, LONGEST_NAME = 100 };

// A file while it is read.
typedef struct {
    points_file points;
    size_t numbers;                    // of points.x that there is room for
    size_t *class_of, count, capacity; // in the order of the points
    char **name;
    size_t classes, names;
    crease_data *result;
} reading;

// ---- classes ----

// "7" is 7; any other name, or a number that is too large, is MOST_CLASSES.
static size_t number_of(const char *name)
{
    size_t number = strtoul(name, NULL, 10);
    char again[32];
    snprintf(again, sizeof again, "%zu", number);
    return number < MOST_CLASSES && !strcmp(again, name) ? number : MOST_CLASSES;
}

// A class with this name, or a free place for it: a class called by a number is that number, so
// that it has the colour of that output.
static size_t place_of_class(const reading *read, const char *name)
{
    size_t kind = 0, number = number_of(name);
    while (kind < read->classes && !(read->name[kind] && !strcmp(read->name[kind], name)))
        kind++;
    if (kind < read->classes)
        return kind;
    if (number < MOST_CLASSES && (number >= read->classes || !read->name[number]))
        return number;
    for (kind = 0; kind < read->classes && read->name[kind]; kind++)
        continue;
    return kind;
}

static crease_status add_class(void *data, const char *text, size_t length, crease_error *error)
{
    reading *read = data;
    char *name = memory_format("%.*s", (int)length, text);
    text_tame(name, '?');
    const size_t kind = place_of_class(read, name);
    if (kind == MOST_CLASSES || length > LONGEST_NAME) {
        free(name);
        return error_set(error, "expected at most %d classes, of names of at most %d bytes",
                         MOST_CLASSES, LONGEST_NAME);
    }
    MEMORY_RESERVE(read->name, read->names, kind + 1);
    while (read->classes <= kind)
        read->name[read->classes++] = NULL;
    if (read->name[kind])
        free(name);
    else
        read->name[kind] = name;
    MEMORY_RESERVE(read->class_of, read->capacity, read->count + 1);
    read->class_of[read->count++] = kind;
    return CREASE_OK;
}

// ---- comma-separated values ----

typedef struct {
    const char *text;
    size_t length;
} field;

enum { FIELDS = 3 };

static field trimmed(const char *text, size_t length)
{
    while (length && strchr(" \t\r", text[length - 1]))
        length--;
    for (; length && strchr(" \t", *text); text++)
        length--;
    if (length >= 2 && text[0] == '"' && text[length - 1] == '"')
        return (field){text + 1, length - 2};
    return (field){text, length};
}

// Returns how many fields a line has; those that there is no room for are only counted.
static size_t split(field out[FIELDS], const char *line, size_t length)
{
    size_t count = 0;
    for (const char *end = line + length, *next; line <= end; line = next + 1) {
        next = memchr(line, ',', (size_t)(end - line));
        next = next ? next : end;
        if (count < FIELDS)
            out[count] = trimmed(line, (size_t)(next - line));
        count++;
    }
    return count;
}

static int data_is_number(field f)
{
    fmpq_t x;
    fmpq_init(x);
    int is = rational_parse(x, f.text, f.length, NULL) == CREASE_OK;
    fmpq_clear(x);
    return is;
}

static crease_status take_line(reading *read, size_t *columns, const char *line, size_t length,
                               crease_error *error)
{
    field f[FIELDS];
    size_t found = split(f, line, length);
    if (!*columns) {
        if (found != 2 && found != 3)
            return error_set(error, "expected two numbers, and perhaps a class, found %zu field%s",
                             found, plural(found));
        *columns = found;
        if (!data_is_number(f[0]) && !data_is_number(f[1]))
            return CREASE_OK; // the names of the columns
    }
    if (found != *columns)
        return error_set(error, "expected %zu fields, as in the lines before, found %zu", *columns,
                         found);
    points_file *to = &read->points;
    MEMORY_RESERVE(to->x, read->numbers, 2 * to->points + 2);
    fmpq *x = to->x + 2 * to->points++;
    fmpq_init(x);
    fmpq_init(x + 1);
    for (size_t i = 0; i < 2; i++)
        if (rational_parse(x + i, f[i].text, f[i].length, error))
            return CREASE_ERROR;
    return found == 3 ? add_class(read, f[2].text, f[2].length, error) : CREASE_OK;
}

static crease_status data_parse_lines(reading *read, document_text document, crease_error *error)
{
    size_t columns = 0;
    for (size_t at = 0, length; at < document.size; at += length + 1) {
        const char *line = document.text + at;
        const char *end = memchr(line, '\n', document.size - at);
        length = end ? (size_t)(end - line) : document.size - at;
        field all = trimmed(line, length);
        if (!all.length || *all.text == '#')
            continue;
        if (take_line(read, &columns, line, length, error)) {
            document_locate(error, document, at);
            return CREASE_ERROR;
        }
    }
    return CREASE_OK;
}

// ---- both ----

static int is_json(document_text document)
{
    size_t at = 0;
    while (at < document.size && memchr(" \t\r\n", document.text[at], 4))
        at++;
    return at < document.size && document.text[at] == '{';
}

// Moves what has been read to the result.
static crease_status data_finish(reading *read, crease_error *error)
{
    crease_data *data = read->result;
    size_t count = read->points.points;
    const int has_classes = read->classes || read->points.has_classes;
    if (has_classes && read->count != count)
        return error_set(error, "expected a class for each of %zu points, found %zu", count,
                         read->count);
    for (size_t i = 0; i < count && !has_classes; i++)
        add_class(read, "data", strlen("data"), NULL);
    for (size_t i = 0; i < read->classes; i++) // of numbers that no point has
        read->name[i] = read->name[i] ? read->name[i] : memory_format("%zu", i);
    *data = (crease_data){.count = count,
                          .classes = read->classes,
                          .x = read->points.x,
                          .class_of = read->class_of,
                          .name = read->name};
    *read = (reading){.points = {0}};
    return CREASE_OK;
}

static crease_status data_parse(void *target, document_text document, crease_error *error)
{
    reading read = {.points = {.columns = 2, .take_class = add_class}, .result = target};
    read.points.data = &read;
    crease_status status = is_json(document) ? points_file_read(&read.points, document, error)
                                             : data_parse_lines(&read, document, error);
    if (status == CREASE_OK)
        status = data_finish(&read, error);
    if (read.points.x)
        _fmpq_vec_clear(read.points.x, 2 * (slong)read.points.points);
    for (size_t i = 0; i < read.classes; i++)
        free(read.name[i]);
    free(read.name);
    free(read.class_of);
    return status;
}

crease_status crease_data_read(crease_data *data, const char *path, crease_error *error)
{
    *data = (crease_data){0};
    return read_file(data, path, data_parse, error);
}

crease_status crease_data_parse(crease_data *data, const char *text, size_t size, const char *name,
                                crease_error *error)
{
    *data = (crease_data){0};
    return read_text(data, (document_text){text, size}, name, data_parse, error);
}

void crease_data_clear(crease_data *data)
{
    if (data->x)
        _fmpq_vec_clear(data->x, 2 * (slong)data->count);
    for (size_t i = 0; i < data->classes; i++)
        free(data->name[i]);
    free(data->name);
    free(data->class_of);
    *data = (crease_data){0};
}
