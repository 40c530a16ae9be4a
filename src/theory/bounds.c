// The table of bounds, and their formulas. docs/theorems.md has the proofs.
#include "theory/architecture.h"
#include "make/theorem.h"
#include "theory/combinatorics.h"
#include "theory/subject.h"
#include <stdlib.h>
#include <string.h>

// ---- Assumptions of theorems ----
//
// Each is a condition on every layer l = 0..L-1, with n units, and its text after "needs". The
// first ones also choose the units that are counted; without them, all units are.
#define REQUIREMENTS(R)                                                                         \
    R(RELU, "relu in every hidden layer", subject_covers(a, layer))                             \
    R(ONE_BREAKPOINT, "one breakpoint in every unit (relu, leaky, abs)",                        \
      subject_covers(a, layer) && !layer->others)                                               \
    R(TWO_BREAKPOINTS, "two breakpoints in every unit (hardtanh)",                              \
      subject_covers(a, layer) && !layer->others)                                               \
    R(SCALAR, "units that are functions of one variable", !layer->others)                       \
    R(MAXOUT, "maxout in every hidden layer", subject_covers(a, layer))                         \
    R(ONE_RANK, "maxout of one rank in every hidden layer",                                     \
      subject_covers(a, layer) && layer->rank == a->layer->rank)                                \
    R(RANK_TWO, "maxout:2 in every hidden layer", layer->rank == 2)                             \
    R(WITH_MAXOUT, "maxout in every hidden layer", a->has_maxout)                               \
    R(LINEAR_BESIDE, "only linear units beside those it counts", a->is_lower || !layer->others) \
    R(DENSE, "fully connected layers", !a->of->is_convolution)                                  \
    R(CONVOLUTION, "a convolution", a->of->is_convolution)                                      \
    R(NETWORK, "a network, for the ranks of its weights", a->of->has_ranks)                     \
    R(ONE_LAYER, "one hidden layer", a->layers == 1)                                            \
    R(LINE, "n_0 = 1", a->inputs == 1)                                                          \
    R(TWO_UNITS_ON_LINE, "n_0 = 1, L = 2, n_1 = 2",                                             \
      a->inputs == 1 && a->layers == 2 && stratum_is_of(a->layer, 2))                           \
    R(THREE_UNITS_ON_PLANE, "n_0 = 2, L = 2, n_1 = 3",                                          \
      a->inputs == 2 && a->layers == 2 && stratum_is_of(a->layer, 3))                           \
    R(ALL_ONE, "n_0 = 1 and n_l = 1 for all l", a->inputs == 1 && stratum_is_of(layer, 1))      \
    R(ALL_TWO, "n_l = 2 for all l", n == 2)                                                     \
    R(AT_LEAST_THREE, "n_l >= 3 for all l", n >= 3)                                             \
    R(AS_INPUTS, "n_l = n_0 for all l", n == a->inputs)                                         \
    R(AT_LEAST_INPUTS, "n_l >= n_0 for all l", n >= a->inputs)                                  \
    R(TWICE_INPUTS, "n_l = 2 n_0 for all l", n == 2 * a->inputs)                                \
    R(THRICE_INPUTS, "n_l >= 3 n_0 for l < L", is_last || n >= 3 * a->inputs)                   \
    R(MULTIPLES, "n_l a multiple of 2 n_0 for l < L", is_last || n % (2 * a->inputs) == 0)      \
    R(EVEN_FIRST, "n_1 = 2m", l > 0 || n % 2 == 0)                                              \
    R(EQUAL_LATER, "n_2 = .. = n_L = w >= 2", l == 0 || (n >= 2 && n == a->layer[1].units))

#define NAME(name, text, condition) name,
#define TEXT(name, text, condition) [name] = text,
#define CASE(name, text, condition) \
    case name:                      \
        return condition;
typedef enum { NOTHING, REQUIREMENTS(NAME) } requirement;
static const char *const requirement_text[] = {REQUIREMENTS(TEXT)};

static int is_met(requirement what, const subject *a, size_t l)
{
    const stratum *layer = a->layer + l;
    int is_last = l + 1 == a->layers;
    ulong n = layer->units;
    switch (what) {
    case NOTHING:
        return 1;
        REQUIREMENTS(CASE)
    }
    abort();
}

