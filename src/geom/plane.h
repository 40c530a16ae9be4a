// Lines and points of the plane, as a depth-first walk makes and drops them.
//
// The plane is completed to the oriented projective plane: a point (x, y, w) with
// w > 0 is (x/w, y/w), and with w = 0 it is the direction (x, y). Seen from the
// origin of R^3 the plane is an open hemisphere, its lines are half great circles,
// and "at infinity" is the great circle w = 0, the line (0, 0, 1).
//
// Every line and point has a shadow of doubles and a recipe from which its integers
// are computed: at once in exact arithmetic, on demand otherwise, and then kept.
#ifndef GEOM_PLANE_H
#define GEOM_PLANE_H

#include "base/arena.h"
#include "exact/sign.h"
#include <stdint.h>

#define NO_SPLIT UINT64_MAX

// Why a line is there: a split of the tree, or (NO_SPLIT) the domain's border.
typedef struct {
    uint64_t split;
    uint32_t layer, unit, breakpoint;
} line_origin;

typedef struct {
    line_shadow shadow;
    line_origin origin;
} plane_line;

typedef struct {
    point_shadow shadow;
    uint32_t first, second; // lines: first x second, or the foot of first if equal
    int infinite;           // w = 0
} plane_point;

typedef struct {
    sign_judge *judge;
    rows line_rows, point_rows; // integers
    plane_line *line;
    plane_point *point;
    size_t lines, points; // capacities
    arena cells;
    // Writes the integers of a line that a split made.
    void (*fetch)(void *from, fmpz *row, const line_origin *origin);
    void *fetch_from;
} plane;

// Everything made since a mark can be dropped at once.
typedef struct {
    size_t lines, points;
    arena_mark cells;
} plane_mark;

void plane_init(plane *space, sign_judge *judge);
void plane_clear(plane *space);
plane_mark plane_here(const plane *space);
void plane_release(plane *space, plane_mark mark);

// These make a line or a point and return its index.
uint32_t plane_add_line(plane *space, const line_shadow *shadow, line_origin origin);
uint32_t plane_add_border(plane *space, const fmpz *row);
uint32_t plane_add_point(plane *space, const fmpz *row);
// first x second, or second x first if flip is set. Which of the two antipodes that
// is: cell2.c. If infinite, second is the line at infinity.
uint32_t plane_add_meet(plane *space, uint32_t first, uint32_t second, int flip, int infinite);
// The point of a line that is nearest to the origin.
uint32_t plane_add_foot(plane *space, uint32_t line);

// A point of another plane with the same lines.
uint32_t plane_carry_point(plane *space, const plane_point *point);

// Integers, borrowed until the next line or point is made. Float arithmetic turns
// its doubles into integers here.
const fmpz *plane_line_row(plane *space, uint32_t line);
const fmpz *plane_point_row(plane *space, uint32_t point);

#endif
