// A region as a visitor sees it.
#include "walk/region.h"

#include <flint/fmpz_vec.h>

void region_init(crease_region *region, walker *w, const geom_cell *cell, uint64_t id)
{
    *region = (crease_region){.w = w, .cell = cell, .id = id};
    if (w->visitor->wants_maps)
        walk_maps_need_output(&w->maps);
}

uint64_t crease_region_id(const crease_region *region)
{
    return region->id;
}

const uint32_t *crease_region_pattern(const crease_region *region, size_t layer)
{
    return region->w->maps.layer[layer + 1].pattern;
}

int crease_region_is_bounded(const crease_region *region)
{
    return cell_is_bounded(region->cell, &region->w->space);
}

void crease_region_map(fmpq *row, const crease_region *region, size_t output)
{
    const walk_maps *maps = &region->w->maps;
    const walk_layer *last = maps->layer + maps->layers - 1;
    size_t columns = last->columns;
    fmpz *scaled = _fmpz_vec_init((slong)columns);
    walk_layer_output(scaled, last, output);
    for (size_t c = 0; c < columns; c++) {
        fmpq_set_fmpz(row + c, scaled + c);
        fmpq_div(row + c, row + c, last->scaled->sigma + output);
    }
    _fmpz_vec_clear(scaled, (slong)columns);
}

void region_map_residues(uint32_t *map, const crease_region *region)
{
    walker *w = region->w;
    if (!w->has_residues)
        walk_residues_init(&w->residues, &w->maps);
    w->has_residues = 1;
    walk_residues_output(map, &w->residues);
}

void region_integer_map(fmpz *map, const crease_region *region)
{
    walk_maps *maps = &region->w->maps;
    walk_maps_need_output(maps);
    const walk_layer *last = maps->layer + maps->layers - 1;
    for (size_t j = 0; j < last->scaled->units; j++)
        walk_layer_output(map + j * last->columns, last, j);
}
