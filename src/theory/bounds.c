// The table of bounds.
#include "theory/bound.h"

#include <string.h>

#define ACT CREASE_ACTIVATION_REGIONS
#define LIN CREASE_LINEAR_REGIONS
#define ONE_BREAKPOINT "relu, leaky, abs"

typedef struct {
    crease_bound about;
    bound_formula *formula;
    bound_flaw *flaw; // NULL: none
} row;

#define ROW(id, function, ...)                    \
    {                                             \
        {.name = id, __VA_ARGS__}, function, NULL \
    }
#define FLAWED(id, function, why, ...)           \
    {                                            \
        {.name = id, __VA_ARGS__}, function, why \
    }
#define SAYS(what, how, where, whom) \
    .quantity = what, .relation = how, .domain = where, .activation = whom

static const row table[] = {
    // ---- Upper bounds and maxima ----
    ROW("patterns", bound_patterns, .formula = "product of k_l^(n_l); relu: 2^N",
        .source = "Montufar, Pascanu, Cho and Bengio 2014",
        .theorem = "quoted by Serra et al. 2018, section 3",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "any")),
    ROW("hanin-rolnick", bound_relu_patterns, .formula = "2^N",
        .source = "Hanin and Rolnick 2019, Complexity", .theorem = "equation (1)",
        SAYS(LIN, CREASE_AT_MOST, CREASE_ON_CONVEX, "relu")),
    ROW("zaslavsky", bound_zaslavsky, .formula = "sum of C(n_1, j) for j <= n_0",
        .source = "Zaslavsky 1975", .theorem = "Theorem A; Pascanu et al. 2013, Proposition 2",
        SAYS(ACT, CREASE_EQUAL, CREASE_ON_CONVEX, ONE_BREAKPOINT)),
    ROW("zaslavsky-linear", bound_zaslavsky, .formula = "sum of C(n_1, j) for j <= n_0",
        .source = "Zaslavsky 1975", .theorem = "Theorem A; Pascanu et al. 2013, Proposition 2",
        SAYS(LIN, CREASE_EQUAL, CREASE_ON_CONVEX, ONE_BREAKPOINT)),
    ROW("zaslavsky-bounded", bound_zaslavsky_bounded, .formula = "C(n_1 - 1, n_0)",
        .source = "Zaslavsky 1975", .theorem = "Theorem C",
        SAYS(CREASE_BOUNDED_REGIONS, CREASE_EQUAL, CREASE_ON_SPACE, ONE_BREAKPOINT)),
    ROW("raghu", bound_raghu, .formula = "product of (sum of C(n_l, j) for j <= n_0)",
        .source = "Raghu et al. 2017", .theorem = "Theorem 4, by Theorem 6 (ICLR submission)",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, ONE_BREAKPOINT)),
    ROW("montufar-2017", bound_montufar_2017,
        .formula = "product of (sum of C(n_l, j) for j <= min(n_0, .., n_l))",
        .source = "Montufar 2017", .theorem = "cited by Serra et al. 2018, section 3",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, ONE_BREAKPOINT)),
    ROW("serra", bound_serra,
        .formula = "sum of the product of C(n_l, j_l), 0 <= j_l <= min(n_0, n_1 - j_1, .., "
                   "n_(l-1) - j_(l-1), n_l)",
        .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "Theorem 1",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "relu")),
    ROW("serra-rank", bound_serra_rank, .formula = "the same, j_l <= rank W^l in place of n_l",
        .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "remark on Theorem 1",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "relu")),
    ROW("hinz-van-de-geer", bound_histograms,
        .formula = "|| B_L .. B_1 e_(n_0) ||_1 with the histograms C(n_l, j) e_(n_l - j)",
        .source = "Hinz and van de Geer 2019", .theorem = "matrix form of Serra's bound",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "relu")),
    ROW("two-units", bound_two_units, .formula = "3 + 2 n_2", .source = "docs/theorems.md",
        .theorem = "two units before a layer", SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "relu")),
    ROW("raghu-hardtanh", bound_raghu_hardtanh,
        .formula = "product of (sum of C(2 n_l, j) for j <= n_0)", .source = "Raghu et al. 2017",
        .theorem = "Theorem 4, by Theorem 6 (ICLR submission)",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "hardtanh")),
    ROW("parallel-pairs", bound_parallel,
        .formula = "product of (sum of C(n_l, j) 2^j for j <= n_0)", .source = "docs/theorems.md",
        .theorem = "parallel creases", SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "hardtanh")),
    ROW("pieces", bound_pieces,
        .formula = "product of (sum of C(n_l, j) (k_l - 1)^j for j <= min(n_0, .., n_(l-1)))",
        .source = "Goujon, Etemadi and Unser 2024", .theorem = "proved in docs/theorems.md",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "any of one variable")),
    ROW("convolution", bound_convolution,
        .formula = "sum of the product of C(filters, t_i), t in K", .source = "Xiong et al. 2020",
        .theorem = "Theorem 2", SAYS(ACT, CREASE_EQUAL, CREASE_ON_CONVEX, "relu")),
    ROW("maxout-pairs-layer", bound_maxout_pairs_layer,
        .formula = "min(sum of C(k^2 n_1, j) for j <= n_0, k^(n_1))",
        .source = "Montufar, Pascanu, Cho and Bengio 2014", .theorem = "Proposition 7",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "maxout")),
    ROW("maxout-pairs", bound_maxout_pairs,
        .formula = "product of (sum of C(k (k - 1) / 2 n_l, j) for j <= min(n_0, .., n_l))",
        .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "Theorem 8",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "maxout")),
    ROW("maxout-layer", bound_maxout_layer, .formula = "sum of C(n_1, j) (k - 1)^j for j <= n_0",
        .source = "Montufar, Ren and Zhang 2022", .theorem = "one layer, with biases",
        SAYS(ACT, CREASE_EQUAL, CREASE_ON_CONVEX, "maxout")),
    ROW("maxout-deep", bound_maxout_deep,
        .formula = "product of (sum of C(n_l, j) (k_l - 1)^j for j <= min(n_0, .., n_(l-1)))",
        .source = "Montufar, Ren and Zhang 2022", .theorem = "one layer, layer by layer",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "maxout")),
    ROW("maxout-line", bound_maxout_line,
        .formula = "1 + sum of (k_l - 1) 2^(l-1); equal ranks: 1 + (k - 1)(2^L - 1)",
        .source = "docs/theorems.md", .theorem = "one maxout unit a layer",
        SAYS(ACT, CREASE_AT_MOST, CREASE_ON_CONVEX, "maxout")),

    // ---- Lower bounds on the maximum ----
    ROW("pascanu", bound_pascanu,
        .formula = "product of floor(n_l / n_0) for l < L, times sum of C(n_L, j) for j <= n_0",
        .source = "Pascanu, Montufar and Bengio 2013", .theorem = "Theorem 1",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    ROW("pascanu-folds", bound_pascanu_folds,
        .formula = "2^((L - 1) n_0), times sum of C(2 n_0, j) for j <= n_0",
        .source = "Pascanu, Montufar and Bengio 2013", .theorem = "section 5",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    ROW("montufar-2014", bound_montufar_2014,
        .formula = "product of floor(n_l / n_0)^(n_0) for l < L, times sum of C(n_L, j) for j <= "
                   "n_0",
        .source = "Montufar, Pascanu, Cho and Bengio 2014", .theorem = "Theorem 4",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    ROW("serra-line", bound_serra_line, .formula = "product of (n_l + 1)",
        .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "Theorem 5",
        SAYS(ACT, CREASE_EQUAL, CREASE_ON_CONVEX, "relu")),
    ROW("serra-zigzag", bound_serra_zigzag,
        .formula = "product of (floor(n_l / n_0) + 1)^(n_0) for l < L, times sum of C(n_L, j) for "
                   "j <= n_0",
        .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "Theorem 6",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    ROW("arora", bound_arora,
        .formula = "2 (sum of C(m - 1, j) for j < n_0) w^(L-1), n_1 = 2m, later n_l = w",
        .source = "Arora, Basu, Mianjy and Mukherjee 2018", .theorem = "Theorem 2.11(i)",
        SAYS(LIN, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    FLAWED("serra-zonotope", bound_serra_zonotope, flaw_serra_zonotope,
           .formula = "2 (sum of C(m - 1, j) for j < n_0) (w + 1)^(L-1), n_1 = 2m, later n_l = w",
           .source = "Serra, Tjandraatmadja and Ramalingam 2018", .theorem = "Theorem 7",
           SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "relu")),
    ROW("telgarsky", bound_telgarsky, .formula = "2^L", .source = "Telgarsky 2015",
        .theorem = "the tent map, L times", SAYS(LIN, CREASE_AT_LEAST, CREASE_ON_CUBE, "relu")),
    ROW("maxout-grid", bound_maxout_grid, .formula = "k^min(n_0, n_1)",
        .source = "Montufar, Pascanu, Cho and Bengio 2014", .theorem = "Proposition 7",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "maxout")),
    FLAWED("maxout-cones", bound_maxout_cones, flaw_maxout_cones, .formula = "k^(L-1) k^(n_0)",
           .source = "Montufar, Pascanu, Cho and Bengio 2014", .theorem = "Theorem 8",
           SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "maxout")),
    ROW("maxout-folds", bound_maxout_folds, .formula = "2^(n_0 L)",
        .source = "Montufar, Pascanu, Cho and Bengio 2014", .theorem = "section 4, rank 2",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "maxout")),
    ROW("maxout-zigzag", bound_maxout_zigzag,
        .formula = "product of (n_l / n_0 (k_l - 1) + 1)^(n_0) for l < L, times sum of C(n_L, j) "
                   "(k_L - 1)^j for j <= n_0",
        .source = "Montufar, Ren and Zhang 2022", .theorem = "proved in docs/theorems.md",
        SAYS(ACT, CREASE_AT_LEAST, CREASE_ON_SPACE, "maxout")),
};
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

crease_standing crease_bound_compute(fmpz_t value, size_t index, const crease_architecture *a)
{
    crease_standing standing = {.needs = table[index].formula(value, a)};
    if (!standing.needs && table[index].flaw)
        standing.flaw = table[index].flaw(a);
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
