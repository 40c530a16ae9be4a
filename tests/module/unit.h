// One CUnit program per source file: UNIT_MAIN("rational", {"parse", parse}, ...).
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <CUnit/Basic.h>
#include <CUnit/CUnit.h>
#include <flint/flint.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
    const char *name;
    void (*run)(void);
} unit_case;

static inline int unit_run(const char *suite_name, const unit_case *cases, size_t count)
{
    if (CU_initialize_registry() != CUE_SUCCESS)
        return EXIT_FAILURE;
    CU_pSuite suite = CU_add_suite(suite_name, NULL, NULL);
    for (size_t i = 0; i < count; i++)
        if (!suite || !CU_add_test(suite, cases[i].name, cases[i].run))
            return EXIT_FAILURE;
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    int failed = CU_get_number_of_failures() > 0 || CU_get_number_of_tests_run() != count;
    CU_cleanup_registry();
    flint_cleanup();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#define UNIT_MAIN(suite, ...)                                        \
    int main(void)                                                   \
    {                                                                \
        static const unit_case cases[] = {__VA_ARGS__};              \
        return unit_run(suite, cases, sizeof cases / sizeof *cases); \
    }

#endif
