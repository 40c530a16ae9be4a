// A JSON file of points.
#include "geom/points_file.h"

#include "base/error.h"
#include "exact/literals.h"
#include <flint/fmpq_vec.h>

enum { ROOT, NUMBERS, ABOUT, POINTS, POINT, NUMBER };

static const json_place places[] = {
    [ROOT] = {0, NULL, JSON_IS(JSON_OBJECT), 1, "an object"},
    [NUMBERS] = {ROOT, "numbers", JSON_IS(JSON_STRING), 0, "a string"},
    [ABOUT] = {ROOT, "about", JSON_IS(JSON_STRING), 0, "a string"},
    [POINTS] = {ROOT, "points", JSON_IS(JSON_ARRAY), 1, "an array of points"},
    [POINT] = {POINTS, NULL, JSON_IS(JSON_ARRAY), 0, "an array of numbers"},
    [NUMBER] = {POINT, NULL, JSON_IS_NUMERAL, 0, "a number"},
};

static crease_status check_point(points_file *file, const json_tree *tree, const json_value *point,
                                 crease_error *error)
{
    if (point->length == 0)
        return json_fail(error, tree, point, "expected at least one number, found none");
    if (!file->columns)
        file->columns = point->length;
    if (point->length == file->columns)
        return CREASE_OK;
    return json_fail(error, tree, point, "expected %zu number%s%s, found %u", file->columns,
                     plural(file->columns), file->points ? ", as in points[0]" : "", point->length);
}

static crease_status read_points(points_file *file, const json_tree *tree, crease_error *error)
{
    const json_value *points = json_member(tree, tree->value, POINTS), *point = json_first(points);
    rational_rounding rounding;
    if (literal_read_rounding(&rounding, tree, json_member(tree, tree->value, NUMBERS), error))
        return CREASE_ERROR;
    for (; file->points < points->length; file->points++, point = json_next(tree, point))
        if (check_point(file, tree, point, error))
            return CREASE_ERROR;
    if (file->several && file->points < 2)
        return json_fail(error, tree, points, "expected at least two points, found %zu",
                         file->points);
    fmpq *x = file->x = _fmpq_vec_init((slong)(file->points * file->columns));
    point = json_first(points);
    for (size_t i = 0; i < file->points; i++, point = json_next(tree, point)) {
        const json_value *number = json_first(point);
        for (size_t k = 0; k < file->columns; k++, number = json_next(tree, number))
            if (literal_read(x++, tree, number, rounding, error))
                return CREASE_ERROR;
    }
    return CREASE_OK;
}

crease_status points_file_read(points_file *file, document_text document, crease_error *error)
{
    const json_schema schema = {places, sizeof places / sizeof *places, literal_refuse_word};
    json_tree tree;
    crease_status status = json_tree_read(&tree, &schema, document, error);
    if (status == CREASE_OK)
        status = read_points(file, &tree, error);
    json_tree_clear(&tree);
    if (status && file->x) {
        _fmpq_vec_clear(file->x, (slong)(file->points * file->columns));
        file->x = NULL;
    }
    return status;
}
