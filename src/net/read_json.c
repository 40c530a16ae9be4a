// The network file: its grammar as a table, and what is done at every step.
#include "base/error.h"
#include "base/memory.h"
#include "base/slurp.h"
#include "net/draft.h"
#include "net/json_place.h"
#include <stdlib.h>
#include <string.h>

static draft *plan_of(json_reader *reader)
{
    return reader->target;
}

static draft_layer *present_layer(json_reader *reader)
{
    return plan_of(reader)->layer + reader->index[LAYER];
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
    plan_of(reader)->inputs = value;
    return CREASE_OK;
}

static crease_status take_rounding(json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    return literal_take_rounding(&plan_of(reader)->rounding, reader, event, error);
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
    plan_of(reader)->about = copy_text(event);
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

static crease_status take_weight(json_reader *reader, const json_event *event, crease_error *error)
{
    crease_status status = literal_take(&present_layer(reader)->weight, reader, event, error);
    reader->index[COLUMN] += status == CREASE_OK;
    return status;
}

static crease_status take_bias(json_reader *reader, const json_event *event, crease_error *error)
{
    crease_status status = literal_take(&present_layer(reader)->bias, reader, event, error);
    reader->index[ROW] += status == CREASE_OK;
    return status;
}

// ---- Objects and arrays ----

static crease_status begin_layer(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    draft_add_layer(plan_of(reader));
    return CREASE_OK;
}

static crease_status begin_list(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    reader->index[ROW] = 0;
    return CREASE_OK;
}

static crease_status begin_row(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)error;
    if (reader->index[ROW] == 0)
        present_layer(reader)->first_row = event->offset;
    reader->index[COLUMN] = 0;
    return CREASE_OK;
}

static crease_status end_row(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    draft_layer *layer = present_layer(reader);
    size_t offset = reader->opened[IN_ROW];
    if (reader->index[COLUMN] == 0)
        return json_refuse(error, reader, IN_WEIGHTS, offset,
                           "expected at least one number, found none");
    if (reader->index[ROW] == 0)
        layer->columns = reader->index[COLUMN];
    if (reader->index[COLUMN] != layer->columns)
        return json_refuse(error, reader, IN_WEIGHTS, offset,
                           "expected %zu number%s, as in row 0, found %zu", layer->columns,
                           json_plural(layer->columns), reader->index[COLUMN]);
    reader->index[ROW]++;
    return CREASE_OK;
}

static crease_status end_weights(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    if (reader->index[ROW] == 0)
        return json_refuse(error, reader, WEIGHTS, reader->opened[IN_WEIGHTS],
                           "expected at least one row, found none");
    present_layer(reader)->rows = reader->index[ROW];
    return CREASE_OK;
}

static crease_status end_layer(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    const draft_layer *layer = present_layer(reader);
    if (layer->bias.count != layer->rows)
        return json_refuse(error, reader, BIAS, reader->opened[IN_BIAS],
                           "expected %zu number%s, one for each row of weights, found %zu",
                           layer->rows, json_plural(layer->rows), layer->bias.count);
    if (layer->rows % layer->act.rank)
        return json_refuse(error, reader, WEIGHTS, reader->opened[IN_WEIGHTS],
                           "expected a multiple of %zu rows, %zu for each unit of %s, found %zu",
                           layer->act.rank, layer->act.rank, layer->act.name, layer->rows);
    reader->index[LAYER]++;
    return CREASE_OK;
}

static crease_status end_layers(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    if (reader->index[LAYER] == 0)
        return json_refuse(error, reader, LAYERS, reader->opened[IN_LAYERS],
                           "expected at least one layer, found none");
    return CREASE_OK;
}

// ---- The grammar ----

static const json_rule rules[] = {
    {DOCUMENT, JSON_OBJECT, NULL, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_KEY, NULL, JSON_BY_KEY},
    {INPUTS, JSON_NUMBER, take_inputs, IN_DOCUMENT},
    {NUMBERS, JSON_STRING, take_rounding, IN_DOCUMENT},
    {ABOUT, JSON_STRING, take_about, IN_DOCUMENT},
    {LAYERS, JSON_ARRAY, NULL, IN_LAYERS},
    {IN_LAYERS, JSON_OBJECT, begin_layer, IN_LAYER},
    {IN_LAYER, JSON_KEY, NULL, JSON_BY_KEY},
    {WEIGHTS, JSON_ARRAY, begin_list, IN_WEIGHTS},
    {IN_WEIGHTS, JSON_ARRAY, begin_row, IN_ROW},
    {IN_ROW, JSON_NUMBER, take_weight, IN_ROW},
    {IN_ROW, JSON_STRING, take_weight, IN_ROW},
    {IN_ROW, JSON_WORD, take_weight, IN_ROW},
    {IN_ROW, JSON_END, end_row, IN_WEIGHTS},
    {IN_WEIGHTS, JSON_END, end_weights, IN_LAYER},
    {BIAS, JSON_ARRAY, begin_list, IN_BIAS},
    {IN_BIAS, JSON_NUMBER, take_bias, IN_BIAS},
    {IN_BIAS, JSON_STRING, take_bias, IN_BIAS},
    {IN_BIAS, JSON_WORD, take_bias, IN_BIAS},
    {IN_BIAS, JSON_END, NULL, IN_LAYER},
    {ACTIVATION, JSON_STRING, take_activation, IN_LAYER},
    {IN_LAYER, JSON_END, end_layer, IN_LAYERS},
    {IN_LAYERS, JSON_END, end_layers, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_END, NULL, DOCUMENT},
};

static const json_grammar grammar = {
    .places = net_places,
    .keys = net_keys,
    .rules = rules,
    .key_count = NET_KEYS,
    .rule_count = sizeof rules / sizeof *rules,
};

crease_status crease_net_parse(crease_net **net, const char *text, size_t size, const char *name,
                               crease_error *error)
{
    crease_error found;
    draft plan = {0};
    json_reader reader = {.grammar = &grammar, .document = {text, size}, .target = &plan};
    crease_status status = json_read(&reader, &found);
    if (status == CREASE_OK)
        status = draft_finish(net, &plan, reader.document, &found);
    draft_clear(&plan);
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
