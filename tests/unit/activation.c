// Tests of net/activation.
#include "net/activation.h"
#include "base/random.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"relu",       "abs",     "hardtanh", "linear",    "leaky:1/10",
                                    "leaky:-1/2", "leaky:0", "leaky:1",  "leaky:-7/3"};
#define NAMES (sizeof names / sizeof *names)

static void canonical_names(void)
{
    static const char *const pairs[][2] = {
        {"relu", "relu"},
        {"abs", "abs"},
        {"hardtanh", "hardtanh"},
        {"linear", "linear"},
        {"leaky:0.1", "leaky:1/10"},
        {"leaky:1/10", "leaky:1/10"},
        {"leaky:10e-2", "leaky:1/10"},
        {"leaky:-2/4", "leaky:-1/2"},
        {"leaky:1.0", "leaky:1"},
        {"leaky:0x1p-7", "leaky:1/128"},
        {"leaky:-0", "leaky:0"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        activation act;
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, pairs[i][0], NULL), CREASE_OK);
        CU_ASSERT_STRING_EQUAL(act.name, pairs[i][1]);
        activation_clear(&act);
    }
}

static void refusals(void)
{
    static const char *const unknown[] = {
        "", "ReLU", "relu ", "relu:0", "leaky", "leakyrelu:1", "gelu", "lea", "linear:", "abs:1"};
    activation act;
    crease_error error;
    char message[200];
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CU_ASSERT_EQUAL(activation_parse(&act, unknown[i], &error), CREASE_ERROR);
        snprintf(message, sizeof message,
                 "expected one of relu, leaky:SLOPE, abs, hardtanh, linear, found \"%s\"",
                 unknown[i]);
        CU_ASSERT_STRING_EQUAL(error.message, message);
    }
    static const char *const slopes[] = {"", " 1", "x", "1:2", "1/"};
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
        char name[32];
        snprintf(name, sizeof name, "leaky:%s", slopes[i]);
        CU_ASSERT_EQUAL(activation_parse(&act, name, &error), CREASE_ERROR);
        snprintf(message, sizeof message,
                 "SLOPE of leaky: expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, "
                 "found \"%s\"",
                 slopes[i]);
        CU_ASSERT_STRING_EQUAL(error.message, message);
    }
    CU_ASSERT_EQUAL(activation_parse(&act, "leaky:1/0", NULL), CREASE_ERROR);
    CU_ASSERT_EQUAL(activation_parse(&act, "leaky:nan", NULL), CREASE_ERROR);
}

// The definitions, by cases.
static void define(fmpq_t y, const activation *act, const fmpq_t z)
{
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    fmpq_set(y, z);
    if (strcmp(act->name, "relu") == 0 && fmpq_sgn(z) < 0)
        fmpq_zero(y);
    if (strcmp(act->name, "abs") == 0)
        fmpq_abs(y, z);
    if (strncmp(act->name, "leaky:", 6) == 0 && fmpq_sgn(z) < 0) {
        fmpq_set_str(y, act->name + 6, 10);
        fmpq_mul(y, y, z);
    }
    if (strcmp(act->name, "hardtanh") == 0) {
        if (fmpq_cmp(z, one) > 0)
            fmpq_one(y);
        fmpq_neg(one, one);
        if (fmpq_cmp(z, one) < 0)
            fmpq_set(y, one);
    }
    fmpq_clear(one);
}

static void values(void)
{
    random_state random;
    random_seed(&random, 5);
    printf("seed 5 ");
    fmpq_t z, y, expected;
    fmpq_init(z);
    fmpq_init(y);
    fmpq_init(expected);
    for (size_t i = 0; i < NAMES; i++) {
        activation act;
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, names[i], NULL), CREASE_OK);
        for (int round = 0; round < 200; round++) {
            fmpq_set_si(z, random_between(&random, -9, 9), random_below(&random, 4) + 1);
            define(expected, &act, z);
            activation_apply(y, &act, z);
            CU_ASSERT(fmpq_equal(y, expected));
            activation_apply(z, &act, z); // in place
            CU_ASSERT(fmpq_equal(z, expected));
        }
        activation_clear(&act);
    }
    fmpq_clear(z);
    fmpq_clear(y);
    fmpq_clear(expected);
}

static void pieces(void)
{
    static const struct {
        const char *name;
        size_t pieces;
        int numerator, denominator;
        size_t piece;
    } rows[] = {
        {"linear", 1, 5, 1, 0},     {"relu", 2, -1, 9, 0},     {"relu", 2, 0, 1, 0},
        {"relu", 2, 1, 1000, 1},    {"leaky:1", 2, 0, 1, 0},   {"leaky:1", 2, 1, 2, 1},
        {"abs", 2, 0, 1, 0},        {"hardtanh", 3, -2, 1, 0}, {"hardtanh", 3, -1, 1, 0},
        {"hardtanh", 3, -9, 10, 1}, {"hardtanh", 3, 1, 1, 1},  {"hardtanh", 3, 11, 10, 2},
    };
    fmpq_t z;
    fmpq_init(z);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        activation act;
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, rows[i].name, NULL), CREASE_OK);
        CU_ASSERT_EQUAL(act.pieces, rows[i].pieces);
        fmpq_set_si(z, rows[i].numerator, (ulong)rows[i].denominator);
        CU_ASSERT_EQUAL(activation_piece(&act, z), rows[i].piece);
        activation_clear(&act);
    }
    fmpq_clear(z);
}

// Neighbouring pieces meet at their breakpoint, and breakpoints increase.
static void continuous(void)
{
    fmpq_t left, right;
    fmpq_init(left);
    fmpq_init(right);
    for (size_t i = 0; i < NAMES; i++) {
        activation act;
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, names[i], NULL), CREASE_OK);
        for (size_t p = 0; p + 1 < act.pieces; p++) {
            fmpq_mul(left, act.slope + p, act.breakpoint + p);
            fmpq_add(left, left, act.offset + p);
            fmpq_mul(right, act.slope + p + 1, act.breakpoint + p);
            fmpq_add(right, right, act.offset + p + 1);
            CU_ASSERT(fmpq_equal(left, right));
            CU_ASSERT(p == 0 || fmpq_cmp(act.breakpoint + p - 1, act.breakpoint + p) < 0);
        }
        activation_clear(&act);
    }
    fmpq_clear(left);
    fmpq_clear(right);
}

UNIT_MAIN("activation", {"canonical names", canonical_names}, {"refusals", refusals},
          {"values", values}, {"pieces", pieces}, {"continuous", continuous})
