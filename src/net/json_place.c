// Where in a network file its reader is, and what messages say about it.
#include "net/json_place.h"

#include "base/error.h"
#include "base/excerpt.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define POSITIVE_INTEGER "an integer from 1 to 2147483647"
_Static_assert(DRAFT_MAX_INPUTS == 2147483647, "the message names the limit");

// path takes the numbers of layer, row and column, as many as it needs.
static const struct {
    const char *path, *expected;
} places[PLACES] = {
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

// The keys of each object, and the place of their values.
static const struct {
    json_place object;
    const char *name;
    json_place value;
    int required;
} keys[] = {
    {IN_DOCUMENT, "inputs", INPUTS, 1},      {IN_DOCUMENT, "numbers", NUMBERS, 0},
    {IN_DOCUMENT, "about", ABOUT, 0},        {IN_DOCUMENT, "layers", LAYERS, 1},
    {IN_LAYER, "weights", WEIGHTS, 1},       {IN_LAYER, "bias", BIAS, 1},
    {IN_LAYER, "activation", ACTIVATION, 1},
};
#define KEYS (sizeof keys / sizeof *keys)
_Static_assert(KEYS == JSON_PLACE_KEYS, "a reader ticks off every key");

// ---- Errors ----

void json_place_path(char path[JSON_PATH_SIZE], const json_reader *reader, json_place where)
{
    snprintf(path, JSON_PATH_SIZE, places[where].path, reader->layer, reader->row, reader->column);
}

crease_status json_refuse(crease_error *error, const json_reader *reader, json_place where,
                          size_t offset, const char *format, ...)
{
    char message[sizeof error->message], path[JSON_PATH_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    json_place_path(path, reader, where);
    error_set(error, "%s", message);
    json_locate(error, reader->document, offset);
    error_locate(error, NULL, 0, 0, path);
    return CREASE_ERROR;
}

crease_status json_refuse_event(crease_error *error, const json_reader *reader,
                                const json_event *event, const char *expected)
{
    char token[EXCERPT_SIZE];
    const char *found = "an object";
    if (event->type == JSON_ARRAY)
        found = "an array";
    else if (event->type != JSON_OBJECT)
        found = excerpt_text(token, reader->document.text + event->offset,
                             json_token_length(reader->document, event->offset));
    return json_refuse(error, reader, reader->at, event->offset, "expected %s, found %s",
                       expected ? expected : places[reader->at].expected, found);
}

// ---- Keys ----

crease_status json_take_key(json_reader *reader, const json_event *event, crease_error *error)
{
    char known[128] = "";
    size_t used = 0;
    for (size_t k = 0; k < KEYS; k++) {
        if (keys[k].object != reader->at)
            continue;
        if (strlen(keys[k].name) == event->length &&
            memcmp(keys[k].name, event->text, event->length) == 0) {
            if (reader->seen[k])
                return json_refuse_event(error, reader, event, "each key once");
            reader->seen[k] = 1;
            reader->at = keys[k].value;
            return CREASE_OK;
        }
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                                 used ? ", " : "one of the keys ", keys[k].name);
    }
    return json_refuse_event(error, reader, event, known);
}

crease_status json_check_keys(json_reader *reader, json_place object, crease_error *error)
{
    for (size_t k = 0; k < KEYS; k++) {
        if (keys[k].object != object)
            continue;
        if (keys[k].required && !reader->seen[k])
            return json_refuse(error, reader, object, reader->opened[object],
                               "expected the key \"%s\", found none", keys[k].name);
        reader->seen[k] = 0; // the next object of this kind starts afresh
    }
    return CREASE_OK;
}
