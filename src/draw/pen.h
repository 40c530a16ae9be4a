// Lines of straight segments, as a pen draws them, in 256ths of a point: finer than a page shows.
// Corners on a straight segment are left out.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { PEN_MOVE, PEN_LINE, PEN_CLOSE } pen_step;
enum { PEN_UNIT = 256 };

// Where a line begins or goes on to; a step that closes one has no place.
typedef struct {
    pen_step step;
    int64_t x, y;
} pen_mark;

// All zeros: nothing is drawn. Its owner frees `mark`.
typedef struct {
    pen_mark *mark;
    size_t marks, capacity;
    bool is_down; // the line goes on
} pen;

// Continues the line to a point, or begins one after pen_lift, pen_close and pen_clear.
void pen_to(pen *p, double x, double y);
void pen_lift(pen *p);
// The line goes back to where it began.
void pen_close(pen *p);
void pen_clear(pen *p);
