// Networks that refute a printed claim, or show that a printed bound is not attained.
#include "make/theorem.h"

// max(1 - k y, 2^0 k (y - 1/k), ..): slopes -k, k, 2k, .., (k-1) k with kinks at 1/k, .., (k-1)/k.
static void add_convex(stack *network, slong k)
{
    wave w;
    wave_init(&w, 1, k);
    wave_row(&w, 0, -k, 1);
    for (slong r = 1; r < k; r++)
        wave_row(&w, r, r * k, -(r * (r + 1) / 2));
    wave_weight(&w, 0, 1);
    stack_wave(network, &w, 0);
}

static void build_maxout_line(stack *network, const parameters *given)
{
    stack_open(network, 1);
    for (slong l = parameters_integer(given, "layers"); l > 0; l--)
        add_convex(network, parameters_integer(given, "k"));
}

// The unit f is 1 at 0, 0 at 1/k and 1 at 2/k, and at least 1 beyond and below 0. A value in
// (0,1) has two preimages in R, both in (0,1) but, for k = 2, for the end 1 of the second
// interval, which has value 1. So each of the k - 1 kinks of layer l, which are in (0,1), has
// 2^(l-1) preimages in R. They are apart from kinks of layers before, whose values from there on
// are 0 or at least 1. No piece is constant.
//
// There cannot be more: each layer is a convex function of one variable, so under l layers a value
// has at most 2^l preimages that become kinks of the next layer.
static void claim_maxout(claims *list, const parameters *given)
{
    slong k = parameters_integer(given, "k"), layers = parameters_integer(given, "layers");
    fmpz_t pieces;
    fmpz_init_set_ui(pieces, 1);
    fmpz_mul_2exp(pieces, pieces, (ulong)layers);
    fmpz_sub_ui(pieces, pieces, 1);
    fmpz_mul_si(pieces, pieces, k - 1);
    fmpz_add_ui(pieces, pieces, 1);
    claims_regions(list, pieces, 1, NULL);
    if (k > 2 && layers > 1) {
        fmpz_set_si(pieces, k);
        fmpz_pow_ui(pieces, pieces, (ulong)layers);
        claims_add(list, CREASE_LINEAR_REGIONS, CREASE_AT_LEAST, pieces, NULL);
        claims_refute(list, "Montufar, Pascanu, Cho and Bengio 2014, Theorem 8 as it is quoted, "
                            "for one input: the maximum is k^layers or more");
    }
    fmpz_clear(pieces);
}

static crease_status check_mirrors(const parameters *given, crease_error *error)
{
    return theorem_check(given, 3, 1, 1, error);
}

static void build_mirrors(stack *network, const parameters *given)
{
    stack_open(network, 1);
    for (slong l = 0; l + 1 < theorem_layers(given); l++)
        stack_zigzag(network, theorem_width(given, l), l == 0, 0);
    theorem_last_layer(network, theorem_last_width(given), 1);
}

// All units of the last layer, whose kinks are at i / (n+1), are off between 0 and 1/(n+1), and
// in the two images of that interval to both sides of a point between pieces where g = 0: every
// second of the ends between pieces, from the second one on.
static void claim_mirrors(claims *list, const parameters *given)
{
    slong layers = theorem_layers(given);
    fmpz_t pieces, regions;
    fmpz_init(pieces);
    fmpz_init(regions);
    theorem_product(pieces, given, layers - 1, 1, 1, 1);
    fmpz_mul_si(regions, pieces, theorem_last_width(given) + 1);
    claims_add(list, CREASE_ACTIVATION_REGIONS, CREASE_EQUAL, regions, NULL);
    if (layers > 1) {
        claims_add(list, CREASE_LINEAR_REGIONS, CREASE_EQUAL, regions, NULL);
        claims_refute(list, "Serra, Tjandraatmadja and Ramalingam 2018, Theorem 6: the network of "
                            "its proof taken literally; the theorem, on a maximum, stands");
    }
    fmpz_sub_ui(pieces, pieces, 1);
    fmpz_fdiv_q_2exp(pieces, pieces, 1);
    fmpz_sub(regions, regions, pieces);
    claims_add(list, CREASE_LINEAR_REGIONS, CREASE_EQUAL, regions, NULL);
    fmpz_clear(regions);
    fmpz_clear(pieces);
}

// h = (relu(x), relu(1 - x)) is a chain of two rays, h_1 = 0 and h_2 = 0 beyond 1, and an edge on
// h_1 + h_2 = 1. The line h_1 + h_2 = i + 1 meets it at x = -i and at x = i + 1. The first
// unit is active inside, so that only there three pieces meet, and the others are outside.
static void build_two_units(stack *network, const parameters *given)
{
    slong n = parameters_integer(given, "n");
    stack_open(network, 1);
    stack_small_wave(network, 2, 1, (const slong[][2]){{1, 0}, {-1, 1}}, (const slong[]){1, 1, 0});
    fmpq_mat_t forms;
    fmpq_mat_init(forms, n, 2);
    for (slong i = 0; i < n; i++) {
        fmpq_set_si(fmpq_mat_entry(forms, i, 0), i == 0 ? -1 : 1, 1);
        fmpq_set_si(fmpq_mat_entry(forms, i, 1), i == 0 ? 2 : -i - 2, 1);
    }
    stack_layer(network, forms, "relu");
    fmpq_mat_clear(forms);
}

