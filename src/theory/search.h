// Search: a network of given widths with as many regions as can be found.
#ifndef THEORY_SEARCH_H
#define THEORY_SEARCH_H

#include <crease/domain.h>
#include <crease/make.h>
#include <crease/walk.h>

// What to search for. Zero-initialised, or NULL: the defaults.
typedef struct {
    crease_quantity maximize; // activation or linear regions
    const char *activation;   // of the hidden layers, as in a network file; NULL: "relu"
    uint64_t weight_range;    // weights are integers from -it to it; 0: 16
    uint64_t climbs;          // 0: 16, and with a time limit no end
    uint64_t steps;           // of each climb; 0: 10000
    uint64_t goal;            // stop at this number of regions; 0: never
    uint64_t seed;
    const crease_net *start; // NULL: none; else a relu network of no more layers and units, which
                             // every climb begins with; the other units are random
} search_options;

// Climbs and steps are numbered from 1. The best is the one with the most regions, of these
// that of the first climb, of these that of the first step.
typedef struct {
    uint64_t regions;       // of the best
    uint64_t climb, step;   // that found it
    uint64_t climbs, steps; // how many there were in all
    int complete;           // 0 if the time limit or a signal ended the search
    size_t threads;
    double seconds;
} search_result;

enum { SEARCH_MAX_RANGE = 1000000 };

// Looks for a network with these widths, inputs first, last layer linear, that has as many
// regions in the domain as possible. A climb begins with random weights; each step changes a
// few of them at random and counts exactly, by crease_walk or crease_count_linear; what has
// as many regions as before or more is kept, and what has k less once in 16^k times.
// Biases are integers too, such that a row changes sign near a random point of small numbers. What
// is found is a lower bound on the maximum and nothing else: there may be better networks.
//
// The best network is the caller's, and its text (crease_net_about) says how it was found.
// For the same arguments it is the same for any number of threads, unless the search was
// stopped. CREASE_STOPPED: the time limit or the interrupt ended the search; the best so far
// is given all the same, unless not even one network was counted: then *net is NULL.
// After CREASE_ERROR error->where may be the name of a field, or "widths".
// Cost: climbs times steps walks, each for small networks some 50 microseconds.
crease_status search_net(crease_net **net, search_result *result, const size_t *widths,
                         size_t count, const crease_domain *domain, const search_options *wanted,
                         const crease_options *options, crease_error *error);

#endif
