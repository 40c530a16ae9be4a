// Arrangements of hyperplanes, each as one layer.
//
// Unit i computes relu(w_i . x + b_i), so its crease is hyperplane i, and patterns are
// the sign vectors of the cells. The outputs differ from cell to cell: linear regions and
// affine maps are as many as activation regions, if no w_i is zero.
#include "base/fatal.h"
#include "make/general_position.h"
#include "make/theorem.h"

#define PARAMETER_UNITS PARAMETER_INTEGER_OF("n", "1", "1000", "units")
#define PARAMETER_COORDINATES(least) PARAMETER_INTEGER_OF("n", least, "100", "coordinates")

static slong size(const parameters *given)
{
    return parameters_integer(given, "n");
}

static slong dimension(const parameters *given)
{
    return parameters_integer(given, "d");
}

// The hyperplanes that are being made: one row of a matrix each, its constant last.
typedef struct {
    fmpq_mat_t rows;
    slong d, next;
} hyperplanes;

static void open_hyperplanes(hyperplanes *arrangement, slong d, slong count)
{
    *arrangement = (hyperplanes){.d = d};
    fmpq_mat_init(arrangement->rows, count, d + 1);
}

// The next one: its constant is set, its weights are 0 and the caller's to set.
static fmpq *add_hyperplane(hyperplanes *arrangement, slong constant)
{
    fmpq *row = fmpq_mat_entry(arrangement->rows, arrangement->next++, 0);
    fmpq_set_si(row + arrangement->d, constant, 1);
    return row;
}

static void close_hyperplanes(stack *layer, hyperplanes *arrangement)
{
    stack_open(layer, arrangement->d);
    stack_layer(layer, arrangement->rows, "relu");
    fmpq_mat_clear(arrangement->rows);
}

// ---- General position ----

static void build_generic(stack *network, const parameters *given)
{
    hyperplanes arrangement;
    open_hyperplanes(&arrangement, dimension(given), size(given));
    generic_forms(arrangement.rows);
    close_hyperplanes(network, &arrangement);
}

static void expect_generic(fmpz_t regions, const parameters *given)
{
    binomials_sum(regions, size(given), dimension(given), 1);
}

static crease_status check_cube(const parameters *given, crease_error *error)
{
    return theorem_check_vertices(size(given), dimension(given), "n", error);
}

static void build_cube(stack *network, const parameters *given)
{
    stack_open(network, dimension(given));
    theorem_last_layer(network, size(given), theorem_is_literal(given));
}

static void claim_cube(claims *list, const parameters *given)
{
    fmpz_t regions;
    fmpz_init(regions);
    expect_generic(regions, given);
    claims_arrangement(list, regions, NULL);
    claims_arrangement(list, regions, "0,1");
    fmpz_clear(regions);
}

static void build_hardtanh(stack *network, const parameters *given)
{
    stack_open(network, dimension(given));
    stack_hardtanh_bundles(network, size(given));
}

static void expect_hardtanh(fmpz_t regions, const parameters *given)
{
    binomials_sum(regions, size(given), dimension(given), 2);
}

// ---- Products of points on lines ----

// x_i = j for j = 0..points-1.
static void build_product(stack *network, slong d, slong points)
{
    hyperplanes arrangement;
    open_hyperplanes(&arrangement, d, d * points);
    for (slong i = 0; i < d; i++)
        for (slong j = 0; j < points; j++)
            fmpq_one(add_hyperplane(&arrangement, -j) + i);
    close_hyperplanes(network, &arrangement);
}

static void build_boolean(stack *network, const parameters *given)
{
    build_product(network, size(given), 1);
}

static void expect_boolean(fmpz_t regions, const parameters *given)
{
    fmpz_one(regions);
    fmpz_mul_2exp(regions, regions, (ulong)size(given));
}

static void build_grid_arrangement(stack *network, const parameters *given)
{
    build_product(network, dimension(given), size(given));
}

static void expect_grid(fmpz_t regions, const parameters *given)
{
    fmpz_set_si(regions, size(given) + 1);
    fmpz_pow_ui(regions, regions, (ulong)dimension(given));
}

// ---- Root systems, and deformations of the one of type A ----

// x_i + sign x_j = constant.
static void add_root(hyperplanes *arrangement, slong i, slong j, slong sign, slong constant)
{
    fmpq *row = add_hyperplane(arrangement, -constant);
    fmpq_one(row + i);
    fmpq_set_si(row + j, sign, 1);
}

// x_i - x_j = k for i < j and every k from lo to hi, the numbers of the row.
static void build_deformed(stack *network, const parameters *given)
{
    const slong n = size(given), lo = given->constant[0], hi = given->constant[1];
    hyperplanes arrangement;
    open_hyperplanes(&arrangement, n, n * (n - 1) / 2 * (hi - lo + 1));
    for (slong i = 0; i < n; i++)
        for (slong j = i + 1; j < n; j++)
            for (slong k = lo; k <= hi; k++)
                add_root(&arrangement, i, j, -1, k);
    close_hyperplanes(network, &arrangement);
}

