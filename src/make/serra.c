// Serra, Tjandraatmadja and Ramalingam 2018: zig-zags of p + 1 pieces by p relu units.
#include "make/theorem.h"

#define PARAMETER_ZIGZAGS PARAMETER_WIDTHS("3", "layers of zig-zags")
#define SOURCE                                                                                 \
    "Serra, Tjandraatmadja and Ramalingam 2018, Bounding and counting linear regions of deep " \
    "neural networks, Theorem "

static crease_status serra_check(const parameters *given, crease_error *error)
{
    return theorem_check(given, 3, 1, 3, error);
}

static void add_zigzags(stack *network, const parameters *given)
{
    for (slong l = 0; l < theorem_layers(given); l++)
        stack_zigzag(network, theorem_width(given, l), l == 0, 0);
    stack_output_layer(network);
}

static void serra_build_line(stack *network, const parameters *given)
{
    stack_open(network, 1);
    add_zigzags(network, given);
}

static void serra_pieces(fmpz_t pieces, const parameters *given)
{
    theorem_product(pieces, given, theorem_layers(given), 1, 1, 1);
}

static void serra_claim_line(claims *list, const parameters *given)
{
    fmpz_t pieces;
    fmpz_init(pieces);
    serra_pieces(pieces, given);
    claims_arrangement(list, pieces, NULL);
    fmpz_clear(pieces);
}

static crease_status check_space(const parameters *given, crease_error *error)
{
    return theorem_check_cube(given, 3 * parameters_integer(given, "d"), 1, error);
}

static void build_space(stack *network, const parameters *given)
{
    slong d = parameters_integer(given, "d");
    stack_open(network, d);
    for (slong l = 0; l + 1 < theorem_layers(given); l++)
        stack_zigzag(network, theorem_width(given, l) / d, l == 0, theorem_width(given, l) % d);
    theorem_last_layer(network, theorem_last_width(given), theorem_is_literal(given));
}

static void claim_space(claims *list, const parameters *given)
{
    fmpz_t copies;
    fmpz_init(copies);
    theorem_copies(copies, given, 1, 1);
    theorem_claims(list, given, copies, theorem_last_width(given), NULL,
                   theorem_layers(given) > 1
                       ? "Serra, Tjandraatmadja and Ramalingam 2018, Theorem 6: the network of its "
                         "proof taken literally; the theorem, on a maximum, stands"
                       : NULL);
    fmpz_clear(copies);
}

static void serra_build_zonotope(stack *network, const parameters *given)
{
    stack_open(network, parameters_integer(given, "d"));
    stack_zonotope(network, parameters_integer(given, "m"));
    add_zigzags(network, given);
}

static void serra_claim_zonotope(claims *list, const parameters *given)
{
    fmpz_t regions, cones;
    fmpz_init(regions);
    fmpz_init(cones);
    theorem_cones(cones, given);
    serra_pieces(regions, given);
    fmpz_mul(regions, regions, cones);
    claims_regions(list, regions, 1, NULL);
    fmpz_clear(cones);
    fmpz_clear(regions);
}

// ---- The list ----

const construction serra_family[] = {
    CONSTRUCTION("serra:line", serra_check, serra_build_line, serra_claim_line,
                 "a zig-zag of n_l + 1 pieces, none of them constant, in every layer", SOURCE "5",
                 "product of n_l + 1", PARAMETER_ZIGZAGS),
    CONSTRUCTION(
        "serra:space", check_space, build_space, claim_space,
        "every coordinate goes through a zig-zag of floor(n_l / d) + 1 pieces in every layer "
        "but the last, which has hyperplanes in general position inside the cube",
        SOURCE "6",
        "product over l < L of (floor(n_l / d) + 1)^d, times sum of C(n_L, j) for j = 0..d",
        PARAMETER_INPUTS("1"), PARAMETER_WIDTHS("1", "hidden layers"), PARAMETER_FORM),
    CONSTRUCTION(
        "serra:zonotope", serra_check, serra_build_zonotope, serra_claim_zonotope,
        "first 2m units relu(b_i.x) and relu(-b_i.x), b_i = (1, t, .., t^(d-1)), t = 1..m, "
        "whose sum is a norm; then zig-zags of n_l + 1 pieces of it",
        SOURCE "7", "2 sum of C(m-1, j) for j < d, times the product of n_l + 1",
        PARAMETER_INPUTS("1"), PARAMETER_NORMALS, PARAMETER_ZIGZAGS),
    {.name = NULL},
};
