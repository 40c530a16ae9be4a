// The table of bounds: it is sound, comparisons can fail, and values are those worked out
// elsewhere.
#include "../ref/cases.h"
#include "architectures.h"
#include "base/random.h"
#include "nets.h"
#include "theory/architecture.h"

static void table(void)
{
    for (size_t i = 0; i < crease_bound_count(); i++) {
        const crease_bound *about = crease_bound_describe(i);
        CU_ASSERT_EQUAL(crease_bound_find(about->name), i);
        CU_ASSERT(strlen(about->name) > 0 && !strpbrk(about->name, " =\n"));
        CU_ASSERT(strlen(about->formula) > 0 && strlen(about->source) > 0);
        CU_ASSERT(strlen(about->theorem) > 0 && strlen(about->activation) > 0);
        CU_ASSERT_PTR_NOT_NULL(crease_quantity_name(about->quantity));
        CU_ASSERT_PTR_NOT_NULL(crease_relation_name(about->relation));
        CU_ASSERT_PTR_NOT_NULL(crease_bound_domain_name(about->domain));
    }
    CU_ASSERT_EQUAL(crease_bound_find("serr"), crease_bound_count());
}

static const char *verdict(crease_relation relation, slong bound, uint64_t count)
{
    crease_bound about = {.relation = relation};
    fmpz_t value;
    fmpz_init_set_si(value, bound);
    crease_verdict found = crease_bound_compare(&about, value, count);
    fmpz_clear(value);
    return crease_verdict_name(found);
}

static void compares(void)
{
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_AT_MOST, 11, 10), "holds");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_AT_MOST, 11, 11), "holds");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_AT_MOST, 11, 12), "violated");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_EQUAL, 11, 10), "not reached");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_EQUAL, 11, 11), "reached");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_EQUAL, 11, 12), "violated");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_AT_LEAST, 11, 10), "not reached");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_AT_LEAST, 11, 12), "reached");
    fmpz_t huge;
    fmpz_init(huge);
    fmpz_set_ui(huge, 10);
    fmpz_pow_ui(huge, huge, 100);
    crease_bound most = {.relation = CREASE_AT_MOST};
    CU_ASSERT_EQUAL(crease_bound_compare(&most, huge, UINT64_MAX), CREASE_HOLDS);
    fmpz_clear(huge);
}

static void seed_from_environment(random_state *random)
{
    random_seed(random, cases_seed());
}

static void consistent(void)
{
    random_state random;
    seed_from_environment(&random);
    static const char *const activations[] = {"relu", "relu",     "relu",     "leaky:1/2",
                                              "abs",  "hardtanh", "maxout:2", "maxout:3"};
    CASES(i, 2000) {
        size_t widths[7], count = 3 + random_below(&random, 4);
        uint64_t kind = random_below(&random, 3), unit = 1 + random_below(&random, 3);
        for (size_t l = 0; l < count; l++) // many of the widths that theorems ask for
            widths[l] = kind == 0   ? 1 + random_below(&random, 9)
                        : kind == 1 ? unit
                                    : unit * (l ? 1 + random_below(&random, 4) : 1);
        crease_architecture *a;
        const char *units = activations[random_below(&random, 8)];
        CU_ASSERT_EQUAL_FATAL(crease_architecture_new(&a, widths, count, units, NULL), CREASE_OK);
        CU_ASSERT_EQUAL(contradictions(a), 0);
        crease_architecture_free(a);
    }
}

// False printed bounds are flagged; otherwise they would contradict theorems.
static void flawed(void)
{
    fmpz_t value;
    fmpz_init(value);
    crease_architecture *a = architecture_of("1-1-1-1", "maxout:3");
    crease_bound_validity standing =
        crease_bound_compute(value, crease_bound_find("maxout-cones"), a);
    CU_ASSERT(!standing.needs && standing.flaw && fmpz_equal_ui(value, 9));
    standing = crease_bound_compute(value, crease_bound_find("maxout-line"), a);
    CU_ASSERT(!standing.needs && !standing.flaw && fmpz_equal_ui(value, 7));
    crease_architecture_free(a);
    fmpz_clear(value);
}

