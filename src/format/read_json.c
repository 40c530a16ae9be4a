// The network file in JSON: its grammar as a table, and what is done at every step.
#include "base/error.h"
#include "base/memory.h"
#include "exact/literals.h"
#include "format/read.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INPUTS = 2147483647 };
// Of the weights of a network, zeros included. More do not fit a file that spells them all; and
// the time that the identity takes is that of all.
enum { MAX_PLACES = 1 << 30 };

// ---- A network while it is read: numbers that remember their places ----

typedef struct {
    size_t rows;                 // of the weights; positive once read
    size_t columns;              // of the rows that are spelled in full; 0: there is none
    size_t full_row, full_start; // the first of these, and its offset
    // Of the row that is being read by its entries: their columns; its values follow those of
    // earlier rows.
    uint32_t *column;
    size_t entries, capacity;
    // The last column of such a row that is largest; its row, the number of its entry, its offset.
    size_t largest, largest_row, largest_entry, largest_start;
    weight_rows places;  // of the weights that are not zero
    literal_list weight; // their values
    literal_list bias;
    // Those that were named: one for all units, or (named > 0) number kind[u] for unit u, a new one
    // wherever it is not that of the unit before.
    activation *act;
    size_t acts, act_capacity;
    uint32_t *kind;
    size_t named, kind_capacity;
    size_t named_rows; // that the named units have
} draft_layer;

typedef struct {
    size_t inputs;
    rational_rounding rounding;
    char *about; // NULL if there is none
    draft_layer *layer;
    size_t layers, capacity;
} draft;

static void draft_clear(draft *from)
{
    for (size_t l = 0; l < from->layers; l++) {
        weight_rows_clear(&from->layer[l].places);
        free(from->layer[l].column);
        literals_clear(&from->layer[l].weight);
        literals_clear(&from->layer[l].bias);
        for (size_t k = 0; k < from->layer[l].acts; k++)
            activation_clear(from->layer[l].act + k);
        free(from->layer[l].act);
        free(from->layer[l].kind);
    }
    free(from->layer);
    free(from->about);
}

static crease_status refuse_width(const draft_layer *layer, size_t l, size_t width,
                                  document_text document, crease_error *error)
{
    char below[64] = "input";
    if (l > 0)
        snprintf(below, sizeof below, "unit of layers[%zu]", l - 1);
    error_set(error, "expected %zu number%s, one for each %s, found %zu", width, plural(width),
              below, layer->columns);
    document_locate(error, document, layer->full_start);
    return error_where(error, "layers[%zu].weights[%zu]", l, layer->full_row);
}

static crease_status refuse_column(const draft_layer *layer, size_t l, size_t width,
                                   document_text document, crease_error *error)
{
    error_set(error, "expected a column below %zu, the number of %s, found %zu", width,
              l ? "units of the layer before" : "inputs", layer->largest);
    document_locate(error, document, layer->largest_start);
    return error_where(error, "layers[%zu].weights[%zu].columns[%zu]", l, layer->largest_row,
                       layer->largest_entry);
}

static crease_status check_places(size_t *places, size_t l, size_t rows, size_t width,
                                  crease_error *error)
{
    *places += rows * width;
    if (*places <= MAX_PLACES)
        return CREASE_OK;
    error_set(error,
              "expected at most %d weights in all, those that are 0 and not spelled included",
              MAX_PLACES);
    return error_where(error, "layers[%zu].weights", l);
}

static size_t row_of(const draft_layer *layer, size_t weight)
{
    size_t row = 0;
    while (layer->places.start[row + 1] <= weight)
        row++;
    return row;
}

