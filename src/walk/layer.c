// One layer on the path of the walk: its affine map on the present cell.
#include "walk/layer.h"

#include "base/memory.h"
#include "exact/norm.h"
#include <stdlib.h>
#include <string.h>

void map_source_note(walk_maps *maps, map_source *source, const map_source *source_before,
                     const walk_layer *before)
{
    memcpy(source->pattern, before->pattern, before->rounded->units * sizeof *source->pattern);
    source->version_before = source_before->version;
    source->version = ++maps->versions;
}

void walk_maps_sync(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l;
    layer->exact_current = layer->dd_current = 0;
    memcpy(layer->latest, layer[-1].pattern, layer->rounded->inputs * sizeof *layer->latest);
    if (maps->arith == CREASE_EXACT)
        walk_maps_need_exact(maps, l);
    else
        walk_maps_sync_doubles(maps, l);
}

// Integers depend on nothing but the path, so they may stay. No map has version 0.
void walk_maps_forget(walk_maps *maps)
{
    for (size_t l = 1; l < maps->layers; l++) {
        walk_layer *layer = maps->layer + l;
        size_t size = layer->rounded->inputs * sizeof *layer->pattern;
        layer->approx_source.version_before = layer->dd_source.version_before = 0;
        memset(layer->latest, 0, size);
        memset(layer->approx_source.pattern, 0, size);
        if (maps->has_dd)
            memset(layer->dd_source.pattern, 0, size);
    }
}

static void layer_init(walk_layer *layer, const rounded_layer *rounded, size_t columns)
{
    *layer = (walk_layer){.rounded = rounded, .columns = columns};
    layer->pattern = memory_new(rounded->units, sizeof *layer->pattern);
    layer->latest = memory_new(rounded->inputs, sizeof *layer->latest);
    layer->exact_source.pattern = memory_new(rounded->inputs, sizeof *layer->pattern);
    layer->approx_source.pattern = memory_new(rounded->inputs, sizeof *layer->pattern);
    layer->active = memory_new(rounded->inputs, sizeof *layer->active);
    layer->term = memory_new(rounded->inputs * columns, sizeof *layer->term);
    layer->change = memory_new(2 * columns, sizeof *layer->change);
    rows_init(&layer->exact, columns);
    layer->approx = layer->own = memory_new(columns * rounded->stride, sizeof(double));
    layer->bound = layer->own_bound = memory_new(columns, sizeof(double));
}

void walk_first_map(double *map, const double *weight, const double *bias,
                    const rounded_layer *first)
{
    size_t entries = first->inputs * first->stride;
    memcpy(map, weight, entries * sizeof *map);
    memcpy(map + entries, bias, first->stride * sizeof *map);
}

// filter.md, 8
void walk_first_bound(double *bound, const walk_layer *first, double rounding)
{
    const rounded_layer *net = first->rounded;
    for (size_t c = 0; c < first->columns; c++) {
        double norm = filter_norm(first->approx + c * net->stride, net->stride);
        bound[c] = (2 * rounding * norm + FILTER_TINY * ((double)net->units + 1)) * FILTER_ENLARGE;
    }
}

void walk_maps_init(walk_maps *maps, const crease_net *net, rounded_net *rounded,
                    crease_arith arith)
{
    *maps = (walk_maps){.net = net, .rounded = rounded, .arith = arith, .versions = 1};
    maps->layers = rounded->layers;
    maps->columns = rounded->dimension + 1;
    maps->layer = memory_new(maps->layers, sizeof *maps->layer);
    for (size_t l = 0; l < maps->layers; l++)
        layer_init(maps->layer + l, rounded->layer + l, maps->columns);

    walk_layer *first = maps->layer;
    walk_first_map(first->approx, first->rounded->weight, first->rounded->bias, first->rounded);
    if (rounded->parametrization) // the identity is not rounded
        walk_first_bound(first->bound, first, FILTER_UNIT);
    first->exact_source.version = first->approx_source.version = 1;
}

void walk_maps_clear(walk_maps *maps)
{
    for (size_t l = 0; l < maps->layers; l++) {
        walk_layer *layer = maps->layer + l;
        free(layer->pattern);
        free(layer->latest);
        free(layer->exact_source.pattern);
        free(layer->approx_source.pattern);
        rows_clear(&layer->exact);
        free(layer->active);
        free(layer->term);
        free(layer->change);
        free(layer->dd_term);
        free(layer->dd_change);
        free(layer->own);
        free(layer->own_bound);
        free(layer->tight);
        free(layer->tight_bound);
        free(layer->dd_high);
        free(layer->dd_low);
        free(layer->dd_bound);
        free(layer->dd_source.pattern);
    }
    free(maps->layer);
    if (maps->has_scaled)
        scaled_net_clear(&maps->scaled);
}
