// The table of bounds, and their formulas. docs/theorems.md has the proofs.
#include "make/theorem.h"
#include "theory/architecture.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/words64.h"
#include "theory/combinatorics.h"
#include "theory/subject.h"
#include <stdlib.h>

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
    R(DENSE, "fully connected layers", !a->architecture->is_convolution)                        \
    R(CONVOLUTION, "a convolution", a->architecture->is_convolution)                            \
    R(NETWORK, "a network, for the ranks of its weights", a->architecture->has_ranks)           \
    R(ONE_LAYER, "one hidden layer", a->layers == 1)                                            \
    R(LINE, "n_0 = 1", a->inputs == 1)                                                          \
    R(TWO_UNITS_ON_LINE, "n_0 = 1, L = 2, n_1 = 2",                                             \
      a->inputs == 1 && a->layers == 2 && stratum_is_of(a->layer, 2))                           \
    R(THREE_UNITS_ON_PLANE, "n_0 = 2, L = 2, n_1 = 3",                                          \
      a->inputs == 2 && a->layers == 2 && stratum_is_of(a->layer, 3))                           \
    R(FOUR_UNITS_ON_PLANE, "n_0 = 2, L = 2, n_1 = 4",                                           \
      a->inputs == 2 && a->layers == 2 && stratum_is_of(a->layer, 4))                           \
    R(THREE_UNITS_IN_SPACE, "n_0 >= 3, L = 2, n_1 = 3",                                         \
      a->inputs >= 3 && a->layers == 2 && stratum_is_of(a->layer, 3))                           \
    R(FOUR_UNITS_IN_SPACE, "n_0 = 3, L = 2, n_1 = 4",                                           \
      a->inputs == 3 && a->layers == 2 && stratum_is_of(a->layer, 4))                           \
    R(ALL_ONE, "n_0 = 1 and n_l = 1 for all l", a->inputs == 1 && stratum_is_of(layer, 1))      \
    R(ALL_TWO, "n_l = 2 for all l", n == 2)                                                     \
    R(AT_LEAST_THREE, "n_l >= 3 for all l", n >= 3)                                             \
    R(AS_INPUTS, "n_l = n_0 for all l", n == a->inputs)                                         \
    R(AT_LEAST_INPUTS, "n_l >= n_0 for all l", n >= a->inputs)                                  \
    R(AT_LEAST_INPUTS_BEFORE, "n_l >= n_0 for l < L", is_last || n >= a->inputs)                \
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

static bool is_met(requirement what, const subject *a, size_t l)
{
    const stratum *layer = a->layer + l;
    bool is_last = l + 1 == a->layers;
    ulong n = layer->units;
    switch (what) {
    case NOTHING:
        return true;
        REQUIREMENTS(CASE)
    }
    FATAL("no requirement %d", (int)what);
}

// The units that a theorem with this assumption counts.
static const counted_units counted_by[EQUAL_LATER + 1] = {
    [RELU] = COUNT_RELU,       [ONE_BREAKPOINT] = COUNT_ONE_BREAKPOINT,
    [SCALAR] = COUNT_SCALAR,   [TWO_BREAKPOINTS] = COUNT_TWO_BREAKPOINTS,
    [MAXOUT] = COUNT_MAXOUT,   [ONE_RANK] = COUNT_MAXOUT,
    [RANK_TWO] = COUNT_MAXOUT,
};

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

static void patterns_factor(fmpz_t value, const subject *a, size_t l)
{
    const architecture_layer *layer = a->layer[l].layer;
    fmpz_one(value);
    for (size_t k = 0; k < layer->kinds; k++)
        multiply_power(value, layer->kind[k].pieces, layer->kind[k].units);
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
    parallel_layer(value, a->layer[l].layer, a->inputs);
}

static void pieces_factor(fmpz_t value, const subject *a, size_t l)
{
    parallel_layer(value, a->layer[l].layer, subject_reach(a, l));
}

static void raghu_hardtanh_factor(fmpz_t value, const subject *a, size_t l)
{
    binomials_sum(value, 2 * a->layer[l].units, a->inputs, 1);
}

static void zaslavsky_bounded(fmpz_t value, const subject *a)
{
    fmpz_bin_uiui(value, a->layer->units - 1, a->inputs);
}

