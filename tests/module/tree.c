// The region tree: networks whose regions can be counted by hand or by a formula.
#include "audit.h"
#include "unit.h"

#include <inttypes.h>

// A network, where to look at it, how many regions it has, how many of them bounded,
// and how many the first layers have on their own.
typedef struct {
    const char *what, *layers, *box;
    uint64_t regions, bounded, per_layer[4];
} count_case;

static int counts_are(const atlas *a, const count_case *expected)
{
    int good = a->counts.activation_regions == expected->regions &&
               a->counts.bounded_regions == expected->bounded;
    for (size_t l = 0; l + 1 < a->counts.layers; l++)
        good &= a->counts.per_layer[l] == expected->per_layer[l];
    return good;
}

static void check(const count_case *expected, const crease_net *net)
{
    crease_domain *domain = domain_of(expected->box);
    atlas a;
    atlas_init(&a, net, domain);
    const char *flaw = atlas_flaw(&a);
    if (flaw || !counts_are(&a, expected))
        printf("\n    %s, %s: %s, %" PRIu64 " regions, %" PRIu64 " bounded", expected->what,
               crease_domain_text(domain), flaw ? flaw : "counts", a.counts.activation_regions,
               a.counts.bounded_regions);
    CU_ASSERT_PTR_NULL(flaw);
    CU_ASSERT(counts_are(&a, expected));
    atlas_clear(&a);
    crease_domain_free(domain);
}

static void check_all(const count_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        crease_net *net = net_of(cases[i].layers);
        check(cases + i, net);
        crease_net_free(net);
    }
}
#define CHECK_ALL(cases) check_all(cases, sizeof(cases) / sizeof *(cases))

static void one_layer(void)
{
#define CROSSED_STRIPS RELU("[[1, 1], [1, 1], [1, 1], [1, 0]]", "[0, 1, 2, 0]")
#define PENCIL RELU("[[1, 0], [0, 1], [1, 1], [1, -1], [2, 1]]", "[0, 0, 0, 0, 0]")
#define ONE_CREASE RELU("[[1, 0], [2, 0], [-1, 0], [\"1/3\", 0]]", "[1, 2, -1, \"1/3\"]")
#define CONSTANTS RELU("[[0, 0], [0, 0], [0, 0]]", "[1, -1, 0]")
    static const count_case cases[] = {
        {"no cuts", LINEAR("[[1, 2]]", "[3]"), NULL, 1, 0, {0}},
        {"no cuts", LINEAR("[[1, 2]]", "[3]"), "0,1", 1, 1, {0}},
        {"one line", RELU("[[1, 2]]", "[3]"), NULL, 2, 0, {0}},
        {"a line outside", RELU("[[1, 2]]", "[3]"), "0,1", 1, 1, {0}},
        {"strips", RELU("[[1, 1], [2, 2], [-1, -1], [1, 1]]", "[0, 1, 1, 2]"), NULL, 5, 0, {0}},
        {"strips and a line across", CROSSED_STRIPS, NULL, 8, 0, {0}},
        {"a cross", RELU("[[1, 0], [0, 1]]", "[0, 0]"), NULL, 4, 0, {0}},
        {"a triangle", RELU("[[1, 0], [0, 1], [1, 1]]", "[0, 0, -1]"), NULL, 7, 1, {0}},
        {"through one point", PENCIL, NULL, 10, 0, {0}},
        {"the same crease", ONE_CREASE, NULL, 2, 0, {0}},
        {"zero", RELU("[[0, 0]]", "[0]"), NULL, 1, 0, {0}},
        {"constants", CONSTANTS, NULL, 1, 0, {0}},
        {"constants", CONSTANTS, "-1,1", 1, 1, {0}},
        {"constants and a line", RELU("[[0, 0], [1, 0], [0, 0]]", "[1, 0, -1]"), NULL, 2, 0, {0}},
        {"abs", LAYER("abs", "[[1, 0], [1, 1]]", "[0, 0]"), NULL, 4, 0, {0}},
        {"leaky", LAYER("leaky:1/10", "[[1, 0], [1, 1]]", "[0, 0]"), NULL, 4, 0, {0}},
        {"slope 1 is a piece", LAYER("leaky:1", "[[1, 0], [1, 1]]", "[0, 0]"), NULL, 4, 0, {0}},
    };
    CHECK_ALL(cases);
}

