// The cells of a walk that decides where each class is, joined to decision regions.
//
// They are joined as neighbours by signs (regions/sign_matching.h). What these leave over is a
// facet between two cells that were both found after a tie; all facets of such cells are matched
// across the splits that made them, with the class in place of the map.
#pragma once

#include "exact/enclosed_sum.h"
#include "exact/rows.h"
#include "regions/class_volume.h"
#include "regions/facet_matching.h"
#include "regions/sign_matching.h"
#include "regions/union_find.h"
#include "walk/observer.h"
#include <crease/regions.h>

// The question that a walk answers.
typedef struct {
    const crease_net *net;         // the one that chooses
    size_t dimension, count, last; // last: the layer that chooses, as visitors number it
    unsigned what, digits;
    class_frame frame; // of volumes
    bool has_rest;     // class 0 has what the others leave of the domain
    bool rounds;       // volumes are rounded
} class_question;

// Whether volumes are sums over the facets where a class ends. In more dimensions facets have so
// many simplices that the sum over the faces of a whole cell may be shorter.
static inline bool class_sums_facets(const class_question *asked)
{
    return asked->what & CREASE_CLASS_VOLUMES && asked->dimension > 1 &&
           asked->dimension <= CLASS_VOLUME_DIMENSIONS;
}

// Cells that have been joined, at the first of them; without cells once they are added to another.
typedef struct {
    crease_decision_region region; // with a point inside the first
    factored pyramids;             // what its volume has in addition, if that is a sum of these
    fmpz_t units, error;           // or these, rounded, and their error
    uint64_t tied_cells;
    fmpq_t tied_volume;
} joined_cells;

// A segment of the boundary as a row: its ends, homogeneous, and the classes on the left and right.
enum {
    CLASS_SEGMENT_FROM = 0,
    CLASS_SEGMENT_TO = 3,
    CLASS_SEGMENT_LEFT = 6,
    CLASS_SEGMENT_RIGHT,
    CLASS_SEGMENT_COLUMNS
};

// The cells of the walk, or of a batch.
typedef struct {
    facet_matching matching, boundary; // of what signs may leave over; of facets on ties
    sign_matching signs;
    const class_question *asked;
    union_find sets;      // of cells
    joined_cells *joined; // by cell
    size_t capacity;
    rows segments;
    enclosed_sum measure; // of the boundary
    bool is_infinite;     // the boundary
    class_kept kept;      // of facets
    fmpq_t term;          // scratch, as the point inside a cell
    fmpq *point;
} class_cells;

void class_cells_init(class_cells *d, const class_question *asked);
void class_cells_clear(class_cells *d);
// Reports all regions of the network that chooses to the cells.
walk_observer class_cells_observer(class_cells *cells);
// Joins what is left after the walk, even if it was stopped. The first cell of each set then has
// the numbers of all, and their volumes if these are wanted.
void class_cells_end(class_cells *cells, bool with_volumes);
