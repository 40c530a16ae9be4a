// Generators, patterns and totals of a certificate changed at random.
#include "certificate_draft.h"

// ---- generators ----

static certificate_generator *some_generator(draft *d, certificate_region *region)
{
    return region->generator + some(d, region->generators);
}

// To where another constraint holds: one of another generator, or any.
static char *shift_generator(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    certificate_region *region = some_region(&d);
    certificate_generator *generator = some_generator(&d, region),
                          *other = some_generator(&d, region);
    if (!generator->count)
        return finish(&d, 0);
    size_t place = some(&d, generator->count), old = generator->number[place];
    generator->number[place] = other->number[some(&d, other->count)];
    if (random_below(random, 3) == 0)
        generator->number[place] = some(&d, of->infinity + 1);
    return finish(&d, generator->number[place] != old);
}

static char *drop_generator(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    certificate_region *region = some_region(&d);
    certificate_generator *generator = some_generator(&d, region);
    if (region->generators < 2)
        return finish(&d, 0);
    free(generator->number);
    *generator = region->generator[--region->generators];
    return finish(&d, 1);
}

// Of the same region or of any.
static char *more_generators(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    certificate_region *region = some_region(&d);
    certificate_region *from = random_below(random, 3) ? some_region(&d) : region;
    add_generator(region, some_generator(&d, from), SIZE_MAX);
    return finish(&d, 1);
}

static char *fewer_constraints(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    certificate_generator *generator = some_generator(&d, some_region(&d));
    if (generator->count < 2)
        return finish(&d, 0);
    generator->number[some(&d, generator->count)] = generator->number[generator->count - 1];
    generator->count--;
    return finish(&d, 1);
}

static char *more_constraints(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    certificate_region *region = some_region(&d);
    certificate_generator *generator = some_generator(&d, region),
                          *from = some_generator(&d, region);
    if (!from->count)
        return finish(&d, 0);
    generator->number =
        memory_resize(generator->number, generator->count + 1, sizeof *generator->number);
    generator->number[generator->count] =
        random_below(random, 3) ? from->number[some(&d, from->count)] : some(&d, of->infinity + 1);
    generator->count++;
    return finish(&d, 1);
}

// The same in another order: what is said is the same.
static char *shuffle(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    certificate_region *region = some_region(&d);
    certificate_generator *a = some_generator(&d, region), *b = some_generator(&d, region),
                          swap = *a;
    *a = *b;
    *b = swap;
    if (a->count) {
        size_t *x = a->number + some(&d, a->count), *y = a->number + some(&d, a->count), n = *x;
        *x = *y;
        *y = n;
    }
    return finish(&d, 1);
}

// ---- patterns and totals ----

static char *turn_unit(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    if (!d.copy.units)
        return finish(&d, 0);
    certificate_region *region = some_region(&d);
    uint32_t *piece = region->pattern + some(&d, d.copy.units);
    *piece = *piece && random_below(random, 2) ? *piece - 1 : *piece + 1;
    return finish(&d, 1);
}

// The same unit of all regions, or one bit more in all of them.
static char *turn_all(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    if (!d.copy.units)
        return finish(&d, 0);
    size_t unit = some(&d, d.copy.units);
    for (size_t i = 0; i < d.copy.regions; i++)
        d.copy.region[i].pattern[unit] ^= 1;
    return finish(&d, 1);
}

static char *wrong_total(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    certificate *c = &d.copy;
    uint64_t *total[] = {&c->activation_regions, &c->bounded_regions, &c->linear_regions,
                         &c->affine_maps, c->per_layer};
    size_t which = some(&d, c->linear ? 5 : 2), layer = c->layers ? some(&d, c->layers) : 0;
    uint64_t *wrong = total[which] + (which == 4 ? layer : 0),
             other = *total[some(&d, c->linear ? 4 : 2)];
    if (which == 4 && !c->layers)
        return finish(&d, 0);
    uint64_t old = *wrong;
    if (random_below(random, 2))
        *wrong = other;
    else
        *wrong += old && random_below(random, 2) ? UINT64_MAX : 1;
    char *text = *wrong == old ? NULL : certificate_text(c);
    certificate_clear(c);
    return text;
}

static char *other_kind(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    d.copy.linear = !d.copy.linear;
    d.copy.linear_regions = d.copy.affine_maps = d.copy.activation_regions;
    char *text = certificate_text(&d.copy);
    certificate_clear(&d.copy);
    return text;
}

const mutation generator_mutations[] = {
    {"a generator shifted", shift_generator},
    {"a generator dropped", drop_generator},
    {"a generator too many", more_generators},
    {"a constraint dropped", fewer_constraints},
    {"a constraint too many", more_constraints},
    {"another order", shuffle},
    {"a unit turned", turn_unit},
    {"a unit turned everywhere", turn_all},
    {"a wrong total", wrong_total},
    {"linear or not", other_kind},
};
const size_t generator_mutation_count = sizeof generator_mutations / sizeof *generator_mutations;