// The units that a theorem with this assumption counts.
static counted_units counts_by(requirement what)
{
    switch (what) {
    case RELU:
        return COUNT_RELU;
    case ONE_BREAKPOINT:
        return COUNT_ONE_BREAKPOINT;
    case TWO_BREAKPOINTS:
        return COUNT_TWO_BREAKPOINTS;
    case SCALAR:
        return COUNT_SCALAR;
    case MAXOUT:
    case ONE_RANK:
    case RANK_TWO:
        return COUNT_MAXOUT;
    default:
        return COUNT_ALL;
    }
}

static ulong lesser(ulong a, ulong b)
{
    return a < b ? a : b;
}

// ---- Formulas: value, of an architecture that meets the requirements ----

// value times base^exponent
static void multiply_power(fmpz_t value, ulong base, ulong exponent)
{
    fmpz_t power;
    fmpz_init_set_ui(power, base);
    fmpz_pow_ui(power, power, exponent);
    fmpz_mul(value, value, power);
    fmpz_clear(power);
}

static void set_power(fmpz_t value, ulong base, ulong exponent)
{
    fmpz_set_ui(value, base);
    fmpz_pow_ui(value, value, exponent);
}

static void patterns(fmpz_t value, const subject *a)
{
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++) {
        const architecture_layer *layer = a->layer[l].of;
        for (size_t k = 0; k < layer->kinds; k++)
            multiply_power(value, layer->kind[k].pieces, layer->kind[k].units);
    }
}

// The product of the factors of all layers.
static void multiply_factors(fmpz_t value, const subject *a,
                             void (*factor)(fmpz_t value, const subject *a, size_t l))
{
    fmpz_t next;
    fmpz_init(next);
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++) {
        factor(next, a, l);
        fmpz_mul(value, value, next);
    }
    fmpz_clear(next);
}

// The creases of a unit with p breakpoints are p parallel hyperplanes. Choose j of n units and
// one crease of each: that is at most one cell of the arrangement's intersection poset, and
// no unit may be chosen twice. So it is in R^n_0, and after l layers in dimension subject_reach(a,
// l). With one breakpoint a unit these are the numbers of Zaslavsky, Raghu and Montufar.
static void parallel_layer(fmpz_t value, const architecture_layer *layer, ulong dimension)
{
    ulong *units = flint_malloc(2 * layer->kinds * sizeof *units), *bundle = units + layer->kinds;
    for (size_t k = 0; k < layer->kinds; k++) {
        units[k] = layer->kind[k].units;
        bundle[k] = layer->kind[k].pieces - 1;
    }
    sum_bundles(value, units, bundle, layer->kinds, dimension);
    flint_free(units);
}

static void parallel_factor(fmpz_t value, const subject *a, size_t l)
{
    parallel_layer(value, a->layer[l].of, a->inputs);
}

static void parallel(fmpz_t value, const subject *a)
{
    multiply_factors(value, a, parallel_factor);
}

static void pieces_factor(fmpz_t value, const subject *a, size_t l)
{
    parallel_layer(value, a->layer[l].of, subject_reach(a, l));
}

static void pieces(fmpz_t value, const subject *a)
{
    multiply_factors(value, a, pieces_factor);
}

static void raghu_hardtanh_factor(fmpz_t value, const subject *a, size_t l)
{
    binomials_sum(value, 2 * a->layer[l].units, a->inputs, 1);
}

static void raghu_hardtanh(fmpz_t value, const subject *a)
{
    multiply_factors(value, a, raghu_hardtanh_factor);
}

static void zaslavsky_bounded(fmpz_t value, const subject *a)
{
    fmpz_bin_uiui(value, a->layer->units - 1, a->inputs);
}

static combinatorics_layer *list_layers(const subject *a)
{
    combinatorics_layer *list = flint_malloc(a->layers * sizeof *list);
    for (size_t l = 0; l < a->layers; l++)
        list[l] = (combinatorics_layer){a->layer[l].of->units, a->layer[l].units};
    return list;
}

static void serra(fmpz_t value, const subject *a)
{
    combinatorics_layer *list = list_layers(a);
    sum_serra(value, a->inputs, list, NULL, a->layers);
    flint_free(list);
}