static void hard_tanh(void)
{
#define SQUARE LAYER("hardtanh", "[[1, 0], [0, 1]]", "[0, 0]")
// They lie on the pieces 0, 0, 1, 1, 2.
#define FIVE_CONSTANTS \
    LAYER("hardtanh", "[[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]", "[-2, -1, 0, 1, 2]")
    static const count_case cases[] = {
        {"a strip", LAYER("hardtanh", "[[1, 2]]", "[0]"), NULL, 3, 0, {0}},
        {"two strips", SQUARE, NULL, 9, 1, {0}},
        {"the border of the box", SQUARE, "-1,1", 1, 1, {0}},
        {"one crease of two", SQUARE, "0,2", 4, 4, {0}},
        {"constants", FIVE_CONSTANTS, NULL, 1, 0, {0}},
        {"side by side", LAYER("hardtanh", "[[1, 0], [1, 0]]", "[1, -1]"), NULL, 4, 0, {0}},
        {"one within the other", LAYER("hardtanh", "[[1, 0], [2, 0]]", "[0, 0]"), NULL, 5, 0, {0}},
        {"the other way round", LAYER("hardtanh", "[[-1, 0], [2, 0]]", "[0, 0]"), NULL, 5, 0, {0}},
    };
    CHECK_ALL(cases);
}

// Creases along the border or through a generator of the box.
static void borders(void)
{
#define GRID RELU("[[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]", "[0, -1, -2, 0, -1, -2]")
    static const count_case cases[] = {
        {"grid", GRID, NULL, 16, 4, {0}},
        {"grid", GRID, "0,1", 1, 1, {0}},
        {"grid", GRID, "0,2", 4, 4, {0}},
        {"grid", GRID, "-1,2", 9, 9, {0}},
        {"grid", GRID, "-1,3", 16, 16, {0}},
        {"grid", GRID, "0,1/2,1/2,2", 2, 2, {0}},
        {"grid", GRID, "1/3,4/3", 4, 4, {0}},
        {"diagonals", RELU("[[1, 1], [1, -1]]", "[-1, 0]"), "0,1", 4, 4, {0}},
        {"diagonals", RELU("[[1, 1], [1, -1]]", "[-1, 0]"), "1/3,2/3", 4, 4, {0}},
        {"touching two generators", RELU("[[1, 1], [1, 1]]", "[0, -2]"), "0,1", 1, 1, {0}},
        {"touching two generators", RELU("[[1, -1], [2, -2]]", "[1, -2]"), "0,1", 1, 1, {0}},
    };
    CHECK_ALL(cases);
}

// A pre-activation that vanishes on a whole cell belongs to the lower piece there.
static void vanishing(void)
{
#define RAMP RELU("[[1, 0], [-1, 0]]", "[0, 0]") // relu(x), relu(-x)
#define TWINS RELU("[[1, 0], [1, 0]]", "[0, 0]") // relu(x), relu(x)
#define CROSS RELU("[[1, 0], [0, 1]]", "[0, 0]") // relu(x), relu(y)
#define BREAKPOINTS LAYER("hardtanh", "[[1], [1]]", "[1, -1]")
#define FLAT RELU("[[0, 0]]", "[-1]") // 0 everywhere
    static const count_case cases[] = {
        {"relu(x)", RAMP "," RELU("[[1, 0]]", "[0]"), NULL, 2, 0, {2}},
        {"-relu(x)", RAMP "," RELU("[[-1, 0]]", "[0]"), NULL, 2, 0, {2}},
        {"relu(x) + relu(-x)", RAMP "," RELU("[[1, 1]]", "[0]"), NULL, 2, 0, {2}},
        {"relu(x) - 1", RAMP "," RELU("[[1, 0]]", "[-1]"), NULL, 3, 0, {2}},
        {"|x| - 1", RAMP "," RELU("[[1, 1]]", "[-1]"), NULL, 4, 0, {2}},
        {"|x| - 1 twice", RAMP "," RELU("[[1, 1], [-1, -1]]", "[-1, 1]"), NULL, 4, 0, {2}},
        {"relu(x) - relu(x)", TWINS "," RELU("[[1, -1]]", "[0]"), NULL, 2, 0, {2}},
        {"relu(x) - relu(x) + 1", TWINS "," RELU("[[1, -1]]", "[1]"), NULL, 2, 0, {2}},
        {"zero from zero", FLAT "," RELU("[[1]]", "[0]"), NULL, 1, 0, {1}},
        {"one from zero", FLAT "," RELU("[[5]]", "[1]"), NULL, 1, 0, {1}},
        {"minus one from zero", FLAT "," RELU("[[5]]", "[-1]"), NULL, 1, 0, {1}},
        {"breakpoints from zero", FLAT "," BREAKPOINTS, NULL, 1, 0, {1}},
        {"a crease along a crease", RAMP "," RELU("[[1, -1]]", "[0]"), NULL, 2, 0, {2}},
        {"zero on a quadrant", CROSS "," RELU("[[1, -1]]", "[0]"), NULL, 5, 0, {4}},
        {"the border again", RAMP "," RELU("[[1, 1]]", "[-1]"), "-1,1", 2, 2, {2}},
    };
    CHECK_ALL(cases);
}

