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
    rows_init(&space->line_rows, COLUMNS);
    rows_init(&space->point_rows, COLUMNS);
    arena_init(&space->cells);
}

void plane_clear(plane *space)
{
    rows_clear(&space->line_rows);
    rows_clear(&space->point_rows);
    free(space->line);
    free(space->point);
    arena_clear(&space->cells);
}

plane_mark plane_here(const plane *space)
{
    return (plane_mark){space->line_rows.count, space->point_rows.count, arena_here(&space->cells)};
}

void plane_release(plane *space, plane_mark mark)
{
    space->line_rows.count = mark.lines;
    space->point_rows.count = mark.points;
    arena_release(&space->cells, mark.cells);
}

static uint32_t push_line(plane *space, const line_shadow *shadow, line_origin origin)
{
    size_t line = rows_push(&space->line_rows);
    MEMORY_RESERVE(space->line, space->lines, line + 1);
    space->line[line] = (plane_line){*shadow, origin};
    return (uint32_t)line;
}

static uint32_t push_point(plane *space, uint32_t first, uint32_t second, int infinite)
{
    size_t point = rows_push(&space->point_rows);
    MEMORY_RESERVE(space->point, space->points, point + 1);
    plane_point *made = space->point + point;
    made->first = first;
    made->second = second;
    made->infinite = infinite;
    return (uint32_t)point;
}

// ---- borders, given in integers ----

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

static double rounding_error(double rounded)
{
    return FILTER_UNIT * FILTER_ENLARGE * fabs(rounded) + FILTER_TINY;
}

uint32_t plane_add_border(plane *space, const fmpz *row)
{
    line_shadow shadow;
    fmpz_t size;
    fmpz_init(size);
    leading_size(size, row);
    shadow_quotient(shadow.a, row, size);
    fmpz_clear(size);
    for (int i = 0; i < COLUMNS; i++)
        shadow.slack[i] = rounding_error(shadow.a[i]);
    uint32_t line = push_line(space, &shadow, (line_origin){.split = NO_SPLIT});
    row_copy(rows_at(&space->line_rows, line), row, COLUMNS);
    space->line_rows.known[line] = 1;
    return line;
}

uint32_t plane_add_point(plane *space, const fmpz *row)
{
    int infinite = fmpz_is_zero(row + 2);
    uint32_t point = push_point(space, 0, 0, infinite);
    fmpz_t divisor;
    fmpz_init_set(divisor, row + 2);
    if (infinite)
        leading_size(divisor, row);
    double value[COLUMNS];
    shadow_quotient(value, row, divisor);
    fmpz_clear(divisor);
    double x = rounding_error(value[0]), y = rounding_error(value[1]);
    space->point[point].shadow =
        (point_shadow){value[0], value[1], infinite ? 0 : 1, x > y ? x : y};
    row_copy(rows_at(&space->point_rows, point), row, COLUMNS);
    space->point_rows.known[point] = 1;
    return point;
}

// ---- lines and points of the walk ----

uint32_t plane_add_line(plane *space, const line_shadow *shadow, line_origin origin)
{
    return push_line(space, shadow, origin);
}

uint32_t plane_add_meet(plane *space, uint32_t first, uint32_t second, int flip, int infinite)
{
    uint32_t point = push_point(space, flip ? second : first, flip ? first : second, infinite);
    point_shadow *shadow = &space->point[point].shadow;
    const line_shadow *a = &space->line[first].shadow, *b = &space->line[second].shadow;
    if (space->judge->arith == CREASE_EXACT)
        return point;
    if (infinite)
        filter_meet_infinity(shadow, a, flip);
    else
        filter_meet(shadow, a, b);
    return point;
}

uint32_t plane_add_foot(plane *space, uint32_t line)
{
    uint32_t point = push_point(space, line, line, 0);
    if (space->judge->arith != CREASE_EXACT)
        filter_foot(&space->point[point].shadow, &space->line[line].shadow);
    return point;
}

uint32_t plane_carry_point(plane *space, const plane_point *point)
{
    uint32_t made = push_point(space, point->first, point->second, point->infinite);
    space->point[made].shadow = point->shadow;
    return made;
}

// ---- integers ----

const fmpz *plane_line_row(plane *space, uint32_t line)
{
    fmpz *row = rows_at(&space->line_rows, line);
    if (!space->line_rows.known[line]) {
        space->fetch(space->fetch_from, row, &space->line[line].origin);
        space->line_rows.known[line] = 1;
    }
    return row;
}

// The foot of (a, b, c) is (-ac, -bc, aa + bb).
static void foot(fmpz *point, const fmpz *line)
{
    fmpz_mul(point + 2, line, line);
    fmpz_addmul(point + 2, line + 1, line + 1);
    for (int i = 0; i < 2; i++) {
        fmpz_mul(point + i, line + i, line + 2);
        fmpz_neg(point + i, point + i);
    }
}

const fmpz *plane_point_row(plane *space, uint32_t point)
{
    fmpz *row = rows_at(&space->point_rows, point);
    if (space->point_rows.known[point])
        return row;
    const plane_point *recipe = space->point + point;
    if (space->judge->arith == CREASE_FLOAT) {
        double value[COLUMNS] = {recipe->shadow.x, recipe->shadow.y, recipe->shadow.w};
        row_from_doubles(row, value, COLUMNS);
    } else if (recipe->first == recipe->second) {
        foot(row, plane_line_row(space, recipe->first));
    } else {
        row_cross(row, plane_line_row(space, recipe->first), plane_line_row(space, recipe->second));
    }
    space->point_rows.known[point] = 1;
    return row;
}
