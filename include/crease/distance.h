// How far points are from the creases.
//
// Two sets of inputs x in R^n, both closed, and both of dimension n - 1 where not empty:
//   the activation boundary: where two or more activation regions meet;
//   the function boundary, B_N of Hanin and Rolnick (Complexity of linear regions in deep
//   networks, ICML 2019): where the network is not differentiable, which is where
//   activation regions meet on which it is different affine functions.
// The function boundary is a part of the activation boundary. Distances are Euclidean. Proofs:
// docs/distance.md.
#ifndef CREASE_DISTANCE_H
#define CREASE_DISTANCE_H

#include <crease/walk.h>

CREASE_BEGIN

typedef enum {
    CREASE_NEAREST_KNOWN,
    CREASE_NEAREST_NONE,   // there is no such boundary: it is empty
    CREASE_NEAREST_BEYOND, // the search was stopped; no boundary is nearer than squared says
} crease_nearest_state;

// The nearest point of a boundary. Where several are equally near, it is one of them, always
// the same.
typedef struct {
    crease_nearest_state state;
    fmpq_t squared; // of the distance
    fmpq *point;    // if KNOWN: the nearest one, n entries
    // If KNOWN: the crease that it lies on, z - breakpoint = 0, of a unit of a layer, as in
    // crease_facet. Where several creases meet in the point, it is one of them.
    size_t layer, unit, breakpoint;
} crease_nearest;

typedef struct {
    size_t inputs;
    crease_nearest activation;
    crease_nearest function; // if it was asked for
    uint64_t cells;          // activation regions that were looked at
} crease_distance;

void crease_distance_init(crease_distance *distance, const crease_net *net);
void crease_distance_clear(crease_distance *distance);

// The distances of points[0], .., points[count-1], rows of n entries each, to the function boundary
// only if it is wanted. visit is called for each in their order, from any thread but never from two
// at once; what it gets is borrowed until it returns. CREASE_FLOAT is refused.
// CREASE_STOPPED: time limit, interrupt or visitor; points that were not reported are not done.
// Cost for each point, N units: the activation boundary takes one exact forward pass and the
// affine maps of all units at the point, by doubles with error bounds (filtered) or integers.
// The function boundary takes as long, mostly; but where the network is one affine function
// on many regions around the point, all those nearer than the boundary are looked at, and each
// may cost a quadratic programme in n variables with N inequalities.
crease_status crease_distances(const crease_net *net, const fmpq *points, size_t count,
                               int function, const crease_options *options,
                               crease_visit (*visit)(void *data, size_t index,
                                                     const crease_distance *distance),
                               void *data, crease_error *error);

// How far a point is from where another class is chosen.
//
// The class of a point is the number k of the greatest of the forms f_0, .., f_(K-1) of the outputs
// there, the least of several, as in crease_classes_find. The margin is the distance to the nearest
// point at which another form is as great: no point that is nearer has another class, whatever ties
// are decided for, so that it is a certified radius of robustness in the Euclidean norm.
typedef struct {
    size_t inputs;
    size_t chosen, rival; // classes; rival if it is known: the form that is as great
    // NONE: nowhere is another form as great. layer, unit and breakpoint mean nothing.
    crease_nearest nearest;
    uint64_t cells; // activation regions that were looked at
} crease_margin;

void crease_margin_init(crease_margin *margin, const crease_net *net);
void crease_margin_clear(crease_margin *margin);

// The margins of points[0], .., points[count-1] in the whole space of inputs, for form_count >= 2
// forms, rows of outputs + 1 entries. As crease_distances otherwise. Cost for each point: all
// regions that are nearer than the margin are looked at, as for the function boundary.
crease_status crease_margins(const crease_net *net, const fmpq *points, size_t count,
                             const fmpq *forms, size_t form_count, const crease_options *options,
                             crease_visit (*visit)(void *data, size_t index,
                                                   const crease_margin *margin),
                             void *data, crease_error *error);

// sqrt(squared), off by less than a unit in the last place.
double crease_nearest_distance(const crease_nearest *nearest);

// The mean of such distances. Times the number of hidden units it is the quantity
// of Hanin and Rolnick's figures 6 and 7, of which they expect that no architecture changes it
// much.
crease_estimate crease_distance_estimate(const double *distances, size_t count);

// A histogram, without rounding: bin[k] is the number of distances, given by their squares, with
// k width <= distance < (k + 1) width, k < bins; what is farther counts in the last bin. width > 0.
void crease_distance_histogram(uint64_t *bin, size_t bins, const fmpq_t width, const fmpq *squared,
                               size_t count);

// count points of a box, independent and uniform on its grid of 2^64 steps each way, from a
// seed: count rows. CREASE_ERROR if the domain is not a box or has a slice.
crease_status crease_points_uniform(fmpq *points, size_t count, const crease_domain *box,
                                    uint64_t seed, crease_error *error);

CREASE_END
#endif
