// The lines of regions: a point inside, a direction if they are not bounded, facets.
#include "base/memory.h"
#include "exact/key_set.h"
#include "proof/inside.h"
#include "proof/write.h"
#include <stdlib.h>

static int is_finite(const proof *p, size_t generator)
{
    return cone_is_finite(&p->finder, generator);
}

// Whether the cell has no vertex, as it contains a line. In the plane all its finite generators lie
// inside of edges then.
static int has_line(proof *p)
{
    const geom_cell *cell = p->finder.cell;
    int vertex = 0;
    if (p->finder.pos->space.general)
        return cell->lines > 0;
    for (size_t i = 0; !vertex && i < cell->count; i++)
        vertex = is_finite(p, i) && cone_meeting(&p->finder, i) == p->finder.pos->space.dimension;
    return !vertex;
}

// Whether a cone in scope has its apex at a vertex.
static int has_apex(proof *p, size_t vertex)
{
    size_t latest = *path_cone_at(p, p->finder.cell->generator[vertex].point);
    return latest && p->cone[latest - 1].count == p->finder.pos->space.dimension;
}

// Whether the cone of all facets that meet in some vertex is in scope and has this edge.
static int has_edge(proof *p, size_t ray)
{
    cone_finder *finder = &p->finder;
    size_t d = finder->pos->space.dimension;
    int found = 0;
    for (size_t i = finder->cell->lines; !found && i < finder->cell->count; i++) {
        if (!is_finite(p, i) || !has_apex(p, i) || cone_meeting(finder, i) != d ||
            cone_at_vertex(finder, i, ray) != d - 1)
            continue;
        for (size_t k = 0; k < d; k++)
            p->number[k] = path_member_of(p, finder->pos, finder->found.facet[k].plane);
        qsort(p->number, d, sizeof *p->number, path_compare);
        found = path_has_cone(p, finder->found.point, d);
    }
    return found;
}

// Finds the facets on which all vertices and rays lie that cones in scope show. Returns their
// number, or SIZE_MAX if no vertex is shown.
static size_t common_facets(proof *p)
{
    cone_finder *finder = &p->finder;
    size_t count = SIZE_MAX;
    int finite = 0;
    for (size_t i = finder->cell->lines; i < finder->cell->count; i++) {
        if (is_finite(p, i) ? !has_apex(p, i) : p->bounded || !has_edge(p, i))
            continue;
        finite |= is_finite(p, i);
        size_t meet = cone_meeting(finder, i), kept = 0;
        if (count == SIZE_MAX) {
            MEMORY_RESERVE(p->common, p->common_capacity, meet);
            for (kept = 0; kept < meet; kept++)
                p->common[kept] = finder->meeting[kept].plane;
        } else {
            for (size_t c = 0; c < count; c++)
                for (size_t k = 0; k < meet; k++)
                    if (finder->meeting[k].plane == p->common[c]) {
                        p->common[kept++] = p->common[c];
                        break;
                    }
        }
        count = kept;
    }
    return finite ? count : SIZE_MAX;
}

// Gives the cone of a vertex that does not lie on all the facets that are common so far. Returns 0
// if there is none.
static int give_another(proof *p, size_t common)
{
    cone_finder *finder = &p->finder;
    for (size_t i = 0; i < finder->cell->count; i++) {
        size_t meet, on = 0;
        if (!is_finite(p, i) || has_apex(p, i) ||
            (meet = cone_meeting(finder, i)) < finder->pos->space.dimension)
            continue;
        for (size_t c = 0; common != SIZE_MAX && c < common; c++)
            for (size_t k = 0; k < meet; k++)
                on += finder->meeting[k].plane == p->common[c];
        if (on == common)
            continue;
        cone_at_vertex(finder, i, SIZE_MAX);
        path_give_cone(p, "");
        return 1;
    }
    return 0;
}

// In more dimensions than this a point takes less room than the cones of other vertices.
enum { MOST_BY_VERTICES = 3 };