static void serra_rank(fmpz_t value, const subject *a)
{
    combinatorics_layer *list = list_layers(a);
    ulong *most = flint_malloc(a->layers * sizeof *most);
    for (size_t l = 0; l < a->layers; l++)
        most[l] = a->layer[l].of->weight_rank;
    sum_serra(value, a->inputs, list, most, a->layers);
    flint_free(most);
    flint_free(list);
}

static void two_units(fmpz_t value, const subject *a)
{
    fmpz_set_ui(value, 2 * a->layer[1].units + 3);
}

static void three_units(fmpz_t value, const subject *a)
{
    ulong n = a->layer[1].units;
    fmpz_set_ui(value, 7 + 6 * n + 3 * (n * (n - 1) / 2));
}

static void convolution(fmpz_t value, const subject *a)
{
    const convolution_shape *of = &a->of->shape;
    sum_windows(value, a->of->windows, of->kernel * of->channels, of->stride * of->channels,
                of->filters);
}

// ---- Upper bounds of maxout networks ----

// The sum of k^2 over the maxout units of a layer, or of k (k - 1) / 2.
static ulong sum_rank_pairs(const stratum *layer, int ordered)
{
    ulong sum = 0;
    for (size_t i = 0; i < layer->of->kinds; i++) {
        ulong k = layer->of->kind[i].rank;
        if (k > 1)
            sum += layer->of->kind[i].units * (ordered ? k * k : k * (k - 1) / 2);
    }
    return sum;
}

// min(sum_{j <= n_0} C(k^2 n, j), k^n). If n <= n_0, the sum is at least C(k^2 n, n) >= (k^2)^n,
// and need not be found.
static void maxout_pairs_layer(fmpz_t value, const subject *a)
{
    patterns(value, a);
    if (a->layer->units <= a->inputs)
        return;
    fmpz_t sum;
    fmpz_init(sum);
    binomials_sum(sum, sum_rank_pairs(a->layer, 1), a->inputs, 1);
    if (fmpz_cmp(sum, value) < 0)
        fmpz_swap(value, sum);
    fmpz_clear(sum);
}

static void maxout_pairs_factor(fmpz_t value, const subject *a, size_t l)
{
    ulong most = lesser(subject_reach(a, l), a->layer[l].units);
    binomials_sum(value, sum_rank_pairs(a->layer + l, 0), most, 1);
}

static void maxout_pairs(fmpz_t value, const subject *a)
{
    multiply_factors(value, a, maxout_pairs_factor);
}

// All units are maxout. Layer l has at most (k_l - 1) 2^(l-1) breakpoints of its own:
// docs/theorems.md.
static void maxout_line(fmpz_t value, const subject *a)
{
    fmpz_t own;
    fmpz_init(own);
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++) {
        fmpz_set_ui(own, a->layer[l].rank - 1);
        fmpz_mul_2exp(own, own, l);
        fmpz_add(value, value, own);
    }
    fmpz_clear(own);
}

// ---- Lower bounds of relu networks ----

// The arrangement of the last layer, in every one of its copies: the product over l < L of
// (floor(n_l / n_0) + more)^exponent.
static void copy_arrangement(fmpz_t value, const subject *a, ulong more, ulong exponent)
{
    binomials_sum(value, a->layer[a->layers - 1].units, a->inputs, 1);
    for (size_t l = 0; l + 1 < a->layers; l++)
        multiply_power(value, a->layer[l].units / a->inputs + more, exponent);
}

static void pascanu(fmpz_t value, const subject *a)
{
    copy_arrangement(value, a, 0, 1);
}

static void montufar_2014(fmpz_t value, const subject *a)
{
    copy_arrangement(value, a, 0, a->inputs);
}

// Printed with the condition for the last layer too, which the construction does not use: that
// layer is any arrangement in general position whose cells all meet the cube.
static void serra_zigzag(fmpz_t value, const subject *a)
{
    copy_arrangement(value, a, 1, a->inputs);
}

static void serra_line(fmpz_t value, const subject *a)
{
    fmpz_one(value);
    for (size_t l = 0; l < a->layers; l++)
        fmpz_mul_ui(value, value, a->layer[l].units + 1);
}

// The width of the layers after the first; any number if there are none.
static ulong later_width(const subject *a)
{
    return a->layers > 1 ? a->layer[1].units : 1;
}

