// Tests of net/activation.
#include "net/activation.h"
#include "base/random.h"
#include "unit.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"relu",       "abs",     "hardtanh", "linear",    "leaky:1/10",
                                    "leaky:-1/2", "leaky:0", "leaky:1",  "leaky:-7/3"};
#define NAMES (sizeof names / sizeof *names)

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
        {"linear", 1, 5, 1, 0},
        {"relu", 2, -1, 9, 0},
        {"relu", 2, 0, 1, 0},
        {"relu", 2, 1, 1000, 1},
        {"leaky:1", 2, 0, 1, 0},
        {"leaky:1", 2, 1, 2, 1},
        {"abs", 2, 0, 1, 0},
        {"hardtanh", 3, -2, 1, 0},
        {"hardtanh", 3, -1, 1, 0},
        {"hardtanh", 3, -9, 10, 1},
        {"hardtanh", 3, 1, 1, 1},
        {"hardtanh", 3, 11, 10, 2},
        {"pwl:1,2,3,4,5;1,2,3,4,5,6", 6, 5, 1, 4},
        {"pwl:1,2,3,4,5;1,2,3,4,5,6", 6, 16, 3, 5},
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

// ---- Maxout. ----

// The first of the largest numbers has won.
static void largest(void)
{
    enum { SEED = 72, MOST = 6 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    fmpq *z = _fmpq_vec_init(MOST + 1), *y = z + MOST;
    for (int round = 0; round < 600; round++) {
        size_t rank = 2 + random_below(&random, MOST - 1), first = 0;
        int number[MOST];
        char name[16];
        activation act;
        snprintf(name, sizeof name, "maxout:%zu", rank);
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, name, NULL), CREASE_OK);
        CU_ASSERT(act.rank == rank && act.pieces == rank);
        for (size_t r = 0; r < rank; r++) {
            number[r] = (int)random_between(&random, -2, 2);
            fmpq_set_si(z + r, number[r], 3);
            first = number[r] > number[first] ? r : first;
        }
        CU_ASSERT_EQUAL(activation_piece(&act, z), first);
        activation_apply(y, &act, z);
        CU_ASSERT(fmpq_equal(y, z + first));
        activation_apply(z, &act, z); // in place
        CU_ASSERT(fmpq_equal(y, z));
        activation_clear(&act);
    }
    _fmpq_vec_clear(z, MOST + 1);
}

// The pairs of rows in their order, and back.
static void pairs(void)
{
    for (size_t rank = 2; rank < 20; rank++) {
        size_t predicate = 0;
        char name[16];
        activation act;
        for (size_t i = 0; i < rank; i++)
            for (size_t j = i + 1; j < rank; j++, predicate++) {
                maxout_rows pair = maxout_pair(predicate, rank);
                CU_ASSERT(pair.earlier == i && pair.later == j);
                CU_ASSERT_EQUAL(maxout_predicate(pair, rank), predicate);
            }
        snprintf(name, sizeof name, "maxout:%zu", rank);
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, name, NULL), CREASE_OK);
        CU_ASSERT_EQUAL(activation_predicates(&act), predicate);
        CU_ASSERT_EQUAL(activation_breakpoints(&act), 0);
        activation_clear(&act);
    }
}

static void predicates(void)
{
    for (size_t i = 0; i < NAMES; i++) {
        activation act;
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, names[i], NULL), CREASE_OK);
        CU_ASSERT_EQUAL(activation_predicates(&act), act.pieces - 1);
        CU_ASSERT_EQUAL(activation_breakpoints(&act), act.pieces - 1);
        for (size_t p = 0; p < act.pieces; p++)
            CU_ASSERT_EQUAL(activation_row(act.rank, 5, p), 5);
        activation_clear(&act);
    }
    CU_ASSERT_EQUAL(activation_row(3, 5, 2), 17);
}

UNIT_MAIN("activation", {"values", values}, {"pieces", pieces}, {"continuous", continuous},
          {"largest", largest}, {"pairs", pairs}, {"predicates", predicates})
