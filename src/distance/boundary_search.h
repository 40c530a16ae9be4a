// The nearest points of both boundaries, for one point after the other.
#pragma once

#include "base/limits.h"
#include "distance/borders.h"
#include <crease/distance.h>
#include <stdbool.h>

// The goal: the nearest other map, or, for a network whose last unit chooses a class
// (net/net.h), the nearest point where another class may be chosen.
typedef enum { SEARCH_ACTIVATION, SEARCH_FUNCTION, SEARCH_CLASS } search_goal;

typedef struct {
    pattern_cell cell;
    borders planes;
    search_goal goal;
    size_t rival; // SEARCH_CLASS: the class that was found
    // A heap of the cells that wait, the nearest first.
    struct queued_cell *queue;
    size_t queued, queue_capacity;
    const scaled_net *net;
    fmpz *x; // homogeneous
    // The regions that were looked at.
    uint32_t **leaf;
    size_t leaves, leaf_capacity;
    double begun;     // seconds of the run
    bool is_long;     // a counterexample was looked for
    uint64_t numbers; // of entries, given out so far
    fmpz *own_rows;   // of the map at x: a row for each output
    fmpz *row;        // scratch
} boundary_search;

// rounded: NULL for exact arithmetic. Arguments must live as long as the search.
void boundary_search_init(boundary_search *search, const crease_net *net, const scaled_net *scaled,
                          rounded_net *rounded, crease_norm norm);
void boundary_search_clear(boundary_search *search);

// Fills *result for a point; another class takes the place of the function boundary, a
// counterexample that of the activation boundary if a limit stopped the search, and their numbers
// those of breakpoints. Returns 0 if the limits stopped it; then the result means nothing.
bool boundary_search_at(crease_distance *result, boundary_search *search, const fmpq *point,
                        search_goal goal, run_limits *limits);

void crease_distance_init(crease_distance *distance, const crease_net *net);
void crease_distance_clear(crease_distance *distance);
