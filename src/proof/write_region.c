// The lines of regions: a point inside, a direction if they are not bounded, facets.
#include "base/memory.h"
#include "exact/key_set.h"
#include "exact/rational.h"
#include "geom/simplex_query.h"
#include "proof/inside.h"
#include "proof/write.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

static void put_direction(proof *p, const crease_region *region)
{
    size_t d = p->finder.pos->space.dimension;
    fmpq *ray = _fmpq_vec_init((slong)d);
    crease_region_ray(ray, region, 0);
    fputs(" / ", p->stream);
    rational_print_row(p->stream, ray, d);
    _fmpq_vec_clear(ray, (slong)d);
}

// ---- linear regions ----

// Cones of facets only, which show that other constraints have none: two of them at least grow with
// such a constraint, or it is positive at the apex.
static void show_facets(proof *p, const crease_region *region)
{
    cone_finder *finder = &p->finder;
    geom_space *space = &finder->pos->space;
    const size_t facets = crease_region_facets(region);
    cell_facet *facet = memory_new(facets, sizeof *facet);
    for (size_t i = 0; i < facets; i++)
        facet[i] = region_facet_plane(region, i);
    finder->only = facet;
    finder->onlys = facets;
    finder->fresh.simplex = NULL;
    if (space->box)
        simplex_move_others(space, facet, facets, 1);
    for (size_t m = p->borders; m < p->members; m++)
        path_show_form(p, p->member[m - p->borders]);
    if (space->box)
        simplex_move_others(space, facet, facets, -1);
    finder->only = NULL;
    free(facet);
}

// A point of each facet inside the domain, in the order of constraints. Of constraints that are
// equal only the first counts.
static void put_facets(proof *p, const crease_region *region)
{
    const size_t facets = crease_region_facets(region), d = p->finder.dimension, columns = d + 1;
    fmpq *point = _fmpq_vec_init((slong)(facets * d));
    fmpz *row = _fmpz_vec_init((slong)(facets * columns));
    fmpz_t value;
    fmpz_init(value);
    unsigned char *is_named = memory_new(facets, 1);
    for (size_t f = 0; f < facets; f++) {
        inside_facet(point + f * d, region, f);
        _fmpq_vec_get_fmpz_vec_fmpz(row + f * columns, row + f * columns + d, point + f * d,
                                    (slong)d);
        is_named[f] =
            path_member_of(p, p->finder.pos, region_facet_plane(region, f).plane) < p->borders;
    }
    fputs(" =", p->stream);
    for (size_t m = p->borders; m < p->members; m++) {
        cone_row(&p->finder, p->member + m - p->borders);
        for (size_t f = 0; f < facets; f++) {
            _fmpz_vec_dot(value, p->finder.row, row + f * columns, (slong)columns);
            if (!fmpz_is_zero(value))
                continue;
            if (!is_named[f]) {
                fputs(" : ", p->stream);
                rational_print_row(p->stream, point + f * d, d);
            }
            is_named[f] = 1;
        }
    }
    free(is_named);
    fmpz_clear(value);
    _fmpz_vec_clear(row, (slong)(facets * columns));
    _fmpq_vec_clear(point, (slong)(facets * d));
}

// ---- bounds of outputs ----

// sum = minus the row in the coordinates of the domain; map: the outputs' rows.
static void pull_bound(fmpq *sum, const fmpq *row, const fmpq *map, size_t outputs, size_t columns)
{
    for (size_t c = 0; c + 1 < columns; c++)
        fmpq_zero(sum + c);
    fmpq_set(sum + columns - 1, row + outputs);
    for (size_t o = 0; o < outputs; o++)
        for (size_t c = 0; c < columns; c++)
            fmpq_addmul(sum + c, row + o, map + o * columns + c);
    for (size_t c = 0; c < columns; c++)
        fmpq_neg(sum + c, sum + c);
}

// A line for each bound: a cone shows that its row is nowhere positive in the region.
static void put_bounds(proof *p, const crease_region *region)
{
    const size_t columns = p->finder.dimension + 1, outputs = crease_net_outputs(p->net);
    fmpq *map = _fmpq_vec_init((slong)((outputs + 1) * columns)), *sum = map + outputs * columns;
    fmpz *row = _fmpz_vec_init((slong)columns + 1);
    for (size_t o = 0; o < outputs; o++)
        crease_region_map(map + o * columns, region, o);
    cone_begin_cell(&p->finder, region->pos, region->cell);
    for (size_t i = 0; i < p->bounds; i++) {
        const extent_of_path whole = path_extent(p);
        pull_bound(sum, p->bound + i * (outputs + 1), map, outputs, columns);
        _fmpq_vec_get_fmpz_vec_fmpz(row, row + columns, sum, (slong)columns);
        path_add_member(p, (cone_form){0}); // the row
        cone_of_row(&p->finder, row);
        path_give_cone(p, "");
        path_word(p);
        putc('-', p->stream);
        path_end_line(p);
        path_take_back(p, &whole);
    }
    cone_end_cell(&p->finder);
    _fmpq_vec_clear(map, (slong)((outputs + 1) * columns));
    _fmpz_vec_clear(row, (slong)columns + 1);
}

void proof_region(proof *p, const crease_region *region)
{
    int with_facets = p->witnesses && !key_set_is_alone(p->witnesses, region_map_key(region));
    cone_begin_cell(&p->finder, region->pos, region->cell);
    path_show_bounded(p);
    cone_end_cell(&p->finder);
    if (with_facets)
        show_facets(p, region);
    path_word(p);
    fputs(": ", p->stream);
    inside_put(p->stream, region);
    if (!p->bounded)
        put_direction(p, region);
    if (with_facets)
        put_facets(p, region);
    path_end_line(p);
    if (p->bounds > 0)
        put_bounds(p, region);
}