// Worked out in Python from the printed formulas, - where a bound does not apply; most lower bounds
// are attained by networks that were built. The columns are those of `columns`.
static const struct {
    const char *widths, *value[13];
} values[] = {
    {"1-4-1", {"16", "5", "5", "5", "5", "-", "5", "5", "13", "9", "9", "9", "9"}},
    {"1-2-2-1", {"16", "9", "9", "9", "6", "6", "6", "-", "49", "25", "25", "25", "25"}},
    {"1-3-3-1", {"64", "16", "16", "16", "12", "-", "12", "16", "100", "49", "-", "49", "49"}},
    {"1-4-3-5-1",
     {"4096", "120", "120", "120", "72", "-", "72", "120", "2080", "693", "-", "693", "693"}},
    {"1-3-3-3-3-1",
     {"4096", "256", "256", "256", "108", "-", "108", "256", "10000", "2401", "-", "2401", "2401"}},
    {"2-4-1", {"16", "11", "11", "11", "11", "11", "11", "11", "79", "33", "33", "37", "33"}},
    {"2-3-2-1", {"32", "28", "28", "25", "4", "-", "4", "-", "1012", "171", "-", "242", "171"}},
    {"2-4-3-1",
     {"128", "77", "77", "77", "14", "-", "28", "-", "3634", "627", "475", "814", "627"}},
    {"2-4-4-1",
     {"256", "121", "121", "121", "22", "44", "44", "-", "6241", "1089", "825", "1369", "1089"}},
    {"2-4-4-4-1",
     {"4096", "1331", "1331", "1331", "44", "176", "176", "-", "493039", "35937", "20625", "50653",
      "35937"}},
    {"2-6-4-1",
     {"1024", "242", "242", "242", "33", "-", "99", "176", "13588", "2409", "-", "2923", "2409"}},
    {"2-6-3-1",
     {"512", "154", "154", "154", "21", "-", "63", "112", "7912", "1387", "-", "1738", "1387"}},
    {"2-6-6-4-1",
     {"65536", "5324", "5324", "5324", "99", "-", "891", "2816", "2337136", "175857", "-", "230917",
      "175857"}},
    {"2-8-5-1",
     {"8192", "592", "592", "592", "64", "-", "256", "400", "36421", "6579", "4131", "7672",
      "6579"}},
    {"3-6-1", {"64", "42", "42", "42", "42", "42", "42", "42", "988", "233", "233", "299", "233"}},
    {"3-6-4-1",
     {"1024", "630", "630", "630", "30", "-", "120", "-", "295412", "15145", "8125", "27807",
      "15145"}},
    {"3-6-6-1",
     {"4096", "1764", "1764", "1764", "84", "336", "336", "-", "976144", "54289", "29125", "89401",
      "54289"}},
    {"3-9-4-1",
     {"8192", "1950", "1950", "1950", "45", "-", "405", "960", "987896", "54275", "-", "91884",
      "54275"}},
    {"3-2-6-1", {"256", "168", "88", "37", "-", "-", "-", "-", "3784", "657", "-", "4485", "2097"}},
    {"8-4-4-1",
     {"256", "256", "256", "163", "-", "-", "-", "-", "630436", "6561", "-", "65536", "6561"}},
};
static const struct {
    const char *bound, *activation;
} columns[13] = {{"patterns", "relu"},          {"raghu", "relu"},
                 {"montufar-2017", "relu"},     {"serra", "relu"},
                 {"pascanu", "relu"},           {"pascanu-folds", "relu"},
                 {"montufar-2014", "relu"},     {"serra-zigzag", "relu"},
                 {"maxout-pairs", "maxout:3"},  {"maxout-deep", "maxout:3"},
                 {"maxout-zigzag", "maxout:3"}, {"raghu-hardtanh", "hardtanh"},
                 {"parallel-pairs", "hardtanh"}};

static void vectors(void)
{
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
            crease_architecture *a = architecture_of(values[i].widths, columns[k].activation);
            char *found = bound_text(columns[k].bound, a);
            bool missing = !strcmp(values[i].value[k], "-");
            CU_ASSERT(missing ? !strncmp(found, "needs ", 6) : !strcmp(found, values[i].value[k]));
            free(found);
            crease_architecture_free(a);
        }
}

