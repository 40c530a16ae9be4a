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

// What is made. Zero-initialised, or NULL: the defaults.
typedef struct {
    int quick;             // small sizes, that take seconds
    int no_pictures;       // only tables
    const char *directory; // where the files go; it is made if it is not there; NULL: "."
    const char *data;      // the folder with the trained networks (hanin-5 to hanin-8); NULL:
                           // "data/trained"
    uint64_t seed;
    void (*wrote)(void *data, const char *path); // after each file; may be NULL
    void *wrote_data;
} crease_reproduce;

// Makes the figure called name, which must be in the list. Of the same seed and size come the
// same tables, byte for byte, for any number of threads. Each file appears whole or not at
// all. CREASE_STOPPED: a limit or the interrupt, and nothing more was written. Progress tells of
// jobs of about the same size: networks, or series of lines.
crease_status crease_figure_make(const char *name, const crease_reproduce *wanted,
                                 const crease_options *options, crease_error *error);

#endif
