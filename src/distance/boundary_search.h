// The nearest points of both boundaries, for one point after the other.
#ifndef DISTANCE_BOUNDARY_SEARCH_H
#define DISTANCE_BOUNDARY_SEARCH_H

#include "base/limits.h"
#include "distance/borders.h"
#include <crease/distance.h>

// ---- Cells waiting to be looked at, the nearest first ----

// The cell whose units before `unit` are on the pieces of region `leaf`, and `unit` on this one.
typedef struct {
    fmpq square;   // no point of the cell is nearer than the root of this
    fmpz *nearest; // the point that is as near, homogeneous; NULL: not known yet
    uint64_t number;
    size_t leaf, unit, predicate;
    uint32_t piece;
} queued_cell;

typedef struct {
    queued_cell *entry; // a heap
    size_t count, capacity, columns;
} cell_queue;

void cell_queue_init(cell_queue *queue, size_t columns); // of points
void cell_queue_clear(cell_queue *queue);                // may be used again afterwards

// Smaller squares first, of equal ones those whose points are not known, then smaller numbers: so
// what comes out with a point is nearest of all, and which of equals it is depends on nothing but
// their numbers. The queue takes over what the entry holds, and gives it back.
void cell_queue_push(cell_queue *queue, queued_cell entry);
int cell_queue_pop(queued_cell *entry, cell_queue *queue);
void queued_cell_clear(queued_cell *entry, size_t columns);

// ---- The search ----

// What is looked for: the nearest other map, or, of a network whose last unit chooses a class
// (net/decision_net.h), the nearest point where another class may be chosen.
typedef enum { SEARCH_ACTIVATION, SEARCH_FUNCTION, SEARCH_CLASS } search_goal;

typedef struct {
    pattern_cell cell;
    borders planes;
    search_goal goal;
    size_t rival; // SEARCH_CLASS: the class that was found
    cell_queue queue;
    const scaled_net *net;
    fmpz *x; // homogeneous
    // The regions that were looked at.
    uint32_t **leaf;
    size_t leaves, leaf_capacity;
    uint64_t numbers; // of entries, given out so far
    fmpz *probe;      // a point where maps are compared first
    fmpz *value;      // of the map at x there
    fmpz *own_rows;   // of that map, once they are needed
    int has_own_rows;
    fmpz *row; // scratch
} boundary_search;

// rounded: NULL for exact arithmetic. What is given must live as long as the search.
void boundary_search_init(boundary_search *search, const crease_net *net, const scaled_net *scaled,
                          rounded_net *rounded);
void boundary_search_clear(boundary_search *search);

// Fills *result for a point; another class takes the place of the function boundary, and its number
// that of the breakpoint. Returns 0 if the limits stopped it; then the result means nothing.
int boundary_search_at(crease_distance *result, boundary_search *search, const fmpq *point,
                       search_goal goal, run_limits *limits);

#endif
