// Regions of a certificate dropped, repeated, swapped, split and merged at random.
#include "certificate_draft.h"
#include "net/net.h"

// ---- regions ----

static char *drop_region(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    certificate_drop(&d.copy, some(&d, d.copy.regions));
    return finish(&d, 1);
}

// All regions on one piece of a unit, or all but these, or any.
static char *drop_regions(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    size_t unit = d.copy.units ? some(&d, d.copy.units) : 0, before = d.copy.regions;
    uint64_t piece = random_below(random, 2), kind = random_below(random, 3);
    for (size_t i = before; i-- > 0;) {
        int on_piece = d.copy.units && d.copy.region[i].pattern[unit] == piece;
        if (kind == 2 ? random_below(random, 2) : (uint64_t)on_piece == kind)
            certificate_drop(&d.copy, i);
    }
    return finish(&d, d.copy.regions < before);
}

// A region once more, where patterns still increase; or under a pattern of its own.
static char *repeat_region(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    size_t i = some(&d, d.copy.regions);
    certificate_region again = certificate_region_copy(&d.copy, d.copy.region + i);
    if (d.copy.units && random_below(random, 4))
        again.pattern[some(&d, d.copy.units)]++;
    size_t place = i + 1;
    while (place < d.copy.regions && random_below(random, 2))
        place++;
    certificate_insert(&d.copy, place, again);
    return finish(&d, 1);
}

static char *swap_regions(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    certificate_region *a = some_region(&d), *b = some_region(&d), swap = *a;
    *a = *b;
    *b = swap;
    if (random_below(random, 2)) { // only what they look like
        uint32_t *pattern = a->pattern;
        a->pattern = b->pattern;
        b->pattern = pattern;
    }
    return finish(&d, a != b);
}

static size_t predicates_before(const crease_net *net, size_t unit, size_t *layer)
{
    size_t number = 0;
    for (size_t l = 0;; l++) {
        *layer = l;
        for (size_t u = 0; u < net->layer[l].units; u++, unit--) {
            if (!unit)
                return number;
            number += activation_predicates(net_layer_act(net->layer + l, u));
        }
    }
}

// In two by a crease of a unit on which it did not change so far: each part has some of the
// generators and all of the cut's, of which each is where the crease meets a facet.
static char *split_region(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    size_t i = some(&d, d.copy.regions), layer;
    if (!d.copy.units)
        return finish(&d, 0);
    size_t unit = some(&d, d.copy.units);
    size_t crease = predicates_before(of->net, unit, &layer);
    certificate_region *whole = d.copy.region + i;
    certificate_region low = certificate_region_copy(&d.copy, whole), high = low;
    high = certificate_region_copy(&d.copy, whole);
    uint32_t piece = whole->pattern[unit];
    high.pattern[unit] = piece ? piece : 1;
    low.pattern[unit] = piece ? piece - 1 : 0;
    for (certificate_region *part = &low; part; part = part == &low ? &high : NULL) {
        for (size_t k = part->generators; k-- > 0;)
            if (part->generators > 1 && (part == &low) == (k < whole->generators / 2)) {
                free(part->generator[k].number);
                part->generator[k] = part->generator[--part->generators];
            }
        for (size_t k = 0; k < 2 && k < whole->generators; k++) {
            certificate_generator meets = {whole->generator[k].number,
                                           whole->generator[k].count > 0};
            add_generator(part, &meets, crease);
        }
    }
    certificate_drop(&d.copy, i);
    certificate_insert(&d.copy, i, high);
    certificate_insert(&d.copy, i, low);
    return finish(&d, 1);
}

// Neighbours in the list that differ in one unit become one, with the generators of both but for
// those on the crease between.
static char *merge_regions(const mutant_origin *of, random_state *random)
{
    draft d = draft_of(of, random);
    size_t i = some(&d, d.copy.regions), layer, unit = 0;
    if (i + 1 >= d.copy.regions)
        return finish(&d, 0);
    certificate_region *a = d.copy.region + i, *b = a + 1;
    while (a->pattern[unit] == b->pattern[unit])
        unit++;
    size_t crease = predicates_before(of->net, unit, &layer);
    for (size_t k = 0; k < b->generators; k++)
        add_generator(a, b->generator + k, SIZE_MAX);
    for (size_t k = a->generators; k-- > 0;) {
        int on_it = 0;
        for (size_t n = 0; n < a->generator[k].count; n++)
            on_it |= a->generator[k].number[n] == crease;
        if (on_it && a->generators > 1) {
            free(a->generator[k].number);
            a->generator[k] = a->generator[--a->generators];
        }
    }
    if (random_below(random, 2))
        a->pattern[unit] = b->pattern[unit];
    certificate_drop(&d.copy, i + 1);
    return finish(&d, 1);
}

const mutation region_mutations[] = {
    {"a region dropped", drop_region}, {"regions dropped", drop_regions},
    {"a region twice", repeat_region}, {"regions swapped", swap_regions},
    {"a region split", split_region},  {"regions merged", merge_regions},
};
const size_t region_mutation_count = sizeof region_mutations / sizeof *region_mutations;
