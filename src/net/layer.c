// One layer of a network: its units, its storage, its value at a point.
#include "net/layer.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/common_scale.h"
#include "exact/rational.h"
#include "exact/row_table.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Units ----

// Unit u has the activation act[kind[u]]; takes ownership of kind. Rows, pieces and predicates
// share one array.
static void init_unit_table(unit_table *all, size_t units, const activation *act, uint32_t *kind)
{
    ASSERT(act->rank >= 1 && act->pieces >= 1);
    all->units = units;
    all->kind = kind;
    all->row = memory_new(3 * (units + 1), sizeof *all->row);
    all->piece = all->row + units + 1;
    all->predicate = all->piece + units + 1;
    for (size_t u = 0; u < units; u++) {
        const activation *own = act + kind[u];
        all->row[u + 1] = all->row[u] + own->rank;
        all->piece[u + 1] = all->piece[u] + own->pieces;
        all->predicate[u + 1] = all->predicate[u] + activation_predicates(own);
    }
}

// "3 relu, 1 linear"
static char *summarise(const net_layer *layer)
{
    ASSERT(layer->rows >= layer->units);
    if (layer->kinds == 1)
        return memory_copy_text(layer->act->name);
    size_t *count = memory_new(layer->kinds, sizeof *count), size;
    for (size_t u = 0; u < layer->units; u++)
        count[layer->unit.kind[u]]++;
    char *text;
    FILE *stream = memory_stream(&text, &size);
    for (size_t k = 0; k < layer->kinds; k++)
        fprintf(stream, "%s%zu %s", k ? ", " : "", count[k], layer->act[k].name);
    fclose(stream);
    free(count);
    return text;
}

// All but the weights.
static void init_units(net_layer *layer, size_t units, activation *act, size_t kinds,
                       const uint32_t *kind)
{
    ASSERT(act->rank >= 1 && act->pieces >= 1);
    uint32_t *own = memory_new(units, sizeof *own);
    unsigned char *is_taken = memory_new(kinds, 1);
    row_table names;
    row_table_init(&names);
    *layer = (net_layer){.units = units, .act = memory_new(kinds, sizeof *layer->act)};
    for (size_t u = 0; u < units; u++) {
        const uint32_t k = kind ? kind[u] : 0;
        own[u] = (uint32_t)row_table_enter_bytes(&names, act[k].name, strlen(act[k].name));
        if (own[u] < layer->kinds)
            continue;
        layer->act[layer->kinds++] = act[k];
        is_taken[k] = 1;
    }
    for (size_t k = 0; k < kinds; k++)
        if (!is_taken[k])
            activation_clear(act + k);
    layer->act = memory_resize(layer->act, layer->kinds, sizeof *layer->act);
    init_unit_table(&layer->unit, units, layer->act, own);
    layer->rows = layer->unit.row[units];
    layer->bias = _fmpq_vec_init((slong)layer->rows);
    layer->summary = summarise(layer);
    row_table_clear(&names);
    free(is_taken);
}

// Only linear has one piece.
bool net_layer_is_linear(const net_layer *layer)
{
    ASSERT(layer->rows >= layer->units);
    return layer->unit.piece[layer->units] == layer->units;
}

// ---- Layers ----

static void init_weights(net_layer *layer, sparsity support)
{
    ASSERT(layer->rows >= layer->units);
    const size_t entries = sparsity_entries(&support);
    layer->inputs = support.columns;
    layer->support = support;
    layer->weight = memory_new(entries, sizeof *layer->weight);
    for (size_t k = 0; k < entries; k++)
        fmpq_init(layer->weight + k);
}

void net_layer_init_mixed(net_layer *layer, size_t inputs, size_t units, activation *act,
                          size_t kinds, const uint32_t *kind)
{
    ASSERT(inputs > 0);
    init_units(layer, units, act, kinds, kind);
    init_weights(layer, sparsity_dense(layer->rows, inputs));
}

