// The name nearest to a misspelt word.
#ifndef TOOL_NEAREST_H
#define TOOL_NEAREST_H

#include <crease/status.h>

// Offer names one by one; best is the nearest so far, NULL if none is near.
typedef struct {
    const char *word;
    size_t length; // of word
    const char *best;
    size_t distance; // of best
} nearest;

void nearest_start(nearest *search, const char *word, size_t length);

// An abbreviation is at distance 0. Otherwise the distance is the number of
// letters inserted, left out, replaced, or exchanged with their neighbour; a name
// is near if that concerns at most a third of the word. Of equals the first stays;
// best becomes name if its spelling is nearer.
void nearest_offer(nearest *search, const char *spelling, const char *name);

// Reports that no `what` is called so, and the nearest, or where they are listed.
crease_status nearest_report(const nearest *search, const char *what, const char *list);

#endif
