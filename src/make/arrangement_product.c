// Arrangements in general position, and products of points on lines.
#include "make/binomials.h"
#include "make/catalogue.h"
#include "make/hyperplanes.h"

// Hyperplane i has t = 1, -1, 2, -2, ...: distinct, and not 0.
static slong moment(slong i)
{
    return i % 2 == 0 ? i / 2 + 1 : -(i / 2 + 1);
}

// x_1 + t x_2 + .. + t^(d-1) x_d + t^d = 0 for n distinct values of t.
//
// They are in general position, which is twofold. At most d of them: their normals are
// the first columns of Vandermonde rows (1, t, .., t^(d-1)), of which any p <= d are
// independent, since a polynomial of degree below d that is not 0 has fewer than d roots, so that
// d rows have full rank, and so do p of them. Hence p hyperplanes meet in dimension
// d - p. Any d + 1 of them: their rows (1, t, .., t^d), constant included, are a
// Vandermonde matrix of determinant prod (t_j - t_i) != 0, so they have no common point.
static crease_status build_generic(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    slong n = parameters_integer(given, "n"), d = parameters_integer(given, "d");
    hyperplanes made;
    hyperplanes_open(&made, d, n);
    for (slong i = 0; i < n; i++) {
        fmpq *row = hyperplanes_add(&made, 0);
        fmpq_one(row);
        for (slong k = 1; k < d; k++)
            fmpq_mul_si(row + k, row + k - 1, moment(i));
        fmpq_mul_si(made.net->layer->bias + i, row + d - 1, moment(i));
    }
    *net = hyperplanes_close(&made);
    return CREASE_OK;
}

static int expect_generic(fmpz_t regions, const parameters *given)
{
    binomials_sum(regions, parameters_integer(given, "n"), parameters_integer(given, "d"), 1);
    return 1;
}

const construction arrangement_generic = {
    .about = {.name = "arrangement:generic",
              .text = "n hyperplanes in general position in R^d: x_1 + t x_2 + .. + t^(d-1) x_d + "
                      "t^d = 0 for t = 1, -1, 2, -2, ..",
              .source = "Zaslavsky 1975, Facing up to arrangements; Stanley 2004, Proposition 2.4",
              .count = "sum of C(n, j) for j = 0..d",
              PARAMETERS({.name = "n", .lo = "1", .hi = "1000", .help = "hyperplanes"},
                         {.name = "d", .lo = "1", .hi = "100", .help = "dimension"})},
    .build = build_generic,
    .arranged = expect_generic,
};

// x_i = j for j = 0..points-1.
static crease_net *build_product(slong dimension, slong points)
{
    hyperplanes made;
    hyperplanes_open(&made, dimension, dimension * points);
    for (slong i = 0; i < dimension; i++)
        for (slong j = 0; j < points; j++)
            fmpq_one(hyperplanes_add(&made, -j) + i);
    return hyperplanes_close(&made);
}

static crease_status build_boolean(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    *net = build_product(parameters_integer(given, "n"), 1);
    return CREASE_OK;
}

static int expect_boolean(fmpz_t regions, const parameters *given)
{
    fmpz_one(regions);
    fmpz_mul_2exp(regions, regions, (ulong)parameters_integer(given, "n"));
    return 1;
}

const construction arrangement_boolean = {
    .about = {.name = "arrangement:boolean",
              .text = "the coordinate hyperplanes x_i = 0 of R^n",
              .source = "Stanley 2004, An introduction to hyperplane arrangements",
              .count = "2^n",
              PARAMETERS({.name = "n", .lo = "1", .hi = "500", .help = "dimension"})},
    .build = build_boolean,
    .arranged = expect_boolean,
};

static crease_status build_grid(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    *net = build_product(parameters_integer(given, "d"), parameters_integer(given, "n"));
    return CREASE_OK;
}

static int expect_grid(fmpz_t regions, const parameters *given)
{
    ulong n = (ulong)parameters_integer(given, "n"), d = (ulong)parameters_integer(given, "d");
    fmpz_set_ui(regions, n + 1);
    fmpz_pow_ui(regions, regions, d);
    return 1;
}

const construction arrangement_grid = {
    .about = {.name = "arrangement:grid",
              .text = "x_i = j for j = 0..n-1 and every coordinate of R^d",
              .source = "a product of d lines, each with n points",
              .count = "(n + 1)^d",
              PARAMETERS({.name = "n", .lo = "1", .hi = "1000", .help = "hyperplanes a coordinate"},
                         {.name = "d", .lo = "1", .hi = "30", .help = "dimension"})},
    .build = build_grid,
    .arranged = expect_grid,
};
