// The outputs over a line: what a picture of a domain of one dimension shows.
#ifndef DRAW_GRAPH_H
#define DRAW_GRAPH_H

#include "draw/chart.h"

#include <crease/path.h>

typedef struct {
    size_t layer; // whose crease it is, or GRAPH_NO_LAYER
    fmpq *row;    // where it is, and the value of each output there
} graph_point;

#define GRAPH_NO_LAYER ((size_t)-1)

typedef struct {
    const crease_picture *picture;
    const crease_net *net;
    const crease_domain *domain;
    crease_line *line;
    int is_empty, is_partial; // no region, or not all of them, were found
    // Once the view is chosen.
    graph_point *point; // its ends and the breakpoints between them
    size_t points, capacity;
    size_t outside; // breakpoints out of view
    chart shown;
} graph;

void graph_init(graph *curves, const crease_picture *picture, const crease_net *net,
                const crease_domain *domain);
void graph_clear(graph *curves);

// Crosses the line. Statuses and counts are those of crease_walk.
crease_status graph_cross(graph *curves, crease_counts *counts, const crease_options *options,
                          crease_error *error);

// Makes the chart, with one curve for each output and, if wanted, rules at the breakpoints of each
// layer; and changes zeros to the size of the page. A bounded side of the domain ends the view; on
// an unbounded one it extends beyond the breakpoints, except for those far from most others.
// Vertically it shows all values over the view.
void graph_fit(graph *curves, int *width, int *height);

#endif
