// Arrangements whose normals are the points of a cube: resonance and threshold.
#include "make/catalogue.h"
#include "make/hyperplanes.h"

#include <stdlib.h>

// No formula is known for either; these are the values that have been computed.
static int look_up(fmpz_t regions, const char *const *values, size_t count, slong index)
{
    if ((size_t)index >= count)
        return 0;
    if (fmpz_set_str(regions, values[index], 10))
        abort();
    return 1;
}

// row[i] = bit i of the subset.
static void set_bits(fmpq *row, slong subset, slong n)
{
    for (slong i = 0; i < n; i++)
        fmpq_set_si(row + i, subset >> i & 1, 1);
}

static crease_status build_resonance(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    slong n = parameters_integer(given, "n");
    hyperplanes made;
    hyperplanes_open(&made, n, (1L << n) - 1);
    for (slong subset = 1; subset < 1L << n; subset++)
        set_bits(hyperplanes_add(&made, 0), subset, n);
    *net = hyperplanes_close(&made);
    return CREASE_OK;
}

static int expect_resonance(fmpz_t regions, const parameters *given)
{
    static const char *const values[] = {
        "2", "6", "32", "370", "11292", "1066044", "347326352", "419172756930", "1955230985997140"};
    return look_up(regions, values, sizeof values / sizeof *values,
                   parameters_integer(given, "n") - 1);
}

const construction arrangement_resonance = {
    .about = {.name = "arrangement:resonance",
              .text = "the sum of x_i over I is 0, for every non-empty set I of coordinates of R^n",
              .source = "OEIS A034997; n = 9 by Chroman and Singhal 2021, Computations associated "
                        "with the resonance arrangement, and by Brysiewicz, Eble and Kuehne 2021",
              .count = "2, 6, 32, 370, 11292, 1066044, .. for n = 1, 2, ..; known to n = 9",
              PARAMETERS({.name = "n", .lo = "1", .hi = "15", .help = "coordinates"})},
    .build = build_resonance,
    .arranged = expect_resonance,
};

// The point (w, t) of R^(n+1) stands for the function w.x + t > 0 on the points x of the
// cube. A point off all hyperplanes gives a threshold function; every threshold function has
// such a point, since t can be moved a little; and the function is the sign vector.
static crease_status build_threshold(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    slong n = parameters_integer(given, "n");
    hyperplanes made;
    hyperplanes_open(&made, n + 1, 1L << n);
    for (slong point = 0; point < 1L << n; point++) {
        fmpq *row = hyperplanes_add(&made, 0);
        set_bits(row, point, n);
        fmpq_one(row + n);
    }
    *net = hyperplanes_close(&made);
    return CREASE_OK;
}

static int expect_threshold(fmpz_t regions, const parameters *given)
{
    static const char *const values[] = {"2",
                                         "4",
                                         "14",
                                         "104",
                                         "1882",
                                         "94572",
                                         "15028134",
                                         "8378070864",
                                         "17561539552946",
                                         "144130531453121108"};
    return look_up(regions, values, sizeof values / sizeof *values, parameters_integer(given, "n"));
}

const construction arrangement_threshold = {
    .about = {.name = "arrangement:threshold",
              .text = "w.x + t = 0, a hyperplane of the (w, t) in R^(n+1), for every x in "
                      "{0, 1}^n; its regions are the threshold functions of n variables",
              .source = "OEIS A000609; n = 8 by Muroga, Tsuboi and Baugh 1970, n = 9 by Gruzling "
                        "2006",
              .count = "2, 4, 14, 104, 1882, 94572, .. for n = 0, 1, ..; known to n = 9",
              PARAMETERS({.name = "n", .lo = "0", .hi = "15", .help = "variables"})},
    .build = build_threshold,
    .arranged = expect_threshold,
};
