// Which inequalities are tight at which corners of a region.
//
// The facets say it of their own hyperplanes. Another form that is not negative on the region may
// still touch it, or share a facet's hyperplane: one bound for all corners in doubles shows that
// nearly none does, and where it does not, integers decide. Where the walk has met no tie, there is
// no such form (exact/sign.h).
#include "regions/face_record.h"

#include "base/limits.h"
#include "base/memory.h"
#include "net/net.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- The layout of signs ----

static size_t bits_of_unit(const unit_table *table, size_t unit)
{
    const size_t rank = unit_rows(table, unit);
    return rank > 1 ? rank : 2 * unit_predicates(table, unit);
}

void face_layout_init(face_layout *layout, const crease_net *net, const crease_domain *domain,
                      unsigned what)
{
    const size_t hidden = crease_net_hidden(net);
    const size_t units = net_units(net, hidden);
    *layout = (face_layout){.net = net, .domain = domain, .what = what, .hidden = hidden};
    layout->first = memory_new(hidden + 1, sizeof *layout->first);
    layout->bit = memory_new(units + 1, sizeof *layout->bit);
    size_t unit = 0, bit = 0;
    for (size_t l = 0; l < hidden; l++) {
        layout->first[l] = unit;
        for (size_t i = 0; i < crease_net_width(net, l); i++) {
            layout->bit[unit++] = bit;
            bit += bits_of_unit(&net->layer[l].unit, i);
        }
    }
    layout->last = unit ? layout->bit[unit - 1] : 0;
    layout->border = bit;
    layout->bits = bit + domain_inequalities(domain);
    layout->bytes = layout->bits / 8 + 1;
}

void face_layout_clear(face_layout *layout)
{
    free(layout->first);
    free(layout->bit);
}

// ---- Batches ----

void face_batch_init(face_batch *batch, const face_layout *layout)
{
    const size_t columns = crease_domain_dimension(layout->domain) + 1;
    *batch = (face_batch){.layout = layout,
                          .reach = memory_new(columns, sizeof *batch->reach),
                          .form = memory_new(2 * columns, sizeof *batch->form),
                          .item_of_bit = memory_new(layout->bits + 1, sizeof(uint32_t)),
                          .row = _fmpz_vec_init((slong)columns)};
    arena_init(&batch->memory);
    batch->empty = arena_here(&batch->memory);
}

void face_batch_empty(face_batch *batch)
{
    const slong d = (slong)crease_domain_dimension(batch->layout->domain);
    for (size_t i = 0; i < batch->records; i++)
        _fmpq_vec_clear(batch->record[i].point, (slong)batch->record[i].points * d);
    batch->records = batch->bytes = 0;
    arena_release(&batch->memory, batch->empty);
}

void face_batch_clear(face_batch *batch)
{
    face_batch_empty(batch);
    arena_clear(&batch->memory);
    free(batch->record);
    free(batch->item);
    free(batch->on);
    free(batch->x);
    free(batch->value);
    free(batch->generator);
    free(batch->item_of_plane);
    free(batch->item_of_bit);
    free(batch->reach);
    free(batch->form);
    _fmpz_vec_clear(batch->row, (slong)crease_domain_dimension(batch->layout->domain) + 1);
}

// ---- Corners ----

// Their doubles side by side, and bounds for all of them.
static void read_corners(face_batch *batch, const crease_region *region)
{
    const geom_space *space = region_space(region);
    const size_t d = space->dimension, n = batch->generators, apart = (n + 7) / 8 * 8;
    MEMORY_RESERVE(batch->x, batch->room, (d + 1) * apart);
    MEMORY_RESERVE(batch->value, batch->value_room, apart);
    batch->apart = apart;
    batch->radius = 0;
    memset(batch->x, 0, (d + 1) * apart * sizeof *batch->x);
    for (size_t c = 0; c < d; c++)
        batch->reach[c] = 0;
    for (size_t i = 0; i < n; i++) {
        const double *place = space_place(space, region_point(region, batch->generator[i]));
        for (size_t c = 0; c < d; c++) {
            batch->x[c * apart + i] = place[c];
            batch->reach[c] = fmax(batch->reach[c], fabs(place[c]));
        }
        batch->x[d * apart + i] = place[d];
        batch->radius = fmax(batch->radius, place[d + 1]);
    }
}

