// The nearest border of a region, by hand and with doubles as without.
#include "distance/near_border.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

// (1/2, 3) in the strip |x| < 1 of a hard-tanh unit; the next layer has the same borders again.
static void by_hand(int filtered)
{
    crease_net *net = net_of(LAYER("hardtanh", "[[1, 0], [0, 0]]",
                                   "[0, 0]") "," LAYER("hardtanh", "[[1, 0], [0, 1]]", "[0, 0]"));
    scaled_net scaled;
    rounded_net rounded;
    near_cell near;
    near_planes planes;
    near_border border;
    uint32_t piece[4];
    size_t crossed, predicate;
    fmpz *x = _fmpz_vec_init(3), *foot = _fmpz_vec_init(3);
    scaled_net_init(&scaled, net, NULL, 2);
    rounded_net_init(&rounded, net, NULL, 2);
    near_cell_init(&near, &scaled, crease_net_hidden(net));
    near_planes_init(&planes, &near, net, filtered ? &rounded : NULL);
    near_border_init(&border, 3);
    fmpz_set_si(x, 1);
    fmpz_set_si(x + 1, 6);
    fmpz_set_si(x + 2, 2);
    near_cell_complete(&near, x, piece, 0, &crossed, &predicate);
    near_planes_enter(&planes, x, piece);
    CU_ASSERT(near_border_find(&border, &planes, piece));
    CU_ASSERT(fmpz_is_one(fmpq_numref(border.square)));
    CU_ASSERT(fmpz_equal_si(fmpq_denref(border.square), 4));
    CU_ASSERT(border.k == 0 && border.predicate == 1); // the first of two equal ones
    near_border_foot(foot, &border, x);
    CU_ASSERT(fmpz_equal(foot, foot + 2) && fmpz_sgn(foot) > 0); // x = 1
    near_border_clear(&border);
    near_planes_clear(&planes);
    near_cell_clear(&near);
    rounded_net_clear(&rounded);
    scaled_net_clear(&scaled);
    _fmpz_vec_clear(x, 3);
    _fmpz_vec_clear(foot, 3);
    crease_net_free(net);
}

static void exactly(void)
{
    by_hand(0);
}

static void by_doubles(void)
{
    by_hand(1);
}

UNIT_MAIN("near_border", {"exactly", exactly}, {"by doubles", by_doubles})
