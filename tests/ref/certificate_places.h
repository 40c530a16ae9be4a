// Where the generators of a certificate are.
#ifndef CERTIFICATE_PLACES_H
#define CERTIFICATE_PLACES_H

#include "certificate_text.h"

// How many constraints there are but infinity: this is its number.
size_t certificate_infinity(const certificate *of, const crease_net *net);

// Whether two certificates of one network and one domain list the same regions with the same
// generators, no matter in which order they come, or which constraints that meet there name them.
//
// A generator is a point, a direction, or one of these up to the lines of the region, and so it is
// known by the linear forms in (u, 1) that vanish there: the span of its constraints' rows, all of
// them if they name too few to fix a point. Spans are compared by their reduced echelon
// forms. Cost: regions with the same words are not looked at.
int certificate_same_regions(const certificate *a, const certificate *b, const crease_net *net);

#endif