// Checks that layer l fits the one before, rounds its numbers as asked, and moves them.
static crease_status make_layer(crease_net *net, size_t l, draft *from, size_t *places,
                                document_text document, crease_error *error)
{
    draft_layer *layer = from->layer + l;
    net_layer *to = net->layer + l;
    size_t width = l ? to[-1].units : net->inputs, failed = 0;
    if (layer->columns && layer->columns != width)
        return refuse_width(layer, l, width, document, error);
    if (layer->largest_start && layer->largest >= width)
        return refuse_column(layer, l, width, document, error);
    if (check_places(places, l, layer->rows, width, error))
        return CREASE_ERROR;
    if (literals_move(layer->places.weight, &layer->weight, from->rounding, document, &failed,
                      error))
        return error_where(error, "layers[%zu].weights[%zu][%u]", l, row_of(layer, failed),
                           layer->places.column[failed]);
    size_t units = layer->named ? layer->named : layer->rows / layer->act->rank;
    net_layer_init_rows(to, &layer->places, width, units, layer->act, layer->acts, layer->kind);
    layer->acts = 0; // they are the network's now
    if (literals_move(to->bias, &layer->bias, from->rounding, document, &failed, error))
        return error_where(error, "layers[%zu].bias[%zu]", l, failed);
    return CREASE_OK;
}

// The draft is used up, but still to be cleared.
static crease_status make_net(crease_net **net, draft *from, document_text document,
                              crease_error *error)
{
    crease_net *made = net_new(from->inputs, from->layers);
    size_t places = 0;
    for (size_t l = 0; l < from->layers; l++)
        if (make_layer(made, l, from, &places, document, error) != CREASE_OK) {
            crease_net_free(made);
            return CREASE_ERROR;
        }
    if (from->about) {
        free(made->about);
        made->about = from->about;
        from->about = NULL;
    }
    net_finish(made);
    *net = made;
    return CREASE_OK;
}

// ---- Places and keys ----

// In front of a value, or (IN_) inside an object or array, in front of its next member.
enum {
    DOCUMENT,
    IN_DOCUMENT,
    INPUTS,
    NUMBERS,
    ABOUT,
    LAYERS,
    IN_LAYERS,
    IN_LAYER,
    WEIGHTS,
    IN_WEIGHTS,
    IN_ROW,
    IN_ENTRIES,
    COLUMNS,
    IN_COLUMNS,
    VALUES,
    IN_VALUES,
    BIAS,
    IN_BIAS,
    ACTIVATION,
    IN_ACTIVATIONS,
    PLACES
};
enum { LAYER, ROW, COLUMN }; // the indices of the reader

#define POSITIVE_INTEGER "an integer from 1 to 2147483647"
_Static_assert(MAX_INPUTS == 2147483647, "the message names the limit");

static const json_place places[PLACES] = {
    [DOCUMENT] = {"", "an object"},
    [IN_DOCUMENT] = {"", "a key in quotes"},
    [INPUTS] = {"inputs", POSITIVE_INTEGER},
    [NUMBERS] = {"numbers", "a string"},
    [ABOUT] = {"about", "a string"},
    [LAYERS] = {"layers", "an array of layers"},
    [IN_LAYERS] = {"layers[%zu]", "an object"},
    [IN_LAYER] = {"layers[%zu]", "a key in quotes"},
    [WEIGHTS] = {"layers[%zu].weights", "an array of rows"},
    [IN_WEIGHTS] = {"layers[%zu].weights[%zu]",
                    "an array of numbers or an object with columns and values"},
    [IN_ROW] = {"layers[%zu].weights[%zu][%zu]", "a number"},
    [IN_ENTRIES] = {"layers[%zu].weights[%zu]", "a key in quotes"},
    [COLUMNS] = {"layers[%zu].weights[%zu].columns", "an array of integers"},
    [IN_COLUMNS] = {"layers[%zu].weights[%zu].columns[%zu]", "an integer from 0 to 2147483646"},
    [VALUES] = {"layers[%zu].weights[%zu].values", "an array of numbers"},
    [IN_VALUES] = {"layers[%zu].weights[%zu].values[%zu]", "a number"},
    [BIAS] = {"layers[%zu].bias", "an array of numbers"},
    [IN_BIAS] = {"layers[%zu].bias[%zu]", "a number"},
    [ACTIVATION] = {"layers[%zu].activation", "a string or an array of strings"},
    [IN_ACTIVATIONS] = {"layers[%zu].activation[%zu]", "a string"},
};

