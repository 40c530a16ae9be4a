// Serra, Tjandraatmadja and Ramalingam 2018: zig-zags of p + 1 pieces by p relu units.
#include "make/serra.h"

#include "make/theorem.h"
#include "make/zonotope.h"

void stack_zigzag(stack *made, slong p, int first, slong spare)
{
    wave w;
    wave_init(&w, p, 1);
    for (slong i = 0; i < p; i++) {
        slong side = i == 2 ? -1 : 1;
        wave_row(&w, i, 2 * side, -side * (2 * i + 1), 2);
        wave_weight(&w, i, i == 0 ? -3 : i % 2 ? 2 : -2);
    }
    wave_weight(&w, p, 5);
    if (!first)
        wave_stretch(&w, 2 * p + 1, 2);
    stack_wave(made, &w, spare);
    wave_clear(&w);
}

#define PARAMETER_ZIGZAGS                                                                   \
    {                                                                                       \
        .name = "widths", .list = 1, .lo = "3", .hi = "10000", .help = "layers of zig-zags" \
    }
#define SOURCE                                                                                 \
    "Serra, Tjandraatmadja and Ramalingam 2018, Bounding and counting linear regions of deep " \
    "neural networks, Theorem "

static crease_status build_line(crease_net **net, const parameters *given, crease_error *error)
{
    slong layers = theorem_layers(given);
    if (theorem_check(given, 3, 1, 3, error))
        return CREASE_ERROR;
    stack made;
    stack_open(&made, 1, layers + 1);
    for (slong l = 0; l < layers; l++)
        stack_zigzag(&made, theorem_width(given, l), l == 0, 0);
    stack_output_layer(&made);
    *net = stack_close(&made);
    return CREASE_OK;
}

static void multiply_pieces(fmpz_t product, const parameters *given)
{
    for (slong l = 0; l < theorem_layers(given); l++)
        fmpz_mul_si(product, product, theorem_width(given, l) + 1);
}

static void claim_line(claims *list, const parameters *given)
{
    fmpz_t pieces;
    fmpz_init_set_ui(pieces, 1);
    multiply_pieces(pieces, given);
    claims_arrangement(list, pieces, NULL);
    fmpz_clear(pieces);
}

const construction serra_line = {
    .about = {.name = "serra:line",
              .text = "a zig-zag of n_l + 1 pieces, none of them constant, in every layer",
              .source = SOURCE "5",
              .count = "product of n_l + 1",
              PARAMETERS(PARAMETER_ZIGZAGS)},
    .build = build_line,
    .claims = claim_line,
};

static crease_status build_space(crease_net **net, const parameters *given, crease_error *error)
{
    slong d = parameters_integer(given, "d"), layers = theorem_layers(given);
    if (theorem_check_cube(given, 3 * d, 1, error))
        return CREASE_ERROR;
    stack made;
    stack_open(&made, d, layers);
    for (slong l = 0; l + 1 < layers; l++)
        stack_zigzag(&made, theorem_width(given, l) / d, l == 0, theorem_width(given, l) % d);
    theorem_last_layer(&made, theorem_width(given, layers - 1), theorem_is_literal(given));
    *net = stack_close(&made);
    return CREASE_OK;
}

static void claim_space(claims *list, const parameters *given)
{
    fmpz_t copies;
    fmpz_init(copies);
    theorem_copies(copies, given, 1);
    theorem_claims(list, given, copies, theorem_width(given, theorem_layers(given) - 1), NULL,
                   theorem_layers(given) > 1);
    fmpz_clear(copies);
}

const construction serra_space = {
    .about = {.name = "serra:space",
              .text =
                  "every coordinate goes through a zig-zag of floor(n_l / d) + 1 pieces in every "
                  "layer but the last, which has hyperplanes in general position inside the cube",
              .source = SOURCE "6",
              .count = "product over l < L of (floor(n_l / d) + 1)^d, times sum of C(n_L, j) for "
                       "j = 0..d",
              PARAMETERS(PARAMETER_INPUTS("1"), PARAMETER_WIDTHS, PARAMETER_FORM)},
    .build = build_space,
    .claims = claim_space,
};

static crease_status build_zonotope(crease_net **net, const parameters *given, crease_error *error)
{
    slong layers = theorem_layers(given);
    if (theorem_check(given, 3, 1, 3, error))
        return CREASE_ERROR;
    stack made;
    stack_open(&made, parameters_integer(given, "d"), layers + 2);
    stack_zonotope(&made, parameters_integer(given, "m"));
    for (slong l = 0; l < layers; l++)
        stack_zigzag(&made, theorem_width(given, l), l == 0, 0);
    stack_output_layer(&made);
    *net = stack_close(&made);
    return CREASE_OK;
}

static void claim_zonotope(claims *list, const parameters *given)
{
    fmpz_t regions;
    fmpz_init(regions);
    zonotope_cones(regions, given);
    multiply_pieces(regions, given);
    claims_regions(list, regions, 1, NULL);
    fmpz_clear(regions);
}

const construction serra_zonotope = {
    .about = {.name = "serra:zonotope",
              .text = "first 2m units relu(b_i.x) and relu(-b_i.x), b_i = (1, t, .., t^(d-1)), t = "
                      "1..m, whose sum is a norm; then zig-zags of n_l + 1 pieces of it",
              .source = SOURCE "7",
              .count = "2 sum of C(m-1, j) for j < d, times the product of n_l + 1",
              PARAMETERS(PARAMETER_INPUTS("1"), PARAMETER_NORMALS, PARAMETER_ZIGZAGS)},
    .build = build_zonotope,
    .claims = claim_zonotope,
};
