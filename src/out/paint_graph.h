// Draws a graph with Cairo.
#ifndef OUT_PAINT_GRAPH_H
#define OUT_PAINT_GRAPH_H

#include "out/graph.h"

#include <cairo.h>

// Fills a page of width x height units with the fitted graph: every output in a colour of its
// own, axes with numbers, a legend if there is room for one and, if wanted, a line at each
// breakpoint, in the colour of its layer and thinner with depth.
void paint_graph(cairo_t *page, const graph *curves, int width, int height, int creases);

#endif
