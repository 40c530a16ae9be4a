// Upper bounds for units with one breakpoint, and the maximum of one layer.
#include "make/binomials.h"
#include "theory/bound.h"
#include "theory/combinatorics.h"

const char *bound_patterns(fmpz_t value, const crease_architecture *a)
{
    fmpz_t power;
    fmpz_init(power);
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++) {
        fmpz_set_ui(power, a->layer[l].pieces);
        fmpz_pow_ui(power, power, a->layer[l].units);
        fmpz_mul(value, value, power);
    }
    fmpz_clear(power);
    return NULL;
}

const char *bound_relu_patterns(fmpz_t value, const crease_architecture *a)
{
    return architecture_is_relu(a) ? bound_patterns(value, a) : NEEDS_RELU;
}

const char *bound_zaslavsky(fmpz_t value, const crease_architecture *a)
{
    if (a->layers != 1)
        return NEEDS_ONE_LAYER;
    if (!architecture_has_pieces(a, 2))
        return NEEDS_ONE_BREAKPOINT;
    if (a->is_convolution)
        return NEEDS_DENSE;
    binomials_sum(value, a->layer->units, a->inputs, 1);
    return NULL;
}

const char *bound_zaslavsky_bounded(fmpz_t value, const crease_architecture *a)
{
    const char *needs = bound_zaslavsky(value, a);
    if (!needs)
        fmpz_bin_uiui(value, a->layer->units - 1, a->inputs);
    return needs;
}

const char *bound_raghu(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_has_pieces(a, 2))
        return NEEDS_ONE_BREAKPOINT;
    fmpz_t factor;
    fmpz_init(factor);
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++) {
        binomials_sum(factor, a->layer[l].units, a->inputs, 1);
        fmpz_mul(value, value, factor);
    }
    fmpz_clear(factor);
    return NULL;
}

const char *bound_montufar_2017(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_has_pieces(a, 2))
        return NEEDS_ONE_BREAKPOINT;
    return bound_pieces(value, a);
}

// With most[l] = n_l, or the rank of W^l.
static void sum_of(fmpz_t value, const crease_architecture *a, int with_ranks)
{
    ulong *widths = flint_malloc(2 * a->layers * sizeof *widths), *most = widths + a->layers;
    for (size_t l = 0; l < a->layers; l++) {
        widths[l] = a->layer[l].units;
        most[l] = with_ranks ? a->layer[l].weight_rank : widths[l];
    }
    sum_serra(value, a->inputs, widths, most, a->layers);
    flint_free(widths);
}

const char *bound_serra(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_is_relu(a))
        return NEEDS_RELU;
    sum_of(value, a, 0);
    return NULL;
}

const char *bound_serra_rank(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_is_relu(a))
        return NEEDS_RELU;
    if (!a->has_ranks)
        return "a network, for the ranks of its weights";
    sum_of(value, a, 1);
    return NULL;
}

const char *bound_histograms(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_is_relu(a))
        return NEEDS_RELU;
    ulong *widths = flint_malloc(a->layers * sizeof *widths);
    for (size_t l = 0; l < a->layers; l++)
        widths[l] = a->layer[l].units;
    sum_histograms(value, a->inputs, widths, a->layers);
    flint_free(widths);
    return NULL;
}

const char *bound_two_units(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_is_relu(a))
        return NEEDS_RELU;
    if (a->inputs != 1 || a->layers != 2 || a->layer[0].units != 2)
        return "n_0 = 1, L = 2, n_1 = 2";
    fmpz_set_ui(value, 2 * a->layer[1].units + 3);
    return NULL;
}
