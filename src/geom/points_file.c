// The grammar as a table, and what is done at every step.
#include "geom/points_file.h"

#include "base/error.h"
#include <flint/fmpq_vec.h>

enum { DOCUMENT, IN_DOCUMENT, NUMBERS, ABOUT, POINTS, IN_POINTS, IN_POINT, CLASSES, IN_CLASSES };

// The indices of the reader; classes count as points do.
enum { POINT, COLUMN };

static const json_place places[] = {
    [DOCUMENT] = {"", "an object"},
    [IN_DOCUMENT] = {"", "a key in quotes"},
    [NUMBERS] = {"numbers", "a string"},
    [ABOUT] = {"about", "a string"},
    [POINTS] = {"points", "an array of points"},
    [IN_POINTS] = {"points[%zu]", "an array of numbers"},
    [IN_POINT] = {"points[%zu][%zu]", "a number"},
    [CLASSES] = {"classes", "an array of numbers or strings"},
    [IN_CLASSES] = {"classes[%zu]", "a number or a string"},
};

static const json_key keys[] = {
    {IN_DOCUMENT, "numbers", NUMBERS, 0},
    {IN_DOCUMENT, "about", ABOUT, 0},
    {IN_DOCUMENT, "points", POINTS, 1},
    {IN_DOCUMENT, "classes", CLASSES, 0}, // the last one, which not every reader knows
};

static crease_status take_rounding(json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    points_file *file = reader->target;
    return literal_take_rounding(&file->rounding, reader, event, error);
}

static crease_status begin_list(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    reader->index[POINT] = 0;
    return CREASE_OK;
}

static crease_status begin_classes(json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    ((points_file *)reader->target)->has_classes = 1;
    return begin_list(reader, event, error);
}

static crease_status begin_point(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    reader->index[COLUMN] = 0;
    return CREASE_OK;
}

static crease_status take_number(json_reader *reader, const json_event *event, crease_error *error)
{
    points_file *file = reader->target;
    crease_status status = literal_take(&file->numbers, reader, event, error);
    reader->index[COLUMN] += status == CREASE_OK;
    return status;
}

static crease_status end_point(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    points_file *file = reader->target;
    size_t offset = reader->opened[IN_POINT], found = reader->index[COLUMN];
    if (found == 0)
        return json_refuse(error, reader, IN_POINTS, offset,
                           "expected at least one number, found none");
    if (!file->columns)
        file->columns = found;
    if (found != file->columns)
        return json_refuse(error, reader, IN_POINTS, offset, "expected %zu number%s%s, found %zu",
                           file->columns, plural(file->columns),
                           file->points ? ", as in points[0]" : "", found);
    reader->index[POINT] = ++file->points;
    return CREASE_OK;
}

static crease_status end_points(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    const points_file *file = reader->target;
    if (!file->several || file->points > 1)
        return CREASE_OK;
    return json_refuse(error, reader, POINTS, reader->opened[IN_POINTS],
                       "expected at least two points, found %zu", file->points);
}

static crease_status take_class(json_reader *reader, const json_event *event, crease_error *error)
{
    points_file *file = reader->target;
    crease_error found;
    if (file->take_class(file->data, event->text, event->length, &found))
        return json_refuse(error, reader, IN_CLASSES, event->offset, "%s", found.message);
    reader->index[POINT]++;
    return CREASE_OK;
}

static const json_rule rules[] = {
    {DOCUMENT, JSON_OBJECT, NULL, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_KEY, NULL, JSON_BY_KEY},
    {NUMBERS, JSON_STRING, take_rounding, IN_DOCUMENT},
    {ABOUT, JSON_STRING, NULL, IN_DOCUMENT},
    {POINTS, JSON_ARRAY, begin_list, IN_POINTS},
    {IN_POINTS, JSON_ARRAY, begin_point, IN_POINT},
    {IN_POINT, JSON_LITERAL, take_number, IN_POINT},
    {IN_POINT, JSON_END, end_point, IN_POINTS},
    {IN_POINTS, JSON_END, end_points, IN_DOCUMENT},
    {CLASSES, JSON_ARRAY, begin_classes, IN_CLASSES},
    {IN_CLASSES, JSON_NUMBER, take_class, IN_CLASSES},
    {IN_CLASSES, JSON_STRING, take_class, IN_CLASSES},
    {IN_CLASSES, JSON_END, NULL, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_END, NULL, DOCUMENT},
};

crease_status points_file_read(points_file *file, document_text document, crease_error *error)
{
    const json_grammar grammar = {
        .places = places,
        .keys = keys,
        .rules = rules,
        .key_count = sizeof keys / sizeof *keys - !file->take_class,
        .rule_count = sizeof rules / sizeof *rules,
    };
    json_reader reader = {.grammar = &grammar, .document = document, .target = file};
    return json_read(&reader, error);
}

crease_status points_file_move(fmpq **x, points_file *file, document_text document,
                               crease_error *error)
{
    slong count = (slong)file->numbers.count;
    size_t failed = 0;
    *x = _fmpq_vec_init(count);
    if (literals_move(*x, &file->numbers, file->rounding, document, &failed, error) == CREASE_OK)
        return CREASE_OK;
    _fmpq_vec_clear(*x, count);
    *x = NULL;
    return error_where(error, "points[%zu][%zu]", failed / file->columns, failed % file->columns);
}

void points_file_clear(points_file *file)
{
    literals_clear(&file->numbers);
}
