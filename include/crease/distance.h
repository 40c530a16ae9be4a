// Distances of points to boundaries, in three norms. Proofs: src/distance/distance.md.
//
// The activation boundary is where activation regions meet; the function boundary, its subset, is
// where the network is not differentiable: B_N of Hanin and Rolnick (Complexity of linear regions
// in deep networks, ICML 2019). Both are closed.
#pragma once

#include <crease/walk.h>

CREASE_BEGIN

typedef enum {
    CREASE_NEAREST_KNOWN,
    CREASE_NEAREST_NONE,     // the boundary is empty
    CREASE_NEAREST_AT_LEAST, // stopped: no boundary is nearer than squared says
} crease_nearest_state;

// A nearest point of a boundary; of several always the same.
typedef struct {
    crease_nearest_state state;
    fmpq_t squared; // of the distance, in every norm
    // If KNOWN: n entries, and a crease it lies on, as in crease_facet.
    fmpq *point;
    size_t layer, unit, breakpoint;
} crease_nearest;

typedef struct {
    size_t inputs;
    crease_nearest activation;
    crease_nearest function; // if requested
    uint64_t cells;          // activation regions examined
} crease_distance;

// The distances of count points, rows of n entries; function: to the function boundary too. visit
// is called in their order, from any thread, one call at a time, with a borrowed result; never
// after CREASE_STOPPED. CREASE_FLOAT is refused. Cost a point: one exact forward pass and the
// affine maps of all units; for the function boundary all regions nearer than it, each up to a
// quadratic program, or in the norms 1 and infinity a linear one, in n variables with as many
// inequalities as units.
crease_status crease_distances(const crease_net *net, const fmpq *points, size_t count,
                               int function, crease_norm norm, const crease_options *options,
                               crease_visit (*visit)(void *data, size_t index,
                                                     const crease_distance *distance),
                               void *data, crease_error *error);

// The distance to the nearest point where a form other than that of the class, as in
// crease_classes_find, is as great: an exact radius of robustness.
typedef struct {
    size_t inputs;
    size_t chosen, rival;   // classes; rival, if known: the form that is as great
    crease_nearest nearest; // layer, unit and breakpoint mean nothing
    uint64_t cells;         // activation regions examined
    // If nearest is AT_LEAST: KNOWN with a point, found by local search and confirmed exactly,
    // where form `breakpoint` is as great, so that the margin is at most its distance; or not
    // known.
    crease_nearest counterexample;
} crease_margin;

// In the whole space, for form_count >= 2 forms, rows of outputs + 1 entries. As crease_distances
// otherwise. Cost a point: all regions nearer than the margin.
crease_status
crease_margins(const crease_net *net, const fmpq *points, size_t count, const fmpq *forms,
               size_t form_count, crease_norm norm, const crease_options *options,
               crease_visit (*visit)(void *data, size_t index, const crease_margin *margin),
               void *data, crease_error *error);

// The distance itself, which is rational in the norms 1 and infinity, and only there used.
void crease_nearest_rational(fmpq_t distance, const crease_nearest *nearest);
// sqrt(squared), off by less than a unit in the last place. A lower bound is rounded down.
double crease_nearest_distance(const crease_nearest *nearest);

// count rows of independent coordinates, each the sum of twelve fractions of 21 random bits less
// its mean: multiples of 2^-21, nearly normal, mean 0, variance 1 - 2^-42. The same on every
// machine; a longer list begins like a shorter one.
void crease_points_random(fmpq *points, size_t count, size_t inputs, uint64_t seed);
// count rows, independent and uniform on the grid of 2^64 steps each way of a box without a slice.
crease_status crease_points_uniform(fmpq *points, size_t count, const crease_domain *box,
                                    uint64_t seed, crease_error *error);

CREASE_END
