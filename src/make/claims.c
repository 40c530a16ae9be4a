// What is claimed of a construction.
#include "make/claims.h"

#include "base/memory.h"
#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *name, *noun;
} quantities[] = {
    [CREASE_ACTIVATION_REGIONS] = {"activation_regions", "activation regions"},
    [CREASE_LINEAR_REGIONS] = {"linear_regions", "linear regions"},
    [CREASE_AFFINE_MAPS] = {"affine_maps", "affine maps"},
};

void claims_add(claims *list, crease_quantity quantity, crease_relation relation,
                const fmpz_t value, const char *domain)
{
    MEMORY_RESERVE(list->of, list->capacity, list->count + 1);
    crease_expectation *added = &list->of[list->count++];
    *added = (crease_expectation){
        .quantity = quantity, .relation = relation, .domain = domain, .source = list->source};
    fmpz_init_set(added->value, value);
}

void claims_refute(claims *list, const char *source)
{
    list->of[list->count - 1].refuted = 1;
    list->of[list->count - 1].source = source;
}

void claims_regions(claims *list, const fmpz_t value, int all, const char *domain)
{
    claims_add(list, CREASE_ACTIVATION_REGIONS, CREASE_EQUAL, value, domain);
    if (all)
        claims_add(list, CREASE_LINEAR_REGIONS, CREASE_EQUAL, value, domain);
}

void claims_arrangement(claims *list, const fmpz_t value, const char *domain)
{
    claims_regions(list, value, 1, domain);
    claims_add(list, CREASE_AFFINE_MAPS, CREASE_EQUAL, value, domain);
}

void claims_clear(claims *list)
{
    crease_expectations_free(list->of, list->count);
}

void crease_expectations_free(crease_expectation *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fmpz_clear(expected[i].value);
    free(expected);
}

char *claims_text(const claims *list, size_t index)
{
    const crease_expectation *of = &list->of[index];
    char *number = fmpz_get_str(NULL, 10, of->value), *text;
    if (asprintf(&text, "%s%s %s%s%s", of->relation == CREASE_AT_LEAST ? "at least " : "", number,
                 quantities[of->quantity].noun, of->domain ? " on the box " : "",
                 of->domain ? of->domain : "") < 0)
        abort();
    flint_free(number);
    return text;
}
