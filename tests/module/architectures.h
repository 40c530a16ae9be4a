// Architectures and bounds in a line.
#ifndef TESTS_ARCHITECTURES_H
#define TESTS_ARCHITECTURES_H

#include "theory/architecture.h"
#include "unit.h"

#include <crease/make.h>
#include <crease/theory.h>
#include <stdbool.h>
#include <string.h>

// The index of the bound with this name, or crease_bound_count().
static inline size_t crease_bound_find(const char *name)
{
    size_t index = 0;
    while (index < crease_bound_count() && strcmp(crease_bound_describe(index)->name, name) != 0)
        index++;
    return index;
}

// architecture_of("2-4-4-1", "relu")
static inline crease_architecture *architecture_of(const char *widths, const char *activation)
{
    size_t *numbers, count;
    crease_architecture *made = NULL;
    if (crease_widths_parse(&numbers, &count, widths, NULL) ||
        crease_architecture_new(&made, numbers, count, activation, NULL))
        abort();
    free(numbers);
    return made;
}

// A bound as text, to be freed; "needs ..." if it does not apply.
static inline char *bound_text(const char *name, const crease_architecture *a)
{
    fmpz_t value;
    fmpz_init_set_si(value, -7);
    const char *needs = crease_bound_compute(value, crease_bound_find(name), a).needs;
    char *number = fmpz_get_str(NULL, 10, value), *text;
    // A bound that does not apply leaves the value alone.
    if (needs && strcmp(number, "-7") != 0)
        abort();
    if (asprintf(&text, needs ? "needs %s" : "%s", needs ? needs : number) < 0)
        abort();
    flint_free(number);
    fmpz_clear(value);
    return text;
}

static inline bool is_flawed(const char *name, const crease_architecture *a)
{
    fmpz_t value;
    fmpz_init(value);
    crease_bound_validity standing = crease_bound_compute(value, crease_bound_find(name), a);
    fmpz_clear(value);
    return standing.flaw != NULL;
}

// expected: what bound_text says.
static inline void check_bound(const char *name, const char *widths, const char *activation,
                               const char *expected)
{
    crease_architecture *a = architecture_of(widths, activation);
    char *found = bound_text(name, a);
    CU_ASSERT_STRING_EQUAL(found, expected);
    if (strcmp(found, expected) != 0)
        fprintf(stderr, "\n%s, %s: expected %s, found %s\n", widths, activation, expected, found);
    free(found);
    crease_architecture_free(a);
}

// Every theorem that says >= or = against every one that says <= or =, of the same quantity;
// linear regions are at most as many as activation regions. Bounds that are flawed are left out.
static inline size_t contradictions(const crease_architecture *a)
{
    size_t found = 0;
    fmpz_t low, high;
    fmpz_init(low);
    fmpz_init(high);
    for (size_t i = 0; i < crease_bound_count(); i++) {
        const crease_bound *lower = crease_bound_describe(i);
        crease_bound_validity one = crease_bound_compute(low, i, a);
        if (one.needs || one.flaw || lower->relation == CREASE_AT_MOST)
            continue;
        for (size_t k = 0; k < crease_bound_count(); k++) {
            const crease_bound *upper = crease_bound_describe(k);
            bool speaks =
                upper->quantity == lower->quantity || upper->quantity == CREASE_ACTIVATION_REGIONS;
            crease_bound_validity other = crease_bound_compute(high, k, a);
            if (speaks && !other.needs && !other.flaw && upper->relation != CREASE_AT_LEAST &&
                fmpz_cmp(low, high) > 0) {
                fprintf(stderr, "\n%s: %s > %s\n", crease_architecture_text(a), lower->name,
                        upper->name);
                found++;
            }
        }
    }
    fmpz_clear(low);
    fmpz_clear(high);
    return found;
}

#endif
