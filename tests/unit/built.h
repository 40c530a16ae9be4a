// Constructions in tests: built by name, or the test fails.
#ifndef TESTS_BUILT_H
#define TESTS_BUILT_H

#include "net/net.h"
#include "unit.h"
#include <crease/make.h>
#include <stdio.h>

// The arguments n and, unless d is 0, d.
typedef struct {
    char n[24], d[24];
    crease_argument argument[2];
    size_t count;
} built_arguments;

static inline void built_sizes(built_arguments *made, int n, int d)
{
    snprintf(made->n, sizeof made->n, "%d", n);
    snprintf(made->d, sizeof made->d, "%d", d);
    made->argument[0] = (crease_argument){"n", made->n};
    made->argument[1] = (crease_argument){"d", made->d};
    made->count = d ? 2 : 1;
}

static inline crease_net *built_net(const char *name, int n, int d)
{
    built_arguments with;
    built_sizes(&with, n, d);
    crease_net *net = NULL;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(crease_build(&net, name, with.argument, with.count, &error), CREASE_OK);
    return net;
}

// The first number claimed, in decimal, "" if there is none; freed by flint_free.
static inline char *built_expected(const char *name, int n, int d)
{
    built_arguments with;
    built_sizes(&with, n, d);
    crease_expectation *expected;
    size_t count;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(
        crease_build_expected(&expected, &count, name, with.argument, with.count, &error),
        CREASE_OK);
    char *text = count ? fmpz_get_str(NULL, 10, expected[0].value) : flint_calloc(1, 1);
    crease_expectations_free(expected, count);
    return text;
}

static inline void built_check(const char *name, int n, int d, const char *expected)
{
    char *found = built_expected(name, n, d);
    CU_ASSERT_STRING_EQUAL(found, expected);
    flint_free(found);
}

// An arrangement: one relu layer of so many units, no read-out, and no unit constant.
static inline void built_shape(const crease_net *net, size_t inputs, size_t units)
{
    CU_ASSERT_EQUAL(crease_net_inputs(net), inputs);
    CU_ASSERT_EQUAL(crease_net_layers(net), 1);
    CU_ASSERT_EQUAL(crease_net_hidden(net), 1);
    CU_ASSERT_EQUAL(crease_net_width(net, 0), units);
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 0), "relu");
    for (size_t i = 0; i < units; i++) {
        int constant = 1;
        for (size_t j = 0; j < inputs; j++)
            constant &= fmpq_is_zero(net->layer->weight + i * inputs + j);
        CU_ASSERT_FALSE(constant);
    }
}

#endif
