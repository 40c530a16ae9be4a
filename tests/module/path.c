// Paths: their vertices lie where they should, and other input is refused.
#include "unit.h"
#include <crease/crease.h>

#include <flint/fmpq_vec.h>
#include <string.h>

static fmpq *numbers(const char *text, size_t count)
{
    fmpq *x = _fmpq_vec_init((slong)count);
    CU_ASSERT_FATAL(!crease_point_parse(x, text, count, NULL));
    return x;
}

static int is(const crease_path *path, size_t vertex, const char *text)
{
    fmpq *x = numbers(text, path->inputs);
    int same = 1;
    for (size_t i = 0; i < path->inputs; i++)
        same &= fmpq_equal(x + i, path->vertex + vertex * path->inputs + i);
    _fmpq_vec_clear(x, (slong)path->inputs);
    return same;
}

static void polylines(void)
{
    crease_path path;
    crease_error error;
    fmpq *x = numbers("0,0,1,2,1,2,0,0", 8);
    CU_ASSERT_EQUAL(crease_path_polyline(&path, x, 1, 2, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected at least 2 points, found 1");
    CU_ASSERT_EQUAL(crease_path_polyline(&path, x, 4, 2, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, "points[2]");
    CU_ASSERT_FATAL(crease_path_polyline(&path, x, 2, 2, &error) == CREASE_OK);
    CU_ASSERT(path.count == 2 && path.inputs == 2 && !path.closed && is(&path, 1, "1,2"));
    crease_path_clear(&path);
    _fmpq_vec_clear(x, 8);
}

static void quarters(void)
{
    crease_path path;
    fmpq *p = numbers("1,0,0", 3), *q = numbers("0,0,2", 3);
    CU_ASSERT_FATAL(crease_path_circle(&path, p, q, 3, 8, NULL) == CREASE_OK);
    CU_ASSERT(is(&path, 0, "1,0,0") && is(&path, 1, "3/5,0,8/5") && is(&path, 2, "0,0,2"));
    crease_path_clear(&path);
    _fmpq_vec_clear(p, 3);
    _fmpq_vec_clear(q, 3);
}

// All vertices on the circle, each a left turn of less than half a circle from the one before.
static void circles(void)
{
    crease_path path;
    fmpq *p = numbers("1,0", 2), *q = numbers("0,1", 2);
    fmpq_t sum;
    fmpq_init(sum);
    for (size_t count = 3; count < 40; count++) {
        CU_ASSERT_FATAL(crease_path_circle(&path, p, q, 2, count, NULL) == CREASE_OK);
        CU_ASSERT(path.count == count && path.closed && is(&path, 0, "1,0"));
        for (size_t i = 0; i < count; i++) {
            const fmpq *a = path.vertex + 2 * i, *b = path.vertex + 2 * ((i + 1) % count);
            fmpq_mul(sum, a, a);
            fmpq_addmul(sum, a + 1, a + 1);
            CU_ASSERT(fmpq_is_one(sum));
            fmpq_mul(sum, a, b + 1);
            fmpq_submul(sum, a + 1, b);
            CU_ASSERT(fmpq_sgn(sum) > 0);
        }
        crease_path_clear(&path);
    }
    fmpq_clear(sum);
    _fmpq_vec_clear(p, 2);
    _fmpq_vec_clear(q, 2);
}

static void ellipses_that_are_none(void)
{
    static const struct {
        const char *p, *q, *message;
        size_t count;
    } cases[] = {
        {"1,0", "0,1", "expected at least 3 vertices, found 2", 2},
        {"1,2", "1,2", "expected two linearly independent vectors, found the same twice", 3},
        {"1,2", "-1/2,-1", "expected two linearly independent vectors, found dependent ones", 3},
        {"0,0", "0,1", "expected two linearly independent vectors, found dependent ones", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_path path;
        crease_error error;
        fmpq *p = numbers(cases[i].p, 2), *q = numbers(cases[i].q, 2);
        CU_ASSERT_EQUAL(crease_path_circle(&path, p, q, 2, cases[i].count, &error), CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.message, cases[i].message);
        _fmpq_vec_clear(p, 2);
        _fmpq_vec_clear(q, 2);
    }
}

UNIT_MAIN("path", {"polylines", polylines}, {"quarters", quarters}, {"circles", circles},
          {"ellipses that are none", ellipses_that_are_none})
