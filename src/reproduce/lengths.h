// Trajectories through random networks: what figures of lengths have in common.
#ifndef REPRODUCE_LENGTHS_H
#define REPRODUCE_LENGTHS_H

#include "reproduce/figure.h"
#include <crease/make.h>

typedef enum {
    LENGTHS_SEGMENT, // from p to q
    LENGTHS_ARC,     // a quarter of the ellipse p cos(s) + q sin(s), as a polygon
} lengths_path;

// Networks of `depth` hidden layers of `width` units on as many inputs, and a path between two
// normal points p and q of the inputs. The seed is set for each repeat.
typedef struct {
    size_t width, depth;
    crease_random how;
    lengths_path path;
    size_t vertices; // of an arc
} lengths_case;

typedef struct {
    const experiment *e;
    const lengths_case *of; // borrowed
    size_t cases, repeats;
    size_t stride;         // layers of the deepest case, and the input
    double *length;        // [case][repeat][layer]
    uint64_t *transitions; // the same
} lengths;

// Measures each case `repeats` times, with a network and points of its own each time: those of
// a repeat are drawn alike in all cases.
crease_status lengths_measure(lengths *l, const experiment *e, const lengths_case *of, size_t cases,
                              size_t repeats, crease_error *error);
void lengths_clear(lengths *l); // after an error too

// Entry l is that of the image behind layer l; 0 of the path itself.
const double *lengths_of(const lengths *l, size_t which, size_t repeat);
const uint64_t *lengths_transitions(const lengths *l, size_t which, size_t repeat);

// The mean growth factor of the layers from `first` on in a repeat: behind a layer of numbers
// the path has the length of that before times this. NAN where a length is 0.
double lengths_growth(const lengths *l, size_t which, size_t repeat, size_t first);

// The sample of lengths_growth over the repeats, those that have one. Returns how many have none.
size_t lengths_growths(sample *growth, const lengths *l, size_t which, size_t first);

#endif
