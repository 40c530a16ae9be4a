// One layer on the path of the walk: its affine map on the present cell.
#include "walk/layer.h"

#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

// ---- integers ----

// row += factor * (the change of unit i's output), for every unit of the layer.
static void add_change(walk_layer *layer, const fmpz *change, size_t i)
{
    const scaled_layer *net = layer->scaled;
    for (size_t j = 0; j < net->units; j++) {
        const fmpz *weight = net->weight + j * net->inputs + i;
        if (fmpz_is_zero(weight))
            continue;
        fmpz *row = rows_exact(&layer->map, j);
        for (size_t c = 0; c < layer->columns; c++)
            fmpz_addmul(row + c, weight, change + c);
    }
}

void walk_layer_output(fmpz *row, const walk_layer *layer, size_t unit)
{
    const scaled_layer *net = layer->scaled;
    size_t piece = unit * net->pieces + layer->pattern[unit];
    _fmpz_vec_scalar_mul_fmpz(row, rows_exact(&layer->map, unit), (slong)layer->columns,
                              net->slope + piece);
    fmpz_add(row + layer->columns - 1, row + layer->columns - 1, net->offset + piece);
}

// change = output of unit i on its present piece minus that on piece `old`.
static void output_change(fmpz *change, const walk_layer *before, size_t i, uint32_t old)
{
    const scaled_layer *net = before->scaled;
    const fmpz *slope = net->slope + i * net->pieces, *offset = net->offset + i * net->pieces;
    uint32_t new = before->pattern[i];
    fmpz_t difference;
    fmpz_init(difference);
    fmpz_sub(difference, slope + new, slope + old);
    _fmpz_vec_scalar_mul_fmpz(change, rows_exact(&before->map, i), (slong)before->columns,
                              difference);
    fmpz_sub(difference, offset + new, offset + old);
    fmpz_add(change + before->columns - 1, change + before->columns - 1, difference);
    fmpz_clear(difference);
}

static void rebuild_exact(walk_layer *layer, const walk_layer *before, fmpz *scratch)
{
    const scaled_layer *net = layer->scaled;
    for (size_t j = 0; j < net->units; j++) {
        fmpz *row = rows_exact(&layer->map, j);
        _fmpz_vec_zero(row, (slong)layer->columns);
        fmpz_set(row + layer->columns - 1, net->bias + j);
    }
    for (size_t i = 0; i < net->inputs; i++) {
        walk_layer_output(scratch, before, i);
        if (!_fmpz_vec_is_zero(scratch, (slong)layer->columns))
            add_change(layer, scratch, i);
    }
}

static void sync_exact(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l, *before = layer - 1;
    size_t inputs = layer->scaled->inputs;
    int fresh = layer->source_version != before->version;
    int changed = fresh;
    fmpz *scratch = _fmpz_vec_init((slong)layer->columns);
    if (fresh)
        rebuild_exact(layer, before, scratch);
    for (size_t i = 0; i < inputs && !fresh; i++) {
        if (layer->source_pattern[i] == before->pattern[i])
            continue;
        output_change(scratch, before, i, layer->source_pattern[i]);
        add_change(layer, scratch, i);
        changed = 1;
    }
    _fmpz_vec_clear(scratch, (slong)layer->columns);
    if (!changed)
        return;
    memcpy(layer->source_pattern, before->pattern, inputs * sizeof *layer->source_pattern);
    layer->source_version = before->version;
    layer->version = ++maps->versions;
}

// ---- doubles ----

static void sync_rounded(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l, *before = layer - 1;
    const rounded_layer *net = layer->rounded, *from = before->rounded;
    size_t columns = layer->columns;
    for (size_t j = 0; j < net->units; j++) {
        memset(rows_shadow(&layer->map, j), 0, columns * sizeof(double));
        rows_shadow(&layer->map, j)[columns - 1] = net->bias[j];
    }
    for (size_t i = 0; i < net->inputs; i++) {
        uint32_t piece = before->pattern[i];
        for (size_t c = 0; c < columns; c++)
            maps->term[c] = from->slope[piece] * rows_shadow(&before->map, i)[c];
        maps->term[columns - 1] += from->offset[piece];
        for (size_t j = 0; j < net->units; j++)
            for (size_t c = 0; c < columns; c++)
                rows_shadow(&layer->map, j)[c] += net->weight[i * net->units + j] * maps->term[c];
    }
}

