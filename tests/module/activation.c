// Activations: values and pieces, names and refusals.
#include "net/activation.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// ---- Values ----

static const char *const names[] = {"relu",       "abs",     "hardtanh", "linear",    "leaky:1/10",
                                    "leaky:-1/2", "leaky:0", "leaky:1",  "leaky:-7/3"};
#define NAMES (sizeof names / sizeof *names)

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

// ---- Maxout. ----

// The first of the largest numbers attains the maximum.
static void largest(void)
{
    enum { MOST = 6 };
    random_state random = unit_random(72);
    fmpq *z = _fmpq_vec_init(MOST + 1), *y = z + MOST;
    CASES(round, 600) {
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
        activation_clear(&act);
    }
}

// ---- Names ----

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
        {"pwl:0;0,1", "pwl:0;0,1"},
        {"pwl:-0;0e5,+1;0.0", "pwl:0;0,1"},
        {"pwl:-1,1;0,1,0", "pwl:-1,1;0,1,0"},
        {"pwl:0x1p-2,2/6;-2/4,0.5,3e1;-1.25", "pwl:1/4,1/3;-1/2,1/2,30;-5/4"},
        {"pwl:1;7,7;2", "pwl:1;7,7;2"}, // equal slopes keep their breakpoint
        {"maxout:2", "maxout:2"},
        {"maxout:003", "maxout:3"},
        {"maxout:65536", "maxout:65536"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        activation act, again;
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, pairs[i][0], NULL), CREASE_OK);
        CU_ASSERT_STRING_EQUAL(act.name, pairs[i][1]);
        CU_ASSERT_EQUAL_FATAL(activation_parse(&again, act.name, NULL), CREASE_OK);
        CU_ASSERT_STRING_EQUAL(act.name, again.name);
        activation_clear(&act);
        activation_clear(&again);
    }
}

#define A_NUMBER "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, found "

#define TWO_OR_THREE "pwl: expected B1,..,Bk;S0,..,Sk or B1,..,Bk;S0,..,Sk;V, found "

// ---- Numbers. ----

static bool same_function(const char *left, const char *right)
{
    activation a, b;
    if (activation_parse(&a, left, NULL) != CREASE_OK ||
        activation_parse(&b, right, NULL) != CREASE_OK)
        return false;
    bool same = a.pieces == b.pieces && a.rank == 1 && b.rank == 1;
    for (size_t p = 0; same && p < a.pieces; p++)
        same &= fmpq_equal(a.slope + p, b.slope + p) && fmpq_equal(a.offset + p, b.offset + p) &&
                (p == 0 || fmpq_equal(a.breakpoint + p - 1, b.breakpoint + p - 1));
    activation_clear(&a);
    activation_clear(&b);
    return same;
}

static void other_names(void)
{
    CU_ASSERT(same_function("relu", "pwl:0;0,1"));
    CU_ASSERT(same_function("abs", "pwl:0;-1,1"));
    CU_ASSERT(same_function("leaky:-2/3", "pwl:0;-2/3,1"));
    CU_ASSERT(same_function("hardtanh", "pwl:-1,1;0,1,0"));
    CU_ASSERT(!same_function("hardtanh", "pwl:-1,1;0,1,0;1/9"));
}

// The value at z, by walking from (0, V) to z and adding up slopes.
static void walk_from_zero(fmpq_t y, const fmpq *breakpoint, const fmpq *slope, size_t pieces,
                           const fmpq_t value, const fmpq_t z)
{
    fmpq_t from, to, zero;
    fmpq_init(from);
    fmpq_init(to);
    fmpq_init(zero);
    bool up = fmpq_sgn(z) > 0;
    const fmpq *low = up ? zero : z, *high = up ? z : zero;
    fmpq_set(y, value);
    for (size_t p = 0; p < pieces; p++) {
        // The part of piece p between low and high.
        fmpq_set(from, p > 0 && fmpq_cmp(breakpoint + p - 1, low) > 0 ? breakpoint + p - 1 : low);
        fmpq_set(to, p + 1 < pieces && fmpq_cmp(breakpoint + p, high) < 0 ? breakpoint + p : high);
        if (fmpq_cmp(from, to) >= 0)
            continue;
        fmpq_sub(to, to, from);
        (up ? fmpq_addmul : fmpq_submul)(y, slope + p, to);
    }
    fmpq_clear(from);
    fmpq_clear(to);
    fmpq_clear(zero);
}

// "pwl:..." from random numbers, and its values on both sides of zero and of all breakpoints.
static void random_pieces(void)
{
    enum { MOST = 9 };
    random_state random = unit_random(71);
    fmpq *breakpoint = _fmpq_vec_init(MOST), *slope = _fmpq_vec_init(MOST);
    fmpq *other = _fmpq_vec_init(4), *value = other, *z = other + 1, *y = other + 2;
    CASES(round, 300) {
        size_t pieces = 2 + random_below(&random, MOST - 1), used;
        char name[1000];
        used = (size_t)snprintf(name, sizeof name, "pwl:");
        slong at = (slong)random_between(&random, -20, 5);
        for (size_t p = 0; p + 1 < pieces; p++) {
            fmpq_set_si(breakpoint + p, at, 3);
            used += (size_t)snprintf(name + used, sizeof name - used, "%s%ld/3", p ? "," : "",
                                     (long)at);
            at += 1 + (slong)random_below(&random, 5);
        }
        for (size_t p = 0; p < pieces; p++) {
            slong number = (slong)random_between(&random, -9, 9);
            fmpq_set_si(slope + p, number, 2);
            used += (size_t)snprintf(name + used, sizeof name - used, "%s%ld/2", p ? "," : ";",
                                     (long)number);
        }
        slong number = (slong)random_between(&random, -3, 3);
        fmpq_set_si(value, number, 7);
        snprintf(name + used, sizeof name - used, ";%ld/7", (long)number);
        activation act;
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, name, NULL), CREASE_OK);
        CU_ASSERT_EQUAL_FATAL(act.pieces, pieces);
        for (slong k = -80; k <= 80; k++) {
            fmpq_set_si(z, k, 6);
            walk_from_zero(y, breakpoint, slope, pieces, value, z);
            activation_apply(y + 1, &act, z);
            CU_ASSERT(fmpq_equal(y, y + 1));
        }
        activation_clear(&act);
    }
    _fmpq_vec_clear(breakpoint, MOST);
    _fmpq_vec_clear(slope, MOST);
    _fmpq_vec_clear(other, 4);
}

UNIT_MAIN("activation", {"pieces", pieces}, {"largest", largest}, {"pairs", pairs},
          {"predicates", predicates}, {"canonical names", canonical_names},
          {"other names", other_names}, {"random pieces", random_pieces})
