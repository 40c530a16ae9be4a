// Trajectories: limits, input that is refused, and paths by hand.
#include "measured.h"

#include <math.h>
#include <string.h>

static void interrupted(void)
{
    static const volatile sig_atomic_t flag = 1;
    const crease_options how = {.interrupt = &flag};
    crease_net *net = net_of(RELU("[[1, 0], [0, 1], [1, 1]]", "[0, 0, 0]"));
    fmpq *ends = _fmpq_vec_init(4);
    crease_trajectory t;
    const crease_path path = {ends, 2, 0};
    fmpq_one(ends);
    crease_trajectory_init(&t, net);
    CU_ASSERT_EQUAL(crease_trajectory_measure(&t, net, &path, NULL, &how, NULL), CREASE_STOPPED);
    CU_ASSERT(!t.complete && t.patterns[1] == 0 && fmpq_is_zero(t.length->hi));
    crease_trajectory_clear(&t);
    _fmpq_vec_clear(ends, 4);
    crease_net_free(net);
}

static void refused(void)
{
    static const struct {
        const char *width;
        crease_options how;
        const char *where, *message;
    } cases[] = {
        {"0", {0}, "rel_error", "expected a number between 0 and 1, both excluded, found \"0\""},
        {"1", {0}, "rel_error", "expected a number between 0 and 1, both excluded, found \"1\""},
        {"x", {0}, "rel_error", NULL},
        {NULL, {.arith = CREASE_FLOAT}, "arith", NULL},
    };
    crease_net *net = net_with_inputs(3, RELU("[[1, 0, 1]]", "[0]"));
    fmpq *ends = _fmpq_vec_init(6);
    crease_path path = {ends, 2, 0};
    crease_trajectory t;
    crease_error error;
    fmpq_one(ends);
    crease_trajectory_init(&t, net);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CU_ASSERT_EQUAL(
            crease_trajectory_measure(&t, net, &path, cases[i].width, &cases[i].how, &error),
            CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.where, cases[i].where);
        CU_ASSERT(!cases[i].message || !strcmp(error.message, cases[i].message));
    }
    path.count = 1;
    CU_ASSERT_EQUAL(crease_trajectory_measure(&t, net, &path, NULL, NULL, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected at least 2 points, found 1");
    fmpq_zero(ends);
    path.count = 2;
    CU_ASSERT_EQUAL(crease_trajectory_measure(&t, net, &path, NULL, NULL, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, "points[1]");
    crease_trajectory_clear(&t);
    _fmpq_vec_clear(ends, 6);
    crease_net_free(net);
}

// ---- One path ----

// |x|, then 2 |x| - 1 clipped to [-1, 1]: from -1 to 1 the image goes from 1 to 0 and back, then
// from 1 to -1 and back.
#define FOLDS LAYER("abs", "[[1]]", "[0]") "," LAYER("hardtanh", "[[2]]", "[-1]")

static void by_hand(void)
{
    for (int arith = CREASE_FILTERED; arith <= CREASE_EXACT; arith++) {
        crease_options how = {.arith = (crease_arith)arith};
        crease_trajectory t = measured(net_with_inputs(1, FOLDS), "-3,1", 2, 0, NULL, &how);
        CU_ASSERT(holds_root(t.length, "16"));
        CU_ASSERT(holds_root(t.length + 1, "16"));
        CU_ASSERT(holds_root(t.length + 2, "16"));
        CU_ASSERT(holds_root(t.growth + 2, "1"));
        CU_ASSERT(fmpq_cmp(t.growth->lo, t.growth->hi) > 0); // of the path: none
        CU_ASSERT(t.transitions[1] == 1 && t.patterns[1] == 2);
        CU_ASSERT(t.transitions[2] == 1 && t.patterns[2] == 3); // at -1; 0 is only touched, and 1
        CU_ASSERT(arith == CREASE_FILTERED || t.decided_float == 0);
        crease_trajectory_clear(&t);
    }
}

// The unit square round the origin through relu(x), relu(y), relu(x + y): every unit is switched on
// once and off once; where x = y = 0 nothing happens, because the path does not pass it.
static void round_the_origin(void)
{
    crease_net *net = net_of(RELU("[[1, 0], [0, 1], [1, 1]]", "[0, 0, 0]"));
    crease_trajectory t = measured(net, "1,1,-1,1,-1,-1,1,-1", 4, 1, NULL, NULL);
    CU_ASSERT(t.transitions[1] == 6 && t.patterns[1] == 6);
    CU_ASSERT(holds_root(t.length, "64"));
    crease_trajectory_clear(&t);
}

// It begins and ends where a unit is switched, and on either side of a vertex pieces are the same.
static void seam(void)
{
    crease_net *net = net_of(RELU("[[1, 0]]", "[0]"));
    crease_trajectory t = measured(net, "0,1,-1,0,0,-1,1,0", 4, 1, NULL, NULL);
    CU_ASSERT(t.transitions[1] == 2 && t.patterns[1] == 2);
    crease_trajectory_clear(&t);
    net = net_of(RELU("[[1, 0]]", "[5]"));
    t = measured(net, "0,1,-1,0,0,-1,1,0", 4, 1, NULL, NULL);
    CU_ASSERT(t.transitions[1] == 0 && t.patterns[1] == 1);
    crease_trajectory_clear(&t);
}

// The image is one point: its length is 0 to any width, and the growth after it is none.
static void dead(void)
{
    crease_net *net = net_of(RELU("[[-1, 0], [0, -1]]", "[0, 0]") "," RELU("[[1, 1]]", "[1]"));
    crease_trajectory t = measured(net, "1,1,2,5", 2, 0, NULL, NULL);
    CU_ASSERT(fmpq_is_zero(t.length[1].hi) && fmpq_is_zero(t.length[2].hi));
    CU_ASSERT(fmpq_is_zero(t.growth[1].lo) && fmpq_is_zero(t.growth[1].hi));
    CU_ASSERT(fmpq_cmp(t.growth[2].lo, t.growth[2].hi) > 0);
    CU_ASSERT(t.patterns[2] == 1 && t.transitions[2] == 0);
    crease_trajectory_clear(&t);
}

// sqrt(2) to a thousand digits, and far apart in size: 2^-700 of a step does not vanish.
static void any_width(void)
{
    crease_trajectory t =
        measured(net_of(LINEAR("[[1, 0], [0, 1]]", "[0, 0]")), "0,0,1,1", 2, 0, "1e-1000", NULL);
    fmpq_t wide;
    fmpq_init(wide);
    CU_ASSERT(holds_root(t.length + 1, "2"));
    fmpq_sub(wide, t.length[1].hi, t.length[1].lo);
    fmpq_mul_2exp(wide, wide, 3300);
    CU_ASSERT(fmpq_cmp_si(wide, 1) < 0);
    fmpq_clear(wide);
    crease_trajectory_clear(&t);
    t = measured(net_of(RELU("[[\"0x1p-700\", 0]]", "[0]")), "-1,0,1,1", 2, 0, NULL, NULL);
    CU_ASSERT(holds_root(t.length + 1, "0x1p-1400"));
    crease_trajectory_clear(&t);
}

// Numbers beyond the range of doubles: pairs fail, integers do not.
static void beyond_doubles(void)
{
    crease_net *net = net_of(RELU("[[\"1e400\", 0]]", "[0]") "," RELU("[[\"1e-400\"]]", "[0]"));
    crease_trajectory t = measured(net, "-1,0,3,3", 2, 0, NULL, NULL);
    CU_ASSERT(holds_root(t.length + 1, "9e800") && holds_root(t.length + 2, "9"));
    CU_ASSERT(t.transitions[1] == 1 && t.transitions[2] == 1);
    crease_trajectory_clear(&t);
}

UNIT_MAIN("trajectory", {"interrupted", interrupted}, {"refused", refused}, {"by hand", by_hand},
          {"round the origin", round_the_origin}, {"seam", seam}, {"dead", dead},
          {"any width", any_width}, {"beyond doubles", beyond_doubles})
