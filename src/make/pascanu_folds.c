// Pascanu, Montufar and Bengio 2013, section 5: absolute values, each made of two relu units.
#include "make/theorem.h"
#include "make/wave.h"

// g(s) = relu(s) + relu(-s) = |s| and after that |2 s - 1|, which maps (0,1) over itself twice.
static void add_fold(stack *made, int first)
{
    wave w;
    wave_init(&w, 2, 1);
    slong slope = first ? 1 : 2, constant = first ? 0 : -1;
    wave_row(&w, 0, slope, constant, 1);
    wave_row(&w, 1, -slope, -constant, 1);
    wave_weight(&w, 0, 1);
    wave_weight(&w, 1, 1);
    stack_wave(made, &w, 0);
    wave_clear(&w);
}

static crease_status build(crease_net **net, const parameters *given, crease_error *error)
{
    slong d = parameters_integer(given, "d"), layers = parameters_integer(given, "layers");
    if (theorem_check_vertices(2 * d, d, "d", error))
        return CREASE_ERROR;
    stack made;
    stack_open(&made, d, layers);
    for (slong l = 0; l + 1 < layers; l++)
        add_fold(&made, l == 0);
    theorem_last_layer(&made, 2 * d, theorem_is_literal(given));
    *net = stack_close(&made);
    return CREASE_OK;
}

static void list_claims(claims *list, const parameters *given)
{
    slong d = parameters_integer(given, "d"), layers = parameters_integer(given, "layers");
    fmpz_t copies;
    fmpz_init(copies);
    fmpz_one(copies);
    fmpz_mul_2exp(copies, copies, (ulong)((layers - 1) * d));
    theorem_claims(list, given, copies, 2 * d, NULL, layers > 1);
    fmpz_clear(copies);
}

const construction pascanu_folds = {
    .about = {.name = "pascanu:folds",
              .text = "layers of width 2d: |x_j|, then |2 y_j - 1|, each by two units, and last 2d "
                      "hyperplanes in general position inside the cube",
              .source = "Pascanu, Montufar and Bengio 2013, On the number of response regions of "
                        "deep feedforward networks with piece-wise linear activations, section 5",
              .count = "2^((layers-1) d) times sum of C(2d, j) for j = 0..d",
              PARAMETERS(PARAMETER_INPUTS("1"),
                         {.name = "layers", .lo = "1", .hi = "1000", .help = "hidden layers"},
                         PARAMETER_FORM)},
    .build = build,
    .claims = list_claims,
};