// Whether cones in scope show a point inside, after a few were added.
static int is_shown_inside(proof *p)
{
    size_t common = SIZE_MAX;
    if (p->finder.cell->simplex)
        return 0;
    if (!p->members || has_line(p))
        return !p->members;
    for (int more = 1; more;) {
        common = common_facets(p);
        more =
            common && p->finder.pos->space.dimension <= MOST_BY_VERTICES && give_another(p, common);
    }
    return !common;
}

// A direction in which the region is not bounded: an edge of a cone, or a line of one.
static void show_direction(proof *p)
{
    cone_finder *finder = &p->finder;
    const geom_cell *cell = finder->cell;
    int with_line = has_line(p), found = 0;
    size_t ray = 0, edges = finder->pos->space.dimension - 1;
    while (!with_line && is_finite(p, ray))
        ray++;
    // In the plane only directions in which a side is unbounded serve.
    for (; !found && ray < cell->count; ray++)
        for (size_t i = cell->lines; !found && i < cell->count; i++) {
            if ((!with_line && is_finite(p, ray)) || !is_finite(p, i))
                continue;
            found = with_line ? (cone_at_vertex(finder, i, SIZE_MAX), 1)
                              : cone_meeting(finder, i) > edges &&
                                    cone_at_vertex(finder, i, ray) == edges;
        }
    if (found)
        path_give_cone(p, "");
}

// ---- linear regions ----

// Cones of vertices of the region that span all its facets, and show that other members have none.
static void show_facets(proof *p)
{
    cone_finder *finder = &p->finder;
    const geom_cell *cell = finder->cell;
    geom_space *space = &finder->pos->space;
    size_t d = space->dimension;
    int with_line = has_line(p);
    for (size_t i = cell->lines; i < cell->count; i++) {
        size_t meet = is_finite(p, i) ? cone_meeting(finder, i) : 0;
        if (!is_finite(p, i) || (!with_line && meet < d))
            continue;
        cone_at_vertex(finder, i, SIZE_MAX);
        path_give_cone(p, "");
        for (size_t ray = cell->lines; meet > d - cell->lines && ray < cell->count; ray++)
            if (!is_finite(p, ray) && cone_at_vertex(finder, i, ray) + 1 == d - cell->lines)
                path_give_cone(p, "");
    }
    for (uint32_t plane = 0; plane < finder->pos->border.planes; plane++)
        if (space->origin[plane].unit != NO_INEQUALITY) {
            cone_of_row(finder, space_plane_row(space, plane));
            path_give_cone(p, "");
        }
    for (size_t m = p->borders; m < p->members; m++)
        path_show_form(p, p->member[m - p->borders]);
}

static void put_facets(proof *p)
{
    size_t count = p->finder.onlys;
    uint32_t *number = memory_new(count, sizeof *number);
    for (size_t i = 0; i < count; i++)
        number[i] = path_member_of(p, p->finder.pos, p->finder.only[i]);
    qsort(number, count, sizeof *number, path_compare);
    path_word(p);
    putc('=', p->stream);
    path_put_numbers(p, number, count);
    free(number);
}

void proof_region(proof *p, const crease_region *region)
{
    cone_finder *finder = &p->finder;
    size_t facets = 0;
    cone_begin_cell(finder, region->pos, region->cell);
    path_show_bounded(p);
    cone_end_cell(finder);
    if (p->witnesses && !key_set_is_alone(p->witnesses, region_map_key(region))) {
        facets = crease_region_facets(region);
        uint32_t *plane = memory_new(facets, sizeof *plane);
        for (size_t i = 0; i < facets; i++)
            plane[i] = region_facet_plane(region, i).plane;
        finder->only = plane;
        finder->onlys = facets;
        show_facets(p);
    }
    if (!p->bounded)
        show_direction(p);
    if (!is_shown_inside(p)) {
        path_word(p);
        fputs(": ", p->stream);
        inside_put(p->stream, region);
    }
    if (finder->only)
        put_facets(p);
    free((void *)finder->only);
    finder->only = NULL;
    path_end_line(p);
}
