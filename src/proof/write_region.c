// The lines of regions: a point inside, a direction if they are not bounded, facets.
#include "base/memory.h"
#include "exact/key_set.h"
#include "exact/rational.h"
#include "geom/simplex_query.h"
#include "proof/inside.h"
#include "proof/write.h"
#include <flint/fmpq_vec.h>
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

// A facet of a region: the number of the constraint, and which of the region's facets.
typedef struct {
    uint32_t member;
    size_t index;
} named_facet;

static int named_newer(const void *a, const void *b)
{
    const named_facet *x = a, *y = b;
    return (x->member < y->member) - (x->member > y->member);
}

// The facets of a region, the newest constraint first.
static named_facet *name_facets(const proof *p, const crease_region *region)
{
    size_t count = crease_region_facets(region);
    named_facet *facet = memory_new(count, sizeof *facet);
    for (size_t i = 0; i < count; i++)
        facet[i] =
            (named_facet){path_member_of(p, p->finder.pos, region_facet_plane(region, i).plane), i};
    qsort(facet, count, sizeof *facet, named_newer);
    return facet;
}

// The planes of the domain's inequalities; of a space without vertices, bounds of coordinates too.
static size_t find_borders(uint32_t *plane, geom_space *space, size_t planes)
{
    size_t count = 0;
    for (uint32_t border = 0; border < planes; border++)
        if (space->origin[border].unit != NO_INEQUALITY)
            plane[count++] = border;
    for (size_t i = 0; space->box && i < 2 * space->dimension; i++)
        if (space->box->number[i] < SIMPLEX_NO_NUMBER)
            plane[count++] = simplex_bound_facet(space, i / 2, i % 2).plane;
    return count;
}

// Cones of facets only, which show that other constraints have none.
static void show_facets(proof *p, const crease_region *region)
{
    cone_finder *finder = &p->finder;
    geom_space *space = &finder->pos->space;
    const size_t planes = finder->pos->border.planes, facets = crease_region_facets(region);
    cell_facet *facet = memory_new(facets, sizeof *facet);
    uint32_t *border = memory_new(planes + 2 * space->dimension, sizeof *border);
    const size_t borders = find_borders(border, space, planes);
    for (size_t i = 0; i < facets; i++)
        facet[i] = region_facet_plane(region, i);
    finder->only = facet;
    finder->onlys = facets;
    finder->fresh.simplex = NULL;
    if (space->box)
        simplex_move_others(space, facet, facets, 1);
    for (size_t i = 0; i < borders; i++) {
        cone_of_row(finder, space_plane_row(space, border[i]));
        path_give_cone(p, "");
    }
    for (size_t m = p->borders; m < p->members; m++)
        path_show_form(p, p->member[m - p->borders]);
    if (space->box)
        simplex_move_others(space, facet, facets, -1);
    finder->only = NULL;
    free(facet);
    free(border);
}

static void put_facets(proof *p, const crease_region *region)
{
    size_t facets = crease_region_facets(region);
    slong d = (slong)p->finder.pos->space.dimension;
    fmpq *inside = _fmpq_vec_init(d);
    named_facet *facet = name_facets(p, region);
    crease_region_interior(inside, region);
    for (size_t i = 0; i < facets; i++)
        fprintf(p->stream, "%s%zu", i ? "." : " =", p->members - 1 - facet[i].member);
    for (size_t i = 0; i < facets; i++)
        if (facet[i].member >= p->borders) {
            fputs(" : ", p->stream);
            inside_put_beyond(p->stream, region, facet[i].index, inside);
        }
    _fmpq_vec_clear(inside, d);
    free(facet);
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
}
