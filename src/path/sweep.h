// A segment crossed from one end to the other, layer by layer, piece by piece.
//
// On an interval [lo, hi] of the segment x = p + t (q - p), 0 <= t <= 1, on which no unit of the
// layers before changes its piece, the pre-activations of layer l are affine in t. Their
// breakpoints on the interval, in order, cut it into intervals for layer l + 1. So the
// intervals of every layer are met from left to right, and memory is that of one path.
#pragma once

#include "base/limits.h"
#include "geom/cell.h"
#include "tree/maps.h"
#include <crease/path.h>

// Callbacks; point may be NULL. Points are those of the sweep's space, in the coordinate t.
typedef struct {
    void *data;
    // At this point a predicate of a unit of layer l >= 1 changes its sign; its map is that of the
    // layer on the interval between lo and hi, where the point lies.
    void (*point)(void *data, uint32_t point, const plane_origin *origin, uint32_t lo, uint32_t hi);
    // On the interval from lo to hi no unit of the layers 1 .. l changes; maps->layer[l].pattern
    // is its pattern. Whether that differs, in these layers, from the interval before.
    void (*piece)(void *data, size_t l, uint32_t lo, uint32_t hi, int differs);
} sweep_observer;

// What crosses the interval: a predicate of a unit, and where.
typedef struct {
    uint32_t point, plane, unit;
    int8_t rises;
} sweep_event;

typedef struct {
    signed char *sign; // of each predicate of each unit on the present interval
    sweep_event *event;
    size_t events, capacity;
    uint32_t *previous; // the pattern of the interval before, across segments too
} sweep_layer;

typedef struct {
    const crease_net *net;
    walk_maps maps;
    sign_judge judge;
    geom_space space;
    sweep_layer *layer; // 1 .. net->layers, as in maps
    int has_previous;
    int use_dd; // take all maps from double-doubles
    run_ticker *ticker;
    uint64_t done; // what the ticker counts
    sweep_observer observer;
} sweep;

// use_dd: not in exact arithmetic.
void sweep_init(sweep *s, const crease_net *net, crease_arith arith, int use_dd, run_ticker *ticker,
                sweep_observer observer);
void sweep_clear(sweep *s);

// Crosses the segment that is the parametrization of a network in doubles; the points 0 and 1 are
// its ends. Returns 0 if the ticker stopped it.
enum { SWEEP_START, SWEEP_END };
int sweep_segment(sweep *s, rounded_net *rounded);

// How many units of layer l have another piece on the present interval than on the one before.
// Only inside `piece`.
uint64_t sweep_changes(const sweep *s, size_t l);
