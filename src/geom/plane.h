// Lines and points of the plane, as a depth-first walk makes and drops them.
//
// The plane is completed to the oriented projective plane: a point (x, y, w) with
// w > 0 is (x/w, y/w), and with w = 0 it is the direction (x, y). Seen from the
// origin of R^3 the plane is an open hemisphere, its lines are half great circles,
// and "at infinity" is the great circle w = 0, the line (0, 0, 1).
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
    sign_judge *judge;
    rows lines, points;
    line_origin *origin;     // of each line
    size_t origins;          // capacity
    unsigned char *infinite; // of each point: w = 0
    size_t infinites;        // capacity
    arena cells;
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

// Lines and points return their index.
uint32_t plane_line(plane *space, const rows *forms, size_t form, line_origin origin);
uint32_t plane_line_exact(plane *space, const fmpz *form);
uint32_t plane_point_exact(plane *space, const fmpz *point);
// first x second: where two lines meet, on the side given by their order; see
// cell2.c for which of the two antipodes is wanted.
uint32_t plane_meet(plane *space, uint32_t first, uint32_t second, int flip, int infinite);
// The point of a line that is nearest to the origin.
uint32_t plane_foot(plane *space, uint32_t line);

// The point in integers, whatever the arithmetic. Float arithmetic turns its
// doubles into integers here.
const fmpz *plane_point_value(plane *space, uint32_t point);

#endif
