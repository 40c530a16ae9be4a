// Pascanu, Montufar and Bengio 2013, section 5: absolute values, each made of two relu units.
#include "make/theorem.h"

// g(s) = relu(s) + relu(-s) = |s| and after that |2 s - 1|, which maps (0,1) over itself twice.
static void add_fold(stack *made, int first)
{
    const slong slope = first ? 1 : 2, constant = first ? 0 : -1;
    stack_small_wave(made, 2, 1, (const slong[][2]){{slope, constant}, {-slope, -constant}},
                     (const slong[]){1, 1, 0});
}

static crease_status pascanu_check_folds(const parameters *given, crease_error *error)
{
    slong d = parameters_integer(given, "d");
    return theorem_check_vertices(2 * d, d, "d", error);
}

static void pascanu_build_folds(stack *made, const parameters *given)
{
    slong d = parameters_integer(given, "d"), layers = parameters_integer(given, "layers");
    stack_open(made, d);
    for (slong l = 0; l + 1 < layers; l++)
        add_fold(made, l == 0);
    theorem_last_layer(made, 2 * d, theorem_is_literal(given));
}

static void pascanu_claim_folds(claims *list, const parameters *given)
{
    slong d = parameters_integer(given, "d"), layers = parameters_integer(given, "layers");
    fmpz_t copies;
    fmpz_init(copies);
    fmpz_one(copies);
    fmpz_mul_2exp(copies, copies, (ulong)((layers - 1) * d));
    theorem_claims(list, given, copies, 2 * d, NULL, layers > 1);
    fmpz_clear(copies);
}

// ---- The list ----

const construction pascanu_family[] = {
    CONSTRUCTION("pascanu:folds", pascanu_check_folds, pascanu_build_folds, pascanu_claim_folds,
                 "layers of width 2d: |x_j|, then |2 y_j - 1|, each by two units, and last 2d "
                 "hyperplanes in general position inside the cube",
                 "Pascanu, Montufar and Bengio 2013, On the number of response regions of deep "
                 "feedforward networks with piece-wise linear activations, section 5",
                 "2^((layers-1) d) times sum of C(2d, j) for j = 0..d", PARAMETER_INPUTS("1"),
                 PARAMETER_LAYERS("hidden layers"), PARAMETER_FORM),
    {.name = NULL},
};
