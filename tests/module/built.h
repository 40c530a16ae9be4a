// Constructions in tests: built by name, or the test fails.
#ifndef TESTS_BUILT_H
#define TESTS_BUILT_H

#include "make/catalogue.h"
#include "net/net.h"
#include "unit.h"
#include <crease/make.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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
    CU_ASSERT_EQUAL_FATAL(crease_net_construct(&net, name, with.argument, with.count, &error),
                          CREASE_OK);
    return net;
}

// The first number claimed, in decimal, "" if there is none; freed by flint_free.
static inline char *built_expected(const char *name, int n, int d)
{
    built_arguments with;
    built_sizes(&with, n, d);
    claims expected;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(
        crease_construction_claims(&expected, name, with.argument, with.count, &error), CREASE_OK);
    char *text =
        expected.count ? fmpz_get_str(NULL, 10, expected.claim->value) : flint_calloc(1, 1);
    crease_claims_clear(&expected);
    return text;
}

static inline void built_check(const char *name, int n, int d, const char *expected)
{
    char *found = built_expected(name, n, d);
    CU_ASSERT_STRING_EQUAL(found, expected);
    flint_free(found);
}

// An arrangement: one relu layer of `units` units, no output layer, no constant unit.
static inline void built_shape(const crease_net *net, size_t inputs, size_t units)
{
    CU_ASSERT_EQUAL(crease_net_inputs(net), inputs);
    CU_ASSERT_EQUAL(crease_net_layers(net), 1);
    CU_ASSERT_EQUAL(crease_net_hidden(net), 1);
    CU_ASSERT_EQUAL(crease_net_width(net, 0), units);
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 0), "relu");
    for (size_t i = 0; i < units; i++) {
        bool constant = true;
        for (size_t j = 0; j < inputs; j++)
            constant &= fmpq_is_zero(net->layer->weight + i * inputs + j);
        CU_ASSERT_FALSE(constant);
    }
}

// Any construction: arguments as on the command line, "d=2 widths=4,4".
typedef struct {
    char text[256];
    crease_argument argument[8];
    size_t count;
} built_words;

static inline void built_split(built_words *made, const char *arguments)
{
    snprintf(made->text, sizeof made->text, "%s", arguments);
    made->count = 0;
    for (char *word = strtok(made->text, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        CU_ASSERT_FATAL(value && made->count < 8);
        *value = '\0';
        made->argument[made->count++] = (crease_argument){word, value + 1};
    }
}

static inline crease_net *built_from(const char *name, const char *arguments)
{
    built_words given;
    built_split(&given, arguments);
    crease_net *net = NULL;
    CU_ASSERT_EQUAL_FATAL(crease_net_construct(&net, name, given.argument, given.count, NULL),
                          CREASE_OK);
    return net;
}

static inline void built_refused(const char *name, const char *arguments, const char *expected)
{
    built_words given;
    built_split(&given, arguments);
    crease_net *net = NULL;
    crease_error error;
    char text[1024];
    CU_ASSERT_EQUAL(crease_net_construct(&net, name, given.argument, given.count, &error),
                    CREASE_ERROR);
    CU_ASSERT_PTR_NULL(net);
    CU_ASSERT_STRING_EQUAL(crease_error_text(text, sizeof text, &error), expected);
}

// "4 2" for widths, hidden or not, and nothing else of the network.
static inline void built_widths(const char *name, const char *arguments, const char *expected)
{
    crease_net *net = built_from(name, arguments);
    char text[256] = "";
    size_t used = 0;
    for (size_t l = 0; l < crease_net_layers(net); l++)
        used += (size_t)snprintf(text + used, sizeof text - used, l ? " %zu" : "%zu",
                                 crease_net_width(net, l));
    CU_ASSERT_STRING_EQUAL(text, expected);
    crease_net_free(net);
}

// All claims: "activation_regions = 4 on 0,1; linear_regions >= 4 (refuted)".
static inline void built_claims(const char *name, const char *arguments, const char *expected)
{
    built_words given;
    built_split(&given, arguments);
    claims list;
    size_t used = 0;
    CU_ASSERT_EQUAL_FATAL(
        crease_construction_claims(&list, name, given.argument, given.count, NULL), CREASE_OK);
    char text[1024] = "";
    for (size_t i = 0; i < list.count && used < sizeof text; i++) {
        const crease_claim *claim = &list.claim[i];
        char *value = fmpz_get_str(NULL, 10, claim->value);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s %s%s%s%s", i ? "; " : "",
                                 crease_quantity_name(claim->quantity),
                                 crease_relation_name(claim->relation), value,
                                 claim->domain ? " on " : "", claim->domain ? claim->domain : "",
                                 claim->refuted ? " (refuted)" : "");
        CU_ASSERT(strlen(claim->source) > 0);
        flint_free(value);
    }
    CU_ASSERT_STRING_EQUAL(text, expected);
    crease_claims_clear(&list);
}

// The value of output 0 of a network of one input at numerator / denominator.
static inline void built_value(const crease_net *net, slong numerator, ulong denominator,
                               slong expected_numerator, ulong expected_denominator)
{
    fmpq_t x, y, expected;
    fmpq_init(x);
    fmpq_init(y);
    fmpq_init(expected);
    CU_ASSERT_FATAL(crease_net_inputs(net) == 1 && crease_net_outputs(net) == 1);
    fmpq_set_si(x, numerator, denominator);
    fmpq_set_si(expected, expected_numerator, expected_denominator);
    crease_net_evaluate(y, net, x);
    CU_ASSERT(fmpq_equal(y, expected));
    fmpq_clear(expected);
    fmpq_clear(y);
    fmpq_clear(x);
}

#endif
