// One climb to many regions: random changes, exact counts.
#ifndef THEORY_CLIMB_H
#define THEORY_CLIMB_H

#include "base/random.h"
#include "net/net.h"
#include "theory/search.h"

typedef struct {
    crease_net *net; // its weights and biases are `number`
    const crease_domain *domain;
    const crease_search *how;
    random_state random;
    crease_counts counts;
    int64_t *number, *before; // layer by layer, weights row by row, then biases
    size_t numbers;
    size_t movable_rows; // the first so many rows of the network matter to the count
    uint64_t regions;    // where the climb stands
} climber;

// widths are valid and act is the name of an activation.
void climb_init(climber *c, const size_t *widths, size_t count, const crease_domain *domain,
                const crease_search *how);
void climb_clear(climber *c);

// A random place, the same for the same seed and index.
void climb_begin(climber *c, uint64_t seed, uint64_t index);

// Takes the first step, which counts the network as it is, or another, which changes it,
// counts, and goes back if that is worse. *regions is what was counted, and c->number that
// network, until climb_settle. CREASE_STOPPED as for crease_walk.
crease_status climb_step(climber *c, uint64_t *regions, int first, const crease_options *options,
                         crease_error *error);
void climb_settle(climber *c, uint64_t regions);

// Makes c->net the network with these numbers.
void climb_set(climber *c, const int64_t *number);

#endif
