// Where random tests begin, and how many cases they try: from the environment.
//
// CREASE_SEED is the first seed. CREASE_CASES is a number of cases, or a share of the usual number,
// such as 20% or 1000%.
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include <stdint.h>
#include <stdlib.h>

static inline uint64_t cases_seed(void)
{
    const char *text = getenv("CREASE_SEED");
    return text ? strtoull(text, NULL, 10) : 1;
}

// The same of a program, whose first argument may be the seed.
static inline uint64_t cases_seed_of(int count, char **words)
{
    return count > 1 ? strtoull(words[1], NULL, 10) : cases_seed();
}

static inline uint64_t cases_count(uint64_t usual)
{
    const char *text = getenv("CREASE_CASES");
    if (!text)
        return usual;
    char *end;
    uint64_t number = strtoull(text, &end, 10);
    return *end == '%' ? (usual * number + 99) / 100 : number;
}

#endif