// Lists the corners of the region; lines come last among the rays that it shows.
static void list_corners(face_batch *batch, face_record *record, const crease_region *region)
{
    const geom_cell *cell = region_corners(region);
    crease_region_vertices(region);
    const region_cache *cache = region->cache;
    record->vertices = cache->vertices;
    record->lines = cell->lines;
    record->rays = cache->rays - 2 * cell->lines;
    const size_t n = record->vertices + record->rays;
    MEMORY_RESERVE(batch->generator, batch->generator_room, n + 1);
    batch->generators = n;
    for (size_t i = 0; i < record->vertices; i++)
        batch->generator[i] = (uint32_t)cache->vertex[i];
    for (size_t i = 0; i < record->rays; i++)
        batch->generator[record->vertices + i] = (uint32_t)cache->ray[i].generator;
    record->words = bits_words(n + 1);
    batch->is_plain = batch->layout->domain->is_box && !region->pos->judge.has_ties &&
                      !record->rays && !record->lines;
    if (region->pos->judge.arith == CREASE_FILTERED && !batch->is_plain)
        read_corners(batch, region);
}

// ---- Items ----

// Room for one more, on which no corner lies yet.
static uint64_t *next_item(face_batch *batch, const face_record *record)
{
    MEMORY_RESERVE(batch->item, batch->item_room, record->items + 1);
    MEMORY_RESERVE(batch->on, batch->on_room, (record->items + 1) * record->words);
    uint64_t *on = batch->on + record->items * record->words;
    memset(on, 0, record->words * sizeof *on);
    return on;
}

static void add_item(face_batch *batch, face_record *record, size_t bit, bool is_above)
{
    batch->item[record->items++] = (face_item){bit, is_above};
    batch->item_of_bit[bit] = (uint32_t)record->items;
}

// The bit of a predicate's form that is not 0, by the piece of its unit.
static size_t bit_of(const face_layout *layout, size_t l, size_t unit, size_t predicate,
                     uint32_t piece)
{
    const size_t first = layout->bit[layout->first[l] + unit],
                 rank = unit_rows(&layout->net->layer[l].unit, unit);
    if (rank < 2)
        return first + 2 * predicate + (predicate < piece);
    const maxout_rows pair = maxout_pair(predicate, rank);
    return first + (pair.earlier == piece ? pair.later : pair.earlier);
}

static void add_facet(face_batch *batch, face_record *record, const crease_region *region,
                      size_t facet)
{
    const face_layout *layout = batch->layout;
    const half_space half = region_facet_plane(region, facet);
    const plane_origin *origin = region_facet_origin(region, facet);
    next_item(batch, record);
    if (origin->split == NO_SPLIT) {
        add_item(batch, record, layout->border + origin->unit, 1);
    } else {
        const uint32_t piece = crease_region_pattern(region, origin->layer)[origin->unit];
        const bool is_maxout = unit_rows(&layout->net->layer[origin->layer].unit, origin->unit) > 1;
        const size_t bit = bit_of(layout, origin->layer, origin->unit, origin->breakpoint, piece);
        const size_t row = bit - layout->bit[layout->first[origin->layer] + origin->unit];
        add_item(batch, record, bit, is_maxout ? piece < row : half.side > 0);
    }
    batch->item_of_plane[half.plane] = (uint32_t)record->items;
}

// The corners on the facets of a cell of which all generators are corners, in order.
static void mark_in_order(face_batch *batch, const face_record *record, geom_space *space,
                          const geom_cell *cell)
{
    const size_t words = bits_words(cell->count);
    const arena_mark mark = arena_here(&space->cells);
    uint64_t *members = arena_take(&space->cells, cell->facets * words * sizeof *members);
    cell_members(members, cell);
    for (size_t f = 0; f < cell->facets; f++) {
        const uint32_t item = batch->item_of_plane[cell->facet[f].plane];
        if (item)
            memcpy(batch->on + (item - 1) * record->words, members + f * words,
                   words * sizeof *members);
    }
    arena_release(&space->cells, mark);
}

// The corners on the facets.
static void mark_facets(face_batch *batch, face_record *record, const crease_region *region)
{
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    const bool in_order = cells_are_costly(space) && cell->count == record->vertices;
    if (in_order)
        mark_in_order(batch, record, space, cell);
    half_space *meeting = arena_take(&space->cells, (cell->facets + 2) * sizeof *meeting);
    for (size_t i = 0; i < batch->generators && !in_order; i++) {
        const size_t count = cell_facets_meeting(meeting, cell, space, batch->generator[i]);
        for (size_t k = 0; k < count; k++) {
            const uint32_t item = batch->item_of_plane[meeting[k].plane];
            if (item)
                bits_add(batch->on + (item - 1) * record->words, i);
        }
    }
    for (size_t f = 0; f < crease_region_facets(region); f++)
        batch->item_of_plane[region_facet_plane(region, f).plane] = 0;
}