// Each | |x| - 2^k | doubles the copies of what follows: 1, 2, 4, ... new creases, all
// of them parallel, so 2^l regions after l layers.
static void deep(void)
{
#define SUM LINEAR("[[1, 1]]", "[-1]")
#define UNIT RELU("[[1]]", "[0]")
#define FOLD(by) LAYER("abs", "[[1]]", "[" by "]")
#define FOLDS LAYER("abs", "[[1, 0]]", "[0]") "," FOLD("-8") "," FOLD("-4") "," FOLD("-2")
    static const count_case cases[] = {
        {"folds", FOLDS, NULL, 16, 0, {2, 4, 8}},
        // The creases are the even integers from -14 to 14.
        {"folds", FOLDS, "-15,15", 16, 16, {2, 4, 8}},
        {"folds", FOLDS, "-14,14", 14, 14, {2, 4, 8}},
        {"folds", FOLDS, "-1,1", 2, 2, {2, 2, 2}},
        {"folds", FOLDS, "1,3", 2, 2, {1, 1, 1}},
        {"a linear layer between", CROSS "," SUM "," UNIT, NULL, 7, 1, {4, 4}},
    };
    CHECK_ALL(cases);
}

// The lines are 10^-200 apart; seen from afar they are one.
static void hairline(void)
{
    static const count_case cases[] = {
        {"hairline", NULL, NULL, 4, 0, {0}},
        {"hairline", NULL, "-1,1", 4, 4, {0}},
        {"hairline", NULL, "0,1", 3, 3, {0}},
        {"hairline", NULL, "0,1e-200", 1, 1, {0}},
        {"hairline", NULL, "1e-200,2e-200", 1, 1, {0}},
        {"hairline", NULL, "1e-201,21e-201", 3, 3, {0}},
    };
    crease_net *net = net_from_file("data/ties/hairline_2-3-1.json");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(cases + i, net);
    crease_net_free(net);
}

// The constructions of the literature: every coordinate is folded m times over the unit
// interval, so that each of the m^2 pieces of the plane sees all 11 cells of the four
// lines. All lines fall, so of the cells over an unbounded piece one is unbounded.
static void data(void)
{
    static const count_case cases[] = {
        {"ties/grid_2-8-1", NULL, NULL, 25, 9, {0}}, // 5 x 5, of which 3 x 3
        {"ties/grid_2-8-1", NULL, "0,3", 9, 9, {0}},
        {"ties/pencil_2-6-1", NULL, NULL, 10, 0, {0}},        // 5 lines through a point
        {"ties/scales_2-3-3-1", NULL, NULL, 18, 6, {7}},      // as the slow reference has it
        {"papers/arrangement_2-4-1", NULL, NULL, 11, 3, {0}}, // 1 + 4 + 6, and C(3, 2)
        {"papers/arrangement_2-4-1", NULL, "0,1", 11, 11, {0}},
        {"papers/hardtanh_2-3-1", NULL, NULL, 19, 7, {0}}, // 1 + 3 2 + 3 2^2, 12 ends of lines
        {"papers/minmax_2-3-2-1", NULL, NULL, 5, 0, {4}},
        {"papers/montufar_2-4-4-1", NULL, "0,1", 44, 44, {4}}, // 2^2 11
        // Besides, the lines meet the edges u = 0 and v = 0 of the unit square in 3 and 2
        // points, which strips over x < 0 and over y < 0 see twice each: 44 + 1 + 8 + 6.
        {"papers/montufar_2-4-4-1", NULL, NULL, 59, 41, {9}},
        {"papers/pascanu_2-4-4-1", NULL, NULL, 44, 40, {4}},           // 2^2 11
        {"papers/pascanu_2-4-4-4-1", NULL, NULL, 176, 164, {4, 16}},   // 4^2 11
        {"papers/serra_2-6-4-1", NULL, NULL, 176, 164, {16}},          // 4^2 11
        {"papers/serra_2-6-6-4-1", NULL, NULL, 2816, 2756, {16, 256}}, // 16^2 11
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[100];
        snprintf(path, sizeof path, "data/%s.json", cases[i].what);
        crease_net *net = net_from_file(path);
        check(cases + i, net);
        crease_net_free(net);
    }
}

UNIT_MAIN("tree", {"one_layer", one_layer}, {"hard_tanh", hard_tanh}, {"borders", borders},
          {"vanishing", vanishing}, {"deep", deep}, {"hairline", hairline}, {"data", data})
