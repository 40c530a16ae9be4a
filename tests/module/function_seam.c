// The part of a seam across which maps differ, on seams put together by hand.
#include "regions/function_seam.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <stdlib.h>

enum { LENGTH = 20 };

// A facet from place lo to place hi of the line p + t d, given backwards now and then.
static void file_piece(seam_stack *seams, const slong *p, const slong *d, int lo, int hi, int high,
                       uint64_t map, random_state *random)
{
    fmpz *end[2] = {_fmpz_vec_init(3), _fmpz_vec_init(3)};
    int backwards = (int)random_below(random, 2);
    for (int e = 0; e < 2; e++) {
        slong weight = 1 + (slong)random_below(random, 4), t = (e != backwards) ? hi : lo;
        for (int c = 0; c < 2; c++)
            fmpz_set_si(end[e] + c, weight * (p[c] + t * d[c]));
        fmpz_set_si(end[e] + 2, weight);
    }
    region_edge edge = {.origin.split = 3, .side = high ? 1 : -1, .from = end[0], .to = end[1]};
    seam_add_edge(seams, &edge, 0, map);
    _fmpz_vec_clear(end[0], 3);
    _fmpz_vec_clear(end[1], 3);
}

static void join_nothing(void *data, uint64_t a, uint64_t b)
{
    (void)data, (void)a, (void)b;
}

static int are_joined(void *data, uint64_t a, uint64_t b)
{
    (void)data, (void)a, (void)b;
    return 1;
}

// Unit stretches of both sides with their maps say what differs.
static void lines(void)
{
    static const slong directions[][2] = {{3, 4}, {0, 2}, {1, 0}, {-1, 1}, {2, -5}};
    random_state random;
    random_seed(&random, 13);
    for (int k = 0; k < 300; k++) {
        const slong p[] = {k % 7, 1 - k % 3}, *d = directions[k % 5];
        uint64_t map[2][LENGTH];
        seam_stack seams = {0};
        seam_open(&seams, 3);
        for (int high = 0; high < 2; high++)
            for (int lo = 0, hi; lo < LENGTH; lo = hi) {
                hi = lo + 1 + (int)random_below(&random, 9);
                hi = hi < LENGTH ? hi : LENGTH;
                uint64_t name = random_below(&random, 3);
                for (int t = lo; t < hi; t++)
                    map[high][t] = name;
                file_piece(&seams, p, d, lo, hi, high, name, &random);
            }
        slong differ = 0;
        for (int t = 0; t < LENGTH; t++)
            differ += map[0][t] != map[1][t];
        fmpq_t square;
        fmpq_init(square);
        function_seam_square(square, seams.open, 2);
        CU_ASSERT_EQUAL(fmpq_cmp_si(square, differ * differ * (d[0] * d[0] + d[1] * d[1])), 0);
        fmpq_clear(square);
        seam_joiner nobody = {NULL, join_nothing, are_joined};
        seam_close(&seams, &nobody);
        seam_stack_clear(&seams);
    }
}

static void points(void)
{
    seam_facet low = {.map = 4}, high = {.map = 4};
    seam closing = {.side = {{&low, 1, 1}, {&high, 1, 1}}};
    fmpq_t square;
    fmpq_init(square);
    function_seam_square(square, &closing, 1);
    CU_ASSERT(fmpq_is_zero(square));
    high.map = 5;
    function_seam_square(square, &closing, 1);
    CU_ASSERT(fmpq_is_one(square));
    closing.side[1].count = 0;
    function_seam_square(square, &closing, 1);
    CU_ASSERT(fmpq_is_zero(square));
    fmpq_clear(square);
}

UNIT_MAIN("function_seam", {"lines", lines}, {"points", points})
