// Montufar, Pascanu, Cho and Bengio 2014: coordinates folded by relu and by maxout units; and the
// zig-zags of maxout units after Montufar, Ren and Zhang 2022.
#include "make/general_position.h"
#include "make/theorem.h"

#define SOURCE                                                                                \
    "Montufar, Pascanu, Cho and Bengio 2014, On the number of linear regions of deep neural " \
    "networks, "
#define PARAMETER_HIDDEN PARAMETER_LAYERS("hidden layers")

// ---- Relu: every coordinate folded p times by p units ----

static crease_status montufar_check_folds(const parameters *given, crease_error *error)
{
    slong d = parameters_integer(given, "d");
    return theorem_check_cube(given, d, 1, error);
}

static void montufar_build_folds(stack *network, const parameters *given)
{
    slong d = parameters_integer(given, "d");
    stack_open(network, d);
    for (slong l = 0; l + 1 < theorem_layers(given); l++)
        stack_sawtooth(network, theorem_width(given, l) / d, theorem_width(given, l) % d);
    theorem_last_layer(network, theorem_last_width(given), theorem_is_literal(given));
}

// (0,1)^d is mapped over itself by `copies` boxes that tile it; along x_1 there are the product
// of p_l of them, and g = 0 between the second and the third. Outside there is more.
static void montufar_claim_folds(claims *list, const parameters *given)
{
    slong d = parameters_integer(given, "d"), layers = theorem_layers(given), boxes = 1; // in x_1
    for (slong l = 0; l + 1 < layers && boxes < 3; l++)
        boxes *= theorem_width(given, l) / d;
    fmpz_t copies;
    fmpz_init(copies);
    theorem_copies(copies, given, 1, 0);
    theorem_claims(list, given, copies, theorem_last_width(given), "0,1",
                   boxes >= 3 ? "Montufar, Pascanu, Cho and Bengio 2014, Theorem 4: the network of "
                                "its proof taken literally; the theorem, on a maximum, stands"
                              : NULL);
    fmpz_clear(copies);
}

// ---- Maxout: one layer ----

static void build_maxout_arrangement(stack *network, const parameters *given)
{
    stack_open(network, parameters_integer(given, "d"));
    stack_maxout_bundles(network, parameters_integer(given, "n"), parameters_integer(given, "k"),
                         0);
}

static void expect_maxout(fmpz_t regions, const parameters *given)
{
    binomials_sum(regions, parameters_integer(given, "n"), parameters_integer(given, "d"),
                  parameters_integer(given, "k") - 1);
}

// ---- Maxout: folds ----

// One unit for each coordinate, of k pieces with slopes k, 2k, .., k^2 and kinks at i / k.
static void add_steps(stack *network, slong k)
{
    wave w;
    wave_init(&w, 1, k);
    for (slong r = 0; r < k; r++)
        wave_row(&w, r, (r + 1) * k, -(r * (r + 1) / 2));
    wave_weight(&w, 0, 1);
    stack_wave(network, &w, 0);
}

static void montufar_build_grid(stack *network, const parameters *given)
{
    stack_open(network, parameters_integer(given, "d"));
    add_steps(network, parameters_integer(given, "k"));
}

static void claim_power(claims *list, slong base, slong exponent)
{
    fmpz_t regions;
    fmpz_init_set_si(regions, base);
    fmpz_pow_ui(regions, regions, (ulong)exponent);
    claims_regions(list, regions, 1, NULL);
    fmpz_clear(regions);
}

static void claim_grid(claims *list, const parameters *given)
{
    claim_power(list, parameters_integer(given, "k"), parameters_integer(given, "d"));
}

// max(2 y - 1, 1 - 2 y)
static void add_fold2(stack *network)
{
    stack_small_wave(network, 1, 2, (const slong[][2]){{2, -1}, {-2, 1}}, (const slong[]){1, 0});
}

