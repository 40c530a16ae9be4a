// Bounds of layers whose units have several activations.
#include "../ref/cases.h"
#include "architectures.h"
#include "base/random.h"
#include "nets.h"
#include "theory/architecture.h"

// units: the activations of a layer's units, as words. At most 8.
static size_t fill_mixed(net_layer *layer, size_t inputs, const char *units)
{
    activation act[8];
    uint32_t kind[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    char *words = memory_copy_text(units), *rest = words, *word;
    size_t count = 0;
    while ((word = strsep(&rest, " ")))
        if (activation_parse(act + count++, word, NULL))
            abort();
    free(words);
    net_layer_init_mixed(layer, inputs, count, act, count, kind);
    return count;
}

// The architecture whose layers are these lists; the last is followed by "".
static crease_architecture *mixed_of(size_t inputs, const char *const *layers)
{
    size_t count = 0, from = inputs;
    while (*layers[count])
        count++;
    crease_net *net = net_new(inputs, count + 1);
    for (size_t l = 0; l < count; l++)
        from = fill_mixed(net->layer + l, from, layers[l]);
    fill_mixed(net->layer + count, from, "linear");
    net_finish(net);
    crease_architecture *a;
    CU_ASSERT_EQUAL_FATAL(crease_architecture_of_net(&a, net, inputs, NULL), CREASE_OK);
    crease_net_free(net);
    a->has_ranks = 0; // its weights are zero
    return a;
}

typedef struct {
    size_t inputs;
    const char *layers[4], *bound, *expected;
} mixed_case;

static void check_mixed(const mixed_case *of, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        crease_architecture *a = mixed_of(of[i].inputs, of[i].layers);
        char *found = bound_text(of[i].bound, a);
        CU_ASSERT_STRING_EQUAL(found, of[i].expected);
        if (strcmp(found, of[i].expected) != 0)
            fprintf(stderr, "\n%s of %s: expected %s, found %s\n", of[i].bound,
                    crease_architecture_text(a), of[i].expected, found);
        free(found);
        CU_ASSERT_EQUAL(contradictions(a), 0);
        crease_architecture_free(a);
    }
}

// Sums worked out by hand. Linear units make no crease, and keep dimensions: in 3-(2 + 2)-6 what
// reaches the second layer has dimension 3, or 2 or 1 where Serra's relu units are inactive.
static void upper(void)
{
    static const mixed_case list[] = {
        {2, {"relu linear relu", "", "", ""}, "patterns", "4"},
        {2, {"relu linear hardtanh maxout:4", "", "", ""}, "patterns", "24"},
        {1, {"relu linear relu relu", "", "", ""}, "zaslavsky", "4"},
        {2, {"relu linear abs leaky:1/2", "", "", ""}, "zaslavsky", "7"},
        {2, {"relu linear relu relu", "", "", ""}, "zaslavsky-bounded", "1"},
        {1, {"relu relu linear", "relu linear relu", "", ""}, "hanin-rolnick", "16"},
        {1, {"relu relu linear", "relu linear relu", "", ""}, "raghu", "9"},
        {2, {"linear", "relu relu relu", "", ""}, "raghu", "7"},
        {2, {"linear", "relu relu relu", "", ""}, "montufar-2017", "4"},
        {2, {"relu linear", "relu relu", "", ""}, "montufar-2017", "8"},
        // j_1 = 0: dimension 2; j_1 = 1: dimension 1. 1 * 4 + 1 * 3.
        {2, {"relu linear", "relu relu", "", ""}, "serra", "7"},
        {2, {"relu linear", "relu relu", "", ""}, "hinz-van-de-geer", "7"},
        {2, {"relu", "relu relu", "", ""}, "serra", "4"},
        {2, {"relu linear", "linear", "relu relu", ""}, "serra", "6"},
        {2, {"hardtanh relu linear", "", "", ""}, "pieces", "6"},
        {1, {"hardtanh relu linear", "", "", ""}, "pieces", "4"},
        {2, {"hardtanh linear hardtanh hardtanh", "", "", ""}, "parallel-pairs", "19"},
        {2, {"hardtanh linear hardtanh hardtanh", "", "", ""}, "raghu-hardtanh", "22"},
        {1, {"relu relu", "relu linear", "", ""}, "two-units", "5"},
        {1, {"maxout:3 linear maxout:2", "", "", ""}, "maxout-layer", "4"},
        {2, {"maxout:3 relu maxout:2", "", "", ""}, "maxout-layer", "10"},
        {2, {"relu relu relu", "maxout:2", "", ""}, "maxout-deep", "14"},
        {1, {"maxout:3 linear maxout:2", "", "", ""}, "maxout-pairs", "5"},
        {1, {"maxout:3 linear maxout:2", "", "", ""}, "maxout-pairs-layer", "6"},
    };
    check_mixed(list, sizeof list / sizeof *list);
}

// Other units are silent; maxout units of more rows than the least count no more.
static void lower(void)
{
    static const mixed_case list[] = {
        {1, {"relu abs relu relu", "relu linear relu relu", "", ""}, "montufar-2014", "12"},
        {1, {"relu linear relu relu", "relu linear relu relu", "", ""}, "serra-line", "16"},
        {1, {"relu linear relu abs", "relu relu hardtanh", "", ""}, "telgarsky", "4"},
        {2, {"maxout:3 relu maxout:4", "", "", ""}, "maxout-grid", "9"},
        {2, {"relu maxout:4", "", "", ""}, "maxout-grid", "4"},
        {1, {"maxout:2 linear maxout:3", "maxout:3", "", ""}, "maxout-zigzag", "9"},
    };
    check_mixed(list, sizeof list / sizeof *list);
}

