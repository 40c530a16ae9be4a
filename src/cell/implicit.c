// Cells without vertices, which a dictionary of linear programming describes.
#include "cell/cell.h"

geom_cell implicit_cell(dictionary *dict)
{
    return (geom_cell){
        .dictionary = dict, .in_order = 1, .facets = dict->rows, .facet = dict->inequality};
}

static void implicit_whole(geom_cell *cell, geom_space *space)
{
    *cell = implicit_cell(dictionary_whole(space));
}

static void implicit_split(geom_cell *low, geom_cell *high, geom_space *space,
                           const geom_cell *cell, const signed char *sign, uint32_t plane,
                           uint32_t *slots)
{
    (void)sign, (void)slots;
    *low = implicit_cell(polyhedron_half(space, cell->dictionary, (half_space){plane, -1}));
    *high = implicit_cell(polyhedron_half(space, cell->dictionary, (half_space){plane, 1}));
}

const cell_kind implicit_kind = {implicit_whole, implicit_split, NULL};

geom_cell cell_canonical(geom_space *space, const geom_cell *cell)
{
    return implicit_cell(
        polyhedron_canonical(space, cell->facet, cell->facets, cell->dictionary->bounded));
}
