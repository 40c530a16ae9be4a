// Tests of net/json_place.
#include "net/json_place.h"
#include "unit.h"
#include <string.h>

static void paths(void)
{
    static const struct {
        json_place place;
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
    json_reader reader = {.layer = 3, .row = 14, .column = 15};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[JSON_PATH_SIZE];
        json_place_path(path, &reader, rows[i].place);
        CU_ASSERT_STRING_EQUAL(path, rows[i].path);
    }
}

static void refusing(void)
{
    json_reader reader = {.document = {"\n \"x\"", 5}, .at = LAYERS};
    json_event event = {JSON_STRING, "x", 1, 2};
    crease_error error;
    char line[1000];
    CU_ASSERT_EQUAL(json_refuse(&error, &reader, INPUTS, 1, "%d of %s", 7, "them"), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error), "2:1: inputs: 7 of them");
    CU_ASSERT_EQUAL(json_refuse_event(&error, &reader, &event, NULL), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error),
                           "2:2: layers: expected an array of layers, found \"x\"");
    event.type = JSON_OBJECT;
    CU_ASSERT_EQUAL(json_refuse_event(&error, &reader, &event, "peace"), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error),
                           "2:2: layers: expected peace, found an object");
}

static crease_status take(json_reader *reader, json_place object, const char *key)
{
    json_event event = {JSON_KEY, key, strlen(key), 0};
    reader->at = object;
    return json_take_key(reader, &event, NULL);
}

static void keys(void)
{
    json_reader reader = {.document = {"{", 1}};
    CU_ASSERT_EQUAL(take(&reader, IN_LAYER, "bias"), CREASE_OK);
    CU_ASSERT_EQUAL(reader.at, BIAS);
    CU_ASSERT_EQUAL(take(&reader, IN_LAYER, "bias"), CREASE_ERROR); // twice
    CU_ASSERT_EQUAL(take(&reader, IN_LAYER, "bia"), CREASE_ERROR);
    CU_ASSERT_EQUAL(take(&reader, IN_LAYER, "biass"), CREASE_ERROR);
    CU_ASSERT_EQUAL(take(&reader, IN_LAYER, "inputs"), CREASE_ERROR); // of another object
    CU_ASSERT_EQUAL(take(&reader, IN_DOCUMENT, "inputs"), CREASE_OK);
    CU_ASSERT_EQUAL(reader.at, INPUTS);
    CU_ASSERT_EQUAL(json_check_keys(&reader, IN_LAYER, NULL), CREASE_ERROR); // two are missing
    CU_ASSERT_EQUAL(take(&reader, IN_LAYER, "weights"), CREASE_OK);
    CU_ASSERT_EQUAL(take(&reader, IN_LAYER, "activation"), CREASE_OK);
    CU_ASSERT_EQUAL(json_check_keys(&reader, IN_LAYER, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(take(&reader, IN_LAYER, "weights"), CREASE_OK); // of the next layer
    CU_ASSERT_EQUAL(take(&reader, IN_DOCUMENT, "layers"), CREASE_OK);
    CU_ASSERT_EQUAL(json_check_keys(&reader, IN_DOCUMENT, NULL), CREASE_OK); // two are optional
}

UNIT_MAIN("json_place", {"paths", paths}, {"refusing", refusing}, {"keys", keys})
