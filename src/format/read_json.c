// Reads a network in JSON.
#include "base/fatal.h"
#include "base/memory.h"
#include "base/words.h"
#include "exact/literals.h"
#include "format/read.h"
#include <stdlib.h>

enum { MAX_INPUTS = 2147483647 };
// Limit of the weights, zeros included: the canonical text of a network has all of them.
enum { MAX_WEIGHTS = 1 << 30 };

// ---- The schema ----

enum {
    ROOT,
    INPUTS,
    NUMBERS,
    ABOUT,
    LAYERS,
    LAYER,
    WEIGHTS,
    BIAS,
    ACTIVATION,
    ROW,
    WEIGHT,
    COLUMNS,
    VALUES,
    COLUMN,
    VALUE,
    BIAS_NUMBER,
    UNIT_ACTIVATION,
    PLACES
};

static const json_place places[PLACES] = {
    [ROOT] = {0, NULL, JSON_IS(JSON_OBJECT), 1, "an object"},
    [INPUTS] = {ROOT, "inputs", JSON_IS(JSON_NUMBER), 1, "an integer from 1 to 2147483647"},
    [NUMBERS] = {ROOT, "numbers", JSON_IS(JSON_STRING), 0, "a string"},
    [ABOUT] = {ROOT, "about", JSON_IS(JSON_STRING), 0, "a string"},
    [LAYERS] = {ROOT, "layers", JSON_IS(JSON_ARRAY), 1, "an array of layers"},
    [LAYER] = {LAYERS, NULL, JSON_IS(JSON_OBJECT), 0, "an object"},
    [WEIGHTS] = {LAYER, "weights", JSON_IS(JSON_ARRAY), 1, "an array of rows"},
    [BIAS] = {LAYER, "bias", JSON_IS(JSON_ARRAY), 1, "an array of numbers"},
    [ACTIVATION] = {LAYER, "activation", JSON_IS(JSON_STRING) | JSON_IS(JSON_ARRAY), 1,
                    "a string or an array of strings"},
    [ROW] = {WEIGHTS, NULL, JSON_IS(JSON_ARRAY) | JSON_IS(JSON_OBJECT), 0,
             "an array of numbers or an object with columns and values"},
    [WEIGHT] = {ROW, NULL, JSON_IS_NUMERAL, 0, "a number"},
    [COLUMNS] = {ROW, "columns", JSON_IS(JSON_ARRAY), 1, "an array of integers"},
    [VALUES] = {ROW, "values", JSON_IS(JSON_ARRAY), 1, "an array of numbers"},
    [COLUMN] = {COLUMNS, NULL, JSON_IS(JSON_NUMBER), 0, "an integer from 0 to 2147483646"},
    [VALUE] = {VALUES, NULL, JSON_IS_NUMERAL, 0, "a number"},
    [BIAS_NUMBER] = {BIAS, NULL, JSON_IS_NUMERAL, 0, "a number"},
    [UNIT_ACTIVATION] = {ACTIVATION, NULL, JSON_IS(JSON_STRING), 0, "a string"},
};
_Static_assert(MAX_INPUTS == 2147483647, "the messages name the limit");

static const json_schema schema = {places, PLACES, literal_refuse_word};

typedef struct {
    json_tree tree;
    rational_rounding rounding;
    crease_net *net;
    size_t weights; // of the layers so far, zeros included
    crease_error *error;
} net_reading;

static crease_status read_integer(size_t *number, const net_reading *r, const json_value *value,
                                  size_t least, size_t most)
{
    const document_text text = json_text_of(&r->tree, value);
    return word_count(number, (word){text.text, text.size, 0}, most) && *number >= least
               ? CREASE_OK
               : json_unexpected(r->error, &r->tree, value, NULL);
}

// Fails unless a list has this many numbers or activations, one for each of something else; with
// wanted = 0 it may have any length but 0.
static crease_status check_length(const net_reading *r, const json_value *list, size_t wanted,
                                  const char *what, const char *each)
{
    if (list->length == 0)
        return json_fail(r->error, &r->tree, list, "expected at least one %s, found none", what);
    if (list->length == wanted || wanted == 0)
        return CREASE_OK;
    return json_fail(r->error, &r->tree, list, "expected %zu %s%s, one for each %s, found %u",
                     wanted, what, plural(wanted), each, list->length);
}

