// The network in doubles: every number in its place, and no double is nearer.
#include "net/rounded.h"
#include "bounds.h"
#include "exact/filter.h"
#include "exact/kernels.h"
#include "exact/rational.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <math.h>

// |x - d|
static void distance(fmpq_t result, const fmpq_t x, double d)
{
    exact_double(result, d);
    fmpq_sub(result, result, x);
    fmpq_abs(result, result);
}

// No double is nearer to x than d; ties are tested with rational_double.
static bool is_nearest(double d, const fmpq_t x)
{
    if (!isfinite(d))
        return false;
    fmpq_t here, there;
    fmpq_init(here);
    fmpq_init(there);
    distance(here, x, d);
    bool good = true;
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

static bool all_nearest(const double *to, const fmpq *from, size_t count)
{
    bool good = true;
    for (size_t i = 0; i < count; i++)
        good &= is_nearest(to[i], from + i);
    return good;
}

// Columns are padded with zeros for the kernels.
static bool is_padded(const rounded_layer *layer)
{
    bool good = layer->stride >= layer->rows && layer->stride % KERNEL_LANES == 0;
    for (size_t j = layer->rows; j < layer->stride && good; j++) {
        good &= layer->bias[j] == 0;
        for (size_t i = 0; i < layer->inputs; i++)
            good &= layer->weight[i * layer->stride + j] == 0;
    }
    return good;
}

// Weights are stored column by column; what every piece of every unit is follows from its row.
// Where a row of the network is.
static size_t place_of(const rounded_layer *to, size_t row)
{
    size_t j = 0;
    while (j < to->rows && to->order[j] != row)
        j++;
    return j;
}

static bool unit_is_rounded(const rounded_layer *to, const net_layer *from, size_t u)
{
    const activation *act = net_layer_act(from, u);
    size_t first = from->unit.piece[u], place = place_of(to, from->unit.row[u]);
    bool good = all_nearest(to->slope + first, act->slope, act->pieces) &&
                all_nearest(to->offset + first, act->offset, act->pieces);
    for (size_t p = 0; p < act->pieces; p++)
        good &= to->source[first + p] == place_of(to, from->unit.row[u] + (act->rank > 1 ? p : 0));
    for (size_t b = 0; b < activation_breakpoints(act); b++) {
        double breakpoint = to->breakpoint[b * to->stride + place];
        good &= place < to->rows_with_breakpoint[b] && is_nearest(breakpoint, act->breakpoint + b);
        good &= fabs(breakpoint) <= to->outermost[b];
    }
    return good;
}

// A permutation; those with breakpoint number b come before all others.
static bool rows_are_placed(const rounded_layer *to, const net_layer *from)
{
    size_t sum = 0, seen = 0;
    bool in_order = true, good = true, maxout = false;
    for (size_t u = 0; u < from->units; u++) {
        size_t first = from->unit.row[u];
        maxout |= from->unit.row[u + 1] > first + 1;
        for (size_t j = first; j < from->unit.row[u + 1]; j++, seen++) {
            sum += place_of(to, j);
            good &= place_of(to, j) < from->rows && to->owner[place_of(to, j)] == u;
            good &= from->kinds > 1 || place_of(to, j) == j;
        }
        size_t breakpoints = activation_breakpoints(net_layer_act(from, u));
        in_order &= !breakpoints || place_of(to, first) == u;
        good &= breakpoints <= to->breakpoints;
        for (size_t b = 0; b < to->breakpoints; b++)
            good &= (place_of(to, first) < to->rows_with_breakpoint[b]) == (b < breakpoints);
    }
    return good && seen == from->rows && 2 * sum == seen * (seen - (seen > 0)) &&
           to->in_order == in_order && to->has_maxout == maxout;
}

static bool layer_is_rounded(const rounded_layer *to, const net_layer *from)
{
    bool good = to->inputs == from->inputs && to->units == from->units && to->rows == from->rows &&
                is_padded(to) && rows_are_placed(to, from);
    for (size_t j = 0; j < from->rows && good; j++) {
        good &= is_nearest(to->bias[place_of(to, j)], from->bias + j);
        for (size_t i = 0; i < from->inputs; i++)
            good &= is_nearest(to->weight[i * to->stride + place_of(to, j)],
                               from->weight + j * from->inputs + i);
    }
    for (size_t u = 0; u < from->units && good; u++)
        good = unit_is_rounded(to, from, u);
    return good;
}

static bool is_identity(const rounded_layer *parametrization, size_t dimension)
{
    bool good = parametrization->inputs == dimension && parametrization->units == dimension &&
                parametrization->breakpoints == 0 && is_padded(parametrization);
    for (size_t j = 0; j < dimension && good; j++) {
        good &= parametrization->bias[j] == 0;
        for (size_t i = 0; i < dimension; i++)
            good &= parametrization->weight[i * parametrization->stride + j] == (i == j);
    }
    return good && parametrization->slope[0] == 1 && parametrization->offset[0] == 0;
}

// The remainders of all numbers of a layer.
static bool rests_are_rounded(const rounded_layer *to, const net_layer *from)
{
    bool good = true;
    for (size_t j = 0; j < from->rows; j++)
        for (size_t i = 0; i < from->inputs; i++)
            good &= to->weight_rest[i * to->stride + place_of(to, j)] ==
                    rational_rest(from->weight + j * from->inputs + i);
    for (size_t j = 0; j < from->rows; j++)
        good &= to->bias_rest[place_of(to, j)] == rational_rest(from->bias + j);
    for (size_t u = 0; u < from->units; u++) {
        const activation *act = net_layer_act(from, u);
        const double *slope = to->slope_rest + from->unit.piece[u];
        const double *offset = to->offset_rest + from->unit.piece[u];
        for (size_t p = 0; p < act->pieces; p++)
            good &= slope[p] == rational_rest(act->slope + p) &&
                    offset[p] == rational_rest(act->offset + p);
    }
    return good;
}

static bool net_is_rounded_on(const crease_net *net, const fmpq *parametrization, size_t dimension)
{
    rounded_net rounded;
    net_layer layer;
    rounded_net_init(&rounded, net, parametrization, dimension);
    net_layer_init_affine(&layer, parametrization, dimension, net->inputs);
    bool good = rounded.layers == net->layers + 1 && layer_is_rounded(rounded.layer, &layer);
    good &= rounded.dimension == dimension &&
            (parametrization || is_identity(rounded.layer, net->inputs));
    rounded_net_need_rests(&rounded);
    good &= rests_are_rounded(rounded.layer, &layer);
    net_layer_clear(&layer);
    for (size_t l = 0; l < net->layers && good; l++)
        good &= layer_is_rounded(rounded.layer + l + 1, net->layer + l) &&
                rests_are_rounded(rounded.layer + l + 1, net->layer + l);
    rounded_net_clear(&rounded);
    return good;
}

// Behind another parametrization the layers are those of the base, its rests made or not.
static bool is_rounded_on_base(const crease_net *net, const fmpq *parametrization, size_t dimension,
                               int rests_first)
{
    rounded_net base, rounded;
    rounded_net_init(&base, net, NULL, net->inputs);
    if (rests_first)
        rounded_net_need_rests(&base);
    rounded_net_init_on(&rounded, &base, parametrization, dimension);
    net_layer layer;
    net_layer_init_affine(&layer, parametrization, dimension, net->inputs);
    bool good = rounded.dimension == dimension && layer_is_rounded(rounded.layer, &layer);
    rounded_net_need_rests(&rounded);
    good &= rests_are_rounded(rounded.layer, &layer);
    net_layer_clear(&layer);
    for (size_t l = 0; l < net->layers && good; l++) {
        const rounded_layer *to = rounded.layer + l + 1;
        good &= to->weight == base.layer[l + 1].weight && layer_is_rounded(to, net->layer + l) &&
                rests_are_rounded(to, net->layer + l);
    }
    rounded_net_clear(&rounded);
    rounded_net_clear(&base);
    return good;
}

static bool net_is_rounded(const crease_net *net)
{
    return net_is_rounded_on(net, NULL, net->inputs);
}

// ---- Norms. ----

// bound >= sqrt(sum of squares)
static bool bounds_norm(double bound, const fmpq *entries, size_t count)
{
    fmpq_t sum, square;
    fmpq_init(sum);
    fmpq_init(square);
    for (size_t i = 0; i < count; i++)
        fmpq_addmul(sum, entries + i, entries + i);
    exact_double(square, bound);
    fmpq_mul(square, square, square);
    bool good = fmpq_cmp(square, sum) >= 0;
    fmpq_clear(sum);
    fmpq_clear(square);
    return good;
}

// Spectral norms have a test of their own.
static bool norms_are_bounds(const rounded_layer *to, const net_layer *from)
{
    bool good = bounds_norm(to->sizes, from->weight, from->rows * from->inputs) &&
                bounds_norm(to->bias_norm, from->bias, from->rows) &&
                to->spectral <= to->sizes * FILTER_ENLARGE;
    for (size_t p = 0; p < from->act->pieces; p++)
        good &= bounds_norm(to->steepest, from->act->slope + p, 1) &&
                bounds_norm(to->farthest, from->act->offset + p, 1);
    return good;
}

static void norms(void)
{
    random_state random = unit_random(9);
    CASES(k, 100) {
        crease_net *net = random_net(&random, 2, 7, 1000);
        rounded_net rounded;
        rounded_net_init(&rounded, net, NULL, net->inputs);
        for (size_t l = 0; l < net->layers; l++)
            CU_ASSERT(norms_are_bounds(rounded.layer + l + 1, net->layer + l));
        CU_ASSERT(1 <= rounded.layer[0].spectral && rounded.layer[0].spectral < 1.5);
        rounded_net_clear(&rounded);
        crease_net_free(net);
    }
}

// ---- All of a network. ----

static void random_nets(void)
{
    random_state random = unit_random(8);
    CASES(k, 200) {
        crease_net *net = random_net(&random, 1 + random_below(&random, 3), 5, 1000);
        CU_ASSERT(net_is_rounded(net));
        crease_net_free(net);
    }
}

static void maxout_parametrizations(void)
{
    random_state random = unit_random(12);
    CASES(k, 200) {
        size_t dimension = 1 + random_below(&random, 3);
        crease_net *net = random_maxout_net(&random, 1 + random_below(&random, 8), 5, 1000);
        fmpq *parametrization = random_parametrization(&random, net->inputs, dimension);
        CU_ASSERT(net_is_rounded_on(net, parametrization, dimension));
        CU_ASSERT(is_rounded_on_base(net, parametrization, dimension, k % 2));
        _fmpq_vec_clear(parametrization, (slong)(net->inputs * (dimension + 1)));
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
    rounded_net_init(&rounded, net, NULL, net->inputs);
    CU_ASSERT_EQUAL(rounded.layer[1].weight[0], HUGE_VAL);
    CU_ASSERT_EQUAL(rounded.layer[1].weight[rounded.layer[1].stride], -HUGE_VAL);
    CU_ASSERT_EQUAL(rounded.layer[1].bias[0], HUGE_VAL);
    CU_ASSERT_FALSE(rounded.layer[1].spectral < HUGE_VAL);
    CU_ASSERT_FALSE(rounded.layer[1].sizes < HUGE_VAL);
    CU_ASSERT_FALSE(rounded.layer[1].bias_norm < HUGE_VAL);
    rounded_net_clear(&rounded);
    crease_net_free(net);
}

UNIT_MAIN("rounded", {"random_nets", random_nets}, {"all_sizes", all_sizes},
          {"too_large", too_large}, {"norms", norms},
          {"maxout_parametrizations", maxout_parametrizations})
