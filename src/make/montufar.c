// Montufar, Pascanu, Cho and Bengio 2014: every coordinate folded p times by p relu units.
#include "make/sawtooth.h"
#include "make/theorem.h"

static crease_status build(crease_net **net, const parameters *given, crease_error *error)
{
    slong d = parameters_integer(given, "d"), layers = theorem_layers(given);
    if (theorem_check_cube(given, d, d, error))
        return CREASE_ERROR;
    stack made;
    stack_open(&made, d, layers);
    for (slong l = 0; l + 1 < layers; l++)
        stack_sawtooth(&made, theorem_width(given, l) / d, theorem_width(given, l) % d);
    theorem_last_layer(&made, theorem_width(given, layers - 1), theorem_is_literal(given));
    *net = stack_close(&made);
    return CREASE_OK;
}

// (0,1)^d is mapped over itself by `copies` boxes that tile it; along x_1 there are the product
// of p_l of them, and g = 0 between the second and the third. Outside there is more.
static void list_claims(claims *list, const parameters *given)
{
    slong d = parameters_integer(given, "d"), layers = theorem_layers(given), along = 1;
    for (slong l = 0; l + 1 < layers && along < 3; l++)
        along *= theorem_width(given, l) / d;
    fmpz_t copies;
    fmpz_init(copies);
    theorem_copies(copies, given, 0);
    theorem_claims(list, given, copies, theorem_width(given, layers - 1), "0,1", along >= 3);
    fmpz_clear(copies);
}

const construction montufar_folds = {
    .about = {.name = "montufar:folds",
              .text =
                  "every coordinate is folded p = floor(n_l / d) times over (0,1) by relu(p g), "
                  "relu(p g - 1), .., relu(p g - p + 1); last, hyperplanes in general position "
                  "inside the cube",
              .source =
                  "Montufar, Pascanu, Cho and Bengio 2014, On the number of linear regions of "
                  "deep neural networks, Theorem 4",
              .count = "on (0,1)^d: product over l < L of floor(n_l / d)^d, times sum of C(n_L, j) "
                       "for j = 0..d",
              PARAMETERS(PARAMETER_INPUTS("1"), PARAMETER_WIDTHS, PARAMETER_FORM)},
    .build = build,
    .claims = list_claims,
};