// x_i = x_j and x_i = -x_j for i < j; with axes, the number of the row, also x_i = 0.
static void build_signed(stack *network, const parameters *given)
{
    const slong n = size(given), axes = given->constant[0];
    hyperplanes arrangement;
    open_hyperplanes(&arrangement, n, n * (n - 1) + (axes ? n : 0));
    for (slong i = 0; i < n; i++) {
        if (axes)
            fmpq_one(add_hyperplane(&arrangement, 0) + i);
        for (slong j = i + 1; j < n; j++) {
            add_root(&arrangement, i, j, -1, 0);
            add_root(&arrangement, i, j, 1, 0);
        }
    }
    close_hyperplanes(network, &arrangement);
}

// One region for each order of the coordinates.
static void expect_braid(fmpz_t regions, const parameters *given)
{
    fmpz_fac_ui(regions, (ulong)size(given));
}

// For each order all signs, or those of which an even number is negative.
static void expect_signed(fmpz_t regions, const parameters *given)
{
    fmpz_fac_ui(regions, (ulong)size(given));
    fmpz_mul_2exp(regions, regions, (ulong)(size(given) - 1 + given->constant[0]));
}

static void expect_shi(fmpz_t regions, const parameters *given)
{
    fmpz_set_si(regions, size(given) + 1);
    fmpz_pow_ui(regions, regions, (ulong)size(given) - 1);
}

// n! C(2n, n) / (n + 1) = (n + 2) (n + 3) .. 2n
static void expect_catalan(fmpz_t regions, const parameters *given)
{
    ulong n = (ulong)size(given);
    fmpz_rfac_uiui(regions, n + 2, n - 1);
}

static void expect_linial(fmpz_t regions, const parameters *given)
{
    ulong n = (ulong)size(given);
    fmpz_t binomial, power;
    fmpz_init(binomial);
    fmpz_init(power);
    for (ulong k = 0; k <= n; k++) {
        fmpz_bin_uiui(binomial, n, k);
        fmpz_set_ui(power, k + 1);
        fmpz_pow_ui(power, power, n - 1);
        fmpz_addmul(regions, binomial, power);
    }
    fmpz_fdiv_q_2exp(regions, regions, n);
    fmpz_clear(power);
    fmpz_clear(binomial);
}

// ---- Normals that are the points of a cube: resonance and threshold ----

// No formula is known for either; these are the values that have been computed.
static void expect_listed(fmpz_t regions, const char *const *values, size_t count, slong index)
{
    if ((size_t)index < count && fmpz_set_str(regions, values[index], 10))
        FATAL("not a number: %s", values[index]);
}

// row[i] = bit i of the subset.
static void set_bits(fmpq *row, slong subset, slong n)
{
    for (slong i = 0; i < n; i++)
        fmpq_set_si(row + i, subset >> i & 1, 1);
}

static void build_resonance(stack *network, const parameters *given)
{
    slong n = size(given);
    hyperplanes arrangement;
    open_hyperplanes(&arrangement, n, (1L << n) - 1);
    for (slong subset = 1; subset < 1L << n; subset++)
        set_bits(add_hyperplane(&arrangement, 0), subset, n);
    close_hyperplanes(network, &arrangement);
}

static void expect_resonance(fmpz_t regions, const parameters *given)
{
    static const char *const values[] = {
        "2", "6", "32", "370", "11292", "1066044", "347326352", "419172756930", "1955230985997140"};
    expect_listed(regions, values, sizeof values / sizeof *values, size(given) - 1);
}

// The point (w, t) of R^(n+1) stands for the function w.x + t > 0 on the points x of the
// cube. A point off all hyperplanes gives a threshold function; every threshold function has
// such a point, since t can be moved a little; and the function is the sign vector.
static void build_threshold(stack *network, const parameters *given)
{
    slong n = size(given);
    hyperplanes arrangement;
    open_hyperplanes(&arrangement, n + 1, 1L << n);
    for (slong point = 0; point < 1L << n; point++) {
        fmpq *row = add_hyperplane(&arrangement, 0);
        set_bits(row, point, n);
        fmpq_one(row + n);
    }
    close_hyperplanes(network, &arrangement);
}

static void expect_threshold(fmpz_t regions, const parameters *given)
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
    expect_listed(regions, values, sizeof values / sizeof *values, size(given));
}

// ---- The list ----