static void needs(void)
{
    static const mixed_case list[] = {
        {2,
         {"relu linear abs", "", "", ""},
         "serra",
         "needs only linear units beside those it counts"},
        {2, {"abs linear", "", "", ""}, "serra", "needs relu in every hidden layer"},
        {2, {"linear linear", "", "", ""}, "serra", "needs relu in every hidden layer"},
        {2,
         {"relu linear hardtanh", "", "", ""},
         "raghu",
         "needs one breakpoint in every unit (relu, leaky, abs)"},
        {2,
         {"relu maxout:2", "", "", ""},
         "pieces",
         "needs units that are functions of one variable"},
        {2, {"relu abs", "", "", ""}, "maxout-deep", "needs maxout in every hidden layer"},
        {1, {"relu linear", "relu", "", ""}, "two-units", "needs n_0 = 1, L = 2, n_1 = 2"},
        {1, {"relu relu linear", "relu", "", ""}, "two-units", "needs n_0 = 1, L = 2, n_1 = 2"},
        {1,
         {"maxout:2", "linear", "maxout:2", ""},
         "maxout-line",
         "needs n_0 = 1 and n_l = 1 for all l"},
        {1,
         {"relu linear abs", "relu relu relu", "", ""},
         "serra-line",
         "needs n_l >= 3 for all l"},
        {1,
         {"relu abs relu relu", "relu relu relu", "", ""},
         "serra-line",
         "needs only linear units beside those it counts"},
        {2, {"relu linear", "relu relu", "", ""}, "montufar-2014", "needs n_l >= n_0 for all l"},
        {1, {"relu", "linear", "relu", ""}, "montufar-2014", "needs relu in every hidden layer"},
        {1,
         {"maxout:2", "maxout:3", "", ""},
         "maxout-cones",
         "needs maxout of one rank in every hidden layer"},
    };
    check_mixed(list, sizeof list / sizeof *list);
}

// No lower bound exceeds an upper one.
static void seed_from_environment(random_state *random)
{
    random_seed(random, cases_seed());
}

static void consistent(void)
{
    static const char *const names[] = {"linear", "relu",     "relu",     "relu",
                                        "abs",    "hardtanh", "maxout:2", "maxout:3"};
    random_state random;
    seed_from_environment(&random);
    CASES(i, 2000) {
        char words[4][80] = {"", "", "", ""};
        const char *const layers[] = {words[0], words[1], words[2], words[3]};
        size_t count = 1 + random_below(&random, 3), kinds = 2 + random_below(&random, 7);
        for (size_t l = 0; l < count; l++)
            for (size_t units = 1 + random_below(&random, 8); units > 0; units--) {
                strcat(words[l], names[random_below(&random, kinds < 8 ? kinds : 8)]);
                strcat(words[l], units > 1 ? " " : "");
            }
        crease_architecture *a = mixed_of(1 + random_below(&random, 3), layers);
        CU_ASSERT_EQUAL(contradictions(a), 0);
        crease_architecture_free(a);
    }
}

// Only the rows of relu units count: the linear ones have rank 2.
static void ranks(void)
{
    crease_net *net = net_of("{\"weights\": [[1, 2], [2, 4], [-1, -2], [1, 0], [0, 1]], "
                             "\"bias\": [0, 1, 2, 0, 0], \"activation\": "
                             "[\"relu\", \"relu\", \"relu\", \"linear\", \"linear\"]}");
    crease_architecture *a;
    CU_ASSERT_EQUAL_FATAL(crease_architecture_of_net(&a, net, 2, NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_architecture_text(a), "2-5, (3 relu, 2 linear)");
    char *serra = bound_text("serra", a), *with = bound_text("serra-rank", a);
    CU_ASSERT_STRING_EQUAL(serra, "7");
    CU_ASSERT_STRING_EQUAL(with, "4");
    free(serra);
    free(with);
    crease_architecture_free(a);
    crease_net_free(net);
}

// On a line, other units beside the maxout units refute what refutes the printed bound.
static void flaw(void)
{
    static const char *const alone[] = {"maxout:3", "maxout:3", "", ""};
    static const char *const beside[] = {"maxout:3 linear", "maxout:3", "", ""};
    fmpz_t value;
    fmpz_init(value);
    for (int i = 0; i < 2; i++) {
        crease_architecture *a = mixed_of(1, i ? beside : alone);
        const char *flaw = crease_bound_compute(value, crease_bound_find("maxout-cones"), a).flaw;
        CU_ASSERT_PTR_NOT_NULL_FATAL(flaw);
        CU_ASSERT_EQUAL(strstr(flaw, "not proved") != NULL, i);
        crease_architecture_free(a);
    }
    fmpz_clear(value);
}

UNIT_MAIN("mixed_bounds", {"upper", upper}, {"lower", lower}, {"needs", needs},
          {"consistent", consistent}, {"ranks", ranks}, {"flaw", flaw})
