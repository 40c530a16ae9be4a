// The region tree: networks whose regions can be counted by hand or by a formula.
#include "audit.h"
#include "unit.h"

#include <inttypes.h>

// A network, its domain, its regions, how many of them are bounded, and the regions of the first
// layers.
typedef struct {
    const char *what, *layers, *box;
    uint64_t regions, bounded, per_layer[4];
} count_case;

static bool counts_are(const atlas *a, const count_case *expected)
{
    bool good = a->counts.activation_regions == expected->regions &&
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

UNIT_MAIN("tree", {"borders", borders}, {"vanishing", vanishing}, {"hairline", hairline})
