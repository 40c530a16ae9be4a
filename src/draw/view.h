// The window of a picture: a rectangle of the plane, and what of a cell it shows.
#ifndef DRAW_VIEW_H
#define DRAW_VIEW_H

#include <stddef.h>

// The point (x/w, y/w) if w > 0, the direction (x, y) if w = 0. A cell is the list
// of its vertices, counterclockwise; every vertex carries the layer whose crease is
// to be drawn along the edge from it to the next vertex.
typedef struct {
    double x, y, w;
    size_t layer;
} view_vertex;

typedef struct {
    double x, y;
} view_point;

// Nothing is drawn along the edge: it lies on the border of the domain, at
// infinity, or on the border of the view.
#define VIEW_NO_LAYER ((size_t)-1)

// The points with lo[i] <= x_i <= lo[i] + size[i]; size[i] > 0. shape is the ratio
// of width to height which the picture should have, between 1/4 and 4: a view that
// is longer than that is drawn compressed.
typedef struct {
    double lo[2], size[2];
    double shape;
    int is_distorted; // its sides are not to the same scale
} view;

// A box which is the unit square of the coordinates in use; shape is its true one.
void view_init_box(view *window, double shape);
// All points with lo[i] <= x_i <= hi[i] and a margin, as a part of these; lo = hi is allowed,
// and so is an empty set, lo > hi: the view is then a unit square around lo or 0.
void view_init_around(view *window, const double *lo, const double *hi, double margin);

// Of points that are spread over many scales, where most of them are: those that lie, in each
// coordinate, no farther from the middle half of all than 1.5 times its extent (Tukey's fences).
// Sets lo and hi to their bounding box, or to lo > hi if there is none, and returns how many are
// left out. The points become different from one another, *count of them, in an order of their own.
// If they are to be all, or at most eight, none is left out.
size_t view_crowd(double *lo, double *hi, view_point *point, size_t *count, int all);

// The page for a view: what was asked for, 0 meaning that the view decides; the
// longer side is 800 if nothing was asked for.
void view_page(int *width, int *height, const view *window);

// The part of a cell inside the view: finite points (w = 1), in coordinates in
// which the view is the unit square. Two neighbouring vertices at infinity must be
// less than half a turn apart. out has room for VIEW_ROOM(count) vertices. Returns
// their number, 0 if nothing is seen.
#define VIEW_ROOM(count) (64 * (count))
size_t view_clip(view_vertex *out, const view_vertex *cell, size_t count, const view *window);

#endif
