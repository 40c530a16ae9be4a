// Lists of flips merged: ties, spans that do not tell, and labels that come back.
#include "path/labels.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <math.h>
#include <string.h>

enum { POINTS = 3, UNITS = 100000000 };

// Places and how far spans reach on both sides are given in units of 1e-8.
static void check(const char *last, const int *places, const size_t *counts, double reach,
                  const char *needed, const char *labels, const char *digits, size_t flips)
{
    flip_list list[POINTS];
    size_t next = 0;
    for (size_t p = 0; p < POINTS; p++) {
        list[p] = (flip_list){.last = last[p] - '0', .count = counts[p]};
        list[p].at = calloc(counts[p] + 1, sizeof *list[p].at);
        for (size_t i = 0; i < counts[p]; i++, next++)
            list[p].at[i] = (span){(places[next] - reach) / UNITS, (places[next] + reach) / UNITS};
    }
    char found[POINTS] = {0};
    labels_need_exact(found, list, POINTS);
    for (size_t p = 0; p < POINTS; p++)
        CU_ASSERT_EQUAL(found[p], needed[p] - '0');
    next = 0;
    for (size_t p = 0; p < POINTS; p++) {
        if (needed[p] == '1')
            list[p].exact = _fmpq_vec_init((slong)counts[p]);
        for (size_t i = 0; i < counts[p]; i++, next++)
            if (needed[p] == '1')
                fmpq_set_si(list[p].exact + i, places[next], UNITS);
    }
    crease_dichotomies result = {.points = POINTS};
    labels_merge(&result, list, POINTS, 0);
    size_t rows = strlen(labels) / POINTS;
    CU_ASSERT_EQUAL(result.transitions, strlen(digits));
    CU_ASSERT_EQUAL(result.flips, flips);
    CU_ASSERT(!memcmp(result.labels, labels, rows * POINTS));
    for (size_t i = 0; digits[i]; i++)
        CU_ASSERT(fabs(result.place[i] * UNITS - (digits[i] - '0')) < 1e-3 + reach);
    size_t seen = 0;
    for (size_t i = 0; i < rows; i++) {
        int again = 0;
        for (size_t j = 0; j < i; j++)
            again |= !memcmp(labels + j * POINTS, labels + i * POINTS, POINTS);
        seen += !again;
        CU_ASSERT_EQUAL(result.seen[i], seen);
    }
    CU_ASSERT_EQUAL(result.distinct, seen);
    crease_dichotomies_clear(&result);
    for (size_t p = 0; p < POINTS; p++)
        flips_clear(list + p);
}

static void merged(void)
{
    // apart
    check("000", (int[]){1, 5, 3, 7, 2, 9}, (size_t[]){2, 2, 2}, 0.1, "000", "100101111011001000",
          "123579", 6);
    // two at 3, known only as rationals; the third is not asked
    check("010", (int[]){1, 3, 3, 6, 8, 9}, (size_t[]){2, 2, 2}, 0.1, "110", "110000010011010",
          "13689", 6);
    // spans of one point that overlap need nothing, unless they are wide
    check("001", (int[]){1, 2, 8, 9}, (size_t[]){4, 0, 0}, 2, "000", "101001101001", "1289", 4);
    check("001", (int[]){1, 2, 8, 9}, (size_t[]){4, 0, 0}, 60, "100", "101001101001", "1289", 4);
    // wide spans: all must be asked, and the order is that of the rationals
    check("000", (int[]){1, 5, 3, 7, 2, 9}, (size_t[]){2, 2, 2}, 1, "111", "100101111011001000",
          "123579", 6);
    // all three at once
    check("011", (int[]){4, 7, 4, 8, 4, 9}, (size_t[]){2, 2, 2}, 0, "111", "100000010011", "4789",
          6);
    // nobody flips
    check("101", NULL, (size_t[]){0, 0, 0}, 1, "000", "101", "", 0);
}

// A long span, a short one inside it, and one that only the long one meets; one beyond.
static void runs(void)
{
    span at[][1] = {{{0, 10e-8}}, {{1e-8, 2e-8}}, {{4e-8, 5e-8}}, {{11e-8, 12e-8}}};
    flip_list list[4] = {0};
    char needed[4] = {0};
    for (size_t p = 0; p < 4; p++)
        list[p] = (flip_list){.count = 1, .at = at[p]};
    labels_need_exact(needed, list, 4);
    CU_ASSERT(needed[0] && needed[1] && needed[2] && !needed[3]);
}

UNIT_MAIN("labels", {"merged", merged}, {"runs", runs})
