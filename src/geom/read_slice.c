// The slice file: its grammar as a table, and what is done at every step.
#include "base/error.h"
#include "base/read_file.h"
#include "exact/literals.h"
#include <crease/domain.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>

enum { DOCUMENT, IN_DOCUMENT, NUMBERS, ABOUT, POINTS, IN_POINTS, IN_POINT };

// The indices of the reader.
enum { POINT, COLUMN };

static const json_place places[] = {
    [DOCUMENT] = {"", "an object"},
    [IN_DOCUMENT] = {"", "a key in quotes"},
    [NUMBERS] = {"numbers", "a string"},
    [ABOUT] = {"about", "a string"},
    [POINTS] = {"points", "an array of points"},
    [IN_POINTS] = {"points[%zu]", "an array of numbers"},
    [IN_POINT] = {"points[%zu][%zu]", "a number"},
};

static const json_key keys[] = {
    {IN_DOCUMENT, "numbers", NUMBERS, 0},
    {IN_DOCUMENT, "about", ABOUT, 0},
    {IN_DOCUMENT, "points", POINTS, 1},
};

typedef struct {
    literal_list numbers;
    rational_rounding rounding;
    size_t points, inputs;
    fmpq **result; // where crease_slice_read wants the points
} slice;

static slice *slice_of(json_reader *reader)
{
    return reader->target;
}

static crease_status take_rounding(json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    return literal_take_rounding(&slice_of(reader)->rounding, reader, event, error);
}

static crease_status take_number(json_reader *reader, const json_event *event, crease_error *error)
{
    crease_status status = literal_take(&slice_of(reader)->numbers, reader, event, error);
    reader->index[COLUMN] += status == CREASE_OK;
    return status;
}

static crease_status begin_point(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    reader->index[COLUMN] = 0;
    return CREASE_OK;
}

static crease_status end_point(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    slice *read = slice_of(reader);
    size_t offset = reader->opened[IN_POINT], found = reader->index[COLUMN];
    if (found == 0)
        return json_refuse(error, reader, IN_POINTS, offset,
                           "expected at least one number, found none");
    if (read->points == 0)
        read->inputs = found;
    if (found != read->inputs)
        return json_refuse(error, reader, IN_POINTS, offset,
                           "expected %zu number%s, as in points[0], found %zu", read->inputs,
                           plural(read->inputs), found);
    reader->index[POINT] = ++read->points;
    return CREASE_OK;
}

static crease_status end_points(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    if (slice_of(reader)->points < 2)
        return json_refuse(error, reader, POINTS, reader->opened[IN_POINTS],
                           "expected at least two points, found %zu", slice_of(reader)->points);
    return CREASE_OK;
}

static const json_rule rules[] = {
    {DOCUMENT, JSON_OBJECT, NULL, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_KEY, NULL, JSON_BY_KEY},
    {NUMBERS, JSON_STRING, take_rounding, IN_DOCUMENT},
    {ABOUT, JSON_STRING, NULL, IN_DOCUMENT},
    {POINTS, JSON_ARRAY, NULL, IN_POINTS},
    {IN_POINTS, JSON_ARRAY, begin_point, IN_POINT},
    {IN_POINT, JSON_LITERAL, take_number, IN_POINT},
    {IN_POINT, JSON_END, end_point, IN_POINTS},
    {IN_POINTS, JSON_END, end_points, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_END, NULL, DOCUMENT},
};

static const json_grammar grammar = {
    .places = places,
    .keys = keys,
    .rules = rules,
    .key_count = sizeof keys / sizeof *keys,
    .rule_count = sizeof rules / sizeof *rules,
};

// Rounds the numbers, now that "numbers" has been read wherever it stands.
static crease_status finish(slice *read, document_text document, crease_error *error)
{
    size_t count = read->numbers.count, failed = 0;
    fmpq *points = _fmpq_vec_init((slong)count);
    if (literals_move(points, &read->numbers, read->rounding, document, &failed, error)) {
        _fmpq_vec_clear(points, (slong)count);
        return error_where(error, "points[%zu][%zu]", failed / read->inputs, failed % read->inputs);
    }
    *read->result = points;
    return CREASE_OK;
}

static crease_status parse_slice(void *target, document_text document, crease_error *error)
{
    slice *read = target;
    json_reader reader = {.grammar = &grammar, .document = document, .target = read};
    crease_status status = json_read(&reader, error);
    if (status == CREASE_OK)
        status = finish(read, document, error);
    literals_clear(&read->numbers);
    return status;
}

crease_status crease_slice_parse(fmpq **points, size_t *count, size_t *inputs, const char *text,
                                 size_t size, const char *name, crease_error *error)
{
    slice read = {.result = points};
    crease_status status = read_text(&read, (document_text){text, size}, name, parse_slice, error);
    *count = read.points;
    *inputs = read.inputs;
    return status;
}

crease_status crease_slice_read(fmpq **points, size_t *count, size_t *inputs, const char *path,
                                crease_error *error)
{
    slice read = {.result = points};
    crease_status status = read_file(&read, path, parse_slice, error);
    *count = read.points;
    *inputs = read.inputs;
    return status;
}
