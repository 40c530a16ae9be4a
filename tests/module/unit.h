// Unit tests on CUnit: UNIT_MAIN("rational", {"parse", parse}, ...) makes a test program.
//
// A test ends at its first failing assertion, which is printed with the values compared, the last
// seed of random numbers and the case of the innermost CASES loop.
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include "../ref/cases.h"
#include "base/random.h"

#include <CUnit/CUnit.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    void (*run)(void);
} unit_case;

typedef struct unit_suite {
    const char *file, *name; // the file's is that of its source
    const unit_case *cases;
    size_t count;
    struct unit_suite *next;
} unit_suite;

void unit_enter(unit_suite *suite);

// All suites are linked into one program, and each of them alone into another.
#define UNIT_MAIN(suite_name, ...)                                                   \
    __attribute__((constructor)) static void unit_enter_suite(void)                  \
    {                                                                                \
        static const unit_case unit_cases[] = {__VA_ARGS__};                         \
        static unit_suite suite = {.file = __FILE__,                                 \
                                   .name = suite_name,                               \
                                   .cases = unit_cases,                              \
                                   .count = sizeof unit_cases / sizeof *unit_cases}; \
        unit_enter(&suite);                                                          \
    }

// Reports a failed assertion, with two values if they are not empty, and ends the test. In a thread
// that the test did not start in, only the first failure is kept, and the test goes on.
void unit_fail(const char *file, unsigned line, const char *assertion, const char *found,
               const char *expected);

typedef struct {
    char text[64];
} unit_text;

static inline unit_text unit_integer(long long value)
{
    unit_text text;
    snprintf(text.text, sizeof text.text, "%lld", value);
    return text;
}

static inline unit_text unit_double(double value)
{
    unit_text text;
    snprintf(text.text, sizeof text.text, "%.17g", value);
    return text;
}

// A number as text; %a is not needed, since 17 digits name a double.
#define UNIT_TEXT(value) \
    _Generic((value), float : unit_double, double : unit_double, default : unit_integer)(value).text

#define UNIT_CHECK(holds, assertion, found, expected)                  \
    do {                                                               \
        if (!(holds))                                                  \
            unit_fail(__FILE__, __LINE__, assertion, found, expected); \
    } while (0)

#undef CU_ASSERT
#define CU_ASSERT(holds) UNIT_CHECK(holds, #holds, "", "")
#undef CU_ASSERT_FALSE
#define CU_ASSERT_FALSE(fails) UNIT_CHECK(!(fails), "not " #fails, "", "")
#undef CU_ASSERT_EQUAL
#define CU_ASSERT_EQUAL(found, expected)                                                     \
    do {                                                                                     \
        __auto_type unit_found = (found);                                                    \
        UNIT_CHECK(unit_found == (expected), #found " == " #expected, UNIT_TEXT(unit_found), \
                   UNIT_TEXT(expected));                                                     \
    } while (0)
#undef CU_ASSERT_STRING_EQUAL
#define CU_ASSERT_STRING_EQUAL(found, expected)                                         \
    do {                                                                                \
        const char *unit_found = (const char *)(found);                                 \
        const char *unit_expected = (const char *)(expected);                           \
        UNIT_CHECK(strcmp(unit_found, unit_expected) == 0, #found " equals " #expected, \
                   unit_found, unit_expected);                                          \
    } while (0)
#undef CU_ASSERT_DOUBLE_EQUAL
#define CU_ASSERT_DOUBLE_EQUAL(found, expected, error)                                   \
    do {                                                                                 \
        double unit_found = (found), unit_expected = (expected);                         \
        UNIT_CHECK(fabs(unit_found - unit_expected) <= (error), #found " is " #expected, \
                   UNIT_TEXT(unit_found), UNIT_TEXT(unit_expected));                     \
    } while (0)

// Runs the block that follows for NUMBER from 0; a failure in it names the number.
#define CASES(number, count) for (int number = 0; unit_case_of(number, number < (count)); number++)
int unit_case_of(int number, int go_on);

// Runs the block that follows for seeds from CREASE_SEED on, USUAL of them or CREASE_CASES.
#define SEEDS(seed, usual)                                                     \
    for (uint64_t seed = cases_seed(), seed##_end = seed + cases_count(usual); \
         seed < seed##_end && unit_seed(seed) == seed; seed++)

// Keeps the seed for the report of a failure, and returns it.
uint64_t unit_seed(uint64_t seed);
#define random_seed(random, seed) random_seed(random, unit_seed(seed))

static inline random_state unit_random(uint64_t seed)
{
    random_state random;
    random_seed(&random, seed);
    return random;
}

#endif
