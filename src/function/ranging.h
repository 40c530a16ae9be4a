// Ranges while they are looked for: of a whole walk, or of a share of it.
#ifndef FUNCTION_RANGING_H
#define FUNCTION_RANGING_H

#include "function/moments.h"
#include "walk/kept_lines.h"
#include <crease/function.h>

typedef struct {
    crease_range *ranges; // borrowed, one for each form: extremes of what has been met
    const fmpq *forms;    // borrowed
    size_t count, outputs, dimension;
    int wants_moments;
    moments sums; // for that
} ranging;

// crease_range_init, for so many dimensions.
void range_init(crease_range *range, size_t dimension);

// The ranges have just been initialised.
void ranging_init(ranging *of, crease_range *ranges, const fmpq *forms, size_t count,
                  size_t outputs, size_t dimension, int wants_moments);
void ranging_clear(ranging *of);
// What is looked for, as a word of records: the forms by their hash. To be freed.
char *ranging_work(const ranging *of);

// All regions, or those of the share that the options name, which are numbered by themselves.
crease_status ranging_walk(ranging *of, crease_counts *counts, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           crease_error *error);
// Means and variances, once all is known.
void ranging_finish(ranging *of);

// ---- In the result of a share ----

// Lines of a record, with the sums of all that was met. regions: as many as the share has.
void ranging_put_share(FILE *to, ranging *of);
crease_status ranging_take_share(ranging *of, uint64_t regions, word_scanner *scan,
                                 crease_error *error);
// Adds the next share, whose region number 0 is number `first` of all, and leaves nothing there.
void ranging_append(ranging *all, ranging *next, uint64_t first);

#endif