static void build_fold2(stack *network, const parameters *given)
{
    stack_open(network, parameters_integer(given, "d"));
    for (slong l = parameters_integer(given, "layers"); l > 1; l--)
        add_fold2(network);
    add_steps(network, 2);
}

static void claim_fold2(claims *list, const parameters *given)
{
    claim_power(list, 2, parameters_integer(given, "d") * parameters_integer(given, "layers"));
}

// |u| + |v| and 2 |u| + |v|, each the largest of four forms; u = y in the first layer, then
// 2 y - 1. Their difference is |u|, and 2 |u| + 2 |v| - (2 |u| + |v|) = |v|.
static void add_fold4(stack *network, bool first)
{
    static const int reads[2][2] = {{-1, 1}, {2, -1}};
    const slong stretch = first ? 1 : 2;
    fmpq_mat_t forms, read;
    fmpq_mat_init(forms, 8, 3);
    fmpq_mat_init(read, 2, 3);
    for (slong row = 0; row < 8; row++) {
        slong a = (row < 4 ? 1 : 2) * (row & 1 ? -1 : 1), b = row & 2 ? -1 : 1;
        fmpq_set_si(fmpq_mat_entry(forms, row, 0), stretch * a, 1);
        fmpq_set_si(fmpq_mat_entry(forms, row, 1), stretch * b, 1);
        fmpq_set_si(fmpq_mat_entry(forms, row, 2), first ? 0 : -a - b, 1);
    }
    for (slong i = 0; i < 4; i++)
        fmpq_set_si(fmpq_mat_entry(read, i / 2, i % 2), reads[i / 2][i % 2], 1);
    stack_layer(network, forms, "maxout:4");
    stack_read(network, read);
    fmpq_mat_clear(read);
    fmpq_mat_clear(forms);
}

static void build_fold4(stack *network, const parameters *given)
{
    slong layers = parameters_integer(given, "layers");
    stack_open(network, 2);
    for (slong l = 0; l + 1 < layers; l++)
        add_fold4(network, l == 0);
    add_steps(network, 4);
}

static void claim_fold4(claims *list, const parameters *given)
{
    claim_power(list, 4, parameters_integer(given, "layers") + 1);
}

// ---- Maxout: zig-zags, convex units with kinks at odd numbers less convex units at even ones ----

// 2e units of k rows. Unit c < e has kinks at s = 2 i + 1 and unit e + c at s = 2 i + 2, for
// i = c (k-1), .., c (k-1) + k - 2, and its slope grows by 2 at each. The first starts
// with slope -1, the others with 0. So the difference of the two halves has slopes
// -1, 1, -1, .. and K = 2e (k-1) kinks, at 1, .., K, and with g(0) = 1 maps every (i, i+1)
// over (0,1), and s < 1 and s > K over (0,inf) and (-inf,1). s = (K+1) y.
static void add_zigzag(stack *network, slong e, slong k)
{
    wave w;
    wave_init(&w, 2 * e, k);
    for (slong unit = 0; unit < 2 * e; unit++) {
        slong slope = unit == 0 ? -1 : 0, constant = 0;
        for (slong r = 0; r < k; r++) {
            wave_row(&w, unit * k + r, slope, constant);
            slong i = unit % e * (k - 1) + r;
            constant -= 2 * (2 * i + (unit < e ? 1 : 2));
            slope += 2;
        }
        wave_weight(&w, unit, unit < e ? 1 : -1);
    }
    wave_weight(&w, 2 * e, 1);
    wave_stretch(&w, 2 * e * (k - 1) + 1, 1);
    stack_wave(network, &w, 0);
}

static crease_status check_zigzag(const parameters *given, crease_error *error)
{
    slong d = parameters_integer(given, "d");
    return theorem_check(given, 2 * d, 2 * d, 1, error);
}

static void build_zigzag(stack *network, const parameters *given)
{
    slong d = parameters_integer(given, "d"), k = parameters_integer(given, "k");
    stack_open(network, d);
    for (slong l = 0; l + 1 < theorem_layers(given); l++)
        add_zigzag(network, theorem_width(given, l) / (2 * d), k);
    stack_maxout_bundles(network, theorem_last_width(given), k, 1);
}

