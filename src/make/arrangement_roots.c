// Arrangements of root systems, and deformations of the one of type A.
#include "make/catalogue.h"
#include "make/hyperplanes.h"

// x_i + sign x_j = constant.
static void add_pair(hyperplanes *made, slong i, slong j, slong sign, slong constant)
{
    fmpq *row = hyperplanes_add(made, -constant);
    fmpq_one(row + i);
    fmpq_set_si(row + j, sign, 1);
}

static slong pairs(slong n)
{
    return n * (n - 1) / 2;
}

// x_i - x_j = k for i < j and every k from lo to hi.
static crease_net *build_deformed(const parameters *given, slong lo, slong hi)
{
    slong n = parameters_integer(given, "n");
    hyperplanes made;
    hyperplanes_open(&made, n, pairs(n) * (hi - lo + 1));
    for (slong i = 0; i < n; i++)
        for (slong j = i + 1; j < n; j++)
            for (slong k = lo; k <= hi; k++)
                add_pair(&made, i, j, -1, k);
    return hyperplanes_close(&made);
}

// x_i = x_j and x_i = -x_j for i < j; with axes also x_i = 0.
static crease_net *build_signed(const parameters *given, int axes)
{
    slong n = parameters_integer(given, "n");
    hyperplanes made;
    hyperplanes_open(&made, n, 2 * pairs(n) + (axes ? n : 0));
    for (slong i = 0; i < n; i++) {
        if (axes)
            fmpq_one(hyperplanes_add(&made, 0) + i);
        for (slong j = i + 1; j < n; j++) {
            add_pair(&made, i, j, -1, 0);
            add_pair(&made, i, j, 1, 0);
        }
    }
    return hyperplanes_close(&made);
}

static ulong size(const parameters *given)
{
    return (ulong)parameters_integer(given, "n");
}

#define COORDINATES(least) \
    PARAMETERS({.name = "n", .lo = least, .hi = "100", .help = "coordinates"})

static crease_status build_braid(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    *net = build_deformed(given, 0, 0);
    return CREASE_OK;
}

// One region for each order of the coordinates.
static int expect_braid(fmpz_t regions, const parameters *given)
{
    fmpz_fac_ui(regions, size(given));
    return 1;
}

const construction arrangement_braid = {
    .about = {.name = "arrangement:braid",
              .text = "x_i = x_j for i < j, in R^n: the reflections of type A_(n-1)",
              .source = "Stanley 2004, An introduction to hyperplane arrangements; OEIS A000142",
              .count = "n!",
              COORDINATES("2")},
    .build = build_braid,
    .arranged = expect_braid,
};

static crease_status build_coxeter_b(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    *net = build_signed(given, 1);
    return CREASE_OK;
}

static int expect_coxeter_b(fmpz_t regions, const parameters *given)
{
    fmpz_fac_ui(regions, size(given));
    fmpz_mul_2exp(regions, regions, size(given));
    return 1;
}

const construction arrangement_coxeter_b = {
    .about = {.name = "arrangement:coxeter-b",
              .text = "x_i = 0, and x_i = x_j and x_i = -x_j for i < j, in R^n: the reflections "
                      "of type B_n",
              .source = "Zaslavsky 1981, The geometry of root systems and signed graphs; OEIS "
                        "A000165",
              .count = "2^n n!",
              COORDINATES("1")},
    .build = build_coxeter_b,
    .arranged = expect_coxeter_b,
};

static crease_status build_coxeter_d(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    *net = build_signed(given, 0);
    return CREASE_OK;
}

static int expect_coxeter_d(fmpz_t regions, const parameters *given)
{
    fmpz_fac_ui(regions, size(given));
    fmpz_mul_2exp(regions, regions, size(given) - 1);
    return 1;
}

const construction arrangement_coxeter_d = {
    .about = {.name = "arrangement:coxeter-d",
              .text = "x_i = x_j and x_i = -x_j for i < j, in R^n: the reflections of type D_n",
              .source = "Zaslavsky 1981, The geometry of root systems and signed graphs; OEIS "
                        "A002866",
              .count = "2^(n-1) n!",
              COORDINATES("2")},
    .build = build_coxeter_d,
    .arranged = expect_coxeter_d,
};

static crease_status build_shi(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    *net = build_deformed(given, 0, 1);
    return CREASE_OK;
}

static int expect_shi(fmpz_t regions, const parameters *given)
{
    fmpz_set_ui(regions, size(given) + 1);
    fmpz_pow_ui(regions, regions, size(given) - 1);
    return 1;
}

const construction arrangement_shi = {
    .about = {.name = "arrangement:shi",
              .text = "x_i - x_j = 0, 1 for i < j, in R^n",
              .source = "Shi 1986, The Kazhdan-Lusztig cells in certain affine Weyl groups; OEIS "
                        "A000272",
              .count = "(n + 1)^(n-1)",
              COORDINATES("2")},
    .build = build_shi,
    .arranged = expect_shi,
};

static crease_status build_catalan(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    *net = build_deformed(given, -1, 1);
    return CREASE_OK;
}

// n! C(2n, n) / (n + 1) = (2n)! / (n + 1)!
static int expect_catalan(fmpz_t regions, const parameters *given)
{
    fmpz_t below;
    fmpz_init(below);
    fmpz_fac_ui(regions, 2 * size(given));
    fmpz_fac_ui(below, size(given) + 1);
    fmpz_divexact(regions, regions, below);
    fmpz_clear(below);
    return 1;
}

const construction arrangement_catalan = {
    .about = {.name = "arrangement:catalan",
              .text = "x_i - x_j = -1, 0, 1 for i < j, in R^n",
              .source = "Stanley 1996, Hyperplane arrangements, interval orders, and trees; OEIS "
                        "A001761",
              .count = "n! C(2n, n) / (n + 1)",
              COORDINATES("2")},
    .build = build_catalan,
    .arranged = expect_catalan,
};

static crease_status build_linial(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    *net = build_deformed(given, 1, 1);
    return CREASE_OK;
}

static int expect_linial(fmpz_t regions, const parameters *given)
{
    ulong n = size(given);
    fmpz_t binomial, power;
    fmpz_init(binomial);
    fmpz_init(power);
    fmpz_zero(regions);
    for (ulong k = 0; k <= n; k++) {
        fmpz_bin_uiui(binomial, n, k);
        fmpz_set_ui(power, k + 1);
        fmpz_pow_ui(power, power, n - 1);
        fmpz_addmul(regions, binomial, power);
    }
    fmpz_fdiv_q_2exp(regions, regions, n);
    fmpz_clear(power);
    fmpz_clear(binomial);
    return 1;
}

const construction arrangement_linial = {
    .about = {.name = "arrangement:linial",
              .text = "x_i - x_j = 1 for i < j, in R^n",
              .source = "Postnikov and Stanley 2000, Deformations of Coxeter hyperplane "
                        "arrangements; OEIS A007889",
              .count = "2^(-n) times the sum of C(n, k) (k + 1)^(n-1) for k = 0..n",
              COORDINATES("2")},
    .build = build_linial,
    .arranged = expect_linial,
};