// Whether doubles show that a form is 0 at no corner: filter_value with one bound for all.
static bool is_off(const face_batch *batch, const double *form, size_t d)
{
    const double *bound = form + d + 1;
    double slope = 0, slip = 0, size = 0, *value = batch->value;
    memset(value, 0, batch->apart * sizeof *value);
    for (size_t c = 0; c <= d; c++) {
        const double a = form[c], *x = batch->x + c * batch->apart;
        for (size_t i = 0; i < batch->apart; i++)
            value[i] += a * x[i];
        if (c < d) {
            slope += fabs(a);
            slip += bound[c] * (batch->reach[c] + batch->radius);
            size += fabs(a) * batch->reach[c];
        }
    }
    size += fabs(form[d]);
    const double error =
        (slope * batch->radius + slip + bound[d] + FILTER_DOT(d) * size + 4 * FILTER_TINY) *
        FILTER_ENLARGE;
    bool off = true;
    for (size_t i = 0; i < batch->generators; i++)
        off &= fabs(value[i]) > error;
    return off;
}

// A form that may be 0 somewhere on the region, and its integers. If it is 0 everywhere, so is its
// bit.
static void add_touching(face_batch *batch, face_record *record, const crease_region *region,
                         size_t bit, const double *form, const fmpz *row)
{
    geom_space *space = region_space(region);
    const size_t columns = space->columns;
    bool touches = false;
    if (_fmpz_vec_is_zero(row, (slong)columns)) {
        record->sign[bit / 8] &= (unsigned char)~(1u << bit % 8);
        return;
    }
    uint64_t *on = next_item(batch, record);
    for (size_t i = 0; i < batch->generators; i++) {
        const uint32_t point = region_point(region, batch->generator[i]);
        int sign = SIGN_UNKNOWN;
        if (space->judge->arith == CREASE_FILTERED)
            sign = space_try(space, form, point);
        if (sign == SIGN_UNKNOWN)
            sign = sign_exact(space->judge, row, space_point_row(space, point), columns);
        if (sign)
            continue;
        bits_add(on, i);
        touches |= i < record->vertices; // a face has vertices
    }
    if (touches)
        add_item(batch, record, bit, 0);
}

// Sets the bits of the unit's signs, and lists those of its forms that touch the region without
// being a facet.
static void add_unit(face_batch *batch, face_record *record, const crease_region *region, size_t l,
                     size_t unit)
{
    walk_maps *maps = &region->pos->maps;
    const unit_table *table = &batch->layout->net->layer[l].unit;
    const size_t rank = unit_rows(table, unit), d = region_space(region)->dimension;
    const uint32_t piece = crease_region_pattern(region, l)[unit];
    const size_t predicates = unit_predicates(table, unit);
    for (size_t q = 0; q < predicates; q++) {
        const maxout_rows pair = rank > 1 ? maxout_pair(q, rank) : (maxout_rows){piece, piece};
        if (pair.earlier != piece && pair.later != piece)
            continue; // a tie of two other rows
        const size_t bit = bit_of(batch->layout, l, unit, q, piece);
        record->sign[bit / 8] |= (unsigned char)(1u << bit % 8);
        if (batch->is_plain || batch->item_of_bit[bit])
            continue;
        if (maps->arith == CREASE_FILTERED) {
            walk_layer_approx(batch->form, maps->layer + l + 1, unit, q);
            if (is_off(batch, batch->form, d))
                continue;
        }
        walk_maps_form(maps, batch->row, l + 1, unit, q);
        add_touching(batch, record, region, bit, batch->form, batch->row);
    }
}

// The same for the units of a layer. If no form touches, those with breakpoints have bits alone.
static void add_units(face_batch *batch, face_record *record, const crease_region *region, size_t l)
{
    const face_layout *layout = batch->layout;
    const unit_table *table = &layout->net->layer[l].unit;
    const uint32_t *piece = crease_region_pattern(region, l);
    const size_t *first = layout->bit + layout->first[l];
    for (size_t unit = 0; unit < table->units; unit++) {
        if (!batch->is_plain || unit_rows(table, unit) > 1) {
            add_unit(batch, record, region, l, unit);
            continue;
        }
        const size_t predicates = unit_predicates(table, unit);
        for (size_t q = 0; q < predicates; q++)
            face_set_sign(record->sign, first[unit] + 2 * q + (q < piece[unit]), 1);
    }
}

