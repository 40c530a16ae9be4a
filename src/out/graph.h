// The outputs over a line: what a picture of a domain of one dimension shows.
#ifndef OUT_GRAPH_H
#define OUT_GRAPH_H

#include "out/chart.h"
#include <crease/out.h>

#define GRAPH_NO_LAYER ((size_t)-1)

// The outputs over one region.
typedef struct {
    fmpq end[2];     // lower and upper, unless infinite; cut to the view once it is chosen
    int infinite[2]; //
    size_t layer[2]; // whose crease the end lies on, if this region draws it, or GRAPH_NO_LAYER
    fmpq *map;       // slope and constant of each output
} graph_piece;

// Memory: a few hundred bytes a region, and 120 for each output more.
typedef struct {
    const crease_net *net;
    size_t outputs;
    graph_piece *piece;
    size_t pieces, capacity;
} graph;

void graph_init(graph *curves, const crease_net *net);
void graph_clear(graph *curves);

// A visitor's callback, which asks for maps: adds a region to the graph that data points to.
crease_visit graph_add(void *data, const crease_region *region);

// Once all regions are in: one curve for each output and, if wanted, rules at the breakpoints of
// each layer. A bounded side of the domain ends the view; on an unbounded one it goes beyond the
// last breakpoint. What is above and below are all values over the view. Sorts the pieces along
// the line. The chart is cleared by graph_chart_clear.
void graph_chart(chart *shown, graph *curves, int creases);
void graph_chart_clear(chart *shown);

#endif
