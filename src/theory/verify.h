// What the parts of crease verify share.
#ifndef THEORY_VERIFY_H
#define THEORY_VERIFY_H

#include "base/limits.h"
#include "theory/verification.h"
#include <crease/regions.h>

typedef struct {
    const crease_verify_wanted *wanted;
    run_limits *limits;
    crease_verify_counts *counts;
} verifier;

// What a walk found, by crease_quantity.
typedef struct {
    const char *name;
    const crease_net *net;
    const crease_domain *domain;
    uint64_t number[CREASE_AFFINE_MAPS + 1];
    int linear; // all of them, not only activation and bounded regions
    double seconds;
} counted;

typedef struct {
    const char *theorem;
    crease_quantity quantity;
    crease_relation relation;
    const fmpz *value;
    int refuted;
} claim;

// Whether the user wants rows of a network or, if it is not NULL, of a theorem.
int verify_wants(const verifier *v, const char *network, const char *theorem);
int verify_goes_on(const verifier *v);

crease_status verify_count(counted *of, const char *name, const crease_net *net,
                           const crease_domain *domain, int linear, const verifier *v,
                           crease_error *error);
// Every upper bound that speaks of what was counted.
crease_status verify_upper_bounds(verifier *v, const counted *of, int on_space,
                                  crease_error *error);

// Counts a network over the whole space and holds every upper bound against it.
crease_status verify_net(verifier *v, const char *name, const crease_net *net, crease_error *error);

// verify_random.c: the bounds on networks that were drawn.
crease_status verify_random_nets(verifier *v, crease_error *error);

// verify_climb.c: the bounds on networks that a search has found, which tries to break them.
crease_status verify_climbed_nets(verifier *v, crease_error *error);

#endif
