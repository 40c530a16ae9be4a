// The path of the enumeration in a certificate.
#include "proof/write_path.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "net/net.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

// ---- members ----

const unit_table *path_units(const walk_position *pos, size_t l)
{
    return &pos->maps.layer[l].rounded->unit;
}

cone_form path_tie(size_t rank, size_t l, uint32_t unit, uint32_t a, uint32_t b)
{
    ASSERT(a < rank && b < rank && a != b);
    maxout_rows pair = {a < b ? a : b, a < b ? b : a};
    return (cone_form){l, unit, (uint32_t)maxout_predicate(pair, rank), a < b};
}

bool path_is_rival(const split_on_path *s, uint32_t row)
{
    return row != s->kept && s->beater[row] == row;
}

void path_add_member(proof *p, cone_form form)
{
    ASSERT(p->members >= p->borders);
    MEMORY_RESERVE(p->member, p->member_capacity, p->members - p->borders + 1);
    p->member[p->members++ - p->borders] = form;
}

// The members of a part of a maxout unit are its ties with rows that are nowhere beaten, in order.
static uint32_t tie_member(const split_on_path *s, uint32_t row)
{
    uint32_t number = (uint32_t)s->whole.members;
    for (uint32_t r = 0; r < s->beater[row]; r++)
        number += (uint32_t)path_is_rival(s, r);
    return number;
}

// The row whose tie with that which is kept the plane is.
static uint32_t other_row(const split_on_path *s, const walk_position *pos, uint32_t plane)
{
    const plane_origin *origin = pos->space.origin + plane;
    maxout_rows pair =
        maxout_pair(origin->breakpoint, unit_rows(path_units(pos, s->layer), origin->unit));
    return (uint32_t)(pair.earlier == s->kept ? pair.later : pair.earlier);
}

uint32_t path_member_of(const proof *p, const walk_position *pos, uint32_t plane)
{
    const plane_origin *origin = pos->space.origin + plane;
    if (origin->split == NO_SPLIT)
        return origin->unit;
    const split_on_path *s = p->path + space_split_depth(origin->split);
    return s->beater ? tie_member(s, other_row(s, pos, plane)) : (uint32_t)s->whole.members;
}

// A tie of maxout with a row that another beats, on which no facet can lie: one would lie on the
// tie with that other row too.
static bool is_foreign(void *data, uint32_t plane)
{
    const proof *p = data;
    geom_space *space = &p->finder.pos->space;
    plane_origin origin = space->origin[plane];
    if (origin.split == NO_SPLIT)
        return false;
    const split_on_path *s = p->path + space_split_depth(origin.split);
    uint32_t row = s->beater ? other_row(s, p->finder.pos, plane) : 0;
    if (!s->beater || s->beater[row] == row)
        return false;
    uint32_t by = s->beater[row];
    maxout_rows pair = {by < s->kept ? by : s->kept, by < s->kept ? s->kept : by};
    origin.breakpoint =
        (uint32_t)maxout_predicate(pair, unit_rows(path_units(p->finder.pos, s->layer), s->unit));
    fmpz *tie = _fmpz_vec_init((slong)space->columns);
    space->fetch(space->fetch_from, tie, &origin);
    bool foreign = !row_is_multiple(tie, space_plane_row(space, plane), space->columns);
    _fmpz_vec_clear(tie, (slong)space->columns);
    return foreign;
}

// ---- a proof ----

proof *proof_new(const crease_net *net, size_t dimension, size_t borders, const key_set *witnesses)
{
    proof *p = memory_new(1, sizeof *p);
    size_t layers = crease_net_hidden(net);
    *p = (proof){.net = net,
                 .witnesses = witnesses,
                 .borders = borders,
                 .members = borders,
                 .low = memory_new(layers, sizeof *p->low),
                 .known = memory_new(layers, sizeof *p->known),
                 .cut = memory_new(layers, sizeof *p->cut),
                 .number = memory_new(dimension, sizeof *p->number)};
    cone_finder_init(&p->finder, dimension);
    p->finder.is_foreign = is_foreign;
    p->finder.data = p;
    p->line.stream = p->nowhere = memory_stream(&p->unread, &p->unread_size);
    for (size_t l = 0; l < layers; l++) {
        size_t width = crease_net_width(net, l);
        p->low[l] = memory_new(width, sizeof **p->low);
        p->known[l] = memory_new(width, sizeof **p->known);
        p->cut[l] = memory_new(width, sizeof **p->cut);
    }
    return p;
}

void path_drop_split(proof *p)
{
    ASSERT(p->splits > 0);
    free(p->path[--p->splits].beater);
}

void proof_free(proof *p)
{
    while (p->splits)
        path_drop_split(p);
    for (size_t l = 0; l < crease_net_hidden(p->net); l++) {
        free(p->low[l]);
        free(p->known[l]);
        free(p->cut[l]);
    }
    cone_finder_clear(&p->finder);
    fclose(p->nowhere);
    free(p->unread);
    free(p->low);
    free(p->known);
    free(p->cut);
    free(p->number);
    free(p->member);
    free(p->cone);
    free(p->cone_member);
    free(p->cone_at);
    free(p->path);
    free(p->settled);
    free(p);
}