static const json_key keys[] = {
    {IN_DOCUMENT, "inputs", INPUTS, 1},      {IN_DOCUMENT, "numbers", NUMBERS, 0},
    {IN_DOCUMENT, "about", ABOUT, 0},        {IN_DOCUMENT, "layers", LAYERS, 1},
    {IN_LAYER, "weights", WEIGHTS, 1},       {IN_LAYER, "bias", BIAS, 1},
    {IN_LAYER, "activation", ACTIVATION, 1}, {IN_ENTRIES, "columns", COLUMNS, 1},
    {IN_ENTRIES, "values", VALUES, 1},
};

static draft *draft_of(json_reader *reader)
{
    return reader->target;
}

static draft_layer *present_layer(json_reader *reader)
{
    return draft_of(reader)->layer + reader->index[LAYER];
}

// ---- Values ----

static crease_status take_integer(size_t *value, size_t least, size_t most, json_reader *reader,
                                  const json_event *event, crease_error *error)
{
    size_t digits = 0;
    for (*value = 0; digits < event->length && *value <= most; digits++) {
        if (event->text[digits] < '0' || event->text[digits] > '9')
            return json_refuse_event(error, reader, event, NULL);
        *value = 10 * *value + (size_t)(event->text[digits] - '0');
    }
    if (*value < least || *value > most)
        return json_refuse_event(error, reader, event, NULL);
    return CREASE_OK;
}

static crease_status take_inputs(json_reader *reader, const json_event *event, crease_error *error)
{
    return take_integer(&draft_of(reader)->inputs, 1, MAX_INPUTS, reader, event, error);
}

static crease_status take_column(json_reader *reader, const json_event *event, crease_error *error)
{
    draft_layer *layer = present_layer(reader);
    size_t column;
    if (take_integer(&column, 0, MAX_INPUTS - 1, reader, event, error))
        return CREASE_ERROR;
    if (layer->entries && column <= layer->column[layer->entries - 1])
        return json_refuse(error, reader, reader->at, event->offset,
                           "expected more than the column before, %u, found %zu",
                           layer->column[layer->entries - 1], column);
    if (column >= layer->largest) {
        layer->largest = column;
        layer->largest_row = reader->index[ROW];
        layer->largest_entry = layer->entries;
        layer->largest_start = event->offset;
    }
    MEMORY_RESERVE(layer->column, layer->capacity, layer->entries + 1);
    layer->column[layer->entries++] = (uint32_t)column;
    reader->index[COLUMN]++;
    return CREASE_OK;
}

static crease_status take_value(json_reader *reader, const json_event *event, crease_error *error)
{
    crease_status status = literal_take(&present_layer(reader)->weight, reader, event, error);
    reader->index[COLUMN] += status == CREASE_OK;
    return status;
}

static crease_status take_rounding(json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    return literal_take_rounding(&draft_of(reader)->rounding, reader, event, error);
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
    draft_of(reader)->about = copy_text(event);
    return CREASE_OK;
}

static crease_status take_activation(json_reader *reader, const json_event *event,
                                     crease_error *error)
{
    crease_error inner;
    draft_layer *layer = present_layer(reader);
    MEMORY_RESERVE(layer->act, layer->act_capacity, layer->acts + 1);
    char *name = copy_text(event);
    crease_status status = activation_parse(layer->act + layer->acts, name, &inner);
    free(name);
    if (status != CREASE_OK)
        return json_refuse(error, reader, reader->at, event->offset, "%s", inner.message);
    layer->acts++;
    return CREASE_OK;
}

