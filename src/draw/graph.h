// The outputs over a line: what a picture of a domain of one dimension shows.
#ifndef DRAW_GRAPH_H
#define DRAW_GRAPH_H

#include "draw/chart.h"

// A breakpoint or an end of the domain; or, where the domain is unbounded, an end of the view.
typedef struct {
    size_t layer; // whose crease it is, or GRAPH_NO_LAYER
    fmpq *row;    // where it is, and the value of each output there
} graph_point;

#define GRAPH_NO_LAYER ((size_t)-1)

// Memory: a few hundred bytes a region, and 60 for each output more.
typedef struct {
    const crease_picture *picture;
    const crease_net *net;
    size_t outputs, regions;
    graph_point *point; // along the line; the ends are there even if they are infinite
    size_t points, capacity;
    int open[2];                 // these ends are infinite
    fmpq *map[2];                // slope and constant of each output in the first and last region
    size_t breakpoints, outside; // all of them, and how many are out of view
    chart shown;                 // once the view is chosen
} graph;

void graph_init(graph *curves, const crease_picture *picture, const crease_net *net,
                const crease_domain *domain);
void graph_clear(graph *curves);

// A visitor's callback, which needs maps: adds the next region along the line to the graph that
// data points to.
crease_visit graph_add(void *data, const crease_region *region);

// Once all regions are added: makes the chart, with one curve for each output and, if wanted, rules
// at the breakpoints of each layer; and changes zeros to the size of the page. A bounded side of
// the domain ends the view; on an unbounded one it extends beyond the breakpoints, except for those
// far from most others. Vertically it shows all values over the view.
void graph_fit(graph *curves, int *width, int *height);

#endif
