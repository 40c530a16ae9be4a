// Upper bounds for units of one variable with any number of breakpoints.
//
// The creases of a unit with p breakpoints are p parallel hyperplanes. Choose j of n units and
// one crease of each: that is at most one cell of the arrangement's intersection poset, and
// no unit may be chosen twice. docs/theorems.md has the proof.
#include "make/binomials.h"
#include "theory/bound.h"
#include "theory/combinatorics.h"

const char *bound_raghu_hardtanh(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_has_pieces(a, 3))
        return "two breakpoints in every unit (hardtanh)";
    fmpz_t factor;
    fmpz_init(factor);
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++) {
        binomials_sum(factor, 2 * a->layer[l].units, a->inputs, 1);
        fmpz_mul(value, value, factor);
    }
    fmpz_clear(factor);
    return NULL;
}

// The product of sum_{j <= reach} C(n_l, j) (k_l - 1)^j; reach is n_0, or min(n_0, .., n_(l-1)).
static void multiply_layers(fmpz_t value, const crease_architecture *a, int through_layers)
{
    fmpz_t factor;
    fmpz_init(factor);
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++) {
        ulong reach = through_layers ? architecture_reach(a, l) : a->inputs;
        binomials_sum(factor, a->layer[l].units, reach, a->layer[l].pieces - 1);
        fmpz_mul(value, value, factor);
    }
    fmpz_clear(factor);
}

const char *bound_parallel(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_has_pieces(a, 3))
        return "two breakpoints in every unit (hardtanh)";
    multiply_layers(value, a, 0);
    return NULL;
}

const char *bound_pieces(fmpz_t value, const crease_architecture *a)
{
    if (!architecture_is_scalar(a))
        return "units that are functions of one variable";
    multiply_layers(value, a, 1);
    return NULL;
}