static crease_status take_unit_activation(json_reader *reader, const json_event *event,
                                          crease_error *error)
{
    draft_layer *layer = present_layer(reader);
    if (take_activation(reader, event, error))
        return CREASE_ERROR;
    activation *new = layer->act + layer->acts - 1;
    // An activation takes memory for all of its rows; a row is a character of the file at least.
    layer->named_rows += new->rank;
    if (layer->named_rows > reader->document.size)
        return json_refuse(error, reader, reader->at, event->offset,
                           "the units up to this one have %zu rows, more than the file can hold",
                           layer->named_rows);
    if (layer->acts > 1 && !strcmp(new->name, new[-1].name)) {
        activation_clear(new);
        layer->acts--;
    }
    MEMORY_RESERVE(layer->kind, layer->kind_capacity, layer->named + 1);
    layer->kind[layer->named++] = (uint32_t)(layer->acts - 1);
    reader->index[ROW]++;
    return CREASE_OK;
}

static crease_status take_weight(json_reader *reader, const json_event *event, crease_error *error)
{
    draft_layer *layer = present_layer(reader);
    if (literal_take(&layer->weight, reader, event, error))
        return CREASE_ERROR;
    if (fmpq_is_zero(&layer->weight.number[layer->weight.count - 1].value))
        literals_drop(&layer->weight);
    else
        weight_rows_add(&layer->places, reader->index[COLUMN]);
    reader->index[COLUMN]++;
    return CREASE_OK;
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
    draft *net = draft_of(reader);
    MEMORY_RESERVE(net->layer, net->capacity, net->layers + 1);
    net->layer[net->layers++] = (draft_layer){0};
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
    draft_layer *layer = present_layer(reader);
    if (layer->columns == 0) {
        layer->full_row = reader->index[ROW];
        layer->full_start = event->offset;
    }
    reader->index[COLUMN] = 0;
    return CREASE_OK;
}

static crease_status begin_entries(json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    (void)event, (void)error;
    present_layer(reader)->entries = 0;
    return CREASE_OK;
}

static crease_status begin_places(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    reader->index[COLUMN] = 0;
    return CREASE_OK;
}

