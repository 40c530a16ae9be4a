// Bounds for maxout networks.
#include "make/binomials.h"
#include "theory/bound.h"
#include "theory/combinatorics.h"

// k, if all layers have the same; else 0.
static ulong common_rank(const crease_architecture *a)
{
    for (size_t l = 0; l < a->layers; l++)
        if (a->layer[l].rank == 1 || a->layer[l].rank != a->layer->rank)
            return 0;
    return a->layer->rank;
}

static void set_power(fmpz_t value, ulong base, ulong exponent)
{
    fmpz_set_ui(value, base);
    fmpz_pow_ui(value, value, exponent);
}

// min(sum_{j <= n_0} C(k^2 n, j), k^n). If n <= n_0, the sum is at least C(k^2 n, n) >= (k^2)^n,
// and need not be found.
const char *bound_maxout_pairs_layer(fmpz_t value, const crease_architecture *a)
{
    if (a->layers != 1)
        return NEEDS_ONE_LAYER;
    if (!architecture_is_maxout(a))
        return NEEDS_MAXOUT;
    ulong k = a->layer->rank, n = a->layer->units;
    set_power(value, k, n);
    if (n <= a->inputs)
        return NULL;
    fmpz_t sum;
    fmpz_init(sum);
    binomials_sum(sum, k * k * n, a->inputs, 1);
    if (fmpz_cmp(sum, value) < 0)
        fmpz_swap(value, sum);
    fmpz_clear(sum);
    return NULL;
}

const char *bound_maxout_pairs(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_is_maxout(a))
        return NEEDS_MAXOUT;
    fmpz_t factor;
    fmpz_init(factor);
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++) {
        ulong k = a->layer[l].rank;
        binomials_sum(factor, k * (k - 1) / 2 * a->layer[l].units, architecture_reach(a, l + 1), 1);
        fmpz_mul(value, value, factor);
    }
    fmpz_clear(factor);
    return NULL;
}

const char *bound_maxout_layer(fmpz_t value, const crease_architecture *a)
{
    if (a->layers != 1)
        return NEEDS_ONE_LAYER;
    return bound_maxout_deep(value, a);
}

const char *bound_maxout_deep(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_is_maxout(a))
        return NEEDS_MAXOUT;
    fmpz_t factor;
    fmpz_init(factor);
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++) {
        binomials_sum(factor, a->layer[l].units, architecture_reach(a, l), a->layer[l].rank - 1);
        fmpz_mul(value, value, factor);
    }
    fmpz_clear(factor);
    return NULL;
}

// Layer l has at most (k_l - 1) 2^(l-1) breakpoints of its own: docs/theorems.md.
const char *bound_maxout_line(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_is_maxout(a))
        return NEEDS_MAXOUT;
    if (a->inputs != 1)
        return "n_0 = 1 and n_l = 1 for all l";
    for (size_t l = 0; l < a->layers; l++)
        if (a->layer[l].units != 1)
            return "n_0 = 1 and n_l = 1 for all l";
    fmpz_t own;
    fmpz_init(own);
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++) {
        fmpz_set_ui(own, a->layer[l].rank - 1);
        fmpz_mul_2exp(own, own, l);
        fmpz_add(value, value, own);
    }
    fmpz_clear(own);
    return NULL;
}

const char *bound_maxout_grid(fmpz_t value, const crease_architecture *a)
{
    if (a->layers != 1)
        return NEEDS_ONE_LAYER;
    if (!architecture_is_maxout(a))
        return NEEDS_MAXOUT;
    ulong n = a->layer->units;
    set_power(value, a->layer->rank, n < a->inputs ? n : a->inputs);
    return NULL;
}

// Whether all layers have the width n_0.
static int is_square(const crease_architecture *a)
{
    for (size_t l = 0; l < a->layers; l++)
        if (a->layer[l].units != a->inputs)
            return 0;
    return 1;
}

const char *bound_maxout_cones(fmpz_t value, const crease_architecture *a)
{
    ulong k = common_rank(a);
    if (!k)
        return "maxout of one rank in every hidden layer";
    if (!is_square(a))
        return "n_l = n_0 for all l";
    set_power(value, k, a->layers - 1 + a->inputs);
    return NULL;
}

const char *flaw_maxout_cones(const crease_architecture *a)
{
    if (a->inputs == 1 && a->layer->rank >= 3 && a->layers >= 2)
        return "false for n_0 = 1, k >= 3, L >= 2: no network has more than "
               "1 + (k - 1)(2^L - 1) regions, see maxout-line";
    return NULL;
}

const char *bound_maxout_folds(fmpz_t value, const crease_architecture *a)
{
    if (common_rank(a) != 2)
        return "maxout:2 in every hidden layer";
    if (!is_square(a))
        return "n_l = n_0 for all l";
    set_power(value, 2, a->layers * a->inputs);
    return NULL;
}

const char *bound_maxout_zigzag(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_is_maxout(a))
        return NEEDS_MAXOUT;
    if (!architecture_has_multiples(a, 2 * a->inputs, 1))
        return "n_l a multiple of 2 n_0 for l < L";
    const architecture_layer *last = a->layer + a->layers - 1;
    fmpz_t folds;
    fmpz_init(folds);
    binomials_sum(value, last->units, a->inputs, last->rank - 1);
    for (const architecture_layer *layer = a->layer; layer < last; layer++) {
        set_power(folds, layer->units / a->inputs * (layer->rank - 1) + 1, a->inputs);
        fmpz_mul(value, value, folds);
    }
    fmpz_clear(folds);
    return NULL;
}
