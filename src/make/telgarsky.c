// Telgarsky 2015: a sawtooth whose teeth double with every layer, in two forms.
#include "make/theorem.h"

#define PARAMETER_TEETH PARAMETER_LAYERS("how often the teeth double")

// g(s) = relu(2 s) - relu(4 s - 2): 2 s up to 1/2, then 2 - 2 s.
static void add_tooth(stack *network)
{
    stack_small_wave(network, 2, 1, (const slong[][2]){{2, 0}, {4, -2}}, (const slong[]){1, -1, 0});
}

// One unit relu(y), which is what is read: negative values are cut off.
static void add_cut(stack *network)
{
    stack_small_wave(network, 1, 1, (const slong[][2]){{1, 0}}, (const slong[]){1, 0});
}

static void build_sawtooth(stack *network, const parameters *given)
{
    stack_open(network, 1);
    for (slong l = parameters_integer(given, "layers"); l > 0; l--)
        add_tooth(network);
    stack_output_layer(network);
}

static void telgarsky_build_blocks(stack *network, const parameters *given)
{
    stack_open(network, 1);
    for (slong l = parameters_integer(given, "layers"); l > 0; l--) {
        add_tooth(network);
        add_cut(network);
    }
}

// 2^layers pieces on (0,1). The function is 0 on x < 0 and, if a cut or another tooth follows the
// first tooth, on x > 1: `outside` pieces more, but one map.
static void telgarsky_claims(claims *list, const parameters *given, slong outside)
{
    fmpz_t pieces;
    fmpz_init_set_ui(pieces, 1);
    fmpz_mul_2exp(pieces, pieces, (ulong)parameters_integer(given, "layers"));
    claims_arrangement(list, pieces, "0,1");
    fmpz_add_si(pieces, pieces, outside);
    claims_regions(list, pieces, 1, NULL);
    fmpz_sub_ui(pieces, pieces, outside == 2);
    claims_add(list, CREASE_AFFINE_MAPS, CREASE_EQUAL, pieces, NULL);
    fmpz_clear(pieces);
}

// With one layer, x > 1 goes on with the last piece, and x < 0 is 0.
static void list_sawtooth(claims *list, const parameters *given)
{
    telgarsky_claims(list, given, parameters_integer(given, "layers") == 1 ? 1 : 2);
}

static void list_blocks(claims *list, const parameters *given)
{
    telgarsky_claims(list, given, 2);
}

// ---- The list ----

const construction telgarsky_family[] = {
    CONSTRUCTION(
        "telgarsky:sawtooth", NULL, build_sawtooth, list_sawtooth,
        "layers of two units, relu(2 g) and relu(4 g - 2), the next g being their difference: "
        "2^(layers-1) teeth on (0,1)",
        "Telgarsky 2015, Representation benefits of deep feedforward networks, Lemma 2.2",
        "2^layers on (0,1); 2^layers + 2 on R, or 3 if layers = 1", PARAMETER_TEETH),
    CONSTRUCTION("telgarsky:blocks", NULL, telgarsky_build_blocks, list_blocks,
                 "the sawtooth with a unit relu(g) after every two: widths 2,1,2,1,..",
                 "Telgarsky 2015, Representation benefits of deep feedforward networks",
                 "2^layers on (0,1); 2^layers + 2 on R", PARAMETER_TEETH),
    {.name = NULL},
};