// ---- Weights ----

static crease_status read_full_row(net_reading *r, weight_rows *rows, size_t width, size_t l,
                                   const json_value *row)
{
    ASSERT(width > 0);
    const json_value *value = json_first(row);
    if (check_length(r, row, width, "number", l ? "unit of the layer before" : "input"))
        return CREASE_ERROR;
    for (size_t k = 0; k < width; k++, value = json_next(&r->tree, value)) {
        fmpq *x = weight_rows_add(rows, k);
        if (literal_read(x, &r->tree, value, r->rounding, r->error))
            return CREASE_ERROR;
        rows->entries -= (size_t)fmpq_is_zero(x); // takes no memory
    }
    return CREASE_OK;
}

// Reads a row given by the columns and values of weights that are not zero.
static crease_status read_entries(net_reading *r, weight_rows *rows, size_t width, size_t l,
                                  const json_value *row)
{
    const json_value *columns = json_member(&r->tree, row, COLUMNS);
    const json_value *values = json_member(&r->tree, row, VALUES);
    const json_value *column_value = json_first(columns), *value = json_first(values);
    if (values->length != columns->length)
        return json_fail(r->error, &r->tree, values,
                         "expected %u number%s, one for each column, found %u", columns->length,
                         plural(columns->length), values->length);
    for (size_t k = 0, before = 0, column; k < columns->length; k++, before = column) {
        if (read_integer(&column, r, column_value, 0, MAX_INPUTS - 1))
            return CREASE_ERROR;
        if (k && column <= before)
            return json_fail(r->error, &r->tree, column_value,
                             "expected more than the column before, %zu, found %zu", before,
                             column);
        if (column >= width)
            return json_fail(r->error, &r->tree, column_value,
                             "expected a column below %zu, the number of %s, found %zu", width,
                             l ? "units of the layer before" : "inputs", column);
        if (literal_read(weight_rows_add(rows, column), &r->tree, value, r->rounding, r->error))
            return CREASE_ERROR;
        column_value = json_next(&r->tree, column_value);
        value = json_next(&r->tree, value);
    }
    return CREASE_OK;
}

static crease_status read_weights(net_reading *r, weight_rows *rows, size_t width, size_t l,
                                  const json_value *weights)
{
    const json_value *row = json_first(weights);
    if (check_length(r, weights, 0, "row", NULL))
        return CREASE_ERROR;
    for (size_t i = 0; i < weights->length; i++, row = json_next(&r->tree, row)) {
        if ((row->type == JSON_ARRAY ? read_full_row : read_entries)(r, rows, width, l, row))
            return CREASE_ERROR;
        weight_rows_end(rows);
    }
    r->weights += weights->length * width;
    if (r->weights > MAX_WEIGHTS)
        return json_fail(r->error, &r->tree, weights,
                         "expected at most %d weights in all, zeros of sparse rows included",
                         MAX_WEIGHTS);
    return CREASE_OK;
}

// ---- Activations ----

// The activations that are listed, or one for all units.
typedef struct {
    activation *act;
    uint32_t *kind; // of each unit; NULL: the only one
    size_t kinds, capacity, units;
} units_reading;

static crease_status read_json_activation(net_reading *r, units_reading *u, const json_value *value)
{
    crease_error inner;
    MEMORY_RESERVE(u->act, u->capacity, u->kinds + 1);
    if (activation_parse(u->act + u->kinds, json_text_of(&r->tree, value).text, &inner))
        return json_fail(r->error, &r->tree, value, "%s", inner.message);
    u->kinds++;
    return CREASE_OK;
}

static crease_status read_single(net_reading *r, units_reading *u, const json_value *weights,
                                 const json_value *value)
{
    if (read_json_activation(r, u, value))
        return CREASE_ERROR;
    const size_t rank = u->act->rank, rows = weights->length;
    u->units = rows / rank;
    return rows % rank == 0
               ? CREASE_OK
               : json_fail(r->error, &r->tree, weights,
                           "expected a multiple of %zu rows, %zu for each unit of %s, found %zu",
                           rank, rank, u->act->name, rows);
}

