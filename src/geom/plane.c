// Lines and points of the plane.
#include "geom/plane.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 3 };

void plane_init(plane *space, sign_judge *judge)
{
    *space = (plane){.judge = judge};
    rows_init(&space->lines, COLUMNS);
    rows_init(&space->points, COLUMNS);
    arena_init(&space->cells);
}

void plane_clear(plane *space)
{
    rows_clear(&space->lines);
    rows_clear(&space->points);
    free(space->origin);
    free(space->infinite);
    arena_clear(&space->cells);
}

plane_mark plane_here(const plane *space)
{
    return (plane_mark){space->lines.count, space->points.count, arena_here(&space->cells)};
}

void plane_release(plane *space, plane_mark mark)
{
    space->lines.count = mark.lines;
    space->points.count = mark.points;
    arena_release(&space->cells, mark.cells);
}

static uint32_t push_line(plane *space, line_origin origin)
{
    size_t line = rows_push(&space->lines);
    MEMORY_RESERVE(space->origin, space->origins, line + 1);
    space->origin[line] = origin;
    return (uint32_t)line;
}

static uint32_t push_point(plane *space, int infinite)
{
    size_t point = rows_push(&space->points);
    MEMORY_RESERVE(space->infinite, space->infinites, point + 1);
    space->infinite[point] = (unsigned char)infinite;
    return (uint32_t)point;
}

static void copy_exact(rows *stack, size_t index, const fmpz *row)
{
    for (int i = 0; i < COLUMNS; i++)
        fmpz_set(rows_exact(stack, index) + i, row + i);
}

uint32_t plane_line(plane *space, const rows *forms, size_t form, line_origin origin)
{
    uint32_t line = push_line(space, origin);
    if (space->judge->arith == CREASE_FLOAT)
        for (int i = 0; i < COLUMNS; i++)
            rows_shadow(&space->lines, line)[i] = rows_shadow(forms, form)[i];
    else
        copy_exact(&space->lines, line, rows_exact(forms, form));
    return line;
}

// shadow = row / divisor, each entry correctly rounded.
static void shadow_quotient(double *shadow, const fmpz *row, const fmpz_t divisor)
{
    fmpq_t quotient;
    fmpq_init(quotient);
    for (int i = 0; i < COLUMNS; i++) {
        fmpq_set_fmpz_frac(quotient, row + i, divisor);
        shadow[i] = rational_double(quotient);
    }
    fmpq_clear(quotient);
}

// |the larger of the first two entries|, or the third if both are zero.
static void leading_size(fmpz_t size, const fmpz *row)
{
    fmpz_abs(size, fmpz_cmpabs(row, row + 1) > 0 ? row : row + 1);
    if (fmpz_is_zero(size))
        fmpz_abs(size, row + 2);
}

uint32_t plane_line_exact(plane *space, const fmpz *form)
{
    uint32_t line = push_line(space, (line_origin){.split = NO_SPLIT});
    copy_exact(&space->lines, line, form);
    fmpz_t size;
    fmpz_init(size);
    leading_size(size, form);
    shadow_quotient(rows_shadow(&space->lines, line), form, size);
    fmpz_clear(size);
    return line;
}

uint32_t plane_point_exact(plane *space, const fmpz *value)
{
    int infinite = fmpz_is_zero(value + 2);
    uint32_t point = push_point(space, infinite);
    copy_exact(&space->points, point, value);
    fmpz_t divisor;
    fmpz_init_set(divisor, value + 2);
    if (infinite)
        leading_size(divisor, value);
    shadow_quotient(rows_shadow(&space->points, point), value, divisor);
    fmpz_clear(divisor);
    return point;
}

static void cross_exact(fmpz *product, const fmpz *a, const fmpz *b)
{
    for (int i = 0; i < COLUMNS; i++) {
        int j = (i + 1) % COLUMNS, k = (i + 2) % COLUMNS;
        fmpz_mul(product + i, a + j, b + k);
        fmpz_submul(product + i, a + k, b + j);
    }
}

static void cross_shadow(double *product, const double *a, const double *b)
{
    for (int i = 0; i < COLUMNS; i++) {
        int j = (i + 1) % COLUMNS, k = (i + 2) % COLUMNS;
        product[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static void divide_shadow(double *point, int infinite)
{
    double divisor = infinite ? fmax(fabs(point[0]), fabs(point[1])) : point[2];
    point[0] /= divisor;
    point[1] /= divisor;
    point[2] = infinite ? 0 : 1;
}

uint32_t plane_meet(plane *space, uint32_t first, uint32_t second, int flip, int infinite)
{
    if (flip) {
        uint32_t swap = first;
        first = second;
        second = swap;
    }
    uint32_t point = push_point(space, infinite);
    if (space->judge->arith == CREASE_FLOAT) {
        double *shadow = rows_shadow(&space->points, point);
        cross_shadow(shadow, rows_shadow(&space->lines, first), rows_shadow(&space->lines, second));
        divide_shadow(shadow, infinite);
    } else {
        cross_exact(rows_exact(&space->points, point), rows_exact(&space->lines, first),
                    rows_exact(&space->lines, second));
    }
    return point;
}

// The foot of (a, b, c) is (-ac, -bc, aa + bb).
uint32_t plane_foot(plane *space, uint32_t line)
{
    uint32_t point = push_point(space, 0);
    if (space->judge->arith == CREASE_FLOAT) {
        const double *form = rows_shadow(&space->lines, line);
        double *shadow = rows_shadow(&space->points, point);
        double length = hypot(form[0], form[1]);
        shadow[0] = -(form[0] / length) * (form[2] / length);
        shadow[1] = -(form[1] / length) * (form[2] / length);
        shadow[2] = 1;
        return point;
    }
    const fmpz *form = rows_exact(&space->lines, line);
    fmpz *exact = rows_exact(&space->points, point);
    fmpz_mul(exact + 2, form, form);
    fmpz_addmul(exact + 2, form + 1, form + 1);
    for (int i = 0; i < 2; i++) {
        fmpz_mul(exact + i, form + i, form + 2);
        fmpz_neg(exact + i, exact + i);
    }
    return point;
}

const fmpz *plane_point_value(plane *space, uint32_t point)
{
    fmpz *exact = rows_exact(&space->points, point);
    if (space->judge->arith == CREASE_FLOAT)
        row_from_shadow(exact, rows_shadow(&space->points, point), COLUMNS);
    return exact;
}
