// The theorems of the literature against networks, counted exactly.
//
// Three kinds of rows: what a construction's theorem claims of the network of its proof; every
// upper bound of crease/bounds.h on every one of these networks; and the same upper bounds
// on random networks, full of ties or generic. Claims that are known to be false as
// they were printed are shown with the network that refutes them.
#ifndef THEORY_VERIFICATION_H
#define THEORY_VERIFICATION_H

#include <crease/make.h>

typedef enum {
    CREASE_CONFIRMED, // the count is as claimed
    CREASE_REFUTED,   // the claim is known to be false as printed, and the count shows it
    CREASE_BROKEN,    // the count contradicts a theorem, or confirms what is known to be false
} crease_finding;

const char *crease_finding_name(crease_finding finding); // "holds", "false as printed", "violated"

// Borrowed until the callback returns.
typedef struct {
    const char *theorem; // source and number
    const char *network; // as crease build takes it: "serra:space d=2 widths=6,4"; or how it
                         // was drawn
    const char *domain;  // as crease_domain_text spells it
    crease_quantity quantity;
    crease_relation relation;
    const fmpz *claimed;
    uint64_t counted;                  // of that quantity
    uint64_t activation, linear, maps; // linear regions and maps are 0 if not counted
    double seconds;                    // that the counts took
    crease_finding finding;
    const crease_net *net;
} crease_verification;

// What is verified. Zero-initialised: everything, at full size.
typedef struct {
    int quick;                // only what takes seconds in all
    const char *const *names; // only theorems or networks whose name begins with one of these
    size_t names_count;       // 0: all
    uint64_t seed;            // of the random networks
    void *data;
    void (*row)(void *data, const crease_verification *row);
} crease_verify_wanted;

typedef struct {
    uint64_t rows, broken, refuted;
} crease_verify_counts;

// Calls row for every claim. Limits are those of all of it. CREASE_NEGATIVE if one is broken,
// CREASE_STOPPED by a limit or the interrupt, CREASE_ERROR if no name matches anything.
crease_status crease_verify(crease_verify_counts *counts, const crease_verify_wanted *wanted,
                            const crease_options *options, crease_error *error);

#endif
