// Arora, Basu, Mianjy and Mukherjee 2018: sawtooths on a line and on the norm of a zonotope.
#include "make/theorem.h"

// Whether a layer before the last has an even width: its last edge falls below 0 for s > 1, where
// the next layer then is off.
static bool falls(const parameters *given)
{
    for (slong l = 0; l + 1 < theorem_layers(given); l++)
        if (theorem_width(given, l) % 2 == 0)
            return true;
    return false;
}

static void arora_edges(fmpz_t edges, const parameters *given)
{
    theorem_product(edges, given, theorem_layers(given), 1, 1, 0);
}

static crease_status arora_check(const parameters *given, crease_error *error)
{
    return theorem_check(given, 1, 1, 1, error);
}

static void add_sawtooths(stack *network, const parameters *given)
{
    for (slong l = 0; l < theorem_layers(given); l++)
        stack_sawtooth(network, theorem_width(given, l), 0);
    stack_output_layer(network);
}

static void arora_build_line(stack *network, const parameters *given)
{
    stack_open(network, 1);
    add_sawtooths(network, given);
}

// x < 0 is a piece more, on which the function is 0, as it is beyond 1 if it falls.
static void arora_claim_line(claims *list, const parameters *given)
{
    fmpz_t pieces;
    fmpz_init(pieces);
    arora_edges(pieces, given);
    claims_arrangement(list, pieces, "0,1");
    fmpz_add_ui(pieces, pieces, 1);
    fmpz_add_si(pieces, pieces, falls(given));
    claims_regions(list, pieces, 1, NULL);
    fmpz_sub_ui(pieces, pieces, (ulong)falls(given));
    claims_add(list, CREASE_AFFINE_MAPS, CREASE_EQUAL, pieces, NULL);
    fmpz_clear(pieces);
}

static void arora_build_zonotope(stack *network, const parameters *given)
{
    stack_open(network, parameters_integer(given, "d"));
    stack_zonotope(network, parameters_integer(given, "m"));
    add_sawtooths(network, given);
}

// Every cone has one piece for each edge. If the sawtooth falls, one more beyond the norm 1,
// where the function is 0: all of these are one linear region, two on a line.
static void arora_claim_zonotope(claims *list, const parameters *given)
{
    slong d = parameters_integer(given, "d");
    fmpz_t cones, edges, pieces;
    fmpz_init(cones);
    fmpz_init(edges);
    fmpz_init(pieces);
    theorem_cones(cones, given);
    arora_edges(edges, given);
    fmpz_mul(pieces, cones, edges);
    if (!falls(given)) {
        claims_regions(list, pieces, 1, NULL);
    } else {
        claims_add(list, CREASE_ACTIVATION_REGIONS, CREASE_AT_LEAST, pieces, NULL);
        fmpz_add_ui(edges, edges, 1);
        fmpz_mul(edges, cones, edges);
        claims_add(list, CREASE_ACTIVATION_REGIONS, CREASE_EQUAL, edges, NULL);
        fmpz_add_ui(pieces, pieces, d == 1 ? 2 : 1);
        claims_add(list, CREASE_LINEAR_REGIONS, CREASE_EQUAL, pieces, NULL);
    }
    fmpz_clear(pieces);
    fmpz_clear(edges);
    fmpz_clear(cones);
}

// ---- The list ----

const construction arora_family[] = {
    CONSTRUCTION(
        "arora:line", arora_check, arora_build_line, arora_claim_line,
        "a sawtooth of n_l edges, with kinks at i / n_l, in every layer",
        "Arora, Basu, Mianjy and Mukherjee 2018, Understanding deep neural networks with "
        "rectified linear units, Theorem 2.10",
        "product of n_l on (0,1); on R one more, and another one if a width before the last "
        "is even",
        PARAMETER_WIDTHS("1", "hidden layers")),
    CONSTRUCTION(
        "arora:zonotope", arora_check, arora_build_zonotope, arora_claim_zonotope,
        "first 2m units relu(b_i.x) and relu(-b_i.x), b_i = (1, t, .., t^(d-1)), t = 1..m, "
        "whose sum is a norm; then sawtooths of n_l edges of it",
        "Arora, Basu, Mianjy and Mukherjee 2018, Understanding deep neural networks with "
        "rectified linear units, Theorem 2.11",
        "2 sum of C(m-1, j) for j < d, times the product of n_l, where the norm is below 1; "
        "on R^d the same if all n_l but the last are odd, else with 1 + that product",
        PARAMETER_INPUTS("1"), PARAMETER_NORMALS, PARAMETER_WIDTHS("1", "hidden layers")),
    {.name = NULL},
};