void proof_write_to(proof *p, FILE *stream)
{
    p->buffer = stream;
    if (p->line.stream != p->nowhere)
        p->line.stream = stream;
}

// ---- cones in scope ----

// By its apex, a point: 1 + the number of the latest, or 0.
static size_t *path_cone_at(proof *p, uint32_t point)
{
    size_t had = p->points;
    MEMORY_RESERVE(p->cone_at, p->points, (size_t)point + 1);
    if (p->points > had)
        memset(p->cone_at + had, 0, (p->points - had) * sizeof *p->cone_at);
    return p->cone_at + point;
}

static int path_compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Whether the cone of p->number[0 .. count), ascending, is in scope.
static bool path_has_cone(proof *p, uint32_t point, size_t count)
{
    for (size_t i = *path_cone_at(p, point); i; i = p->cone[i - 1].before)
        if (p->cone[i - 1].count == count &&
            !memcmp(p->cone_member + p->cone[i - 1].first, p->number, count * sizeof *p->number))
            return true;
    return false;
}

void path_put_cone(proof *p, size_t count)
{
    ASSERT(!count || p->number);
    qsort(p->number, count, sizeof *p->number, path_compare);
    proof_line_cone(&p->line, "", p->number, count, p->members);
}

void path_give_cone(proof *p, const char *prefix)
{
    const cone_facets *cone = &p->finder.cone;
    size_t count = cone->count;
    if (!count)
        return;
    for (size_t i = 0; i < count; i++)
        p->number[i] = path_member_of(p, p->finder.pos, cone->facet[i].plane);
    qsort(p->number, count, sizeof *p->number, path_compare);
    if (!*prefix && path_has_cone(p, cone->point, count))
        return;
    proof_line_cone(&p->line, prefix, p->number, count, p->members);
    MEMORY_RESERVE(p->cone, p->cone_capacity, p->cones + 1);
    MEMORY_RESERVE(p->cone_member, p->cone_member_capacity, p->cone_members + count);
    memcpy(p->cone_member + p->cone_members, p->number, count * sizeof *p->number);
    size_t *latest = path_cone_at(p, cone->point);
    p->cone[p->cones] = (held_cone){cone->point, p->cone_members, count, *latest};
    *latest = ++p->cones;
    p->cone_members += count;
}

void path_show_form(proof *p, cone_form form)
{
    ASSERT(p->finder.cell && p->finder.pos);
    if (run_is_cancelled())
        return;
    cone_find_for_form(&p->finder, &form);
    path_give_cone(p, "");
}

// ---- taking back ----

extent_of_path path_extent(const proof *p)
{
    return (extent_of_path){p->members, p->cones, p->settleds, p->bounded};
}

void path_take_back(proof *p, const extent_of_path *earlier)
{
    ASSERT(earlier->members <= p->members);
    ASSERT(earlier->cones <= p->cones);
    ASSERT(earlier->settled <= p->settleds);
    p->members = earlier->members;
    p->bounded = earlier->bounded;
    while (p->cones > earlier->cones) {
        held_cone *last = p->cone + --p->cones;
        p->cone_at[last->point] = last->before;
        p->cone_members = last->first;
    }
    while (p->settleds > earlier->settled) {
        settled_unit *last = p->settled + --p->settleds;
        p->low[last->layer][last->unit] = last->low;
        p->known[last->layer][last->unit] = last->known;
    }
}

void path_settle(proof *p, size_t l, uint32_t unit, uint32_t low, int known)
{
    MEMORY_RESERVE(p->settled, p->settled_capacity, p->settleds + 1);
    p->settled[p->settleds++] =
        (settled_unit){l - 1, unit, p->low[l - 1][unit], p->known[l - 1][unit]};
    p->low[l - 1][unit] = low;
    p->known[l - 1][unit] = (unsigned char)known;
}

// ---- bounded parts ----

// Two cones: one of d facets, and one that holds minus the sum of their normals.
void path_show_bounded(proof *p)
{
    ASSERT(p->finder.cell && p->finder.pos);
    cone_finder *finder = &p->finder;
    geom_space *space = &finder->pos->space;
    size_t columns = space->columns;
    if (p->bounded || !cell_is_bounded(finder->cell, space) || run_is_cancelled())
        return;
    fmpz *sum = _fmpz_vec_init((slong)columns), *primitive = _fmpz_vec_init((slong)columns);
    cone_find_at_some_vertex(finder);
    const uint32_t point = finder->cone.point;
    size_t count = finder->cone.count;
    half_space *first = memory_new(count, sizeof *first);
    for (size_t i = 0; i < count; i++) {
        first[i] = finder->cone.facet[i];
        row_primitive(primitive, space_plane_row(space, first[i].plane), columns);
        (first[i].side > 0 ? _fmpz_vec_sub : _fmpz_vec_add)(sum, sum, primitive, (slong)columns);
    }
    cone_find_for_row(finder, sum);
    path_give_cone(p, "");
    finder->cone.count = count;
    memcpy(finder->cone.facet, first, count * sizeof *first);
    finder->cone.point = point;
    path_give_cone(p, "b");
    p->bounded = 1;
    free(first);
    _fmpz_vec_clear(sum, (slong)columns);
    _fmpz_vec_clear(primitive, (slong)columns);
}