void net_layer_init(net_layer *layer, size_t inputs, size_t units, activation act)
{
    ASSERT(inputs > 0);
    net_layer_init_mixed(layer, inputs, units, &act, 1, NULL);
}

void net_layer_init_affine(net_layer *layer, const fmpq *rows, size_t dimension, size_t inputs)
{
    ASSERT(dimension > 0);
    ASSERT(inputs > 0);
    activation linear;
    activation_parse(&linear, "linear", NULL);
    weight_rows weights = {0};
    for (size_t i = 0; i < inputs; i++) {
        const fmpq *row = rows ? rows + i * (dimension + 1) : NULL;
        for (size_t k = 0; k < dimension && rows; k++)
            if (!fmpq_is_zero(row + k))
                fmpq_set(weight_rows_add(&weights, k), row + k);
        if (!rows)
            fmpq_one(weight_rows_add(&weights, i));
        weight_rows_end(&weights);
    }
    net_layer_init_rows(layer, &weights, dimension, inputs, &linear, 1, NULL);
    for (size_t i = 0; i < inputs && rows; i++)
        fmpq_set(layer->bias + i, rows + i * (dimension + 1) + dimension);
}

void net_layer_copy(net_layer *copy, const net_layer *layer)
{
    ASSERT(copy && layer);
    activation *act = memory_new(layer->kinds, sizeof *act);
    for (size_t k = 0; k < layer->kinds; k++)
        activation_init_copy(act + k, layer->act + k);
    init_units(copy, layer->units, act, layer->kinds, layer->unit.kind);
    init_weights(copy, sparsity_copy(&layer->support));
    rational_copy(copy->weight, layer->weight, sparsity_entries(&layer->support));
    rational_copy(copy->bias, layer->bias, layer->rows);
    free(act);
}

static void clear_weights(net_layer *layer)
{
    ASSERT(layer->rows >= layer->units);
    const size_t entries = sparsity_entries(&layer->support);
    for (size_t k = 0; k < entries; k++)
        fmpq_clear(layer->weight + k);
    free(layer->weight);
    sparsity_clear(&layer->support);
}

void net_layer_clear(net_layer *layer)
{
    clear_weights(layer);
    _fmpq_vec_clear(layer->bias, (slong)layer->rows);
    for (size_t k = 0; k < layer->kinds; k++)
        activation_clear(layer->act + k);
    free(layer->act);
    free(layer->unit.kind);
    free(layer->unit.row);
    free(layer->summary);
}

// ---- Weights and values ----

void net_layer_weight(fmpq_t weight, const net_layer *layer, size_t row, size_t input)
{
    ASSERT(layer->rows >= layer->units);
    size_t entry = sparsity_find(&layer->support, row, input);
    if (entry == SPARSITY_NONE)
        fmpq_zero(weight);
    else
        fmpq_set(weight, layer->weight + entry);
}

// Numbers that a row of a layer takes, as integers: number / scale.
typedef struct {
    fmpz *number;
    fmpq_t scale;
} scaled_numbers;

static void scaled_init(scaled_numbers *scaled, size_t count)
{
    scaled->number = _fmpz_vec_init((slong)count);
    fmpq_init(scaled->scale);
}

static void scaled_set(scaled_numbers *scaled, const fmpq *x, size_t count)
{
    common_scale(scaled->scale, x, count);
    scale_all(scaled->number, scaled->scale, x, count);
}

static void scaled_clear(scaled_numbers *scaled, size_t count)
{
    _fmpz_vec_clear(scaled->number, (slong)count);
    fmpq_clear(scaled->scale);
}

// z = bias + weight . x. A sum of integers over one denominator takes one greatest common divisor,
// a sum of fractions one for each term.
static void row_value(fmpq_t z, const fmpq_t bias, const scaled_numbers *weight,
                      const scaled_numbers *x, size_t count)
{
    fmpz *sum = fmpq_numref(z);
    fmpz_zero(sum);
    for (size_t k = 0; k < count; k++)
        fmpz_addmul(sum, weight->number + k, x->number + k);
    fmpz_mul(sum, sum, fmpq_denref(weight->scale));
    fmpz_mul(sum, sum, fmpq_denref(x->scale));
    fmpz_mul(fmpq_denref(z), fmpq_numref(weight->scale), fmpq_numref(x->scale));
    fmpq_canonicalise(z);
    fmpq_add(z, z, bias);
}

