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

// The constraints of a generator, and another one unless it is SIZE_MAX.
static inline void add_generator(certificate_region *to, const certificate_generator *generator,
                                 size_t number)
{
    certificate_generator made = {memory_new(generator->count + 1, sizeof *made.number),
                                  generator->count};
    memcpy(made.number, generator->number, generator->count * sizeof *made.number);
    if (number != SIZE_MAX)
        made.number[made.count++] = number;
    to->generator = memory_resize(to->generator, to->generators + 1, sizeof *to->generator);
    to->generator[to->generators++] = made;
}

#endif
