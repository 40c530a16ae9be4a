// The arrangements that crease construct knows, in the sizes that tests can afford.
#include "families.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Sizes n from lo to hi, large ones to `large`, and where there is a dimension all of 1..d.
static const struct {
    const char *name;
    int lo, hi, large, d;
} families[] = {
    {"arrangement:generic", 1, 8, 9, 6},   {"arrangement:boolean", 1, 7, 12, 0},
    {"arrangement:grid", 1, 3, 4, 3},      {"arrangement:braid", 2, 6, 7, 0},
    {"arrangement:coxeter-b", 1, 4, 5, 0}, {"arrangement:coxeter-d", 2, 5, 6, 0},
    {"arrangement:shi", 2, 5, 6, 0},       {"arrangement:catalan", 2, 4, 5, 0},
    {"arrangement:linial", 2, 6, 7, 0},    {"arrangement:resonance", 1, 5, 6, 0},
    {"arrangement:threshold", 0, 4, 5, 0}, {"arrangement:cube", 1, 8, 9, 6},
};
enum { FAMILIES = sizeof families / sizeof *families };

// Activation regions over the whole space.
static bool find_expected(fmpz_t regions, const char *name, const crease_argument *arguments,
                          size_t count, crease_error *error)
{
    claims list;
    if (crease_construction_claims(&list, name, arguments, count, error))
        return false;
    bool found = false;
    for (const crease_claim *of = list.claim; of < list.claim + list.count && !found; of++) {
        found = of->quantity == CREASE_ACTIVATION_REGIONS && !of->domain &&
                of->relation == CREASE_EQUAL && !of->refuted;
        if (found)
            fmpz_set(regions, of->value);
    }
    crease_claims_clear(&list);
    return found;
}

static void show(void (*visit)(void *data, const family_member *member), void *data,
                 const char *name, int n, int d)
{
    char size[16], dimension[16], message[1024];
    snprintf(size, sizeof size, "%d", n);
    snprintf(dimension, sizeof dimension, "%d", d);
    const crease_argument arguments[] = {{"n", size}, {"d", dimension}};
    size_t count = d ? 2 : 1;
    family_member member = {.name = name, .n = n, .d = d};
    int used = snprintf(member.text, sizeof member.text, "%s n=%d", name, n);
    if (d)
        snprintf(member.text + used, sizeof member.text - (size_t)used, " d=%d", d);
    fmpz_init(member.expected);
    crease_error error = {.message = "no expected count"};
    if (crease_net_construct(&member.net, name, arguments, count, &error) != CREASE_OK ||
        !find_expected(member.expected, name, arguments, count, &error)) {
        fprintf(stderr, "%s: %s\n", member.text,
                crease_error_text(message, sizeof message, &error));
        abort();
    }
    visit(data, &member);
    fmpz_clear(member.expected);
    crease_net_free(member.net);
}

static bool is_known(const char *name)
{
    for (size_t i = 0; i < FAMILIES; i++)
        if (!strcmp(families[i].name, name))
            return true;
    return strncmp(name, "arrangement:", strlen("arrangement:")) != 0;
}

void families_visit(void (*visit)(void *data, const family_member *member), void *data, bool large)
{
    for (size_t i = 0; i < construction_count(); i++)
        if (!is_known(construction_describe(i)->name)) {
            fprintf(stderr, "tests/ref/families.c: no %s\n", construction_describe(i)->name);
            abort();
        }
    for (size_t i = 0; i < FAMILIES; i++)
        for (int n = families[i].lo; n <= (large ? families[i].large : families[i].hi); n++) {
            if (!families[i].d)
                show(visit, data, families[i].name, n, 0);
            for (int d = 1; d <= families[i].d; d++)
                show(visit, data, families[i].name, n, d);
        }
}
