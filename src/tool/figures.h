// Figures of the papers on regions of random and trained networks, made again.
//
// Every figure is a table, NAME.csv, and pictures of it: a chart NAME.svg or
// pictures of regions, NAME_what.png. What a network does is found exactly; what is sampled
// is which networks, points and lines are looked at, and from those come means with
// intervals of confidence. docs/experiments.md shows all of them.
#ifndef TOOL_FIGURES_H
#define TOOL_FIGURES_H

#include <crease/status.h>

typedef struct {
    const char *name;    // "hanin-5"
    const char *title;   // what is shown against what
    const char *source;  // paper and number of the figure
    const char *exact;   // what is found exactly
    const char *sampled; // what is drawn at random, and how often; or "nothing"
    const char *sizes;   // where the sizes differ from those of the paper; or "as in the paper"
} crease_figure;

// The figures there are, in the order of the list; index < crease_figure_count().
size_t crease_figure_count(void);
const crease_figure *crease_figure_describe(size_t index);
// The one called name, or NULL.
const crease_figure *crease_figure_find(const char *name);

typedef struct {
    const char *figure;
    uint64_t done, total; // jobs of about the same size: networks, or series of lines
    double seconds;
} crease_reproduce_progress;

// Zero-initialised are the defaults.
typedef struct {
    int quick;             // small sizes, that take seconds
    int no_pictures;       // only tables
    const char *directory; // where the files go; it is made if it is not there; NULL: "."
    const char *data;      // the folder with the trained networks (hanin-5 to hanin-8); NULL:
                           // "data/trained"
    uint64_t seed;
    size_t threads;                         // at most 1024; 0 means one per processor
    const volatile sig_atomic_t *interrupt; // stop when it becomes non-zero; may be NULL
    void (*progress)(void *data, const crease_reproduce_progress *now); // about once a second,
                                                                        // one at a time
    void *progress_data;
    void (*wrote)(void *data, const char *path); // after each file; may be NULL
    void *wrote_data;
} crease_reproduce;

// Makes the figure called name, which must be in the list. Of the same seed and size come the
// same tables, byte for byte, for any number of threads. Each file appears whole or not at
// all. CREASE_STOPPED: interrupted, and nothing more was written. how may be NULL.
crease_status crease_figure_make(const char *name, const crease_reproduce *how,
                                 crease_error *error);

#endif
