// Where the cuts of a layer meet in a polygon, of which they are chords.
//
// Two cuts meet inside the cell iff their ends alternate round the border, along which all ends are
// sorted. Meeting points are sorted along each cut, so that concurrent cuts are met as equal
// neighbours. Ends may lie at infinity, where parallel cuts come in their own order: they cross
// nowhere, and are one line iff both their ends are equal.
#pragma once

#include "tree/insertion.h"
#include <stdbool.h>

// Where a cut enters or leaves the cell: at a vertex, or inside the edge that leaves it.
typedef struct {
    size_t vertex;
    bool inside;    // the edge
    bool infinite;  // the end is at infinity
    uint32_t point; // of the space, if inside and once needed
} border_hit;

// It runs from its first to its second end, so it has the part of the border between these on its
// right.
typedef struct {
    uint32_t cut, plane;     // plane: of the space, once needed
    const signed char *sign; // at each vertex
    border_hit end[2];
} chord;

// The places of a chord's ends along the border, counterclockwise from the first vertex, from 1 on.
// Places are equal iff the points are. Parallel cuts that leave the cell in one direction have
// places of their own, in the order of the cuts.
typedef struct {
    uint32_t first, second;
} chord_places;

// The point that one chord has in common with another one.
typedef struct {
    uint32_t with;   // the other one
    uint32_t place;  // equal iff the points are
    double range[2]; // holds the coordinate along the sorting axis
    uint32_t point;  // of the space, once needed
} meeting;

typedef struct {
    walk_position *pos;
    size_t l;
    const geom_cell *cell;
    size_t cuts;
    chord *chords;
    chord_places *places; // of each chord
    uint64_t far_places;  // at infinity
    meeting *copy;        // scratch
    uint32_t *bucket;     // scratch
} division;

// The listed cuts of layer l. Memory is of the space's arena of cells. On cancellation there are no
// places.
void division_init(division *d, walk_position *pos, size_t l, const geom_cell *cell,
                   const uint32_t *list, size_t cuts);
// The number of distinct ends at infinity.
uint64_t division_far(const division *d);

// The sign of the form of chord k on its left.
int chord_left(const division *d, size_t k);

// Sorts the meetings of chord k with others, of which only `with` is set, along the chord. Returns
// the number of distinct points. Cost: two passes over points whose ranges are apart, signs for the
// others.
size_t division_sort(division *d, size_t k, meeting *points, size_t count);
