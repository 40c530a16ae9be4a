// Lower bounds of relu networks: what some network of the architecture has at least.
#include "make/binomials.h"
#include "theory/bound.h"
#include "theory/combinatorics.h"

// Whether there is nothing against any choice of weights.
static const char *refuse(const crease_architecture *a)
{
    if (!architecture_is_relu(a))
        return NEEDS_RELU;
    return a->is_convolution ? NEEDS_DENSE : NULL;
}

// value times base^exponent
static void multiply_power(fmpz_t value, ulong base, ulong exponent)
{
    fmpz_t power;
    fmpz_init_set_ui(power, base);
    fmpz_pow_ui(power, power, exponent);
    fmpz_mul(value, value, power);
    fmpz_clear(power);
}

// The arrangement of the last layer, in every one of its copies: the product over l < L of
// (floor(n_l / n_0) + more)^exponent.
static void copy_arrangement(fmpz_t value, const crease_architecture *a, ulong more, ulong exponent)
{
    binomials_sum(value, a->layer[a->layers - 1].units, a->inputs, 1);
    for (size_t l = 0; l + 1 < a->layers; l++)
        multiply_power(value, a->layer[l].units / a->inputs + more, exponent);
}

const char *bound_pascanu(fmpz_t value, const crease_architecture *a)
{
    const char *needs = refuse(a);
    if (needs)
        return needs;
    if (!architecture_has_width(a, a->inputs, 0))
        return "n_l >= n_0 for all l";
    copy_arrangement(value, a, 0, 1);
    return NULL;
}

const char *bound_pascanu_folds(fmpz_t value, const crease_architecture *a)
{
    const char *needs = refuse(a);
    if (needs)
        return needs;
    for (size_t l = 0; l < a->layers; l++)
        if (a->layer[l].units != 2 * a->inputs)
            return "n_l = 2 n_0 for all l";
    copy_arrangement(value, a, 0, a->inputs);
    return NULL;
}

const char *bound_montufar_2014(fmpz_t value, const crease_architecture *a)
{
    const char *needs = refuse(a);
    if (needs)
        return needs;
    if (!architecture_has_width(a, a->inputs, 0))
        return "n_l >= n_0 for all l";
    copy_arrangement(value, a, 0, a->inputs);
    return NULL;
}

const char *bound_serra_line(fmpz_t value, const crease_architecture *a)
{
    const char *needs = refuse(a);
    if (needs)
        return needs;
    if (a->inputs != 1)
        return "n_0 = 1";
    if (!architecture_has_width(a, 3, 0))
        return "n_l >= 3 for all l";
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++)
        fmpz_mul_ui(value, value, a->layer[l].units + 1);
    return NULL;
}

// Printed with the condition for the last layer too, which the construction does not use: that
// layer is any arrangement in general position whose cells all meet the cube.
const char *bound_serra_zigzag(fmpz_t value, const crease_architecture *a)
{
    const char *needs = refuse(a);
    if (needs)
        return needs;
    if (!architecture_has_width(a, 3 * a->inputs, 1))
        return "n_l >= 3 n_0 for l < L";
    copy_arrangement(value, a, 1, a->inputs);
    return NULL;
}

// 2 sum_{j < n_0} C(m - 1, j) base^(L - 1), n_1 = 2m.
static void stretch_zonotope(fmpz_t value, const crease_architecture *a, ulong base)
{
    binomials_sum(value, a->layer->units / 2 - 1, a->inputs - 1, 1);
    fmpz_mul_2exp(value, value, 1);
    multiply_power(value, base, a->layers - 1);
}

static const char *refuse_zonotope(const crease_architecture *a)
{
    const char *needs = refuse(a);
    if (needs)
        return needs;
    if (a->layer->units % 2)
        return "n_1 = 2m";
    for (size_t l = 1; l < a->layers; l++)
        if (a->layer[l].units != a->layer[1].units || a->layer[l].units < 2)
            return "n_2 = .. = n_L = w >= 2";
    return NULL;
}

// Of the layers after the first; any number if there are none.
static ulong later_width(const crease_architecture *a)
{
    return a->layers > 1 ? a->layer[1].units : 1;
}

const char *bound_arora(fmpz_t value, const crease_architecture *a)
{
    const char *needs = refuse_zonotope(a);
    if (!needs)
        stretch_zonotope(value, a, later_width(a));
    return needs;
}

const char *bound_serra_zonotope(fmpz_t value, const crease_architecture *a)
{
    const char *needs = refuse_zonotope(a);
    if (!needs)
        stretch_zonotope(value, a, later_width(a) + 1);
    return needs;
}

const char *flaw_serra_zonotope(const crease_architecture *a)
{
    if (a->layers >= 3 && later_width(a) == 2)
        return "not proved for w = 2, L >= 3: two relu units have no zig-zag of three pieces, each "
               "over the same interval";
    return NULL;
}

const char *bound_telgarsky(fmpz_t value, const crease_architecture *a)
{
    const char *needs = refuse(a);
    if (needs)
        return needs;
    if (a->inputs != 1)
        return "n_0 = 1";
    for (size_t l = 0; l < a->layers; l++)
        if (a->layer[l].units != 2)
            return "n_l = 2 for all l";
    fmpz_one(value);
    fmpz_mul_2exp(value, value, a->layers);
    return NULL;
}
