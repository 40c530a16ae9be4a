// Euclidean distances of points to boundaries (docs/distance.md): the activation boundary, where
// activation regions meet, and the function boundary, where the network is not differentiable (B_N
// of Hanin and Rolnick, Complexity of linear regions in deep networks, ICML 2019).
#ifndef CREASE_DISTANCE_H
#define CREASE_DISTANCE_H

#include <crease/walk.h>

CREASE_BEGIN

typedef enum {
    CREASE_NEAREST_KNOWN,
    CREASE_NEAREST_NONE,   // the boundary is empty
    CREASE_NEAREST_BEYOND, // stopped; no boundary is nearer than squared says
} crease_nearest_state;

// A nearest point of a boundary, always the same one.
typedef struct {
    crease_nearest_state state;
    fmpq_t squared;                 // of the distance
    fmpq *point;                    // if KNOWN: n entries
    size_t layer, unit, breakpoint; // if KNOWN: a crease that it lies on, as in crease_facet
} crease_nearest;

typedef struct {
    size_t inputs;
    crease_nearest activation;
    crease_nearest function; // if it was asked for
    uint64_t cells;          // activation regions that were visited
} crease_distance;

void crease_distance_init(crease_distance *distance, const crease_net *net);
void crease_distance_clear(crease_distance *distance);

// The distances of count points, rows of n entries; function: to the function boundary too. visit
// is called for each in order, from one thread at a time, with a borrowed result. CREASE_FLOAT is
// refused. Cost for each point: an exact forward pass and the affine maps of all units; the
// function boundary, if regions around the point have one map, a quadratic program for each nearer
// region.
crease_status crease_distances(const crease_net *net, const fmpq *points, size_t count,
                               int function, const crease_options *options,
                               crease_visit (*visit)(void *data, size_t index,
                                                     const crease_distance *distance),
                               void *data, crease_error *error);

// The margin of a point is the distance to the nearest point at which a form other than that of its
// class (crease_classes_find) attains the maximum: no nearer point has another class, so it is a
// certified radius of robustness in the Euclidean norm.
typedef struct {
    size_t inputs;
    size_t chosen, rival;   // classes; rival if nearest is KNOWN
    crease_nearest nearest; // without layer, unit and breakpoint
    uint64_t cells;         // activation regions that were visited
} crease_margin;

void crease_margin_init(crease_margin *margin, const crease_net *net);
void crease_margin_clear(crease_margin *margin);

// The margins for form_count >= 2 forms, rows of outputs + 1 entries; otherwise as
// crease_distances. Cost: all regions nearer than the margin.
crease_status crease_margins(const crease_net *net, const fmpq *points, size_t count,
                             const fmpq *forms, size_t form_count, const crease_options *options,
                             crease_visit (*visit)(void *data, size_t index,
                                                   const crease_margin *margin),
                             void *data, crease_error *error);

// sqrt(squared), off by less than a unit in the last place.
double crease_nearest_distance(const crease_nearest *nearest);

// Of such distances; the mean times the number of hidden units is in Hanin and Rolnick's figures 6
// and 7.
crease_estimate crease_distance_estimate(const double *distances, size_t count);

// Exactly: bin[k] counts k width <= distance < (k + 1) width, the last bin all that is farther.
void crease_distance_histogram(uint64_t *bin, size_t bins, const fmpq_t width, const fmpq *squared,
                               size_t count);

// count rows, independent and uniform on the grid of 2^64 steps each way of a box without a slice.
crease_status crease_points_uniform(fmpq *points, size_t count, const crease_domain *box,
                                    uint64_t seed, crease_error *error);

CREASE_END
#endif
