// Maxout networks that fold every coordinate: Montufar et al. 2014 section 4, and zig-zags.
#include "make/theorem.h"
#include "make/wave.h"

#define MONTUFAR                                                                              \
    "Montufar, Pascanu, Cho and Bengio 2014, On the number of linear regions of deep neural " \
    "networks, "
#define PARAMETER_LAYERS                                                   \
    {                                                                      \
        .name = "layers", .lo = "1", .hi = "1000", .help = "hidden layers" \
    }
#define PARAMETER_RANK                                                 \
    {                                                                  \
        .name = "k", .lo = "2", .hi = "1000", .help = "rows of a unit" \
    }

// One unit for each coordinate, of k pieces with slopes k, 2k, .., k^2 and kinks at i / k.
static void add_steps(stack *made, slong k)
{
    wave w;
    wave_init(&w, 1, k);
    for (slong r = 0; r < k; r++)
        wave_row(&w, r, (r + 1) * k, -(r * (r + 1) / 2), 1);
    wave_weight(&w, 0, 1);
    stack_wave(made, &w, 0);
    wave_clear(&w);
}

static crease_status build_grid(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    stack made;
    stack_open(&made, parameters_integer(given, "d"), 1);
    add_steps(&made, parameters_integer(given, "k"));
    *net = stack_close(&made);
    return CREASE_OK;
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

const construction maxout_grid = {
    .about = {.name = "maxout:grid",
              .text =
                  "one maxout unit of k rows for each coordinate, with kinks at 1/k, .., (k-1)/k",
              .source = MONTUFAR "Proposition 7",
              .count = "k^d",
              PARAMETERS(PARAMETER_INPUTS("1"), PARAMETER_RANK)},
    .build = build_grid,
    .claims = claim_grid,
};

static crease_status build_fold2(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    slong layers = parameters_integer(given, "layers");
    stack made;
    wave fold;
    wave_init(&fold, 1, 2);
    wave_row(&fold, 0, 2, -1, 1);
    wave_row(&fold, 1, -2, 1, 1);
    wave_weight(&fold, 0, 1);
    stack_open(&made, parameters_integer(given, "d"), layers);
    for (slong l = 0; l + 1 < layers; l++)
        stack_wave(&made, &fold, 0);
    add_steps(&made, 2);
    wave_clear(&fold);
    *net = stack_close(&made);
    return CREASE_OK;
}

static void claim_fold2(claims *list, const parameters *given)
{
    claim_power(list, 2, parameters_integer(given, "d") * parameters_integer(given, "layers"));
}

const construction maxout_fold2 = {
    .about = {.name = "maxout:fold2",
              .text =
                  "d units max(2 y_j - 1, 1 - 2 y_j) in every layer but the last, which has one "
                  "kink for each coordinate",
              .source = MONTUFAR "section 4",
              .count = "2^(d layers)",
              PARAMETERS(PARAMETER_INPUTS("1"), PARAMETER_LAYERS)},
    .build = build_fold2,
    .claims = claim_fold2,
};

// |u| + |v| and 2 |u| + |v|, each the largest of four forms; u = y in the first layer, then
// 2 y - 1. Their difference is |u|, and 2 |u| + 2 |v| - (2 |u| + |v|) = |v|.
static void add_fold4(stack *made, int first)
{
    fmpq_mat_t forms, read;
    fmpq_mat_init(forms, 8, 3);
    fmpq_mat_init(read, 2, 3);
    for (slong row = 0; row < 8; row++) {
        slong a = (row < 4 ? 1 : 2) * (row & 1 ? -1 : 1), b = row & 2 ? -1 : 1;
        slong stretch = first ? 1 : 2;
        fmpq_set_si(fmpq_mat_entry(forms, row, 0), stretch * a, 1);
        fmpq_set_si(fmpq_mat_entry(forms, row, 1), stretch * b, 1);
        fmpq_set_si(fmpq_mat_entry(forms, row, 2), first ? 0 : -a - b, 1);
    }
    fmpq_set_si(fmpq_mat_entry(read, 0, 0), -1, 1);
    fmpq_set_si(fmpq_mat_entry(read, 0, 1), 1, 1);
    fmpq_set_si(fmpq_mat_entry(read, 1, 0), 2, 1);
    fmpq_set_si(fmpq_mat_entry(read, 1, 1), -1, 1);
    stack_layer(made, forms, "maxout:4");
    stack_read(made, read);
    fmpq_mat_clear(read);
    fmpq_mat_clear(forms);
}

static crease_status build_fold4(crease_net **net, const parameters *given, crease_error *error)
{
    (void)error;
    slong layers = parameters_integer(given, "layers");
    stack made;
    stack_open(&made, 2, layers);
    for (slong l = 0; l + 1 < layers; l++)
        add_fold4(&made, l == 0);
    add_steps(&made, 4);
    *net = stack_close(&made);
    return CREASE_OK;
}

static void claim_fold4(claims *list, const parameters *given)
{
    claim_power(list, 4, parameters_integer(given, "layers") + 1);
}

const construction maxout_fold4 = {
    .about = {.name = "maxout:fold4",
              .text = "two units of four rows, |u| + |v| and 2 |u| + |v|, fold the plane in every "
                      "layer but the last, which has kinks at 1/4, 1/2, 3/4 of each coordinate",
              .source = MONTUFAR "Theorem 8, for d = 2 and k = 4",
              .count = "4^(layers-1) 16",
              PARAMETERS(PARAMETER_LAYERS)},
    .build = build_fold4,
    .claims = claim_fold4,
};
