// Maxout zig-zags: convex units with kinks at odd numbers less convex units at even ones.
#include "make/binomials.h"
#include "make/bundles.h"
#include "make/theorem.h"
#include "make/wave.h"

// 2e units of k rows. Unit c < e has kinks at s = 2 i + 1 and unit e + c at s = 2 i + 2, for
// i = c (k-1), .., c (k-1) + k - 2, and its slope grows by 2 at each. The first starts
// with slope -1, the others with 0. So the difference of the two halves has slopes
// -1, 1, -1, .. and K = 2e (k-1) kinks, at 1, .., K, and with g(0) = 1 maps every (i, i+1)
// over (0,1), and s < 1 and s > K over (0,inf) and (-inf,1). s = (K+1) y.
static void add_zigzag(stack *made, slong e, slong k)
{
    wave w;
    wave_init(&w, 2 * e, k);
    for (slong unit = 0; unit < 2 * e; unit++) {
        slong slope = unit == 0 ? -1 : 0, constant = 0;
        for (slong r = 0; r < k; r++) {
            wave_row(&w, unit * k + r, slope, constant, 1);
            slong i = unit % e * (k - 1) + r;
            constant -= 2 * (2 * i + (unit < e ? 1 : 2));
            slope += 2;
        }
        wave_weight(&w, unit, unit < e ? 1 : -1);
    }
    wave_weight(&w, 2 * e, 1);
    wave_stretch(&w, 2 * e * (k - 1) + 1, 1);
    stack_wave(made, &w, 0);
    wave_clear(&w);
}

static crease_status build(crease_net **net, const parameters *given, crease_error *error)
{
    slong d = parameters_integer(given, "d"), k = parameters_integer(given, "k");
    slong layers = theorem_layers(given);
    if (theorem_check(given, 2 * d, 2 * d, 1, error))
        return CREASE_ERROR;
    stack made;
    stack_open(&made, d, layers);
    for (slong l = 0; l + 1 < layers; l++)
        add_zigzag(&made, theorem_width(given, l) / (2 * d), k);
    stack_maxout_bundles(&made, theorem_width(given, layers - 1), k, 1);
    *net = stack_close(&made);
    return CREASE_OK;
}

static void list_claims(claims *list, const parameters *given)
{
    slong d = parameters_integer(given, "d"), k = parameters_integer(given, "k");
    fmpz_t regions, power;
    fmpz_init(regions);
    fmpz_init(power);
    binomials_sum(regions, theorem_width(given, theorem_layers(given) - 1), d, k - 1);
    for (slong l = 0; l + 1 < theorem_layers(given); l++) {
        fmpz_set_si(power, theorem_width(given, l) / d * (k - 1) + 1);
        fmpz_pow_ui(power, power, (ulong)d);
        fmpz_mul(regions, regions, power);
    }
    claims_regions(list, regions, 1, NULL);
    fmpz_clear(power);
    fmpz_clear(regions);
}

const construction maxout_zigzag = {
    .about = {.name = "maxout:zigzag",
              .text =
                  "every coordinate goes through a zig-zag of (n_l / d)(k-1) + 1 pieces in every "
                  "layer but the last, which has bundles of k - 1 parallel hyperplanes in general "
                  "position inside the cube",
              .source = "Montufar, Ren and Zhang 2022, Sharp bounds for the number of regions of "
                        "maxout networks and vertices of Minkowski sums; docs/constructions.md",
              .count = "product over l < L of ((n_l / d)(k-1) + 1)^d, times sum of C(n_L, j) "
                       "(k-1)^j for j = 0..d",
              PARAMETERS(PARAMETER_INPUTS("1"),
                         {.name = "k", .lo = "2", .hi = "1000", .help = "rows of a unit"},
                         {.name = "widths",
                          .list = 1,
                          .lo = "1",
                          .hi = "10000",
                          .help = "hidden layers, multiples of 2d but for the last"})},
    .build = build,
    .claims = list_claims,
};
