// Points that are drawn above regions, and their classes: comma-separated values.
#include "base/error.h"
#include "base/memory.h"
#include "base/read_file.h"
#include "exact/rational.h"

#include <crease/out.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// A file with more classes is probably not one of classes.
enum { MOST_CLASSES = 1000, LONGEST_NAME = 100, FIELDS = 3 };

typedef struct {
    crease_data *data;
    int is_closed;                 // only the classes named by the caller
    size_t columns;                // 0: no line was read yet
    size_t numbers, points, names; // room for entries of data->x, class_of and name
} data_reader;

// ---- classes ----

// "7" is 7; any other name, or a number that is too large, is MOST_CLASSES.
static size_t number_of(const char *name)
{
    size_t number = strtoul(name, NULL, 10);
    char again[32];
    snprintf(again, sizeof again, "%zu", number);
    return number < MOST_CLASSES && !strcmp(again, name) ? number : MOST_CLASSES;
}

// The class with this name or number, or a new one; MOST_CLASSES if there is none.
static size_t place_of_class(const data_reader *reader, const char *name)
{
    const crease_data *data = reader->data;
    const size_t number = number_of(name);
    for (size_t kind = 0; kind < data->classes; kind++)
        if (data->name[kind] && !strcmp(data->name[kind], name))
            return kind;
    if (reader->is_closed)
        return number < data->classes ? number : MOST_CLASSES;
    return number < data->classes && data->name[number] ? data->classes
           : number < MOST_CLASSES                      ? number
                                                        : data->classes;
}

// Takes the name over.
static void name_class(data_reader *reader, size_t kind, char *name)
{
    crease_data *data = reader->data;
    MEMORY_RESERVE(data->name, reader->names, kind + 1);
    while (data->classes <= kind)
        data->name[data->classes++] = NULL;
    data->is_numbered &= number_of(name) == kind;
    if (data->name[kind])
        free(name);
    else
        data->name[kind] = name;
}

static crease_status set_class(data_reader *reader, size_t point, document_text text,
                               crease_error *error)
{
    char *name = memory_format("%.*s", (int)text.size, text.text);
    text_tame(name, '?');
    const size_t kind = place_of_class(reader, name);
    if (kind < MOST_CLASSES && text.size <= LONGEST_NAME) {
        name_class(reader, kind, name);
        reader->data->class_of[point] = kind;
        return CREASE_OK;
    }
    if (reader->is_closed)
        error_set(error, "expected a class that was named, or its number, found \"%.*s\"",
                  LONGEST_NAME, name);
    else
        error_set(error, "expected at most %d classes, of names of at most %d bytes", MOST_CLASSES,
                  LONGEST_NAME);
    free(name);
    return CREASE_ERROR;
}

// ---- lines ----

static document_text trimmed(document_text field)
{
    while (field.size && strchr(" \t\r", field.text[field.size - 1]))
        field.size--;
    for (; field.size && strchr(" \t", *field.text); field.text++)
        field.size--;
    if (field.size >= 2 && field.text[0] == '"' && field.text[field.size - 1] == '"')
        return (document_text){field.text + 1, field.size - 2};
    return field;
}

// Returns how many fields a line has, between commas or, if it has none, blanks. The first FIELDS
// of them are set.
static size_t split_fields(document_text out[FIELDS], document_text line)
{
    const int commas = memchr(line.text, ',', line.size) != NULL;
    size_t count = 0;
    for (const char *at = line.text, *end = at + line.size, *next; at <= end; at = next + 1) {
        for (next = at; next < end && *next != ',' && (commas || !strchr(" \t\r", *next));)
            next++;
        if (!commas && next == at)
            continue; // several blanks
        if (count < FIELDS)
            out[count] = trimmed((document_text){at, (size_t)(next - at)});
        count++;
    }
    return count;
}

static crease_status take_line(data_reader *reader, document_text line, crease_error *error)
{
    crease_data *data = reader->data;
    document_text field[FIELDS];
    const size_t found = split_fields(field, line), first = !reader->columns;
    if (first && *line.text == '{')
        return error_set(error, "expected lines x,y or x,y,class, found JSON");
    if (first && found != 2 && found != 3)
        return error_set(error, "expected two numbers, and perhaps a class, found %zu field%s",
                         found, plural(found));
    if (!first && found != reader->columns)
        return error_set(error, "expected %zu fields, as in the lines before, found %zu",
                         reader->columns, found);
    reader->columns = found;
    MEMORY_RESERVE(data->x, reader->numbers, 2 * data->count + 2);
    MEMORY_RESERVE(data->class_of, reader->points, data->count + 1);
    const size_t point = data->count++;
    fmpq *x = data->x + 2 * point;
    int is_number[2];
    for (size_t i = 0; i < 2; i++) {
        fmpq_init(x + i);
        is_number[i] = rational_parse(x + i, field[i].text, field[i].size, error) == CREASE_OK;
    }
    for (size_t i = 0; i < found && first; i++)
        if (field[i].size == 0)
            return error_set(error, "column %zu has no name: expected x,y or x,y,class", i + 1);
    if (first && !is_number[0] && !is_number[1]) { // the names of the columns
        data->count = 0;
        return CREASE_OK;
    }
    if (!is_number[0] || !is_number[1])
        return CREASE_ERROR;
    static const document_text unnamed = {"data", 4};
    return set_class(reader, point, found == 3 ? field[2] : unnamed, error);
}

static crease_status data_parse_lines(void *target, document_text document, crease_error *error)
{
    data_reader *reader = target;
    crease_data *data = reader->data;
    for (size_t at = 0, length; at < document.size; at += length + 1) {
        const char *line = document.text + at;
        const char *end = memchr(line, '\n', document.size - at);
        length = end ? (size_t)(end - line) : document.size - at;
        const document_text all = trimmed((document_text){line, length});
        if (!all.size || *all.text == '#')
            continue;
        if (take_line(reader, (document_text){line, length}, error)) {
            document_locate(error, document, at);
            crease_data_clear(data);
            return CREASE_ERROR;
        }
    }
    data->has_classes = reader->columns == FIELDS;
    for (size_t i = 0; i < data->classes; i++) // numbers that no point has
        data->name[i] = data->name[i] ? data->name[i] : memory_format("%zu", i);
    return CREASE_OK;
}

crease_status crease_data_read(crease_data *data, const char *path, const char *names,
                               crease_error *error)
{
    data_reader reader = {.data = data, .is_closed = names != NULL};
    *data = (crease_data){.is_numbered = 1};
    for (size_t kind = 0; names; kind++) {
        const size_t length = strcspn(names, ",");
        name_class(&reader, kind, memory_format("%.*s", (int)length, names));
        names = names[length] ? names + length + 1 : NULL;
    }
    return read_file(&reader, path, data_parse_lines, error);
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
