// Convex polygons in the unit square, and the window of the plane that a picture shows.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The layer whose crease is drawn along the edge from this corner to the next.
#define POLYGON_NO_LAYER ((size_t)-1)

typedef struct {
    double x, y;
    size_t layer;
} polygon_corner;

typedef struct {
    double x[2];
} plane_point;

// Compares doubles, for qsort.
int polygon_compare_numbers(const void *left, const void *right);

// form[0] x + form[1] y + form[2]
double polygon_value(const double form[3], const polygon_corner *corner);

// The part of a polygon, its corners counterclockwise, where the form is not negative; the new edge
// gets the layer. Returns the number of corners: 0, or at most one more than before.
size_t polygon_cut(polygon_corner *out, const polygon_corner *in, size_t count,
                   const double form[3], size_t layer);

// The points with lo[i] <= x_i <= lo[i] + size[i]; size[i] > 0.
typedef struct {
    double lo[2], size[2];
    double shape;      // width to height of the picture, between 1/4 and 4
    bool is_distorted; // so its sides are not to one scale
} view;

// The unit square, which stands for a box of this shape.
void view_init_box(view *window, double shape);

// A window around points, with a margin given as a part of their extent. Unless `all` are wanted,
// it shows those inside the fences of both coordinates (polygon.c). Sorts the points, and reduces
// *count to those that differ. Returns how many of these are outside.
size_t view_init_around(view *window, plane_point *point, size_t *count, int all, double margin);
