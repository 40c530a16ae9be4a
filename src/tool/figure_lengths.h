// Trajectories through random networks: what figures of lengths have in common.
#ifndef TOOL_FIGURE_LENGTHS_H
#define TOOL_FIGURE_LENGTHS_H

#include "tool/figure.h"
#include <crease/make.h>

typedef enum {
    LENGTHS_SEGMENT, // from p to q
    LENGTHS_ARC,     // a quarter of the ellipse p cos(s) + q sin(s), as a polygon
} lengths_path;

// Networks of `depth` hidden layers of `width` units on as many inputs, and through each of them
// some paths, each between two normal points p and q. The seed is set for each repeat.
typedef struct {
    size_t width, depth;
    crease_random how;
    lengths_path path;
    size_t vertices; // of an arc
    size_t paths;    // 0: 1
} lengths_case;

typedef struct {
    const experiment *e;
    const lengths_case *of; // borrowed
    size_t cases, repeats;
    size_t stride;                         // layers of the deepest case, and the input
    double *length, *growth, *transitions; // [case][repeat][layer]
} lengths;

// Measures each case `repeats` times, with a network and paths of its own each time: those of
// a repeat are drawn alike in all cases. What is kept of a repeat is the mean of its paths, for
// they are not independent of each other as networks are.
crease_status lengths_measure(lengths *l, const experiment *e, const lengths_case *of, size_t cases,
                              size_t repeats, crease_error *error);
void lengths_clear(lengths *l); // after an error too

// Entry l is that of the image after layer l; 0 of the path itself.
const double *lengths_of(const lengths *l, size_t which, size_t repeat);
const double *lengths_transitions(const lengths *l, size_t which, size_t repeat);

// The mean of length after a layer / length before it, over the layers from `first` on and the
// paths of a repeat. NAN if a length is 0.
double lengths_growth(const lengths *l, size_t which, size_t repeat, size_t first);

// The sample of lengths_growth over the repeats, those that have one. Returns how many have none.
size_t lengths_growths(sample *growth, const lengths *l, size_t which, size_t first);

#endif
