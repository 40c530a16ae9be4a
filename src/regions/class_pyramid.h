// Pyramids over faces of a cell at which its class ends: exact volumes.
#pragma once

#include "regions/class_ends.h"
#include <flint/fmpz_mat.h>

// A side of the box: it extends along some axes and has the upper corner's coordinates in the
// others. The box itself is one, as is the space of another domain.
typedef struct {
    uint64_t axes;       // along it, a bit each
    fmpz *apex;          // its lower corner, the apex of the pyramids in it
    fmpz_t factor;       // the product of the widths across it
    uint64_t *on_facets; // the facets of the cell on upper sides of which it is the intersection
} box_side;

// The pyramids of one cell, and the one that was computed last.
typedef struct {
    class_ends *ends;
    class_points *points;
    const uint64_t *members; // cell_members
    box_side side;
    fmpz_t height; // of class_pyramid_sign: the form of the facet at the apex, times its weight
    fmpz_t volume; // of class_pyramid_find
    // Scratch.
    uint64_t *root;
    fmpz_t rest;
    fmpz_mat_t matrix;
} class_pyramid;

// For a cell with vertices in three and more dimensions. The side is the box.
void class_pyramid_init(class_pyramid *p, class_ends *ends, class_points *points);
void class_pyramid_clear(class_pyramid *p);

static inline const fmpz *class_pyramid_row(const class_pyramid *p, size_t f)
{
    return space_plane_row(p->ends->space, p->ends->cell->facet[f].plane);
}
static inline size_t class_pyramid_dimension(const class_pyramid *p)
{
    return bits_count(&p->side.axes, 1);
}
// The sign with which pyramids over faces on facet f are added; finds the height.
int class_pyramid_sign(class_pyramid *p, size_t f);
// The facets of the cell that meet in the face which the side has on facet f, borrowed until the
// next call. NULL: on an upper side the cell has a facet of another plane only, as after a tie.
const uint64_t *class_pyramid_root(class_pyramid *p, size_t f);
// volume = k! times that of the pyramid over a face on facet f, at least 0, times points->product,
// where k is the dimension. The points are loaded and multiplied.
void class_pyramid_find(class_pyramid *p, const uint64_t *face, size_t f);