// 2 sum_{j < n_0} C(m - 1, j) base^(L - 1), n_1 = 2m.
static void stretch_zonotope(fmpz_t value, const subject *a, ulong base)
{
    binomials_sum(value, a->layer->units / 2 - 1, a->inputs - 1, 1);
    fmpz_mul_2exp(value, value, 1);
    multiply_power(value, base, a->layers - 1);
}

static void arora(fmpz_t value, const subject *a)
{
    stretch_zonotope(value, a, later_width(a));
}

static void serra_zonotope(fmpz_t value, const subject *a)
{
    stretch_zonotope(value, a, later_width(a) + 1);
}

static const char *flaw_serra_zonotope(const subject *a)
{
    if (a->layers >= 3 && later_width(a) == 2)
        return "not proved for w = 2, L >= 3: two relu units have no zig-zag of three pieces, each "
               "over the same interval";
    return NULL;
}

static void telgarsky(fmpz_t value, const subject *a)
{
    set_power(value, 2, a->layers);
}

// ---- Lower bounds of maxout networks ----

static void maxout_grid(fmpz_t value, const subject *a)
{
    set_power(value, a->layer->rank, lesser(a->inputs, a->layer->units));
}

static void maxout_cones(fmpz_t value, const subject *a)
{
    set_power(value, a->layer->rank, a->layers - 1 + a->inputs);
}

static const char *flaw_maxout_cones(const subject *a)
{
    if (a->inputs > 1 || a->layer->rank < 3 || a->layers < 2)
        return NULL;
    for (size_t l = 0; l < a->layers; l++)
        if (!stratum_is_of(a->layer + l, 1))
            return "not proved for n_0 = 1, k >= 3, L >= 2";
    return "false for n_0 = 1, k >= 3, L >= 2: no network has more than "
           "1 + (k - 1)(2^L - 1) regions, see maxout-line";
}

static void maxout_folds(fmpz_t value, const subject *a)
{
    set_power(value, 2, a->layers * a->inputs);
}

static void maxout_zigzag(fmpz_t value, const subject *a)
{
    const stratum *last = a->layer + a->layers - 1;
    binomials_sum(value, last->units, a->inputs, last->rank - 1);
    for (const stratum *layer = a->layer; layer < last; layer++)
        multiply_power(value, layer->units / a->inputs * (layer->rank - 1) + 1, a->inputs);
}

// ---- The table ----

#define ACT CREASE_ACTIVATION_REGIONS
#define LIN CREASE_LINEAR_REGIONS
#define ONE_KINK "relu, leaky, abs"

typedef struct {
    crease_bound about;
    void (*formula)(fmpz_t value, const subject *a);
    requirement needs[4]; // the first that is not met is reported
    // Why the bound, as it is printed, is false or not proved for an architecture to which it
    // applies; NULL if it is a theorem.
    const char *(*flaw)(const subject *a);
} row;

#define NEEDS(...)  \
    {               \
        __VA_ARGS__ \
    }
#define ROW(id, function, required, ...)                    \
    {                                                       \
        {.name = id, __VA_ARGS__}, function, required, NULL \
    }
#define FLAWED(id, function, required, why, ...)           \
    {                                                      \
        {.name = id, __VA_ARGS__}, function, required, why \
    }
#define SAYS(what, how, where, whom) \
    .quantity = what, .relation = how, .domain = where, .activation = whom