const construction arrangement_family[] = {
    ARRANGEMENT(
        "arrangement:generic", build_generic, expect_generic,
        "n hyperplanes in general position in R^d: x_1 + t x_2 + .. + t^(d-1) x_d + t^d = 0 "
        "for t = 1, -1, 2, -2, ..",
        "Zaslavsky 1975, Facing up to arrangements; Stanley 2004, Proposition 2.4",
        "sum of C(n, j) for j = 0..d",
        {.name = "n", .lo = "1", .hi = "1000", .help = "hyperplanes"},
        {.name = "d", .lo = "1", .hi = "100", .help = "dimension"}),
    ARRANGEMENT("arrangement:boolean", build_boolean, expect_boolean,
                "the coordinate hyperplanes x_i = 0 of R^n",
                "Stanley 2004, An introduction to hyperplane arrangements", "2^n",
                {.name = "n", .lo = "1", .hi = "500", .help = "dimension"}),
    ARRANGEMENT("arrangement:grid", build_grid_arrangement, expect_grid,
                "x_i = j for j = 0..n-1 and every coordinate of R^d",
                "a product of d lines, each with n points", "(n + 1)^d",
                {.name = "n", .lo = "1", .hi = "1000", .help = "hyperplanes a coordinate"},
                {.name = "d", .lo = "1", .hi = "30", .help = "dimension"}),
    DEFORMATION(0, 0, "arrangement:braid", build_deformed, expect_braid,
                "x_i = x_j for i < j, in R^n: the reflections of type A_(n-1)",
                "Stanley 2004, An introduction to hyperplane arrangements; OEIS A000142", "n!",
                PARAMETER_COORDINATES("2")),
    DEFORMATION(
        1, 0, "arrangement:coxeter-b", build_signed, expect_signed,
        "x_i = 0, and x_i = x_j and x_i = -x_j for i < j, in R^n: the reflections of type B_n",
        "Zaslavsky 1981, The geometry of root systems and signed graphs; OEIS A000165", "2^n n!",
        PARAMETER_COORDINATES("1")),
    DEFORMATION(0, 0, "arrangement:coxeter-d", build_signed, expect_signed,
                "x_i = x_j and x_i = -x_j for i < j, in R^n: the reflections of type D_n",
                "Zaslavsky 1981, The geometry of root systems and signed graphs; OEIS A002866",
                "2^(n-1) n!", PARAMETER_COORDINATES("2")),
    DEFORMATION(0, 1, "arrangement:shi", build_deformed, expect_shi,
                "x_i - x_j = 0, 1 for i < j, in R^n",
                "Shi 1986, The Kazhdan-Lusztig cells in certain affine Weyl groups; OEIS A000272",
                "(n + 1)^(n-1)", PARAMETER_COORDINATES("2")),
    DEFORMATION(-1, 1, "arrangement:catalan", build_deformed, expect_catalan,
                "x_i - x_j = -1, 0, 1 for i < j, in R^n",
                "Stanley 1996, Hyperplane arrangements, interval orders, and trees; OEIS A001761",
                "n! C(2n, n) / (n + 1)", PARAMETER_COORDINATES("2")),
    DEFORMATION(1, 1, "arrangement:linial", build_deformed, expect_linial,
                "x_i - x_j = 1 for i < j, in R^n",
                "Postnikov and Stanley 2000, Deformations of Coxeter hyperplane arrangements; "
                "OEIS A007889",
                "2^(-n) times the sum of C(n, k) (k + 1)^(n-1) for k = 0..n",
                PARAMETER_COORDINATES("2")),
    ARRANGEMENT("arrangement:resonance", build_resonance, expect_resonance,
                "the sum of x_i over I is 0, for every non-empty set I of coordinates of R^n",
                "OEIS A034997; n = 9 by Chroman and Singhal 2021, Computations associated with the "
                "resonance arrangement, and by Brysiewicz, Eble and Kuehne 2021",
                "2, 6, 32, 370, 11292, 1066044, .. for n = 1, 2, ..; known to n = 9",
                {.name = "n", .lo = "1", .hi = "15", .help = "coordinates"}),
    ARRANGEMENT("arrangement:threshold", build_threshold, expect_threshold,
                "w.x + t = 0, a hyperplane of the (w, t) in R^(n+1), for every x in {0, 1}^n; its "
                "regions are the threshold functions of n variables",
                "OEIS A000609; n = 8 by Muroga, Tsuboi and Baugh 1970, n = 9 by Gruzling 2006",
                "2, 4, 14, 104, 1882, 94572, .. for n = 0, 1, ..; known to n = 9",
                {.name = "n", .lo = "0", .hi = "15", .help = "variables"}),
    CONSTRUCTION("arrangement:cube", check_cube, build_cube, claim_cube,
                 "n hyperplanes in general position in R^d, all regions of which meet (0,1)^d; no "
                 "region has all units inactive if n > d",
                 "Zaslavsky 1975, Facing up to arrangements; docs/constructions.md",
                 "sum of C(n, j) for j = 0..d, on R^d and on (0,1)^d", PARAMETER_UNITS,
                 PARAMETER_INPUTS("1"), PARAMETER_FORM),
    ARRANGEMENT("hardtanh:arrangement", build_hardtanh, expect_hardtanh,
                "n hard-tanh units in R^d: pairs of parallel hyperplanes, in general position but "
                "for that",
                "Zaslavsky 1975, Facing up to arrangements; docs/constructions.md",
                "sum of C(n, j) 2^j for j = 0..d", PARAMETER_UNITS, PARAMETER_INPUTS("1")),
    {.name = NULL},
};