static void claim_zigzag(claims *list, const parameters *given)
{
    slong d = parameters_integer(given, "d"), k = parameters_integer(given, "k");
    fmpz_t regions, copies;
    fmpz_init(regions);
    fmpz_init(copies);
    binomials_sum(regions, theorem_last_width(given), d, k - 1);
    theorem_copies(copies, given, k - 1, 1);
    fmpz_mul(regions, regions, copies);
    claims_regions(list, regions, 1, NULL);
    fmpz_clear(copies);
    fmpz_clear(regions);
}

// ---- The list ----

const construction montufar_family[] = {
    CONSTRUCTION(
        "montufar:folds", montufar_check_folds, montufar_build_folds, montufar_claim_folds,
        "every coordinate is folded p = floor(n_l / d) times over (0,1) by relu(p g), relu(p g "
        "- 1), .., relu(p g - p + 1); last, hyperplanes in general position inside the cube",
        SOURCE "Theorem 4",
        "on (0,1)^d: product over l < L of floor(n_l / d)^d, times sum of C(n_L, j) for j "
        "= 0..d",
        PARAMETER_INPUTS("1"), PARAMETER_WIDTHS("1", "hidden layers"), PARAMETER_FORM),
    {.name = NULL},
};

const construction maxout_family[] = {
    ARRANGEMENT(
        "maxout:arrangement", build_maxout_arrangement, expect_maxout,
        "n maxout units of k rows in R^d: bundles of k - 1 parallel hyperplanes, in general "
        "position but for that",
        "Montufar, Ren and Zhang 2022, Sharp bounds for the number of regions of maxout "
        "networks and vertices of Minkowski sums",
        "sum of C(n, j) (k-1)^j for j = 0..d", PARAMETER_INTEGER_OF("n", "1", "1000", "units"),
        PARAMETER_INPUTS("1"), PARAMETER_RANK),
    CONSTRUCTION("maxout:grid", NULL, montufar_build_grid, claim_grid,
                 "one maxout unit of k rows for each coordinate, with kinks at 1/k, .., (k-1)/k",
                 SOURCE "Proposition 7", "k^d", PARAMETER_INPUTS("1"), PARAMETER_RANK),
    CONSTRUCTION(
        "maxout:fold2", NULL, build_fold2, claim_fold2,
        "d units max(2 y_j - 1, 1 - 2 y_j) in every layer but the last, which has one kink for "
        "each coordinate",
        SOURCE "section 4", "2^(d layers)", PARAMETER_INPUTS("1"), PARAMETER_HIDDEN),
    CONSTRUCTION(
        "maxout:fold4", NULL, build_fold4, claim_fold4,
        "two units of four rows, |u| + |v| and 2 |u| + |v|, fold the plane in every layer but "
        "the last, which has kinks at 1/4, 1/2, 3/4 of each coordinate",
        SOURCE "Theorem 8, for d = 2 and k = 4", "4^(layers-1) 16", PARAMETER_HIDDEN),
    CONSTRUCTION(
        "maxout:zigzag", check_zigzag, build_zigzag, claim_zigzag,
        "every coordinate goes through a zig-zag of (n_l / d)(k-1) + 1 pieces in every layer "
        "but the last, which has bundles of k - 1 parallel hyperplanes in general position "
        "inside the cube",
        "Montufar, Ren and Zhang 2022, Sharp bounds for the number of regions of maxout "
        "networks and vertices of Minkowski sums; docs/constructions.md",
        "product over l < L of ((n_l / d)(k-1) + 1)^d, times sum of C(n_L, j) (k-1)^j for "
        "j = 0..d",
        PARAMETER_INPUTS("1"), PARAMETER_RANK,
        PARAMETER_WIDTHS("1", "hidden layers, multiples of 2d but for the last")),
    {.name = NULL},
};