// ---- both ----

void walk_maps_sync(walk_maps *maps, size_t l)
{
    if (maps->arith == CREASE_FLOAT)
        sync_rounded(maps, l);
    else
        sync_exact(maps, l);
}

void walk_maps_sync_exact(walk_maps *maps, size_t l)
{
    for (size_t i = 1; i <= l; i++)
        sync_exact(maps, i);
}

size_t walk_layer_form(walk_layer *layer, crease_arith arith, size_t unit, size_t breakpoint,
                       const rows **in)
{
    const fmpz *at = layer->scaled->breakpoint + unit * (layer->scaled->pieces - 1) + breakpoint;
    *in = &layer->map;
    if (fmpz_is_zero(at))
        return unit;
    *in = &layer->shifted;
    size_t last = layer->columns - 1;
    if (arith == CREASE_FLOAT) {
        double *shadow = rows_shadow(&layer->shifted, 0);
        memcpy(shadow, rows_shadow(&layer->map, unit), layer->columns * sizeof(double));
        shadow[last] -= layer->rounded->breakpoint[breakpoint];
    } else {
        fmpz *exact = rows_exact(&layer->shifted, 0);
        _fmpz_vec_set(exact, rows_exact(&layer->map, unit), (slong)layer->columns);
        fmpz_sub(exact + last, exact + last, at);
    }
    return 0;
}

static void layer_init(walk_layer *layer, const scaled_layer *scaled, const rounded_layer *rounded,
                       size_t columns)
{
    *layer = (walk_layer){.scaled = scaled, .rounded = rounded, .columns = columns};
    layer->pattern = memory_new(scaled->units, sizeof *layer->pattern);
    layer->source_pattern = memory_new(scaled->inputs, sizeof *layer->source_pattern);
    rows_init(&layer->map, columns);
    for (size_t j = 0; j < scaled->units; j++)
        rows_push(&layer->map);
    rows_init(&layer->shifted, columns);
    rows_push(&layer->shifted);
}

// The chart's rows never change.
static void chart_init(walk_layer *chart)
{
    const scaled_layer *net = chart->scaled;
    for (size_t j = 0; j < net->units; j++) {
        fmpz *exact = rows_exact(&chart->map, j);
        _fmpz_vec_set(exact, net->weight + j * net->inputs, (slong)net->inputs);
        fmpz_set(exact + net->inputs, net->bias + j);
        double *shadow = rows_shadow(&chart->map, j);
        for (size_t i = 0; i < net->inputs; i++)
            shadow[i] = chart->rounded->weight[i * net->units + j];
        shadow[net->inputs] = chart->rounded->bias[j];
    }
    chart->version = 1;
}

void walk_maps_init(walk_maps *maps, const crease_net *net, crease_arith arith)
{
    *maps = (walk_maps){.arith = arith, .versions = 1};
    scaled_net_init(&maps->scaled, net);
    rounded_net_init(&maps->rounded, net);
    maps->layers = maps->scaled.layers;
    maps->layer = memory_new(maps->layers, sizeof *maps->layer);
    size_t columns = maps->scaled.dimension + 1;
    for (size_t l = 0; l < maps->layers; l++)
        layer_init(maps->layer + l, maps->scaled.layer + l, maps->rounded.layer + l, columns);
    chart_init(maps->layer);
    maps->term = memory_new(columns, sizeof *maps->term);
}

void walk_maps_clear(walk_maps *maps)
{
    for (size_t l = 0; l < maps->layers; l++) {
        walk_layer *layer = maps->layer + l;
        free(layer->pattern);
        free(layer->source_pattern);
        rows_clear(&layer->map);
        rows_clear(&layer->shifted);
    }
    free(maps->layer);
    free(maps->term);
    scaled_net_clear(&maps->scaled);
    rounded_net_clear(&maps->rounded);
}
