// A network on a line: what is kept of it.
#ifndef PATH_LINE_H
#define PATH_LINE_H

#include <crease/path.h>

struct crease_line {
    size_t dimension;
    fmpq *from, *to; // dimension
    char *text;
    crease_counts counts;
    size_t layers;
    size_t *start;   // of each layer in the arrays by neuron; layers + 1
    uint32_t *first; // pattern of the first region
    uint64_t *turns; // transitions of each neuron
    size_t breakpoints, capacity;
    crease_line_places places;
    fmpq *at;           // of each breakpoint, if exact
    double *low, *high; // if enclosed
    size_t *list;       // where its transitions begin; breakpoints + 1
    crease_transition *transition;
    size_t transitions, transition_capacity;
    int linear;
    signed char *bends; // of each breakpoint, see line_cross.c
};

// No region yet. The points are copied.
crease_line *line_new(const crease_net *net, const fmpq *from, const fmpq *to, size_t dimension);

// Room for one more breakpoint, which then is the last; its numbers are zero, and it has no
// transitions.
void line_add(crease_line *line);
// A transition of the last breakpoint.
void line_turn(crease_line *line, crease_transition transition);

// The nearest doubles with low <= x <= high.
void line_enclose(double *low, double *high, const fmpq_t x);

#endif