static combinatorics_layer *list_layers(const subject *a)
{
    combinatorics_layer *list = flint_malloc(a->layers * sizeof *list);
    for (size_t l = 0; l < a->layers; l++)
        list[l] = (combinatorics_layer){a->layer[l].layer->units, a->layer[l].units};
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
        most[l] = a->layer[l].layer->weight_rank;
    sum_serra(value, a->inputs, list, most, a->layers);
    flint_free(most);
    flint_free(list);
}

static void two_units(fmpz_t value, const subject *a)
{
    fmpz_set_ui(value, 2 * a->layer[1].units + 3);
}

// The sum of cells[j] C(n_2, j): cells[j] cells are divided by sets of j creases.
static void sum_crossings(fmpz_t value, const subject *a, const ulong cells[4])
{
    fmpz_t sets;
    fmpz_init(sets);
    fmpz_zero(value);
    for (ulong j = 0; j < 4; j++) {
        fmpz_bin_uiui(sets, a->layer[1].units, j);
        fmpz_addmul_ui(value, sets, cells[j]);
    }
    fmpz_clear(sets);
}

static void three_units(fmpz_t value, const subject *a)
{
    sum_crossings(value, a, (ulong[]){7, 6, 3, 0});
}

static void four_units(fmpz_t value, const subject *a)
{
    fmpz_t other; // if there is a cell without active units
    fmpz_init(other);
    sum_crossings(value, a, (ulong[]){11, 11, 6, 0});
    sum_crossings(other, a, (ulong[]){11, 10, 7, 0});
    if (fmpz_cmp(other, value) > 0)
        fmpz_swap(value, other);
    fmpz_clear(other);
}

static void octant(fmpz_t value, const subject *a)
{
    sum_crossings(value, a, (ulong[]){8, 7, 3, 1});
}

static void four_units_space(fmpz_t value, const subject *a)
{
    sum_crossings(value, a, (ulong[]){15, 14, 9, 3});
}

static void convolution(fmpz_t value, const subject *a)
{
    const convolution_shape *shape = &a->architecture->shape;
    sum_windows(value, a->architecture->windows, shape->kernel * shape->channels,
                shape->stride * shape->channels, shape->filters);
}

// ---- Upper bounds of maxout networks ----

// The sum of k^2 over the maxout units of a layer, or of k (k - 1) / 2.
static uint64_t sum_rank_pairs(const stratum *layer, int ordered)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < layer->layer->kinds; i++) {
        const uint64_t k = layer->layer->kind[i].rank;
        if (k > 1)
            sum += layer->layer->kind[i].units * (ordered ? k * k : k * (k - 1) / 2);
    }
    return sum;
}

