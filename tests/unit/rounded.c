// The network in doubles: every number in its place, and no double is nearer.
#include "net/rounded.h"
#include "nets.h"
#include "unit.h"

#include <math.h>

// |x - d|
static void distance(fmpq_t result, const fmpq_t x, double d)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, d);
    fmpq_set_mpq(result, q);
    fmpq_sub(result, result, x);
    fmpq_abs(result, result);
    mpq_clear(q);
}

// No double is nearer to x than d; ties are tested with rational_double.
static int is_nearest(double d, const fmpq_t x)
{
    if (!isfinite(d))
        return 0;
    fmpq_t here, there;
    fmpq_init(here);
    fmpq_init(there);
    distance(here, x, d);
    int good = 1;
    for (int up = 0; up < 2; up++) {
        double neighbour = nextafter(d, up ? HUGE_VAL : -HUGE_VAL);
        if (!isfinite(neighbour))
            continue;
        distance(there, x, neighbour);
        good &= fmpq_cmp(here, there) <= 0;
    }
    fmpq_clear(here);
    fmpq_clear(there);
    return good;
}

static int all_nearest(const double *to, const fmpq *from, size_t count)
{
    int good = 1;
    for (size_t i = 0; i < count; i++)
        good &= is_nearest(to[i], from + i);
    return good;
}

// Weights are stored column by column, activations once for all units.
static int layer_is_rounded(const rounded_layer *to, const net_layer *from)
{
    int good =
        to->inputs == from->inputs && to->units == from->units && to->pieces == from->act.pieces;
    for (size_t j = 0; j < from->units && good; j++)
        for (size_t i = 0; i < from->inputs; i++)
            good &=
                is_nearest(to->weight[i * from->units + j], from->weight + j * from->inputs + i);
    return good && all_nearest(to->bias, from->bias, from->units) &&
           all_nearest(to->breakpoint, from->act.breakpoint, from->act.pieces - 1) &&
           all_nearest(to->slope, from->act.slope, from->act.pieces) &&
           all_nearest(to->offset, from->act.offset, from->act.pieces);
}

static int is_identity(const rounded_layer *chart, size_t dimension)
{
    int good = chart->inputs == dimension && chart->units == dimension && chart->pieces == 1;
    for (size_t j = 0; j < dimension && good; j++) {
        good &= chart->bias[j] == 0;
        for (size_t i = 0; i < dimension; i++)
            good &= chart->weight[i * dimension + j] == (i == j);
    }
    return good && chart->slope[0] == 1 && chart->offset[0] == 0;
}

static int net_is_rounded(const crease_net *net)
{
    rounded_net rounded;
    rounded_net_init(&rounded, net);
    int good = rounded.layers == net->layers + 1 && is_identity(rounded.layer, net->inputs);
    for (size_t l = 0; l < net->layers && good; l++)
        good &= layer_is_rounded(rounded.layer + l + 1, net->layer + l);
    rounded_net_clear(&rounded);
    return good;
}

static void random_nets(void)
{
    enum { SEED = 8 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    for (int k = 0; k < 200; k++) {
        crease_net *net = random_net(&random, 1 + random_below(&random, 3), 5, 1000);
        CU_ASSERT(net_is_rounded(net));
        crease_net_free(net);
    }
}

// From below the smallest double to near the largest.
static void all_sizes(void)
{
    crease_net *net =
        net_of(RELU("[[1e-400, -3e-324], [1e300, \"1/3\"]]",
                    "[1e-310, -1e308]") "," LAYER("leaky:1/7", "[[0.1, \"-2/3\"]]", "[1e-200]"));
    CU_ASSERT(net_is_rounded(net));
    crease_net_free(net);
}

// Numbers that no double can hold become infinite: nothing crashes.
static void too_large(void)
{
    crease_net *net = net_of(RELU("[[1e400, -1e5000]]", "[1e309]"));
    rounded_net rounded;
    rounded_net_init(&rounded, net);
    CU_ASSERT_EQUAL(rounded.layer[1].weight[0], HUGE_VAL);
    CU_ASSERT_EQUAL(rounded.layer[1].weight[1], -HUGE_VAL);
    CU_ASSERT_EQUAL(rounded.layer[1].bias[0], HUGE_VAL);
    rounded_net_clear(&rounded);
    crease_net_free(net);
}

UNIT_MAIN("rounded", {"random_nets", random_nets}, {"all_sizes", all_sizes},
          {"too_large", too_large})