static void claim_two_units(claims *list, const parameters *given)
{
    slong n = parameters_integer(given, "n");
    fmpz_t regions;
    fmpz_init_set_si(regions, 2 * n + 3);
    claims_regions(list, regions, 1, NULL);
    claims_add(list, CREASE_AFFINE_MAPS, CREASE_EQUAL, regions, NULL);
    claims_refute(list, "Raghu et al. 2017, Theorem 3 as printed: a different linear function on "
                        "each region");
    fmpz_sub_ui(regions, regions, 1); // all units of the second layer are off on both sides
    claims_add(list, CREASE_AFFINE_MAPS, CREASE_EQUAL, regions, NULL);
    fmpz_set_si(regions, 3 * (n + 1));
    claims_add(list, CREASE_ACTIVATION_REGIONS, CREASE_EQUAL, regions, NULL);
    claims_refute(list, "the bound 3 (n + 1) of Serra, Tjandraatmadja and Ramalingam 2018, Theorem "
                        "1, were it attained");
    fmpz_clear(regions);
}

// h = (relu(x), relu(y), relu(x + y - 1)), and unit i is h_1 + b h_2 + (b - 10) h_3 - (1 + b)/4 - e
// with b = 5 (i + 1) / (n + 1) and e = (i / (100 (n + 1)^2))^2. docs/theorems.md has the proof.
static void build_three_units(stack *network, const parameters *given)
{
    static const slong first[3][3] = {{1, 0, 0}, {0, 1, 0}, {1, 1, -1}};
    slong n = parameters_integer(given, "n");
    fmpq_mat_t forms, read;
    fmpq_mat_init(forms, 3, 3);
    fmpq_mat_init(read, 3, 4);
    for (slong k = 0; k < 9; k++)
        fmpq_set_si(fmpq_mat_entry(forms, k / 3, k % 3), first[k / 3][k % 3], 1);
    fmpq_mat_one(read);
    stack_open(network, 2);
    stack_layer(network, forms, "relu");
    stack_read(network, read);
    fmpq_mat_clear(forms);
    fmpq_mat_init(forms, n, 4);
    for (slong i = 0; i < n; i++) {
        fmpq *row = fmpq_mat_entry(forms, i, 0), *b = row + 1, *e = row + 2, *constant = row + 3;
        fmpq_one(row);
        fmpq_set_si(b, 5 * (i + 1), (ulong)(n + 1));
        fmpq_set_si(e, i, (ulong)(n + 1));
        fmpz_mul_si(fmpq_denref(e), fmpq_denref(e), 100 * (n + 1));
        fmpq_canonicalise(e);
        fmpq_add_si(constant, b, 1);
        fmpq_div_2exp(constant, constant, 2);
        fmpq_addmul(constant, e, e);
        fmpq_neg(constant, constant);
        fmpq_sub_si(row + 2, b, 10);
    }
    stack_layer(network, forms, "relu");
    fmpq_mat_clear(read);
    fmpq_mat_clear(forms);
}

// 7 + first n + second n (n - 1) / 2
static void claim_three(claims *list, slong n, slong first, slong second)
{
    fmpz_t regions;
    fmpz_init_set_si(regions, 7 + first * n + second * (n * (n - 1) / 2));
    claims_add(list, CREASE_ACTIVATION_REGIONS, CREASE_EQUAL, regions, NULL);
    fmpz_clear(regions);
}

static void claim_three_units(claims *list, const parameters *given)
{
    slong n = parameters_integer(given, "n");
    claim_three(list, n, 6, 3);
    claim_three(list, n, 7, 4);
    claims_refute(list,
                  "the bound of Serra, Tjandraatmadja and Ramalingam 2018, Theorem 1, were it "
                  "attained");
}

// ---- The list ----

const construction counterexample_family[] = {
    CONSTRUCTION("counterexample:maxout-line", NULL, build_maxout_line, claim_maxout,
                 "one input and one maxout unit of k rows in every layer, with as many regions as "
                 "there can "
                 "be, which for k > 2 are fewer than the k^layers that have been claimed for the "
                 "maximum",
                 "docs/constructions.md", "1 + (k-1)(2^layers - 1)", PARAMETER_RANK,
                 PARAMETER_LAYERS("hidden layers")),
    CONSTRUCTION(
        "counterexample:mirrors", check_mirrors, build_mirrors, claim_mirrors,
        "serra:space form=literal on a line: where all units of the last layer are inactive, "
        "mirror images of a region are one linear region",
        "docs/constructions.md",
        "M (n_L + 1), M the product over l < L of n_l + 1; linear regions are "
        "floor((M-1)/2) fewer",
        PARAMETER_WIDTHS("1", "hidden layers")),
    CONSTRUCTION("counterexample:two-units", NULL, build_two_units, claim_two_units,
                 "widths 2, n on a line, with as many regions as there can be: the line becomes a "
                 "convex chain, which every unit of the second layer meets at most twice",
                 "docs/constructions.md", "2n + 3, where the bound is 3 (n + 1)",
                 {.name = "n", .lo = "1", .hi = "10000", .help = "units of the second layer"}),
    CONSTRUCTION("counterexample:three-units", NULL, build_three_units, claim_three_units,
                 "widths 3, n in the plane, with as many regions as there can be: two units of the "
                 "second layer meet in at most three cells of the first",
                 "docs/theorems.md", "7 + 6n + 3n(n-1)/2, where the bound is 7 + 7n + 4n(n-1)/2",
                 {.name = "n", .lo = "1", .hi = "10000", .help = "units of the second layer"}),
    {.name = NULL},
};