// z = the rows at x. If all weights are stored, every row has the same denominator of x. Else each
// has its own: that of many inputs may be far longer than that of the few which a row takes.
static void rows_evaluate(fmpq *z, const net_layer *layer, const fmpq *x)
{
    const bool is_dense = !layer->support.start;
    scaled_numbers weight, input;
    scaled_init(&weight, layer->inputs);
    scaled_init(&input, layer->inputs);
    fmpq *taken = is_dense ? NULL : memory_new(layer->inputs, sizeof *taken); // borrowed numbers
    if (is_dense)
        scaled_set(&input, x, layer->inputs);
    for (size_t r = 0; r < layer->rows; r++) {
        const sparsity_row row = sparsity_row_of(&layer->support, r);
        scaled_set(&weight, layer->weight + row.first, row.count);
        if (!is_dense) {
            for (size_t k = 0; k < row.count; k++)
                taken[k] = x[row_column(&row, k)];
            scaled_set(&input, taken, row.count);
        }
        row_value(z + r, layer->bias + r, &weight, &input, row.count);
    }
    free(taken);
    scaled_clear(&input, layer->inputs);
    scaled_clear(&weight, layer->inputs);
}

void net_layer_evaluate(fmpq *y, const net_layer *layer, const fmpq *x)
{
    ASSERT(layer->rows >= layer->units);
    fmpq *z = _fmpq_vec_init((slong)layer->rows);
    rows_evaluate(z, layer, x);
    for (size_t unit = 0; unit < layer->units; unit++)
        activation_apply(y + unit, net_layer_act(layer, unit), z + layer->unit.row[unit]);
    _fmpq_vec_clear(z, (slong)layer->rows);
}

// ---- Weights that are collected ----

fmpq *weight_rows_add(weight_rows *rows, size_t column)
{
    size_t initialised = rows->capacity, first = rows->rows ? rows->start[rows->rows] : 0;
    ASSERT(rows->entries == first || rows->column[rows->entries - 1] < column);
    MEMORY_RESERVE(rows->column, rows->column_capacity, rows->entries + 1);
    MEMORY_RESERVE(rows->weight, rows->capacity, rows->entries + 1);
    for (; initialised < rows->capacity; initialised++)
        fmpq_init(rows->weight + initialised);
    rows->column[rows->entries] = (uint32_t)column;
    return rows->weight + rows->entries++;
}

void weight_rows_end(weight_rows *rows)
{
    ASSERT(rows->entries <= rows->capacity);
    MEMORY_RESERVE(rows->start, rows->row_capacity, rows->rows + 2);
    rows->start[0] = 0;
    rows->start[++rows->rows] = rows->entries;
}

void weight_rows_clear(weight_rows *rows)
{
    for (size_t k = 0; k < rows->capacity; k++)
        fmpq_clear(rows->weight + k);
    free(rows->weight);
    free(rows->column);
    free(rows->start);
    *rows = (weight_rows){0};
}

static void drop_zeros(weight_rows *rows)
{
    ASSERT(rows->entries <= rows->capacity);
    size_t kept = 0, from = 0;
    for (size_t r = 0; r < rows->rows; r++) {
        for (size_t end = rows->start[r + 1]; from < end; from++) {
            if (fmpq_is_zero(rows->weight + from))
                continue;
            fmpq_swap(rows->weight + kept, rows->weight + from);
            rows->column[kept++] = rows->column[from];
        }
        rows->start[r + 1] = kept;
    }
    rows->entries = kept;
}