// One layer of as many units as the deep network has, and the histograms, which are to give
// Serra's number.
static void shallow(void)
{
    check_bound("zaslavsky", "1-4-1", "relu", "5");
    check_bound("zaslavsky", "1-4-1", "relu", "5");
    check_bound("zaslavsky", "1-6-1", "relu", "7");
    check_bound("zaslavsky", "1-12-1", "relu", "13");
    check_bound("zaslavsky", "1-12-1", "relu", "13");
    check_bound("zaslavsky", "2-4-1", "relu", "11");
    check_bound("zaslavsky", "2-5-1", "relu", "16");
    check_bound("zaslavsky", "2-7-1", "relu", "29");
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        check_bound("hinz-van-de-geer", values[i].widths, "relu", values[i].value[3]);
}

static void bounded(void)
{
    check_bound("zaslavsky-bounded", "2-4-1", "relu", "3");
    check_bound("zaslavsky-bounded", "2-7-1", "abs", "15");
    check_bound("zaslavsky-bounded", "3-3-1", "relu", "0");
    check_bound("zaslavsky-bounded", "2-4-4-1", "relu", "needs one hidden layer");
}

static void few_units(void)
{
    check_bound("pascanu", "3-6-2-1", "relu", "8");
    check_bound("pascanu", "3-2-6-1", "relu", "needs n_l >= n_0 for l < L");
    check_bound("two-units", "1-2-1-1", "relu", "5");
    check_bound("two-units", "1-2-3-1", "relu", "9");
    check_bound("two-units", "1-2-2-2-1", "relu", "needs n_0 = 1, L = 2, n_1 = 2");
    check_bound("two-units", "2-2-2-1", "relu", "needs n_0 = 1, L = 2, n_1 = 2");
    check_bound("three-units", "2-3-2-1", "relu", "22");
    check_bound("three-units", "2-3-10-1", "relu", "202");
    check_bound("three-units", "2-3-2-2-1", "relu", "needs n_0 = 2, L = 2, n_1 = 3");
    check_bound("four-units", "2-4-1-1", "relu", "22");
    check_bound("four-units", "2-4-2-1", "relu", "39");
    check_bound("four-units", "2-4-3-1", "relu", "62");
    check_bound("four-units", "2-4-4-1", "relu", "93");
    check_bound("four-units", "2-4-10-1", "relu", "426");
    check_bound("octant", "3-3-2-1", "relu", "25");
    check_bound("octant", "5-3-3-1", "relu", "39");
    check_bound("octant", "3-3-1", "relu", "needs n_0 >= 3, L = 2, n_1 = 3");
    check_bound("four-units-space", "3-4-1-1", "relu", "29");
    check_bound("four-units-space", "3-4-3-1", "relu", "87");
    check_bound("four-units-space", "4-4-3-1", "relu", "needs n_0 = 3, L = 2, n_1 = 4");
    check_bound("four-units", "2-4-2-2-1", "relu", "needs n_0 = 2, L = 2, n_1 = 4");
    check_bound("two-units", "1-2-2-1", "abs", "needs relu in every hidden layer");
}

// Units that never send a cell to a point give the bound of Montufar, not that of Serra.
static void activations(void)
{
    check_bound("hanin-rolnick", "2-4-4-1", "relu", "256");
    check_bound("hanin-rolnick", "2-4-4-1", "leaky:1/10", "needs relu in every hidden layer");
    check_bound("patterns", "2-4-4-1", "pwl:0,1,2;0,1,2,3", "65536");
    check_bound("patterns", "2-3-1", "linear", "1");
    check_bound("montufar-2017", "3-2-6-1", "leaky:1/10", "88");
    check_bound("serra", "3-2-6-1", "leaky:1/10", "needs relu in every hidden layer");
    check_bound("hinz-van-de-geer", "3-2-6-1", "abs", "needs relu in every hidden layer");
    check_bound("zaslavsky", "3-2-1", "hardtanh",
                "needs one breakpoint in every unit (relu, leaky, abs)");
    check_bound("serra-rank", "3-2-1", "relu", "needs a network, for the ranks of its weights");
}

