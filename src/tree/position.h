// The position of the walk: a cell of the tree, and the state of the layers before it.
#pragma once

#include "cell/cell.h"
#include "tree/fingerprint.h"
#include "tree/maps.h"
#include <stdbool.h>

// A question about a cell: does it lie above z_unit = breakpoint, below, or on both sides, so that
// this hyperplane splits it? For maxout, breakpoint is the number of a pair of rows, and the
// question is which of them is larger.
typedef struct {
    uint32_t unit, breakpoint;
} walk_predicate;

// The neurons of one layer, which are inserted into one cell of the layer before. Only the
// predicates whose hyperplanes split the cell are kept; for a maxout unit that is not settled, all
// are. The hyperplanes are inserted one at a time into the cells that arise. Signs at a generator
// are remembered under the generator's slot, so no sign is decided twice although cells share
// generators.
typedef struct {
    size_t predicates;      // of all units: the largest number of hyperplanes
    size_t first_predicate; // predicates of earlier layers
    walk_predicate *kept;   // predicates
    uint32_t *number;       // of each that is kept, among those of all layers
    double *form;           // of each that is kept, as in exact/point.h
    unsigned char *tight;   // the form of each is as tight as doubles allow
    rows rows;              // integers of each, made on demand
    size_t count;
    unsigned char *memo; // slots x memo_row: bits as in exact/sign.h
    size_t memo_row, memo_capacity;
    uint32_t slots;    // in use
    forms_limit limit; // of the forms that are kept; in the plane
    double error;      // of any form at a corner, if the map is firm
    // Scratch: bounds by doubles for the rows of rounded_layer on the whole cell.
    double *low, *high;       // breakpoints x stride
    double *least, *greatest; // stride: of the values at the vertices of a polygon, if units have
                              // several breakpoints
    double width;             // bound on the error of these
    map_values values;        // arguments of the test of the first breakpoints
    bool batched;             // the signs of several predicates or points are tried together
    const corners_approx *corners;  // NULL unless the cell is a bounded polygon that doubles see
    uint32_t *row_above, *row_open; // used unless rows are in the order of the units
    uint32_t *open;                 // by unit: some breakpoint is not decided
    double *box;                    // of a box_approx
    bool touches;                   // those of the latest sides
} insertion;

// Remembered signs are read MEMO_WORD at a time.
typedef uint64_t memo_word __attribute__((may_alias, aligned(1)));
enum { MEMO_WORD = sizeof(memo_word) };

typedef struct {
    walk_maps maps;
    walk_fingerprint *fingerprint; // NULL until first asked for
    insertion *inserts;            // one per layer, in the memory of the maps
    sign_judge judge;
    geom_space space;
    geom_cell whole;   // the domain
    bool has_interior; // the domain has one
    space_mark border; // end of the planes and points of the domain
    // A point (x, w) of the domain, or NULL. With a point, only regions that touch it are walked,
    // and their cells are the cones that they look like from there.
    const fmpz *focus;
} walk_position;

// Starts at the root of the tree, without a focus. The position must not be moved in memory;
// rounded and its network must live as long as it does.
void walk_position_init(walk_position *pos, rounded_net *rounded, const crease_domain *domain,
                        bool by_dictionary, crease_arith arith, double tolerance);
void walk_position_clear(walk_position *pos);
// Goes back to the root, as if the position had never been elsewhere.
void walk_position_restart(walk_position *pos);
// The fingerprint of its maps, made on first use.
walk_fingerprint *walk_position_fingerprint(walk_position *pos);

// The side of breakpoint b of a row on which the whole cell lies, if doubles have decided it.
int insertion_tried(const walk_position *pos, size_t l, size_t row, size_t b);
