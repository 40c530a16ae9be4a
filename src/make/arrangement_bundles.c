// One layer in general position: inside the cube, of maxout units, of hard-tanh units.
#include "make/binomials.h"
#include "make/bundles.h"
#include "make/theorem.h"

#define PARAMETER_UNITS                                       \
    {                                                         \
        .name = "n", .lo = "1", .hi = "1000", .help = "units" \
    }

static crease_status build_cube(crease_net **net, const parameters *given, crease_error *error)
{
    slong n = parameters_integer(given, "n"), d = parameters_integer(given, "d");
    if (theorem_check_vertices(n, d, "n", error))
        return CREASE_ERROR;
    stack made;
    stack_open(&made, d, 1);
    theorem_last_layer(&made, n, theorem_is_literal(given));
    *net = stack_close(&made);
    return CREASE_OK;
}

static void claim_cube(claims *list, const parameters *given)
{
    fmpz_t regions;
    fmpz_init(regions);
    binomials_sum(regions, parameters_integer(given, "n"), parameters_integer(given, "d"), 1);
    claims_arrangement(list, regions, NULL);
    claims_arrangement(list, regions, "0,1");
    fmpz_clear(regions);
}

const construction arrangement_unit_cube = {
    .about = {.name = "arrangement:cube",
              .text =
                  "n hyperplanes in general position in R^d, all regions of which meet (0,1)^d; no "
                  "region has all units inactive if n > d",
              .source = "Zaslavsky 1975, Facing up to arrangements; docs/constructions.md",
              .count = "sum of C(n, j) for j = 0..d, on R^d and on (0,1)^d",
              PARAMETERS(PARAMETER_UNITS, PARAMETER_INPUTS("1"), PARAMETER_FORM)},
    .build = build_cube,
    .claims = claim_cube,
};

static crease_status build_maxout(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    stack made;
    stack_open(&made, parameters_integer(given, "d"), 1);
    stack_maxout_bundles(&made, parameters_integer(given, "n"), parameters_integer(given, "k"), 0);
    *net = stack_close(&made);
    return CREASE_OK;
}

static void claim_bundles(claims *list, const parameters *given, slong hyperplanes)
{
    fmpz_t regions;
    fmpz_init(regions);
    binomials_sum(regions, parameters_integer(given, "n"), parameters_integer(given, "d"),
                  hyperplanes);
    claims_arrangement(list, regions, NULL);
    fmpz_clear(regions);
}

static void claim_maxout(claims *list, const parameters *given)
{
    claim_bundles(list, given, parameters_integer(given, "k") - 1);
}

const construction maxout_arrangement = {
    .about = {.name = "maxout:arrangement",
              .text = "n maxout units of k rows in R^d: bundles of k - 1 parallel hyperplanes, in "
                      "general position but for that",
              .source = "Montufar, Ren and Zhang 2022, Sharp bounds for the number of regions of "
                        "maxout networks and vertices of Minkowski sums",
              .count = "sum of C(n, j) (k-1)^j for j = 0..d",
              PARAMETERS(PARAMETER_UNITS, PARAMETER_INPUTS("1"),
                         {.name = "k", .lo = "2", .hi = "1000", .help = "rows of a unit"})},
    .build = build_maxout,
    .claims = claim_maxout,
};

static crease_status build_hardtanh(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    stack made;
    stack_open(&made, parameters_integer(given, "d"), 1);
    stack_hardtanh_bundles(&made, parameters_integer(given, "n"));
    *net = stack_close(&made);
    return CREASE_OK;
}

static void claim_hardtanh(claims *list, const parameters *given)
{
    claim_bundles(list, given, 2);
}

const construction hardtanh_arrangement = {
    .about = {.name = "hardtanh:arrangement",
              .text =
                  "n hard-tanh units in R^d: pairs of parallel hyperplanes, in general position "
                  "but for that",
              .source = "Zaslavsky 1975, Facing up to arrangements; docs/constructions.md",
              .count = "sum of C(n, j) 2^j for j = 0..d",
              PARAMETERS(PARAMETER_UNITS, PARAMETER_INPUTS("1"))},
    .build = build_hardtanh,
    .claims = claim_hardtanh,
};