// Three units of rank one are three parallel lines; rank 0 has no crease.
static void ranks(void)
{
    static const struct {
        const char *layers, *serra, *with_ranks;
    } cases[] = {{RELU("[[1, 2], [2, 4], [-1, -2]]", "[0, 1, 2]"), "7", "4"},
                 {RELU("[[1, 2], [2, 1], [1, 1]]", "[0, 1, 2]"), "7", "7"},
                 {RELU("[[0, 0], [0, 0]]", "[0, 1]"), "4", "1"},
                 {RELU("[[1, 2], [2, 1], [1, 1]]",
                       "[0, 1, 2]") "," RELU("[[1, 1, 1], [\"1/2\", \"1/2\", \"1/2\"]]", "[0, 1]"),
                  "25", "21"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_net *net = net_of(cases[i].layers);
        crease_architecture *a;
        CU_ASSERT_EQUAL_FATAL(crease_architecture_of_net(&a, net, 2, NULL), CREASE_OK);
        char *serra = bound_text("serra", a), *with = bound_text("serra-rank", a);
        CU_ASSERT_STRING_EQUAL(serra, cases[i].serra);
        CU_ASSERT_STRING_EQUAL(with, cases[i].with_ranks);
        free(serra);
        free(with);
        crease_architecture_free(a);
        crease_net_free(net);
    }
}

static void line(void)
{
    check_bound("serra-line", "1-3-3-1", "relu", "16");
    check_bound("serra-line", "1-4-3-5-1", "relu", "120");
    check_bound("serra-line", "1-3-2-1", "relu", "needs n_l >= 3 for all l");
    check_bound("serra-line", "2-3-3-1", "relu", "needs n_0 = 1");
    check_bound("serra-line", "1-3-3-1", "leaky:1/2", "needs relu in every hidden layer");
    check_bound("telgarsky", "1-2-1", "relu", "2");
    check_bound("telgarsky", "1-2-2-2-2-2-2-1", "relu", "64");
    check_bound("telgarsky", "1-2-3-1", "relu", "needs n_l = 2 for all l");
    check_bound("telgarsky", "2-2-2-1", "relu", "needs n_0 = 1");
}

static void zonotopes(void)
{
    check_bound("arora", "2-6-3-1", "relu", "18");
    check_bound("arora", "2-8-3-3-1", "relu", "72");
    check_bound("arora", "3-6-2-1", "relu", "16");
    check_bound("arora", "2-4-1", "relu", "4");
    check_bound("arora", "2-5-3-1", "relu", "needs n_1 = 2m");
    check_bound("arora", "2-6-3-4-1", "relu", "needs n_2 = .. = n_L = w >= 2");
    check_bound("arora", "2-6-1-1", "relu", "needs n_2 = .. = n_L = w >= 2");
    check_bound("serra-zonotope", "1-2-3-3-1", "relu", "32");
    check_bound("serra-zonotope", "2-6-3-1", "relu", "24");
    check_bound("serra-zonotope", "2-6-3-3-1", "relu", "96");
    check_bound("serra-zonotope", "2-6-2-2-1", "relu", "54");
}

static void check_flaw(const char *widths, int flawed)
{
    crease_architecture *a = architecture_of(widths, "relu");
    CU_ASSERT_EQUAL(is_flawed("serra-zonotope", a), flawed);
    crease_architecture_free(a);
}

// Two units are enough in the last layer only.
static void bound_lower_flaw(void)
{
    check_flaw("2-6-2-2-1", 1);
    check_flaw("2-6-2-1", 0);
    check_flaw("2-6-3-3-1", 0);
    check_flaw("2-6-1", 0);
}

static void layer(void)
{
    check_bound("maxout-layer", "1-2-1", "maxout:3", "5");
    check_bound("maxout-layer", "2-3-1", "maxout:4", "37");
    check_bound("maxout-layer", "3-3-1", "maxout:3", "27");
    check_bound("maxout-layer", "2-4-1", "maxout:2", "11");
    check_bound("maxout-layer", "2-4-4-1", "maxout:2", "needs one hidden layer");
    check_bound("maxout-layer", "2-4-1", "relu", "needs maxout in every hidden layer");
    check_bound("maxout-grid", "2-2-1", "maxout:3", "9");
    check_bound("maxout-grid", "2-5-1", "maxout:4", "16");
    check_bound("maxout-grid", "5-2-1", "maxout:4", "16");
}

// min(sum, k^n): 1 + 9 * 2 + C(18, 2) = 172 > 9; with n_0 = 1 the sum is the smaller one.
static void pairs_layer(void)
{
    check_bound("maxout-pairs-layer", "2-2-1", "maxout:3", "9");
    check_bound("maxout-pairs-layer", "1-4-1", "maxout:3", "37");
    check_bound("maxout-pairs-layer", "2-7-1", "maxout:3", "2017");
    check_bound("maxout-pairs-layer", "1000000-3-1", "maxout:65536", "281474976710656");
}

static void folds(void)
{
    check_bound("maxout-line", "1-1-1-1", "maxout:3", "7");
    check_bound("maxout-line", "1-1-1-1-1", "maxout:3", "15");
    check_bound("maxout-line", "1-1-1-1", "maxout:4", "10");
    check_bound("maxout-line", "1-2-1-1", "maxout:4", "needs n_0 = 1 and n_l = 1 for all l");
    check_bound("maxout-folds", "1-1-1-1-1-1", "maxout:2", "16");
    check_bound("maxout-folds", "3-3-3-1", "maxout:2", "64");
    check_bound("maxout-folds", "3-3-3-1", "maxout:3", "needs maxout:2 in every hidden layer");
    check_bound("maxout-cones", "2-2-2-2-1", "maxout:4", "256");
    check_bound("maxout-cones", "2-2-3-1", "maxout:4", "needs n_l = n_0 for all l");
    check_bound("maxout-zigzag", "1-2-2-2-1", "maxout:3", "125");
    check_bound("maxout-zigzag", "1-4-3-1", "maxout:3", "63");
    check_bound("maxout-zigzag", "2-4-4-2-1", "maxout:2", "324");
}

// The bound is printed for every n_0; on a line it exceeds the proved maximum, exactly where
// it is flagged.
static void bound_maxout_flaw(void)
{
    for (ulong k = 2; k <= 5; k++)
        for (size_t layers = 1; layers <= 4; layers++) {
            char units[16], widths[] = "1-1-1-1-1-1";
            snprintf(units, sizeof units, "maxout:%lu", k);
            widths[2 * layers + 3] = '\0';
            crease_architecture *a = architecture_of(widths, units);
            fmpz_t printed, most;
            fmpz_init(printed);
            fmpz_init(most);
            CU_ASSERT_PTR_NULL(
                crease_bound_compute(printed, crease_bound_find("maxout-cones"), a).needs);
            CU_ASSERT_PTR_NULL(
                crease_bound_compute(most, crease_bound_find("maxout-line"), a).needs);
            CU_ASSERT_EQUAL(fmpz_cmp(printed, most) > 0, is_flawed("maxout-cones", a));
            fmpz_clear(printed);
            fmpz_clear(most);
            crease_architecture_free(a);
        }
    crease_architecture *plane = architecture_of("2-2-2-1", "maxout:4");
    CU_ASSERT(!is_flawed("maxout-cones", plane));
    crease_architecture_free(plane);
}

// Attained by arrangements that were counted: hard-tanh, 3 pieces.
static void attained(void)
{
    check_bound("pieces", "2-2-1", "hardtanh", "9");
    check_bound("pieces", "2-3-1", "hardtanh", "19");
    check_bound("pieces", "3-3-1", "hardtanh", "27");
    check_bound("patterns", "3-3-1", "hardtanh", "27");
}

static void pieces(void)
{
    check_bound("pieces", "3-2-6-1", "hardtanh", "657");
    check_bound("pieces", "2-4-3-1", "relu", "77");
    check_bound("pieces", "2-4-3-1", "linear", "1");
    check_bound("pieces", "2-2-1", "pwl:0,1,2;0,1,2,3", "16");
    check_bound("pieces", "2-4-3-1", "maxout:3", "needs units that are functions of one variable");
    check_bound("parallel-pairs", "2-4-3-1", "relu",
                "needs two breakpoints in every unit (hardtanh)");
    check_bound("raghu-hardtanh", "2-4-3-1", "relu",
                "needs two breakpoints in every unit (hardtanh)");
}

static void check(convolution_shape shape, const char *expected)
{
    crease_architecture *a;
    CU_ASSERT_EQUAL_FATAL(architecture_new_convolution(&a, &shape, NULL), CREASE_OK);
    char *found = bound_text("convolution", a);
    CU_ASSERT_STRING_EQUAL(found, expected);
    free(found);
    crease_architecture_free(a);
}

// length, channels, kernel, filters, stride. Counted on networks of random integers: 4, 15, 40.
static void small(void)
{
    check((convolution_shape){3, 1, 2, 1, 1}, "4");
    check((convolution_shape){3, 1, 2, 2, 1}, "15");
    check((convolution_shape){3, 1, 2, 3, 1}, "40");
}

// Windows that do not meet multiply; one window of everything is a fully connected layer; a
// kernel of one place with c channels is a product of layers of c inputs.
static void extremes(void)
{
    check((convolution_shape){6, 1, 3, 4, 3}, "225");  // 15^2
    check((convolution_shape){3, 2, 3, 7, 1}, "127");  // zaslavsky(7, 6)
    check((convolution_shape){3, 2, 1, 4, 1}, "1331"); // 11^3
    check((convolution_shape){5, 1, 2, 1, 9}, "2");
}

static void refuses(void)
{
    check_bound("convolution", "3-4-1", "relu", "needs a convolution");
    static const struct {
        convolution_shape shape;
        const char *message;
    } bad[] = {
        {{3, 1, 4, 1, 1}, "expected a kernel of at most 3 places, the length, found 4"},
        {{3, 1, 2, 1, 0}, "expected sizes of a convolution from 1 to 1000000"},
        {{3, 0, 2, 1, 1}, "expected sizes of a convolution from 1 to 1000000"},
        {{2000000, 1, 2, 1, 1}, "expected sizes of a convolution from 1 to 1000000"},
        {{9999, 1, 2, 2, 1}, "expected hidden layers of at most 10000 units, found 19996"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        crease_architecture *a = NULL;
        crease_error error;
        CU_ASSERT_EQUAL(architecture_new_convolution(&a, &bad[i].shape, &error), CREASE_ERROR);
        CU_ASSERT_PTR_NULL(a);
        CU_ASSERT_STRING_EQUAL(error.message, bad[i].message);
    }
}

static bool applies(const char *name, const crease_architecture *a)
{
    char *text = bound_text(name, a);
    bool needs_nothing = strncmp(text, "needs ", 6) != 0;
    free(text);
    return needs_nothing;
}

// By the bounds that ask for relu, functions of one variable, maxout, and 2 or 3 pieces.
static void kinds(void)
{
    static const struct {
        const char *activation;
        int relu, scalar, maxout, pieces;
    } cases[] = {{"relu", 1, 1, 0, 2},         {"leaky:1/10", 0, 1, 0, 2}, {"abs", 0, 1, 0, 2},
                 {"hardtanh", 0, 1, 0, 3},     {"linear", 0, 1, 0, 1},     {"maxout:3", 0, 0, 1, 0},
                 {"pwl:0,1;0,1,0", 0, 1, 0, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_architecture *a = architecture_of("2-3-4-1", cases[i].activation);
        CU_ASSERT_EQUAL(applies("serra", a), cases[i].relu);
        CU_ASSERT_EQUAL(applies("pieces", a), cases[i].scalar);
        CU_ASSERT_EQUAL(applies("maxout-deep", a), cases[i].maxout);
        CU_ASSERT_EQUAL(applies("raghu", a), cases[i].pieces == 2);
        CU_ASSERT_EQUAL(applies("raghu-hardtanh", a), cases[i].pieces == 3);
        crease_architecture_free(a);
    }
}

// With a single layer, the layers before the last are empty and may be anything.
static void single_layer(void)
{
    check_bound("serra-zigzag", "5-1-1", "relu", "2");
    check_bound("maxout-zigzag", "5-1-1", "maxout:3", "3");
    check_bound("serra-zigzag", "1-2-1-1", "relu", "needs n_l >= 3 n_0 for l < L");
    check_bound("maxout-zigzag", "1-3-1-1", "maxout:3", "needs n_l a multiple of 2 n_0 for l < L");
}

UNIT_MAIN("bounds", {"bounds: table", table}, {"bounds: compares", compares},
          {"bounds: consistent", consistent}, {"bounds: flawed", flawed},
          {"bounds: vectors", vectors}, {"bound upper: shallow", shallow},
          {"bound upper: bounded", bounded}, {"bound upper: few units", few_units},
          {"bound upper: activations", activations}, {"bound upper: ranks", ranks},
          {"bound lower: line", line}, {"bound lower: zonotopes", zonotopes},
          {"bound lower: flaw", bound_lower_flaw}, {"bound maxout: layer", layer},
          {"bound maxout: pairs_layer", pairs_layer}, {"bound maxout: folds", folds},
          {"bound maxout: flaw", bound_maxout_flaw}, {"bound parallel: attained", attained},
          {"bound parallel: pieces", pieces}, {"bound convolution: small", small},
          {"bound convolution: extremes", extremes}, {"bound convolution: refuses", refuses},
          {"requirements: kinds", kinds}, {"requirements: single layer", single_layer})