static const row table[] = {
    // ---- Upper bounds and maxima ----
    ROW("patterns", patterns, NEEDS(NOTHING), .formula = "product of k_l^(n_l); relu: 2^N",
        .source = "Montufar, Pascanu, Cho and Bengio 2014",
        .theorem = "quoted by Serra et al. 2018, section 3",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "any")),
    ROW("hanin-rolnick", patterns, NEEDS(RELU), .formula = "2^N",
        .source = "Hanin and Rolnick 2019, Complexity", .theorem = "equation (1)",
        SAYS(LIN, CREASE_AT_MOST, CREASE_ON_CONVEX, "relu")),
    ROW("zaslavsky", parallel, NEEDS(ONE_LAYER, ONE_BREAKPOINT, DENSE),
        .formula = "sum of C(n_1, j) for j <= n_0", .source = "Zaslavsky 1975",
        .theorem = "Theorem A; Pascanu et al. 2013, Proposition 2",
        SAYS(ACT, CREASE_EQUAL, CREASE_ON_CONVEX, ONE_KINK)),
    ROW("zaslavsky-linear", parallel, NEEDS(ONE_LAYER, ONE_BREAKPOINT, DENSE),
        .formula = "sum of C(n_1, j) for j <= n_0", .source = "Zaslavsky 1975",
        .theorem = "Theorem A; Pascanu et al. 2013, Proposition 2",
        SAYS(LIN, CREASE_EQUAL, CREASE_ON_CONVEX, ONE_KINK)),
    ROW("zaslavsky-bounded", zaslavsky_bounded, NEEDS(ONE_LAYER, ONE_BREAKPOINT, DENSE),
        .formula = "C(n_1 - 1, n_0)", .source = "Zaslavsky 1975", .theorem = "Theorem C",
        SAYS(CREASE_BOUNDED_REGIONS, CREASE_EQUAL, CREASE_ON_SPACE, ONE_KINK)),
    ROW("raghu", parallel, NEEDS(ONE_BREAKPOINT),
        .formula = "product of (sum of C(n_l, j) for j <= n_0)", .source = "Raghu et al. 2017",
        .theorem = "Theorem 4, by Theorem 6 (ICLR submission)",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, ONE_KINK)),
    ROW("montufar-2017", pieces, NEEDS(ONE_BREAKPOINT),
        .formula = "product of (sum of C(n_l, j) for j <= min(n_0, .., n_l))",
        .source = "Montufar 2017", .theorem = "cited by Serra et al. 2018, section 3",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, ONE_KINK)),
    ROW("serra", serra, NEEDS(RELU),
        .formula = "sum of the product of C(n_l, j_l), 0 <= j_l <= min(n_0, n_1 - j_1, .., "
                   "n_(l-1) - j_(l-1), n_l)",
        .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "Theorem 1",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "relu")),
    ROW("serra-rank", serra_rank, NEEDS(RELU, NETWORK),
        .formula = "the same, j_l <= rank W^l in place of n_l",
        .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "remark on Theorem 1",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "relu")),
    // The same number as Serra's: docs/theorems.md.
    ROW("hinz-van-de-geer", serra, NEEDS(RELU),
        .formula = "|| B_L .. B_1 e_(n_0) ||_1 with the histograms C(n_l, j) e_(n_l - j)",
        .source = "Hinz and van de Geer 2019", .theorem = "matrix form of Serra's bound",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "relu")),
    ROW("two-units", two_units, NEEDS(RELU, TWO_UNITS_ON_LINE), .formula = "3 + 2 n_2",
        .source = "docs/theorems.md", .theorem = "two units before a layer",
        SAYS(ACT, CREASE_EQUAL, CREASE_ON_CONVEX, "relu")),
    ROW("three-units", three_units, NEEDS(RELU, DENSE, THREE_UNITS_ON_PLANE),
        .formula = "7 + 6 n_2 + 3 n_2 (n_2 - 1) / 2", .source = "docs/theorems.md",
        .theorem = "three units before a layer", SAYS(ACT, CREASE_EQUAL, CREASE_ON_CONVEX, "relu")),
    ROW("raghu-hardtanh", raghu_hardtanh, NEEDS(TWO_BREAKPOINTS),
        .formula = "product of (sum of C(2 n_l, j) for j <= n_0)", .source = "Raghu et al. 2017",
        .theorem = "Theorem 4, by Theorem 6 (ICLR submission)",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "hardtanh")),
    ROW("parallel-pairs", parallel, NEEDS(TWO_BREAKPOINTS),
        .formula = "product of (sum of C(n_l, j) 2^j for j <= n_0)", .source = "docs/theorems.md",
        .theorem = "parallel creases", SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "hardtanh")),
    ROW("pieces", pieces, NEEDS(SCALAR),
        .formula = "product of (sum of C(n_l, j) (k_l - 1)^j for j <= min(n_0, .., n_(l-1)))",
        .source = "Goujon, Etemadi and Unser 2024", .theorem = "proved in docs/theorems.md",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "any of one variable")),
    ROW("convolution", convolution, NEEDS(CONVOLUTION),
        .formula = "sum of the product of C(filters, t_i), t in K", .source = "Xiong et al. 2020",
        .theorem = "Theorem 2", SAYS(ACT, CREASE_EQUAL, CREASE_ON_CONVEX, "relu")),
    ROW("maxout-pairs-layer", maxout_pairs_layer, NEEDS(ONE_LAYER, MAXOUT),
        .formula = "min(sum of C(k^2 n_1, j) for j <= n_0, k^(n_1))",
        .source = "Montufar, Pascanu, Cho and Bengio 2014", .theorem = "Proposition 7",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "maxout")),
    ROW("maxout-pairs", maxout_pairs, NEEDS(MAXOUT),
        .formula = "product of (sum of C(k (k - 1) / 2 n_l, j) for j <= min(n_0, .., n_l))",
        .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "Theorem 8",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "maxout")),
    ROW("maxout-layer", pieces, NEEDS(ONE_LAYER, WITH_MAXOUT),
        .formula = "sum of C(n_1, j) (k - 1)^j for j <= n_0",
        .source = "Montufar, Ren and Zhang 2022", .theorem = "one layer, with biases",
        SAYS(ACT, CREASE_EQUAL, CREASE_ON_CONVEX, "maxout")),
    ROW("maxout-deep", pieces, NEEDS(WITH_MAXOUT),
        .formula = "product of (sum of C(n_l, j) (k_l - 1)^j for j <= min(n_0, .., n_(l-1)))",
        .source = "Montufar, Ren and Zhang 2022", .theorem = "one layer, layer by layer",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "maxout")),
    ROW("maxout-line", maxout_line, NEEDS(MAXOUT, ALL_ONE),
        .formula = "1 + sum of (k_l - 1) 2^(l-1); equal ranks: 1 + (k - 1)(2^L - 1)",
        .source = "docs/theorems.md", .theorem = "one maxout unit a layer",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "maxout")),

    // ---- Lower bounds on the maximum ----
    ROW("pascanu", pascanu, NEEDS(RELU, DENSE, AT_LEAST_INPUTS),
        .formula = "product of floor(n_l / n_0) for l < L, times sum of C(n_L, j) for j <= n_0",
        .source = "Pascanu, Montufar and Bengio 2013", .theorem = "Theorem 1",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    ROW("pascanu-folds", montufar_2014, NEEDS(RELU, DENSE, TWICE_INPUTS),
        .formula = "2^((L - 1) n_0), times sum of C(2 n_0, j) for j <= n_0",
        .source = "Pascanu, Montufar and Bengio 2013", .theorem = "section 5",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    ROW("montufar-2014", montufar_2014, NEEDS(RELU, DENSE, AT_LEAST_INPUTS),
        .formula = "product of floor(n_l / n_0)^(n_0) for l < L, times sum of C(n_L, j) for j <= "
                   "n_0",
        .source = "Montufar, Pascanu, Cho and Bengio 2014", .theorem = "Theorem 4",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    ROW("serra-line", serra_line, NEEDS(RELU, DENSE, LINE, AT_LEAST_THREE),
        .formula = "product of (n_l + 1)", .source = "Serra, Tjandraatmadja and Ramalingam 2018",
        .theorem = "Theorem 5", SAYS(ACT, CREASE_EQUAL, CREASE_ON_CONVEX, "relu")),
    ROW("serra-zigzag", serra_zigzag, NEEDS(RELU, DENSE, THRICE_INPUTS),
        .formula = "product of (floor(n_l / n_0) + 1)^(n_0) for l < L, times sum of C(n_L, j) for "
                   "j <= n_0",
        .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "Theorem 6",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    ROW("arora", arora, NEEDS(RELU, DENSE, EVEN_FIRST, EQUAL_LATER),
        .formula = "2 (sum of C(m - 1, j) for j < n_0) w^(L-1), n_1 = 2m, later n_l = w",
        .source = "Arora, Basu, Mianjy and Mukherjee 2018", .theorem = "Theorem 2.11(i)",
        SAYS(LIN, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    FLAWED("serra-zonotope", serra_zonotope, NEEDS(RELU, DENSE, EVEN_FIRST, EQUAL_LATER),
           flaw_serra_zonotope,
           .formula = "2 (sum of C(m - 1, j) for j < n_0) (w + 1)^(L-1), n_1 = 2m, later n_l = w",
           .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "Theorem 7",
           SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    ROW("telgarsky", telgarsky, NEEDS(RELU, DENSE, LINE, ALL_TWO), .formula = "2^L",
        .source = "Telgarsky 2015", .theorem = "the tent map, L times",
        SAYS(LIN, CREASE_AT_LEAST, CREASE_ON_CUBE, "relu")),
    ROW("maxout-grid", maxout_grid, NEEDS(ONE_LAYER, MAXOUT), .formula = "k^min(n_0, n_1)",
        .source = "Montufar, Pascanu, Cho and Bengio 2014", .theorem = "Proposition 7",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "maxout")),
    FLAWED("maxout-cones", maxout_cones, NEEDS(ONE_RANK, AS_INPUTS), flaw_maxout_cones,
           .formula = "k^(L-1) k^(n_0)", .source = "Montufar, Pascanu, Cho and Bengio 2014",
           .theorem = "Theorem 8", SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "maxout")),
    ROW("maxout-folds", maxout_folds, NEEDS(RANK_TWO, AS_INPUTS), .formula = "2^(n_0 L)",
        .source = "Montufar, Pascanu, Cho and Bengio 2014", .theorem = "section 4, rank 2",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "maxout")),
    ROW("maxout-zigzag", maxout_zigzag, NEEDS(MAXOUT, MULTIPLES),
        .formula = "product of (n_l / n_0 (k_l - 1) + 1)^(n_0) for l < L, times sum of C(n_L, j) "
                   "(k_L - 1)^j for j <= n_0",
        .source = "Montufar, Ren and Zhang 2022", .theorem = "proved in docs/theorems.md",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "maxout")),
};

enum { MOST_NEEDS = sizeof table->needs / sizeof *table->needs };

static const char *find_missing(const row *of, const subject *a)
{
    for (size_t i = 0; i <= MOST_NEEDS; i++) {
        requirement what = i < MOST_NEEDS ? of->needs[i] : LINEAR_BESIDE;
        for (size_t l = 0; l < a->layers; l++)
            if (!is_met(what, a, l))
                return requirement_text[what];
    }
    return NULL;
}

static counted_units counted_by(const row *of)
{
    counted_units what = COUNT_ALL;
    for (size_t i = 0; i < MOST_NEEDS && what == COUNT_ALL; i++)
        what = counts_by(of->needs[i]);
    return what;
}

enum { ROWS = sizeof table / sizeof *table };

size_t crease_bound_count(void)
{
    return ROWS;
}

const crease_bound *crease_bound_describe(size_t index)
{
    return &table[index].about;
}

size_t crease_bound_find(const char *name)
{
    size_t index = 0;
    while (index < ROWS && strcmp(table[index].about.name, name) != 0)
        index++;
    return index;
}

crease_bound_validity crease_bound_compute(fmpz_t value, size_t index,
                                           const crease_architecture *architecture)
{
    const row *of = &table[index];
    subject a;
    subject_init(&a, architecture, counted_by(of), of->about.relation == CREASE_AT_LEAST);
    crease_bound_validity standing = {.needs = find_missing(of, &a)};
    if (!standing.needs) {
        of->formula(value, &a);
        if (of->flaw)
            standing.flaw = of->flaw(&a);
    }
    subject_clear(&a);
    return standing;
}

const char *crease_bound_domain_name(crease_bound_domain domain)
{
    static const char *const names[] = {"convex", "space", "cube"};
    return names[domain];
}

const char *crease_verdict_name(crease_verdict verdict)
{
    static const char *const names[] = {"holds", "violated", "reached", "not reached"};
    return names[verdict];
}

crease_verdict crease_bound_compare(const crease_bound *bound, const fmpz_t value, uint64_t count)
{
    int order = -fmpz_cmp_ui(value, count);
    if (bound->relation == CREASE_AT_LEAST)
        return order >= 0 ? CREASE_REACHED : CREASE_NOT_REACHED;
    if (order > 0)
        return CREASE_VIOLATED;
    return bound->relation == CREASE_EQUAL && order == 0 ? CREASE_REACHED : CREASE_HOLDS;
}
