// A copy of a certificate, to be changed.
#ifndef CERTIFICATE_DRAFT_H
#define CERTIFICATE_DRAFT_H

#include "base/memory.h"
#include "certificate_mutants.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const mutant_origin *of;
    random_state *random;
    certificate copy;
} draft;

static inline draft draft_of(const mutant_origin *of, random_state *random)
{
    draft made = {.of = of, .random = random};
    if (!certificate_parse(&made.copy, of->text, of->net))
        abort();
    return made;
}

// Whether it was changed or not, the draft is gone.
static inline char *finish(draft *made, int changed)
{
    if (random_below(made->random, 8))
        certificate_recount(&made->copy, made->of->infinity);
    char *text = changed ? certificate_text(&made->copy) : NULL;
    certificate_clear(&made->copy);
    return text;
}

static inline size_t some(draft *d, size_t count)
{
    return random_below(d->random, count);
}

static inline certificate_region *some_region(draft *d)
{
    return d->copy.region + some(d, d->copy.regions);
}

// The constraints of a corner, and another one unless it is SIZE_MAX.
static inline void add_corner(certificate_region *to, const certificate_corner *corner,
                              size_t number)
{
    certificate_corner made = {memory_new(corner->count + 1, sizeof *made.number), corner->count};
    memcpy(made.number, corner->number, corner->count * sizeof *made.number);
    if (number != SIZE_MAX)
        made.number[made.count++] = number;
    to->corner = memory_resize(to->corner, to->corners + 1, sizeof *to->corner);
    to->corner[to->corners++] = made;
}

#endif
