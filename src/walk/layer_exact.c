// A layer's map in integers.
#include "walk/layer.h"

#include <flint/fmpz_vec.h>

// row += factor * (the change of unit i's output), for every unit of the layer.
static void add_change(walk_layer *layer, const fmpz *change, size_t i)
{
    const scaled_layer *net = layer->scaled;
    for (size_t j = 0; j < net->rows; j++) {
        const fmpz *weight = net->weight + j * net->inputs + i;
        if (fmpz_is_zero(weight))
            continue;
        fmpz *row = rows_at(&layer->exact, j);
        for (size_t c = 0; c < layer->columns; c++)
            fmpz_addmul(row + c, weight, change + c);
    }
}

void walk_layer_output(fmpz *row, const walk_layer *layer, size_t unit)
{
    const scaled_layer *net = layer->scaled;
    size_t piece = unit * net->pieces + layer->pattern[unit];
    size_t from = activation_row(net->rank, unit, layer->pattern[unit]);
    _fmpz_vec_scalar_mul_fmpz(row, rows_at(&layer->exact, from), (slong)layer->columns,
                              net->slope + piece);
    fmpz_add(row + layer->columns - 1, row + layer->columns - 1, net->offset + piece);
}

// change = output of unit i on its present piece minus that on piece `old`.
static void output_change(fmpz *change, const walk_layer *before, size_t i, uint32_t old)
{
    const scaled_layer *net = before->scaled;
    const fmpz *slope = net->slope + i * net->pieces, *offset = net->offset + i * net->pieces;
    uint32_t new = before->pattern[i];
    slong columns = (slong)before->columns;
    const fmpz *row = rows_at(&before->exact, activation_row(net->rank, i, new));
    fmpz_t difference;
    fmpz_init(difference);
    if (net->rank == 1) {
        fmpz_sub(difference, slope + new, slope + old);
        _fmpz_vec_scalar_mul_fmpz(change, row, columns, difference);
    } else {
        const fmpz *old_row = rows_at(&before->exact, activation_row(net->rank, i, old));
        _fmpz_vec_scalar_mul_fmpz(change, row, columns, slope + new);
        _fmpz_vec_scalar_submul_fmpz(change, old_row, columns, slope + old);
    }
    fmpz_sub(difference, offset + new, offset + old);
    fmpz_add(change + before->columns - 1, change + before->columns - 1, difference);
    fmpz_clear(difference);
}

static void rebuild_exact(walk_layer *layer, const walk_layer *before, fmpz *scratch)
{
    const scaled_layer *net = layer->scaled;
    for (size_t j = 0; j < net->rows; j++) {
        fmpz *row = rows_at(&layer->exact, j);
        _fmpz_vec_zero(row, (slong)layer->columns);
        fmpz_set(row + layer->columns - 1, net->bias + j);
    }
    for (size_t i = 0; i < net->inputs; i++) {
        walk_layer_output(scratch, before, i);
        if (!_fmpz_vec_is_zero(scratch, (slong)layer->columns))
            add_change(layer, scratch, i);
    }
}

static void bring_up(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l, *before = layer - 1;
    map_source *source = &layer->exact_source;
    fmpz *scratch = _fmpz_vec_init((slong)layer->columns);
    int fresh = source->version_before != before->exact_source.version, changed = fresh;
    if (fresh)
        rebuild_exact(layer, before, scratch);
    for (size_t i = 0; i < layer->scaled->inputs && !fresh; i++) {
        if (source->pattern[i] == before->pattern[i])
            continue;
        output_change(scratch, before, i, source->pattern[i]);
        add_change(layer, scratch, i);
        changed = 1;
    }
    _fmpz_vec_clear(scratch, (slong)layer->columns);
    if (changed)
        map_source_note(maps, source, &before->exact_source, before);
}

// The parametrization never changes.
static void first_rows(walk_layer *first)
{
    const scaled_layer *net = first->scaled;
    for (size_t j = 0; j < net->units; j++) {
        fmpz *row = rows_at(&first->exact, j);
        row_copy(row, net->weight + j * net->inputs, net->inputs);
        fmpz_set(row + net->inputs, net->bias + j);
    }
    first->exact_current = 1;
}

// A walk on which doubles decide everything does without.
static void make_integers(walk_maps *maps)
{
    scaled_net_init(&maps->scaled, maps->net, maps->rounded->parametrization,
                    maps->rounded->dimension);
    maps->has_scaled = 1;
    for (size_t l = 0; l < maps->layers; l++) {
        walk_layer *layer = maps->layer + l;
        layer->scaled = maps->scaled.layer + l;
        for (size_t j = 0; j < layer->scaled->rows; j++)
            rows_push(&layer->exact);
    }
    first_rows(maps->layer);
}

void walk_maps_need_exact(walk_maps *maps, size_t l)
{
    if (!maps->has_scaled)
        make_integers(maps);
    for (size_t i = 1; i <= l; i++)
        if (!maps->layer[i].exact_current) {
            bring_up(maps, i);
            maps->layer[i].exact_current = 1;
        }
}

void walk_maps_need_output(walk_maps *maps)
{
    size_t last = maps->layers - 1;
    maps->layer[last].exact_current = 0;
    walk_maps_need_exact(maps, last);
}

// A maxout layer's: by itself, so that the usual form needs no registers for it.
static __attribute__((noinline)) void difference(fmpz *row, const walk_layer *layer, size_t unit,
                                                 size_t predicate)
{
    size_t rank = layer->scaled->rank, first = unit * rank;
    maxout_rows pair = maxout_pair(predicate, rank);
    _fmpz_vec_sub(row, rows_at(&layer->exact, first + pair.later),
                  rows_at(&layer->exact, first + pair.earlier), (slong)layer->columns);
}

void walk_maps_form(walk_maps *maps, fmpz *row, size_t l, size_t unit, size_t breakpoint)
{
    walk_maps_need_exact(maps, l);
    const walk_layer *layer = maps->layer + l;
    const scaled_layer *net = layer->scaled;
    if (net->rank > 1) {
        difference(row, layer, unit, breakpoint);
        return;
    }
    size_t last = layer->columns - 1;
    row_copy(row, rows_at(&layer->exact, unit), layer->columns);
    fmpz_sub(row + last, row + last, net->breakpoint + unit * (net->pieces - 1) + breakpoint);
}
