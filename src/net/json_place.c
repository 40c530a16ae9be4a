// The places and keys of a network file, as base/json_reader.h wants them.
#include "net/json_place.h"

#include "net/draft.h"

#define POSITIVE_INTEGER "an integer from 1 to 2147483647"
_Static_assert(DRAFT_MAX_INPUTS == 2147483647, "the message names the limit");

const json_place net_places[PLACES] = {
    [DOCUMENT] = {"", "an object"},
    [IN_DOCUMENT] = {"", "a key in quotes"},
    [INPUTS] = {"inputs", POSITIVE_INTEGER},
    [NUMBERS] = {"numbers", "a string"},
    [ABOUT] = {"about", "a string"},
    [LAYERS] = {"layers", "an array of layers"},
    [IN_LAYERS] = {"layers[%zu]", "an object"},
    [IN_LAYER] = {"layers[%zu]", "a key in quotes"},
    [WEIGHTS] = {"layers[%zu].weights", "an array of rows"},
    [IN_WEIGHTS] = {"layers[%zu].weights[%zu]", "an array of numbers"},
    [IN_ROW] = {"layers[%zu].weights[%zu][%zu]", "a number"},
    [BIAS] = {"layers[%zu].bias", "an array of numbers"},
    [IN_BIAS] = {"layers[%zu].bias[%zu]", "a number"},
    [ACTIVATION] = {"layers[%zu].activation", "a string"},
};

const json_key net_keys[NET_KEYS] = {
    {IN_DOCUMENT, "inputs", INPUTS, 1},      {IN_DOCUMENT, "numbers", NUMBERS, 0},
    {IN_DOCUMENT, "about", ABOUT, 0},        {IN_DOCUMENT, "layers", LAYERS, 1},
    {IN_LAYER, "weights", WEIGHTS, 1},       {IN_LAYER, "bias", BIAS, 1},
    {IN_LAYER, "activation", ACTIVATION, 1},
};

_Static_assert((int)PLACES <= (int)JSON_PLACES && (int)NET_KEYS <= (int)JSON_KEYS,
               "the reader has room");