// The entries of `rows` become the weights of the layer.
static void take_weights(net_layer *layer, weight_rows *rows, sparsity support)
{
    ASSERT(rows->entries == sparsity_entries(&support));
    for (; rows->capacity > rows->entries; rows->capacity--)
        fmpq_clear(rows->weight + rows->capacity - 1);
    layer->inputs = support.columns;
    layer->support = support;
    layer->weight = memory_resize(rows->weight, rows->entries, sizeof *rows->weight);
    rows->weight = NULL;
    rows->capacity = 0;
}

static void store_all(net_layer *layer, weight_rows *rows)
{
    ASSERT(layer->rows >= layer->units);
    ASSERT(rows->entries <= rows->capacity);
    const sparsity dense = sparsity_dense(rows->rows, layer->inputs);
    if (rows->entries == sparsity_entries(&dense)) {
        take_weights(layer, rows, dense);
        return;
    }
    init_weights(layer, dense);
    for (size_t r = 0; r < rows->rows; r++)
        for (size_t k = rows->start[r]; k < rows->start[r + 1]; k++)
            fmpq_swap(layer->weight + r * layer->inputs + rows->column[k], rows->weight + k);
}

static void store_entries(net_layer *layer, weight_rows *rows)
{
    ASSERT(layer->rows >= layer->units);
    ASSERT(rows->entries <= rows->capacity);
    size_t *start = memory_resize(rows->start, rows->rows + 1, sizeof *start);
    uint32_t *column = memory_resize(rows->column, rows->entries, sizeof *column);
    rows->start = NULL;
    rows->column = NULL;
    take_weights(layer, rows, sparsity_of(rows->rows, layer->inputs, start, column));
}

static bool by_entries(net_storage which, size_t entries, size_t rows, size_t inputs)
{
    ASSERT(inputs > 0);
    return which == STORE_NONZERO ||
           (which == STORE_WHAT_PAYS && sparsity_pays(entries, rows, inputs));
}

// Takes ownership of rows, which must not contain zeros.
static void layer_store(net_layer *layer, weight_rows *rows, net_storage which)
{
    ASSERT(layer->rows >= layer->units);
    ASSERT(rows->entries <= rows->capacity);
    if (by_entries(which, rows->entries, rows->rows, layer->inputs))
        store_entries(layer, rows);
    else
        store_all(layer, rows);
    weight_rows_clear(rows);
}

void net_layer_init_rows(net_layer *layer, weight_rows *rows, size_t inputs, size_t units,
                         activation *act, size_t kinds, const uint32_t *kind)
{
    ASSERT(inputs > 0);
    init_units(layer, units, act, kinds, kind);
    ASSERT(rows->rows == layer->rows);
    layer->inputs = inputs;
    drop_zeros(rows);
    layer_store(layer, rows, STORE_WHAT_PAYS);
}

// Adds the rows of a layer, whose weights are zero afterwards.
static void weight_rows_take(weight_rows *rows, net_layer *layer)
{
    ASSERT(rows->entries <= rows->capacity);
    ASSERT(layer->rows >= layer->units);
    for (size_t r = 0; r < layer->rows; r++) {
        sparsity_row entries = sparsity_row_of(&layer->support, r);
        for (size_t k = 0; k < entries.count; k++) {
            fmpq *weight = layer->weight + entries.first + k;
            if (!fmpq_is_zero(weight))
                fmpq_swap(weight_rows_add(rows, row_column(&entries, k)), weight);
        }
        weight_rows_end(rows);
    }
}

void net_layer_store(net_layer *layer, net_storage which)
{
    ASSERT(layer->rows >= layer->units);
    size_t stored = sparsity_entries(&layer->support), entries = 0;
    for (size_t k = 0; k < stored; k++)
        entries += !fmpq_is_zero(layer->weight + k);
    bool few = by_entries(which, entries, layer->rows, layer->inputs);
    if (few == (layer->support.start != NULL) && (!few || entries == stored))
        return;
    weight_rows rows = {0};
    weight_rows_take(&rows, layer);
    clear_weights(layer);
    layer_store(layer, &rows, which);
}