// A list of activations, one a unit; together they must have as many rows as there are weights.
static crease_status read_unit_activations(net_reading *r, units_reading *u,
                                           const json_value *weights, const json_value *list)
{
    const json_value *value = json_first(list);
    size_t rows = 0, maxout = 0;
    if (check_length(r, list, 0, "activation", NULL))
        return CREASE_ERROR;
    u->kind = memory_new(list->length, sizeof *u->kind);
    for (; u->units < list->length; u->units++, value = json_next(&r->tree, value)) {
        if (read_json_activation(r, u, value))
            return CREASE_ERROR;
        u->kind[u->units] = (uint32_t)u->units;
        // An activation takes memory for all of its rows, and a row takes a character of the file.
        rows += u->act[u->units].rank;
        maxout |= u->act[u->units].rank > 1;
        if (rows > r->tree.document.size)
            return json_fail(r->error, &r->tree, value,
                             "the units up to this one have %zu rows, more than the file can hold",
                             rows);
    }
    if (rows == weights->length)
        return CREASE_OK;
    if (maxout)
        return json_fail(r->error, &r->tree, weights,
                         "expected %zu rows, as the activations of the units have, K for "
                         "maxout:K and one for all others, found %u",
                         rows, weights->length);
    return check_length(r, list, weights->length, "activation", "row of weights");
}

// ---- Layers ----

static crease_status read_bias(net_reading *r, net_layer *layer, const json_value *bias)
{
    const json_value *value = json_first(bias);
    for (size_t i = 0; i < layer->rows; i++, value = json_next(&r->tree, value))
        if (literal_read(layer->bias + i, &r->tree, value, r->rounding, r->error))
            return CREASE_ERROR;
    return CREASE_OK;
}

// Layer l, whose inputs are the units of the one before. On failure nothing is left to free.
static crease_status read_json_layer(net_reading *r, const json_value *value, size_t l)
{
    ASSERT(l < r->net->layers);
    net_layer *layer = r->net->layer + l;
    const size_t width = l ? layer[-1].units : r->net->inputs;
    const json_value *weights = json_member(&r->tree, value, WEIGHTS);
    const json_value *bias = json_member(&r->tree, value, BIAS);
    const json_value *acts = json_member(&r->tree, value, ACTIVATION);
    weight_rows rows = {0};
    units_reading u = {0};
    crease_status status = read_weights(r, &rows, width, l, weights);
    if (status == CREASE_OK)
        status = check_length(r, bias, weights->length, "number", "row of weights");
    if (status == CREASE_OK)
        status =
            (acts->type == JSON_STRING ? read_single : read_unit_activations)(r, &u, weights, acts);
    if (status == CREASE_OK) {
        net_layer_init_rows(layer, &rows, width, u.units, u.act, u.kinds, u.kind);
        status = read_bias(r, layer, bias);
    } else {
        for (size_t k = 0; k < u.kinds; k++)
            activation_clear(u.act + k);
        weight_rows_clear(&rows);
    }
    free(u.act);
    free(u.kind);
    return status;
}

static crease_status read_net(net_reading *r)
{
    const json_value *root = r->tree.value, *about = json_member(&r->tree, root, ABOUT);
    const json_value *layers = json_member(&r->tree, root, LAYERS), *layer = json_first(layers);
    size_t inputs;
    if (read_integer(&inputs, r, json_member(&r->tree, root, INPUTS), 1, MAX_INPUTS) ||
        literal_read_rounding(&r->rounding, &r->tree, json_member(&r->tree, root, NUMBERS),
                              r->error))
        return CREASE_ERROR;
    if (check_length(r, layers, 0, "layer", NULL))
        return CREASE_ERROR;
    r->net = net_new(inputs, layers->length);
    for (size_t l = 0; l < layers->length; l++, layer = json_next(&r->tree, layer))
        if (read_json_layer(r, layer, l))
            return CREASE_ERROR;
    if (about) {
        free(r->net->about);
        r->net->about = json_copy_text(&r->tree, about);
    }
    net_finish(r->net);
    return CREASE_OK;
}

crease_status net_parse_json(void *source, document_text document, crease_error *error)
{
    net_reading r = {.error = error};
    crease_status status = json_tree_read(&r.tree, &schema, document, error);
    if (status == CREASE_OK)
        status = read_net(&r);
    json_tree_clear(&r.tree);
    if (status == CREASE_OK)
        *((net_source *)source)->net = r.net;
    else
        crease_net_free(r.net);
    return status;
}
