// The outputs over a line: what a picture of a domain of one dimension shows.
#ifndef OUT_GRAPH_H
#define OUT_GRAPH_H

#include <crease/out.h>

#define GRAPH_NO_LAYER ((size_t)-1)

// The outputs over one region.
typedef struct {
    fmpq end[2];     // lower and upper, unless infinite; cut to the view once it is chosen
    int infinite[2]; //
    size_t layer[2]; // whose crease the end lies on, if this region draws it, or GRAPH_NO_LAYER
    fmpq *map;       // slope and constant of each output
    // In the view, whose lower left corner is (0, 0) and whose upper right one is (1, 1).
    double x[2];
    double *y; // two for each output
} graph_piece;

// Memory: a few hundred bytes a region, and 80 for each output more.
typedef struct {
    const crease_net *net;
    size_t outputs;
    graph_piece *piece;
    size_t pieces, capacity;
    fmpq lo[2], hi[2]; // the view: x and y
} graph;

void graph_init(graph *curves, const crease_net *net);
void graph_clear(graph *curves);

// A visitor's callback, which asks for maps: adds a region to the graph that data points to.
crease_visit graph_add(void *data, const crease_region *region);

// Chooses the view, once all regions are in, and sorts the pieces along the line. A bounded side
// of the domain ends the view; on an unbounded one it goes beyond the last
// breakpoint. What is above and below are all values over the view.
void graph_fit(graph *curves);

#endif