static crease_status end_entries(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    draft_layer *layer = present_layer(reader);
    size_t values = layer->weight.count - layer->places.entries;
    if (values != layer->entries)
        return json_refuse(error, reader, VALUES, reader->opened[IN_VALUES],
                           "expected %zu number%s, one for each column, found %zu", layer->entries,
                           plural(layer->entries), values);
    for (size_t k = 0; k < values; k++)
        weight_rows_add(&layer->places, layer->column[k]);
    weight_rows_end(&layer->places);
    reader->index[ROW]++;
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
    if (layer->columns == 0)
        layer->columns = reader->index[COLUMN];
    if (reader->index[COLUMN] != layer->columns)
        return json_refuse(error, reader, IN_WEIGHTS, offset,
                           "expected %zu number%s, as in row %zu, found %zu", layer->columns,
                           plural(layer->columns), layer->full_row, reader->index[COLUMN]);
    weight_rows_end(&layer->places);
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

static crease_status end_activations(json_reader *reader, const json_event *event,
                                     crease_error *error)
{
    (void)event;
    if (present_layer(reader)->named == 0)
        return json_refuse(error, reader, ACTIVATION, reader->opened[IN_ACTIVATIONS],
                           "expected at least one activation, found none");
    return CREASE_OK;
}

// One activation for all units: each has as many rows.
static crease_status check_rows(const json_reader *reader, const draft_layer *layer,
                                crease_error *error)
{
    const activation *act = layer->act;
    if (layer->rows % act->rank == 0)
        return CREASE_OK;
    return json_refuse(error, reader, WEIGHTS, reader->opened[IN_WEIGHTS],
                       "expected a multiple of %zu rows, %zu for each unit of %s, found %zu",
                       act->rank, act->rank, act->name, layer->rows);
}

// One for each: so many rows as they have together.
static crease_status check_named(const json_reader *reader, const draft_layer *layer,
                                 crease_error *error)
{
    size_t rows = 0, maxout = 0;
    for (size_t u = 0; u < layer->named; u++) {
        rows += layer->act[layer->kind[u]].rank;
        maxout |= layer->act[layer->kind[u]].rank > 1;
    }
    if (rows == layer->rows)
        return CREASE_OK;
    if (maxout)
        return json_refuse(error, reader, WEIGHTS, reader->opened[IN_WEIGHTS],
                           "expected %zu rows, as the activations of the units have, K for "
                           "maxout:K and one for all others, found %zu",
                           rows, layer->rows);
    return json_refuse(error, reader, ACTIVATION, reader->opened[IN_ACTIVATIONS],
                       "expected %zu activation%s, one for each row of weights, found %zu",
                       layer->rows, plural(layer->rows), layer->named);
}

static crease_status end_layer(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    const draft_layer *layer = present_layer(reader);
    if (layer->bias.count != layer->rows)
        return json_refuse(error, reader, BIAS, reader->opened[IN_BIAS],
                           "expected %zu number%s, one for each row of weights, found %zu",
                           layer->rows, plural(layer->rows), layer->bias.count);
    if ((layer->named ? check_named : check_rows)(reader, layer, error))
        return CREASE_ERROR;
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
    {IN_ROW, JSON_LITERAL, take_weight, IN_ROW},
    {IN_ROW, JSON_END, end_row, IN_WEIGHTS},
    {IN_WEIGHTS, JSON_OBJECT, begin_entries, IN_ENTRIES},
    {IN_ENTRIES, JSON_KEY, NULL, JSON_BY_KEY},
    {COLUMNS, JSON_ARRAY, begin_places, IN_COLUMNS},
    {IN_COLUMNS, JSON_NUMBER, take_column, IN_COLUMNS},
    {IN_COLUMNS, JSON_END, NULL, IN_ENTRIES},
    {VALUES, JSON_ARRAY, begin_places, IN_VALUES},
    {IN_VALUES, JSON_LITERAL, take_value, IN_VALUES},
    {IN_VALUES, JSON_END, NULL, IN_ENTRIES},
    {IN_ENTRIES, JSON_END, end_entries, IN_WEIGHTS},
    {IN_WEIGHTS, JSON_END, end_weights, IN_LAYER},
    {BIAS, JSON_ARRAY, begin_list, IN_BIAS},
    {IN_BIAS, JSON_LITERAL, take_bias, IN_BIAS},
    {IN_BIAS, JSON_END, NULL, IN_LAYER},
    {ACTIVATION, JSON_STRING, take_activation, IN_LAYER},
    {ACTIVATION, JSON_ARRAY, begin_list, IN_ACTIVATIONS},
    {IN_ACTIVATIONS, JSON_STRING, take_unit_activation, IN_ACTIVATIONS},
    {IN_ACTIVATIONS, JSON_END, end_activations, IN_LAYER},
    {IN_LAYER, JSON_END, end_layer, IN_LAYERS},
    {IN_LAYERS, JSON_END, end_layers, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_END, NULL, DOCUMENT},
};

static const json_grammar grammar = {
    .places = places,
    .keys = keys,
    .rules = rules,
    .key_count = sizeof keys / sizeof *keys,
    .rule_count = sizeof rules / sizeof *rules,
};
_Static_assert((int)PLACES <= (int)JSON_PLACES && sizeof keys / sizeof *keys <= JSON_KEYS,
               "the reader has room");

crease_status net_parse_json(void *source, document_text document, crease_error *error)
{
    draft made = {0};
    json_reader reader = {.grammar = &grammar, .document = document, .target = &made};
    crease_status status = json_read(&reader, error);
    if (status == CREASE_OK)
        status = make_net(((net_source *)source)->net, &made, document, error);
    draft_clear(&made);
    return status;
}
