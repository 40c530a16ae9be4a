// The theorems of the literature against networks, counted exactly.
//
// Three kinds of rows: what a construction's theorem claims of the network of its proof; every
// upper bound of the table on every one of these networks; and the same upper bounds
// on random networks, full of ties or generic. Claims that are known to be false as
// they were printed are shown with the network that refutes them.
#ifndef THEORY_VERIFY_H
#define THEORY_VERIFY_H

#include <crease/domain.h>
#include <crease/make.h>

typedef enum {
    VERIFY_HOLDS,   // the count is as claimed
    VERIFY_REFUTED, // the claim is known to be false as printed, and the count shows it
    VERIFY_VIOLATED // the count contradicts a theorem, or confirms what is known to be false
} verify_finding;

const char *verify_finding_name(verify_finding finding); // "holds", "false as printed", ..

// Borrowed until the callback returns.
typedef struct {
    const char *theorem; // source and number
    const char *network; // as crease construct takes it: "serra:space d=2 widths=6,4"; or how it
                         // was drawn
    const char *domain;  // as crease_domain_text spells it
    crease_quantity quantity;
    crease_relation relation;
    const fmpz *claimed;
    uint64_t counted;                  // of that quantity
    uint64_t activation, linear, maps; // linear regions and maps are 0 if not counted
    double seconds;                    // that the counts took
    int refuted;                       // the claim is said to be false
    verify_finding finding;
    const crease_net *net;
} verify_row;

// The options. Zero-initialised: all theorems, at full size.
typedef struct {
    int quick;                // only what takes seconds in all
    const char *const *names; // only theorems or networks whose name begins with one of these
    size_t names_count;       // 0: all
    uint64_t seed;            // of the random networks
    void *data;
    void (*row)(void *data, const verify_row *row);
} verify_options;

typedef struct {
    uint64_t rows, violated, refuted;
} verify_counts;

// Calls row for every claim. Limits are those of all of it. CREASE_NEGATIVE if one is violated,
// CREASE_STOPPED by a limit or the interrupt: claims of networks that were not counted have no row.
// CREASE_ERROR without rows if no name matches anything, found before anything is counted.
crease_status verify_theorems(verify_counts *counts, const verify_options *wanted,
                              const crease_options *options, crease_error *error);

// ---- The networks of constructions, in the order of the rows ----

typedef enum { VERIFY_QUICK, VERIFY_LARGE } verify_size;

typedef struct {
    const char *name; // as crease construct takes it
    verify_size size;
    int linear;                   // count linear regions and maps too
    const char *const *arguments; // of one network each; NULL after the last
} verify_instance;

extern const verify_instance verify_instances[];
extern const size_t verify_instance_count;

#endif
