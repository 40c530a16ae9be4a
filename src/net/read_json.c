// The network file: its grammar as a table, and what is done at every step.
#include "base/error.h"
#include "base/memory.h"
#include "base/slurp.h"
#include "net/json_place.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static draft_layer *present_layer(json_reader *reader)
{
    return reader->plan.layer + reader->layer;
}

// ---- Values ----

static crease_status take_inputs(json_reader *reader, const json_event *event, crease_error *error)
{
    size_t value = 0;
    for (size_t i = 0; i < event->length && value <= DRAFT_MAX_INPUTS; i++) {
        if (event->text[i] < '0' || event->text[i] > '9')
            return json_refuse_event(error, reader, event, NULL);
        value = 10 * value + (size_t)(event->text[i] - '0');
    }
    if (value < 1 || value > DRAFT_MAX_INPUTS)
        return json_refuse_event(error, reader, event, NULL);
    reader->plan.inputs = value;
    return CREASE_OK;
}

static crease_status take_rounding(json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    for (int r = RATIONAL_DECIMAL; r <= RATIONAL_BINARY32; r++)
        if (strlen(draft_roundings[r]) == event->length &&
            memcmp(draft_roundings[r], event->text, event->length) == 0) {
            reader->plan.rounding = (rational_rounding)r;
            return CREASE_OK;
        }
    char expected[64];
    snprintf(expected, sizeof expected, "one of %s, %s, %s", draft_roundings[0], draft_roundings[1],
             draft_roundings[2]);
    return json_refuse_event(error, reader, event, expected);
}

static char *copy_text(const json_event *event)
{
    char *copy = memory_new(event->length + 1, 1);
    memcpy(copy, event->text, event->length);
    return copy;
}

static crease_status take_about(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)error;
    reader->plan.about = copy_text(event);
    return CREASE_OK;
}

static crease_status take_activation(json_reader *reader, const json_event *event,
                                     crease_error *error)
{
    crease_error inner;
    char *name = copy_text(event);
    crease_status status = activation_parse(&present_layer(reader)->act, name, &inner);
    free(name);
    if (status != CREASE_OK)
        return json_refuse(error, reader, reader->at, event->offset, "%s", inner.message);
    return CREASE_OK;
}

static crease_status take_number(json_reader *reader, const json_event *event, crease_error *error)
{
    draft_layer *layer = present_layer(reader);
    fmpq_t value;
    fmpq_init(value);
    crease_error inner;
    crease_status status = rational_parse(value, event->text, event->length, &inner);
    if (status != CREASE_OK) {
        status = json_refuse(error, reader, reader->at, event->offset, "%s", inner.message);
    } else if (event->type == JSON_WORD) {
        status = json_refuse_event(error, reader, event, "this kind of number in quotes");
    } else if (reader->at == IN_ROW) {
        draft_add_number(&layer->weight, value, event->offset);
        reader->column++;
    } else {
        draft_add_number(&layer->bias, value, event->offset);
        reader->row++;
    }
    fmpq_clear(value);
    return status;
}

// ---- Objects and arrays ----

static crease_status begin_layer(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    draft_add_layer(&reader->plan);
    return CREASE_OK;
}

static crease_status begin_list(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    reader->row = 0;
    return CREASE_OK;
}

static crease_status begin_row(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)error;
    if (reader->row == 0)
        present_layer(reader)->first_row = event->offset;
    reader->column = 0;
    return CREASE_OK;
}

static crease_status end_row(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    draft_layer *layer = present_layer(reader);
    size_t offset = reader->opened[IN_ROW];
    if (reader->column == 0)
        return json_refuse(error, reader, IN_WEIGHTS, offset,
                           "expected at least one number, found none");
    if (reader->row == 0)
        layer->columns = reader->column;
    if (reader->column != layer->columns)
        return json_refuse(error, reader, IN_WEIGHTS, offset,
                           "expected %zu number%s, as in row 0, found %zu", layer->columns,
                           layer->columns == 1 ? "" : "s", reader->column);
    reader->row++;
    return CREASE_OK;
}

static crease_status end_weights(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    if (reader->row == 0)
        return json_refuse(error, reader, WEIGHTS, reader->opened[IN_WEIGHTS],
                           "expected at least one row, found none");
    present_layer(reader)->rows = reader->row;
    return CREASE_OK;
}