// min(sum_{j <= n_0} C(k^2 n, j), k^n). If n <= n_0, the sum is at least C(k^2 n, n) >= (k^2)^n,
// and need not be found.
static void maxout_pairs_layer(fmpz_t value, const subject *a)
{
    patterns_factor(value, a, 0);
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

static void serra_line_factor(fmpz_t value, const subject *a, size_t l)
{
    fmpz_set_ui(value, a->layer[l].units + 1);
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
    requirement needs[4]; // the first that is not met is reported
    void (*formula)(fmpz_t value, const subject *a);
    void (*factor)(fmpz_t value, const subject *a, size_t l); // or the product over all layers
    // Why the bound, as it is printed, is false or not proved for an architecture to which it
    // applies; NULL if it is a theorem.
    const char *(*flaw)(const subject *a);
} row;

#define NEEDS(...)  \
    {               \
        __VA_ARGS__ \
    }
#define SAYS(what, how, where) .quantity = what, .relation = how, .domain = where
#define UPPER(what) SAYS(what, CREASE_AT_MOST, CREASE_ON_CONVEX)
#define MAXIMUM(what) SAYS(what, CREASE_EQUAL, CREASE_ON_CONVEX)
#define LOWER(what) SAYS(what, CREASE_AT_LEAST, CREASE_ON_SPACE)
// Name, what the bound says, for which activations; then the value: .formula or .factor.
#define ROW(id, says, whom, required, text, where, number, ...) \
    {                                                           \
        .about = {.name = id,                                   \
                  says,                                         \
                  .activation = whom,                           \
                  .formula = text,                              \
                  .source = where,                              \
                  .theorem = number},                           \
        .needs = required, __VA_ARGS__                          \
    }

#define PASCANU "Pascanu, Montufar and Bengio 2013"
#define MONTUFAR_2014 "Montufar, Pascanu, Cho and Bengio 2014"
#define MONTUFAR_2022 "Montufar, Ren and Zhang 2022"
#define RAGHU "Raghu et al. 2017"
#define SERRA "Serra, Tjandraatmadja and Ramalingam 2018"
#define ZASLAVSKY "Zaslavsky 1975"
#define HERE "docs/theorems.md"

static const row table[] = {
    // ---- Upper bounds and maxima ----
    ROW("patterns", UPPER(ACT), "any", NEEDS(NOTHING), "product of k_l^(n_l); relu: 2^N",
        MONTUFAR_2014, "quoted by Serra et al. 2018, section 3", .factor = patterns_factor),
    ROW("hanin-rolnick", UPPER(LIN), "relu", NEEDS(RELU), "2^N",
        "Hanin and Rolnick 2019, Complexity", "equation (1)", .factor = patterns_factor),
    ROW("zaslavsky", MAXIMUM(ACT), ONE_KINK, NEEDS(ONE_LAYER, ONE_BREAKPOINT, DENSE),
        "sum of C(n_1, j) for j <= n_0", ZASLAVSKY, "Theorem A; Pascanu et al. 2013, Proposition 2",
        .factor = parallel_factor),
    ROW("zaslavsky-linear", MAXIMUM(LIN), ONE_KINK, NEEDS(ONE_LAYER, ONE_BREAKPOINT, DENSE),
        "sum of C(n_1, j) for j <= n_0", ZASLAVSKY, "Theorem A; Pascanu et al. 2013, Proposition 2",
        .factor = parallel_factor),
    ROW("zaslavsky-bounded", SAYS(CREASE_BOUNDED_REGIONS, CREASE_EQUAL, CREASE_ON_SPACE), ONE_KINK,
        NEEDS(ONE_LAYER, ONE_BREAKPOINT, DENSE), "C(n_1 - 1, n_0)", ZASLAVSKY, "Theorem C",
        .formula = zaslavsky_bounded),
    ROW("raghu", UPPER(ACT), ONE_KINK, NEEDS(ONE_BREAKPOINT),
        "product of (sum of C(n_l, j) for j <= n_0)", RAGHU,
        "Theorem 4, by Theorem 6 (ICLR submission)", .factor = parallel_factor),
    ROW("montufar-2017", UPPER(ACT), ONE_KINK, NEEDS(ONE_BREAKPOINT),
        "product of (sum of C(n_l, j) for j <= min(n_0, .., n_l))", "Montufar 2017",
        "cited by Serra et al. 2018, section 3", .factor = pieces_factor),
    ROW("serra", UPPER(ACT), "relu", NEEDS(RELU),
        "sum of the product of C(n_l, j_l), 0 <= j_l <= min(n_0, n_1 - j_1, .., n_(l-1) - j_(l-1), "
        "n_l)",
        SERRA, "Theorem 1", .formula = serra),
    ROW("serra-rank", UPPER(ACT), "relu", NEEDS(RELU, NETWORK),
        "the same, j_l <= rank W^l in place of n_l", SERRA, "remark on Theorem 1",
        .formula = serra_rank),
    // The same number as Serra's: docs/theorems.md.
    ROW("hinz-van-de-geer", UPPER(ACT), "relu", NEEDS(RELU),
        "|| B_L .. B_1 e_(n_0) ||_1 with the histograms C(n_l, j) e_(n_l - j)",
        "Hinz and van de Geer 2019", "matrix form of Serra's bound", .formula = serra),
    ROW("two-units", MAXIMUM(ACT), "relu", NEEDS(RELU, TWO_UNITS_ON_LINE), "3 + 2 n_2", HERE,
        "two units before a layer", .formula = two_units),
    ROW("three-units", MAXIMUM(ACT), "relu", NEEDS(RELU, DENSE, THREE_UNITS_ON_PLANE),
        "7 + 6 n_2 + 3 n_2 (n_2 - 1) / 2", HERE, "three units before a layer",
        .formula = three_units),
    ROW("four-units", UPPER(ACT), "relu", NEEDS(RELU, DENSE, FOUR_UNITS_ON_PLANE),
        "11 + 10 n_2 + 3 n_2 (n_2 - 1) + max(n_2, n_2 (n_2 - 1) / 2)", HERE,
        "four units before a layer", .formula = four_units),
    ROW("octant", MAXIMUM(ACT), "relu", NEEDS(RELU, DENSE, THREE_UNITS_IN_SPACE),
        "8 + 7 n_2 + 3 C(n_2, 2) + C(n_2, 3)", HERE, "three units in space", .formula = octant),
    ROW("four-units-space", UPPER(ACT), "relu", NEEDS(RELU, DENSE, FOUR_UNITS_IN_SPACE),
        "15 + 14 n_2 + 9 C(n_2, 2) + 3 C(n_2, 3)", HERE, "four units in space",
        .formula = four_units_space),
    ROW("raghu-hardtanh", UPPER(ACT), "hardtanh", NEEDS(TWO_BREAKPOINTS),
        "product of (sum of C(2 n_l, j) for j <= n_0)", RAGHU,
        "Theorem 4, by Theorem 6 (ICLR submission)", .factor = raghu_hardtanh_factor),
    ROW("parallel-pairs", UPPER(ACT), "hardtanh", NEEDS(TWO_BREAKPOINTS),
        "product of (sum of C(n_l, j) 2^j for j <= n_0)", HERE, "parallel creases",
        .factor = parallel_factor),
    ROW("pieces", UPPER(ACT), "any of one variable", NEEDS(SCALAR),
        "product of (sum of C(n_l, j) (k_l - 1)^j for j <= min(n_0, .., n_(l-1)))",
        "Goujon, Etemadi and Unser 2024", "proved in docs/theorems.md", .factor = pieces_factor),
    ROW("convolution", MAXIMUM(ACT), "relu", NEEDS(CONVOLUTION),
        "sum of the product of C(filters, t_i), t in K", "Xiong et al. 2020", "Theorem 2",
        .formula = convolution),
    ROW("maxout-pairs-layer", UPPER(ACT), "maxout", NEEDS(ONE_LAYER, MAXOUT),
        "min(sum of C(k^2 n_1, j) for j <= n_0, k^(n_1))", MONTUFAR_2014, "Proposition 7",
        .formula = maxout_pairs_layer),
    ROW("maxout-pairs", UPPER(ACT), "maxout", NEEDS(MAXOUT),
        "product of (sum of C(k (k - 1) / 2 n_l, j) for j <= min(n_0, .., n_l))", SERRA,
        "Theorem 8", .factor = maxout_pairs_factor),
    ROW("maxout-layer", MAXIMUM(ACT), "maxout", NEEDS(ONE_LAYER, WITH_MAXOUT),
        "sum of C(n_1, j) (k - 1)^j for j <= n_0", MONTUFAR_2022, "one layer, with biases",
        .factor = pieces_factor),
    ROW("maxout-deep", UPPER(ACT), "maxout", NEEDS(WITH_MAXOUT),
        "product of (sum of C(n_l, j) (k_l - 1)^j for j <= min(n_0, .., n_(l-1)))", MONTUFAR_2022,
        "one layer, layer by layer", .factor = pieces_factor),
    ROW("maxout-line", UPPER(ACT), "maxout", NEEDS(MAXOUT, ALL_ONE),
        "1 + sum of (k_l - 1) 2^(l-1); equal ranks: 1 + (k - 1)(2^L - 1)", HERE,
        "one maxout unit a layer", .formula = maxout_line),

    // ---- Lower bounds on the maximum ----
    ROW("pascanu", LOWER(ACT), "relu", NEEDS(RELU, DENSE, AT_LEAST_INPUTS_BEFORE),
        "product of floor(n_l / n_0) for l < L, times sum of C(n_L, j) for j <= n_0", PASCANU,
        "Theorem 1", .formula = pascanu),
    ROW("pascanu-folds", LOWER(ACT), "relu", NEEDS(RELU, DENSE, TWICE_INPUTS),
        "2^((L - 1) n_0), times sum of C(2 n_0, j) for j <= n_0", PASCANU, "section 5",
        .formula = montufar_2014),
    ROW("montufar-2014", LOWER(ACT), "relu", NEEDS(RELU, DENSE, AT_LEAST_INPUTS),
        "product of floor(n_l / n_0)^(n_0) for l < L, times sum of C(n_L, j) for j <= n_0",
        MONTUFAR_2014, "Theorem 4", .formula = montufar_2014),
    ROW("serra-line", MAXIMUM(ACT), "relu", NEEDS(RELU, DENSE, LINE, AT_LEAST_THREE),
        "product of (n_l + 1)", SERRA, "Theorem 5", .factor = serra_line_factor),
    ROW("serra-zigzag", LOWER(ACT), "relu", NEEDS(RELU, DENSE, THRICE_INPUTS),
        "product of (floor(n_l / n_0) + 1)^(n_0) for l < L, times sum of C(n_L, j) for j <= n_0",
        SERRA, "Theorem 6", .formula = serra_zigzag),
    ROW("arora", LOWER(LIN), "relu", NEEDS(RELU, DENSE, EVEN_FIRST, EQUAL_LATER),
        "2 (sum of C(m - 1, j) for j < n_0) w^(L-1), n_1 = 2m, later n_l = w",
        "Arora, Basu, Mianjy and Mukherjee 2018", "Theorem 2.11(i)", .formula = arora),
    ROW("serra-zonotope", LOWER(ACT), "relu", NEEDS(RELU, DENSE, EVEN_FIRST, EQUAL_LATER),
        "2 (sum of C(m - 1, j) for j < n_0) (w + 1)^(L-1), n_1 = 2m, later n_l = w", SERRA,
        "Theorem 7", .formula = serra_zonotope, .flaw = flaw_serra_zonotope),
    ROW("telgarsky", SAYS(LIN, CREASE_AT_LEAST, CREASE_ON_CUBE), "relu",
        NEEDS(RELU, DENSE, LINE, ALL_TWO), "2^L", "Telgarsky 2015", "the tent map, L times",
        .formula = telgarsky),
    ROW("maxout-grid", LOWER(ACT), "maxout", NEEDS(ONE_LAYER, MAXOUT), "k^min(n_0, n_1)",
        MONTUFAR_2014, "Proposition 7", .formula = maxout_grid),
    ROW("maxout-cones", LOWER(ACT), "maxout", NEEDS(ONE_RANK, AS_INPUTS), "k^(L-1) k^(n_0)",
        MONTUFAR_2014, "Theorem 8", .formula = maxout_cones, .flaw = flaw_maxout_cones),
    ROW("maxout-folds", LOWER(ACT), "maxout", NEEDS(RANK_TWO, AS_INPUTS), "2^(n_0 L)",
        MONTUFAR_2014, "section 4, rank 2", .formula = maxout_folds),
    ROW("maxout-zigzag", LOWER(ACT), "maxout", NEEDS(MAXOUT, MULTIPLES),
        "product of (n_l / n_0 (k_l - 1) + 1)^(n_0) for l < L, times sum of C(n_L, j) (k_L - 1)^j "
        "for j <= n_0",
        MONTUFAR_2022, "proved in docs/theorems.md", .formula = maxout_zigzag),
};

enum { MOST_NEEDS = sizeof table->needs / sizeof *table->needs };

static const char *find_missing(const row *theorem, const subject *a)
{
    for (size_t i = 0; i <= MOST_NEEDS; i++) {
        requirement what = i < MOST_NEEDS ? theorem->needs[i] : LINEAR_BESIDE;
        for (size_t l = 0; l < a->layers; l++)
            if (!is_met(what, a, l))
                return requirement_text[what];
    }
    return NULL;
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

crease_bound_validity crease_bound_compute(fmpz_t value, size_t index,
                                           const crease_architecture *architecture)
{
    const row *theorem = &table[index];
    subject a;
    counted_units counts = COUNT_ALL;
    for (size_t i = 0; i < MOST_NEEDS && counts == COUNT_ALL; i++)
        counts = counted_by[theorem->needs[i]];
    subject_init(&a, architecture, counts, theorem->about.relation == CREASE_AT_LEAST);
    crease_bound_validity standing = {.needs = find_missing(theorem, &a)};
    if (!standing.needs) {
        if (theorem->formula)
            theorem->formula(value, &a);
        else
            multiply_factors(value, &a, theorem->factor);
        if (theorem->flaw)
            standing.flaw = theorem->flaw(&a);
    }
    free(a.layer);
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
    const int order = -fmpz_cmp_u64(value, count);
    if (bound->relation != CREASE_AT_LEAST && order > 0)
        return CREASE_VIOLATED;
    if (bound->relation == CREASE_AT_MOST)
        return CREASE_HOLDS;
    return order >= 0 ? CREASE_REACHED : CREASE_NOT_REACHED;
}
