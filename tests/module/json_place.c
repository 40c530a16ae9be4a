// Tests of net/json_place.
#include "net/json_place.h"
#include "unit.h"
#include <string.h>

static void paths(void)
{
    static const struct {
        int place;
        const char *path;
    } rows[] = {
        {DOCUMENT, ""},
        {IN_DOCUMENT, ""},
        {INPUTS, "inputs"},
        {NUMBERS, "numbers"},
        {ABOUT, "about"},
        {LAYERS, "layers"},
        {IN_LAYERS, "layers[3]"},
        {IN_LAYER, "layers[3]"},
        {WEIGHTS, "layers[3].weights"},
        {IN_WEIGHTS, "layers[3].weights[14]"},
        {IN_ROW, "layers[3].weights[14][15]"},
        {BIAS, "layers[3].bias"},
        {IN_BIAS, "layers[3].bias[14]"},
        {ACTIVATION, "layers[3].activation"},
    };
    CU_ASSERT_EQUAL(sizeof rows / sizeof *rows, PLACES);
    const json_grammar grammar = {.places = net_places};
    json_reader reader = {.grammar = &grammar, .index = {3, 14, 15}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[JSON_PATH_SIZE];
        json_place_path(path, &reader, rows[i].place);
        CU_ASSERT_STRING_EQUAL(path, rows[i].path);
        CU_ASSERT(strlen(net_places[rows[i].place].expected) > 0);
    }
}

// Each key leads from an object to the place that its path ends in.
static void keys(void)
{
    for (size_t k = 0; k < NET_KEYS; k++) {
        const char *path = net_places[net_keys[k].value].path;
        const char *name = strrchr(path, '.') ? strrchr(path, '.') + 1 : path;
        CU_ASSERT_STRING_EQUAL(name, net_keys[k].name);
        CU_ASSERT(net_keys[k].object == (name == path ? IN_DOCUMENT : IN_LAYER));
        CU_ASSERT(net_keys[k].required == (strcmp(name, "about") && strcmp(name, "numbers")));
    }
}

UNIT_MAIN("json_place", {"paths", paths}, {"keys", keys})