static crease_status end_layer(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    if (json_check_keys(reader, IN_LAYER, error) != CREASE_OK)
        return CREASE_ERROR;
    const draft_layer *layer = present_layer(reader);
    if (layer->bias.count != layer->rows)
        return json_refuse(error, reader, BIAS, reader->opened[IN_BIAS],
                           "expected %zu number%s, one for each row of weights, found %zu",
                           layer->rows, layer->rows == 1 ? "" : "s", layer->bias.count);
    if (layer->rows % layer->act.fan)
        return json_refuse(error, reader, WEIGHTS, reader->opened[IN_WEIGHTS],
                           "expected a multiple of %zu rows, %zu for each unit of %s, found %zu",
                           layer->act.fan, layer->act.fan, layer->act.name, layer->rows);
    reader->layer++;
    return CREASE_OK;
}

static crease_status end_layers(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    if (reader->layer == 0)
        return json_refuse(error, reader, LAYERS, reader->opened[IN_LAYERS],
                           "expected at least one layer, found none");
    return CREASE_OK;
}

static crease_status end_document(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    return json_check_keys(reader, IN_DOCUMENT, error);
}

// ---- The grammar ----

// At a place, an event of this type is taken by the action, if any, and leads to
// the next place; json_take_key chooses the next place itself. All else is an error.
static const struct {
    json_place at;
    json_type type;
    crease_status (*action)(json_reader *reader, const json_event *event, crease_error *error);
    json_place next;
} rules[] = {
    {DOCUMENT, JSON_OBJECT, NULL, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_KEY, json_take_key, PLACES},
    {INPUTS, JSON_NUMBER, take_inputs, IN_DOCUMENT},
    {NUMBERS, JSON_STRING, take_rounding, IN_DOCUMENT},
    {ABOUT, JSON_STRING, take_about, IN_DOCUMENT},
    {LAYERS, JSON_ARRAY, NULL, IN_LAYERS},
    {IN_LAYERS, JSON_OBJECT, begin_layer, IN_LAYER},
    {IN_LAYER, JSON_KEY, json_take_key, PLACES},
    {WEIGHTS, JSON_ARRAY, begin_list, IN_WEIGHTS},
    {IN_WEIGHTS, JSON_ARRAY, begin_row, IN_ROW},
    {IN_ROW, JSON_NUMBER, take_number, IN_ROW},
    {IN_ROW, JSON_STRING, take_number, IN_ROW},
    {IN_ROW, JSON_WORD, take_number, IN_ROW},
    {IN_ROW, JSON_END, end_row, IN_WEIGHTS},
    {IN_WEIGHTS, JSON_END, end_weights, IN_LAYER},
    {BIAS, JSON_ARRAY, begin_list, IN_BIAS},
    {IN_BIAS, JSON_NUMBER, take_number, IN_BIAS},
    {IN_BIAS, JSON_STRING, take_number, IN_BIAS},
    {IN_BIAS, JSON_WORD, take_number, IN_BIAS},
    {IN_BIAS, JSON_END, NULL, IN_LAYER},
    {ACTIVATION, JSON_STRING, take_activation, IN_LAYER},
    {IN_LAYER, JSON_END, end_layer, IN_LAYERS},
    {IN_LAYERS, JSON_END, end_layers, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_END, end_document, DOCUMENT},
};

static crease_status take_event(void *data, const json_event *event, crease_error *error)
{
    json_reader *reader = data;
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
        if (rules[r].at != reader->at || rules[r].type != event->type)
            continue;
        crease_status status = rules[r].action ? rules[r].action(reader, event, error) : CREASE_OK;
        if (status != CREASE_OK || rules[r].next == PLACES)
            return status;
        reader->at = rules[r].next;
        if (event->type == JSON_OBJECT || event->type == JSON_ARRAY)
            reader->opened[reader->at] = event->offset;
        return CREASE_OK;
    }
    return json_refuse_event(error, reader, event, NULL);
}

crease_status crease_net_parse(crease_net **net, const char *text, size_t size, const char *name,
                               crease_error *error)
{
    crease_error found = {0};
    json_reader reader = {.document = {text, size}};
    crease_status status = json_parse(reader.document, take_event, &reader, &found);
    if (status != CREASE_OK && !found.where[0])
        json_place_path(found.where, &reader, reader.at); // an error of syntax knows no path
    if (status == CREASE_OK)
        status = draft_finish(net, &reader.plan, reader.document, &found);
    draft_clear(&reader.plan);
    error_locate(&found, name, 0, 0, NULL);
    if (status != CREASE_OK && error)
        *error = found;
    return status;
}

crease_status crease_net_read(crease_net **net, const char *path, crease_error *error)
{
    char *text;
    size_t size;
    crease_status status = slurp_file(&text, &size, path, error);
    if (status != CREASE_OK)
        return status;
    status = crease_net_parse(net, text, size, slurp_name(path), error);
    free(text);
    return status;
}
