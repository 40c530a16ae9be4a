// The first seed and the number of cases of random tests.
//
// CREASE_SEED is the first seed. CREASE_CASES is a number of cases, or a share of the usual number,
// such as 20% or 1000%.
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include <stdint.h>
#include <stdlib.h>

// The address sanitizer keeps what is freed, and ends a program without memory in its own way.
#if defined __has_feature
#if __has_feature(address_sanitizer) // as clang says it
#define TEST_SANITIZED 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ && !defined TEST_SANITIZED
#define TEST_SANITIZED 1
#endif
#ifndef TEST_SANITIZED
#define TEST_SANITIZED 0
#endif

// A failed assertion prints this network, unless it is NULL.
struct crease_net;
void test_shows_net(const struct crease_net *net);

static inline uint64_t cases_seed(void)
{
    const char *text = getenv("CREASE_SEED");
    return text ? strtoull(text, NULL, 10) : 1;
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

// The same for cases of which a proportion must do something: at least a quarter.
static inline uint64_t cases_enough(uint64_t usual)
{
    const uint64_t cases = cases_count(usual);
    return cases > usual / 4 ? cases : usual / 4;
}

#endif