static void add_borders(face_batch *batch, face_record *record, const crease_region *region)
{
    geom_space *space = region_space(region);
    for (size_t i = batch->layout->border; i < batch->layout->bits; i++)
        record->sign[i / 8] |= (unsigned char)(1u << i % 8);
    for (uint32_t plane = 0; plane < region->pos->border.planes && !batch->is_plain; plane++) {
        const plane_origin origin = space->origin[plane];
        if (origin.split != NO_SPLIT || origin.unit == NO_INEQUALITY)
            continue;
        const size_t bit = batch->layout->border + origin.unit;
        const double *form = space_form(space, plane);
        if (batch->item_of_bit[bit] ||
            (space->judge->arith == CREASE_FILTERED && is_off(batch, form, space->dimension)))
            continue;
        add_touching(batch, record, region, bit, form, space_plane_row(space, plane));
    }
}

// ---- The record ----

// A vertex that lies on facets alone, as few as there can be, is given by the one region around it
// that is on the upper side of all; any other vertex by all regions.
static void settle_vertices(face_batch *batch, face_record *record, size_t facets, size_t dimension,
                            bool tells_lines)
{
    record->least = batch->is_plain ? 0 : tells_lines ? record->lines : dimension;
    record->is_simple = true;
    const bool is_settled = batch->is_plain && !(batch->layout->what & CREASE_FACES_POINTS);
    for (size_t i = 0; i < record->vertices && !is_settled; i++) {
        size_t tight = 0, touching = 0, lower = 0;
        for (size_t k = 0; k < record->items; k++)
            if (bits_have(batch->on + k * record->words, i)) {
                tight += k < facets;
                touching += k >= facets;
                lower += !batch->item[k].is_above;
            }
        if (!tells_lines)
            record->least = dimension - tight; // the same at all
        ASSERT(!batch->is_plain || (!touching && tight == dimension));
        const bool is_simple = !touching && tight == dimension - record->least;
        record->is_simple &= is_simple;
        if (!is_simple || !lower)
            bits_add(record->given, i);
    }
    if (!record->vertices) { // the whole line or plane
        record->vertices = 1;
        bits_add(record->given, 0);
    }
}

static void add_points(face_record *record, const crease_region *region)
{
    const size_t d = region_space(region)->dimension, rays = record->rays + 2 * record->lines,
                 count = bits_count(record->given, record->words) + rays;
    size_t points = 0;
    record->point = _fmpq_vec_init((slong)(count * d));
    for (size_t i = 0; i < record->vertices; i++)
        if (bits_have(record->given, i))
            crease_region_vertex(record->point + points++ * d, region, i);
    for (size_t i = 0; i < rays; i++)
        crease_region_ray(record->point + points++ * d, region, i);
    record->points = points;
}

static void *taken(face_batch *batch, const void *from, size_t size)
{
    batch->bytes += size;
    void *copy = arena_take(&batch->memory, size);
    if (from)
        memcpy(copy, from, size);
    else
        memset(copy, 0, size);
    return copy;
}

// Writes the record of a region: signs, items with the corners on them, points if asked for.
static void fill_record(face_batch *batch, face_record *record, const crease_region *region)
{
    const face_layout *layout = batch->layout;
    const geom_space *space = region_space(region);
    const size_t facets = crease_region_facets(region);
    const size_t before = batch->planes;
    list_corners(batch, record, region);
    MEMORY_RESERVE(batch->item_of_plane, batch->planes, space->plane_rows.count);
    memset(batch->item_of_plane + before, 0,
           (batch->planes - before) * sizeof *batch->item_of_plane);
    record->sign = taken(batch, NULL, layout->bytes);
    record->given = taken(batch, NULL, record->words * sizeof *record->given);
    for (size_t f = 0; f < facets; f++)
        add_facet(batch, record, region, f);
    mark_facets(batch, record, region);
    for (size_t l = 0; l < layout->hidden; l++)
        add_units(batch, record, region, l);
    add_borders(batch, record, region);
    const bool tells_lines = !cells_are_segments(space) && !cells_are_polygons(space);
    settle_vertices(batch, record, facets, space->dimension, tells_lines);
    record->item = taken(batch, batch->item, record->items * sizeof *record->item);
    record->on = taken(batch, batch->on, record->items * record->words * sizeof *record->on);
    for (size_t k = 0; k < record->items; k++)
        batch->item_of_bit[record->item[k].bit] = 0;
    if (layout->what & CREASE_FACES_POINTS)
        add_points(record, region);
}

void face_batch_add(face_batch *batch, const crease_region *region)
{
    run_context limits_before = run_set_limits(NULL); // what is compared must be right
    MEMORY_RESERVE(batch->record, batch->capacity, batch->records + 1);
    face_record *record = batch->record + batch->records++;
    *record = (face_record){0};
    fill_record(batch, record, region);
    batch->bytes += sizeof *record;
    run_here = limits_before;
}
