// Facet matching: facets wait for their neighbours across a split.
#include "regions/facet_matching.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "lp/query.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

static void drop_shapes(side_facets *side)
{
    for (size_t i = 0; i < side->count; i++)
        facet_shape_free(side->facet[i].shape);
    side->count = 0;
}

static void side_clear(side_facets *side)
{
    drop_shapes(side);
    for (size_t i = 0; i < side->capacity; i++)
        for (int k = 0; k < 6; k++)
            fmpz_clear(side->facet[i].point[k / 3] + k % 3);
    free(side->facet);
}

static void splits_clear(split_facets *splits, size_t capacity)
{
    for (size_t i = 0; i < capacity; i++)
        for (int s = 0; s < 2; s++)
            side_clear(&splits[i].side[s]);
    free(splits);
}

void facet_matching_clear(facet_matching *matching)
{
    splits_clear(matching->open, matching->capacity);
    splits_clear(matching->outer, matching->outer_capacity);
}

static split_facets *splits_reserve(split_facets *splits, size_t *capacity, size_t count)
{
    const size_t old = *capacity;
    MEMORY_RESERVE(splits, *capacity, count);
    for (size_t i = old; i < *capacity; i++)
        splits[i] = (split_facets){0};
    return splits;
}

void facet_matching_open(facet_matching *matching, uint64_t split, facet_crease crease)
{
    matching->open = splits_reserve(matching->open, &matching->capacity, matching->count + 1);
    split_facets *innermost = matching->open + matching->count++;
    innermost->split = split;
    innermost->crease = crease;
}

crease_visit facet_matching_split(void *matching, const crease_split *split)
{
    ASSERT(split->parts >= 2);
    for (size_t i = 0; i < split->creases; i++) {
        // A maxout unit has a crease for each pair of its rows.
        const size_t breakpoint = split->creases > 1 ? i : split->breakpoint;
        facet_matching_open(matching, space_split(split->depth, i),
                            (facet_crease){split->layer, split->unit, breakpoint});
    }
    return CREASE_GO;
}

static split_facets *innermost_split(const facet_matching *matching)
{
    return matching->open + matching->count - 1;
}

const facet_crease *facet_matching_crease(const facet_matching *matching)
{
    return &innermost_split(matching)->crease;
}

static filed_facet *side_push(side_facets *side)
{
    if (side->count == side->capacity) {
        size_t old = side->capacity;
        MEMORY_RESERVE(side->facet, side->capacity, old + 1);
        for (size_t i = old; i < side->capacity; i++)
            side->facet[i] = (filed_facet){0};
    }
    return side->facet + side->count++;
}

// The place of the first split of a number that is not less; they are numbered upwards from the
// root.
static size_t place_of(const split_facets *splits, size_t count, uint64_t split)
{
    size_t lo = 0, hi = count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (splits[middle].split < split)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

// One that began before the batch.
static split_facets *find_outer(facet_matching *matching, uint64_t split)
{
    const size_t place = place_of(matching->outer, matching->outers, split);
    if (place < matching->outers && matching->outer[place].split == split)
        return matching->outer + place;
    matching->outer =
        splits_reserve(matching->outer, &matching->outer_capacity, matching->outers + 1);
    split_facets *outer = matching->outer, fresh = outer[matching->outers];
    for (size_t i = matching->outers++; i > place; i--)
        outer[i] = outer[i - 1];
    fresh.split = split;
    outer[place] = fresh;
    return outer + place;
}

static split_facets *find_split(facet_matching *matching, uint64_t split)
{
    const size_t place = place_of(matching->open, matching->count, split);
    if (place < matching->count && matching->open[place].split == split)
        return matching->open + place;
    return find_outer(matching, split);
}

// -1, 0, 1: the lexicographic order of points of one line, which is their order along
// it. A point at infinity lies before or after all others, by its direction.
static int compare_points(const fmpz *p, const fmpz *q)
{
    int p_infinite = fmpz_is_zero(p + 2), q_infinite = fmpz_is_zero(q + 2);
    if (p_infinite || q_infinite) {
        int p_end = p_infinite ? (fmpz_sgn(p) ? fmpz_sgn(p) : fmpz_sgn(p + 1)) : 0;
        int q_end = q_infinite ? (fmpz_sgn(q) ? fmpz_sgn(q) : fmpz_sgn(q + 1)) : 0;
        return (p_end > q_end) - (p_end < q_end);
    }
    return row_compare_points(p, q);
}

static filed_facet *facet_matching_file(facet_matching *matching, uint64_t split, int side,
                                        uint64_t number, uint64_t map)
{
    ASSERT(side >= -1 && side <= 1);
    filed_facet *filed = side_push(&find_split(matching, split)->side[side > 0]);
    matching->filed++;
    filed->region = number;
    filed->map = map;
    filed->shape = NULL;
    return filed;
}

void facet_matching_add_edge(facet_matching *matching, const region_edge *edge, uint64_t number,
                             uint64_t map)
{
    ASSERT(matching && edge);
    matching->dimension = 2;
    if (edge->origin.split == NO_SPLIT)
        return;
    filed_facet *filed = facet_matching_file(matching, edge->origin.split, edge->side, number, map);
    bool swap = compare_points(edge->start, edge->end) > 0;
    filed->on_right = swap;
    for (int i = 0; i < 3; i++) {
        fmpz_set(filed->point[0] + i, (swap ? edge->end : edge->start) + i);
        fmpz_set(filed->point[1] + i, (swap ? edge->start : edge->end) + i);
    }
}

// One dimension: facet k of the region is a generator, the lower or the upper end.
static void file_end(filed_facet *filed, const crease_region *region, size_t k)
{
    ASSERT(region->pos && region->cell && region->cache);
    const uint32_t plane = region_facet_plane(region, k).plane;
    const size_t end = region->cell->generator[0].plane == plane ? 0 : 1;
    const fmpz *row = space_point_row(region_space(region), region_point(region, end));
    for (int i = 0; i < 2; i++) {
        fmpz_set(filed->point[i], row);
        fmpz_set(filed->point[i] + 2, row + 1);
    }
    filed->on_right = end == 0;
}

static bool is_wanted(const facet_choice *choice, const crease_region *region,
                      const plane_origin *origin)
{
    ASSERT(region->pos && region->cell && region->cache);
    return origin->split != NO_SPLIT &&
           (!choice || choice->is_wanted(choice->data, region, origin));
}

static void file_facets(facet_matching *matching, const crease_region *region, uint64_t number,
                        uint64_t map, const facet_choice *choice)
{
    ASSERT(region->pos && region->cell && region->cache);
    const geom_space *space = region_space(region);
    for (size_t k = 0; k < crease_region_facets(region); k++) {
        half_space facet = region_facet_plane(region, k);
        uint64_t split = space->origin[facet.plane].split;
        if (!is_wanted(choice, region, space->origin + facet.plane))
            continue;
        filed_facet *filed = facet_matching_file(matching, split, facet.side, number, map);
        if (cells_are_segments(space))
            file_end(filed, region, k);
        else
            filed->shape = facet_shape_new(region, facet.plane);
    }
}

bool facet_matching_prepare(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    const size_t d = region_space(region)->dimension;
    double *doubles = arena_take(&region_space(region)->cells, BOX_DOUBLES(d) * sizeof *doubles);
    box_approx box = box_approx_in(doubles, d);
    crease_region_facets(region);
    cell_shrink_box(&box, region_canonical(region), region_space(region));
    return !run_is_cancelled();
}

void facet_matching_add_some(facet_matching *matching, const crease_region *region, uint64_t number,
                             uint64_t map, const facet_choice *choice)
{
    ASSERT(region->pos && region->cell && region->cache);
    const geom_space *space = region_space(region);
    if (!cells_are_polygons(space)) {
        file_facets(matching, region, number, map, choice);
        return;
    }
    for (size_t k = 0; k < region_edges(region); k++) {
        region_edge edge;
        region_edge_at(&edge, region, k);
        if (is_wanted(choice, region, &edge.origin))
            facet_matching_add_edge(matching, &edge, number, map);
    }
}

void facet_matching_add(facet_matching *matching, const crease_region *region, uint64_t number,
                        uint64_t map)
{
    ASSERT(region->pos && region->cell && region->cache);
    facet_matching_add_some(matching, region, number, map, NULL);
}

static int by_place(const void *a, const void *b)
{
    return compare_points(((const filed_facet *)a)->point[0], ((const filed_facet *)b)->point[0]);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Sorted copies of the maps on a side.
static uint64_t *sorted_maps(const side_facets *side)
{
    uint64_t *maps = memory_new(side->count, sizeof *maps);
    for (size_t i = 0; i < side->count; i++)
        maps[i] = side->facet[i].map;
    qsort(maps, side->count, sizeof *maps, by_number);
    return maps;
}

// Most splits separate maps that all differ; then places need not be compared.
static bool share_a_map(const split_facets *closing)
{
    const side_facets *low = closing->side, *high = closing->side + 1;
    uint64_t *a = sorted_maps(low), *b = sorted_maps(high);
    size_t i = 0, j = 0;
    while (i < low->count && j < high->count && a[i] != b[j])
        *(a[i] < b[j] ? &i : &j) += 1;
    bool shared = i < low->count && j < high->count;
    free(a);
    free(b);
    return shared;
}

// Two dimensions: facets are intervals of one line.
static void sort_intervals(split_facets *closing)
{
    for (int s = 0; s < 2; s++)
        if (closing->side[s].count > 1)
            qsort(closing->side[s].facet, closing->side[s].count, sizeof(filed_facet), by_place);
}

// Where a facet of the lower side and one of the upper side overlap, of those sorted.
typedef struct {
    const filed_facet *a, *b;
    const fmpz *from, *to;
} overlap;

// Walks through both sides, from i = j = 0 on, to the next overlap of facets with one map, or with
// two. Facet i and facet j overlap, or one ends where the other has not begun.
static bool next_overlap(overlap *part, const split_facets *closing, size_t *i, size_t *j,
                         bool same)
{
    const side_facets *low = closing->side, *high = closing->side + 1;
    while (*i < low->count && *j < high->count) {
        const filed_facet *a = low->facet + *i, *b = high->facet + *j;
        int starts = compare_points(a->point[0], b->point[0]);
        int ends = compare_points(a->point[1], b->point[1]);
        *part = (overlap){a, b, (starts > 0 ? a : b)->point[0], (ends < 0 ? a : b)->point[1]};
        *i += ends <= 0;
        *j += ends >= 0;
        if ((a->map == b->map) == same && compare_points(part->from, part->to) < 0)
            return true;
    }
    return false;
}

static void join_intervals(split_facets *closing, const facet_joiner *joiner)
{
    overlap part;
    sort_intervals(closing);
    for (size_t i = 0, j = 0; next_overlap(&part, closing, &i, &j, 1);)
        joiner->join(joiner->data, part.a->region, part.b->region);
}

static bool are_joined(union_find *joined, uint64_t a, uint64_t b)
{
    return joined && union_find_root(joined, a) == union_find_root(joined, b);
}

// Every pair; those of the line, which are points, are all the same.
static void join_pairs(split_facets *closing, const facet_joiner *joiner)
{
    const side_facets *low = closing->side, *high = closing->side + 1;
    for (size_t i = 0; i < low->count; i++)
        for (size_t j = 0; j < high->count; j++) {
            const filed_facet *a = low->facet + i, *b = high->facet + j;
            if (a->map == b->map && !are_joined(joiner->joined, a->region, b->region) &&
                (!a->shape || facet_shapes_overlap(a->shape, b->shape)))
                joiner->join(joiner->data, a->region, b->region);
        }
}

void facet_matching_join(facet_matching *matching, const facet_joiner *joiner)
{
    split_facets *closing = innermost_split(matching);
    if (!share_a_map(closing))
        return;
    if (matching->dimension == 2)
        join_intervals(closing, joiner);
    else
        join_pairs(closing, joiner);
}

void facet_matching_close(facet_matching *matching, facet_closer *close, void *data)
{
    split_facets *closing = innermost_split(matching);
    if (closing->side[0].count || closing->side[1].count)
        close(data, matching);
    matching->count--;
    for (int s = 0; s < 2; s++) {
        matching->filed -= closing->side[s].count;
        drop_shapes(&closing->side[s]);
    }
}

// A split that began before the batch is only noted.
void facet_matching_leave(facet_matching *matching, const crease_split *split, facet_closer *close,
                          void *data)
{
    ASSERT(split->parts >= 2);
    for (size_t i = 0; i < split->creases; i++)
        if (matching->count)
            facet_matching_close(matching, close, data);
        else
            matching->ended++;
}

void facet_matching_end(facet_matching *matching, facet_closer *close, void *data)
{
    while (matching->count)
        facet_matching_close(matching, close, data);
}

// ---- A batch of the walk ----

static void renumber(filed_facet *facet, uint64_t first, const uint64_t *map)
{
    facet->region += first;
    if (map)
        facet->map = map[facet->map];
}

static void move_side(side_facets *target, side_facets *from, uint64_t first, const uint64_t *map)
{
    for (size_t i = 0; i < from->count; i++)
        renumber(from->facet + i, first, map);
    if (!target->count) {
        const side_facets empty = *target;
        *target = *from;
        *from = empty;
        return;
    }
    for (size_t i = 0; i < from->count; i++) {
        filed_facet *place = side_push(target), free_one = *place;
        *place = from->facet[i];
        from->facet[i] = free_one;
    }
    from->count = 0;
}

static void move_split(facet_matching *whole, facet_matching *batch, split_facets *from,
                       uint64_t first, const uint64_t *map)
{
    const size_t filed = from->side[0].count + from->side[1].count;
    split_facets *target = filed ? find_split(whole, from->split) : NULL;
    for (int s = 0; s < 2 && filed; s++)
        move_side(target->side + s, from->side + s, first, map);
    whole->filed += filed;
    batch->filed -= filed;
}

// A batch from a task may have facets of a split that it has ended. They move to that split, the
// innermost of the whole, before it is closed.
static void take_ended(facet_matching *whole, facet_matching *batch, uint64_t first,
                       const uint64_t *map)
{
    const uint64_t split = innermost_split(whole)->split;
    const size_t place = place_of(batch->outer, batch->outers, split);
    if (place < batch->outers && batch->outer[place].split == split)
        move_split(whole, batch, batch->outer + place, first, map);
}

void facet_matching_append(facet_matching *whole, facet_matching *batch, uint64_t first,
                           const uint64_t *map, facet_closer *close, void *data)
{
    ASSERT(whole && batch);
    if (batch->dimension)
        whole->dimension = batch->dimension;
    for (size_t i = 0; i < batch->ended; i++)
        if (whole->count) {
            take_ended(whole, batch, first, map);
            facet_matching_close(whole, close, data);
        } else {
            whole->ended++;
        }
    for (size_t i = 0; i < batch->outers; i++)
        move_split(whole, batch, batch->outer + i, first, map);
    for (size_t i = 0; i < batch->count; i++) {
        facet_matching_open(whole, batch->open[i].split, batch->open[i].crease);
        move_split(whole, batch, batch->open + i, first, map);
    }
    batch->outers = batch->count = batch->ended = 0;
}

size_t facet_matching_bytes(const facet_matching *matching)
{
    enum { SHAPE = 1024 };
    return matching->filed * (sizeof(filed_facet) + (matching->dimension ? 0 : SHAPE));
}

// ---- In a file ----

// A point of the plane, or a direction.
static bool is_point(const fmpz *point)
{
    return fmpz_sgn(point + 2) > 0 || (fmpz_is_zero(point + 2) && !_fmpz_vec_is_zero(point, 2));
}

static void pack_facet(filed_facet *facet, uint64_t regions, uint64_t maps, size_t plane, pack *p)
{
    facet->region = pack_word(p, facet->region);
    facet->map = pack_word(p, facet->map);
    facet->on_right = pack_word(p, (uint64_t)facet->on_right) != 0;
    p->failed |= facet->region >= regions || facet->map >= maps;
    const bool has_shape = pack_word(p, facet->shape != NULL) != 0;
    p->failed |= p->reads && has_shape != (!plane && p->dimension > 1);
    if (has_shape && !p->failed) {
        facet->shape = facet_shape_pack(facet->shape, p);
    } else {
        pack_integers(p, facet->point[0], 3);
        pack_integers(p, facet->point[1], 3);
        p->failed |= plane && !(is_point(facet->point[0]) && is_point(facet->point[1]));
    }
}

static void pack_side(side_facets *side, uint64_t regions, uint64_t maps, size_t plane, pack *p)
{
    const size_t count = pack_count(p, side->count, 4 * sizeof(uint64_t));
    for (size_t i = 0; i < count && !p->failed; i++) {
        filed_facet *facet = p->reads ? side_push(side) : side->facet + i;
        if (p->reads)
            facet->shape = NULL;
        pack_facet(facet, regions, maps, plane, p);
    }
}

static void pack_split(split_facets *split, uint64_t regions, uint64_t maps, size_t plane, pack *p)
{
    pack_side(&split->side[0], regions, maps, plane, p);
    pack_side(&split->side[1], regions, maps, plane, p);
}

void facet_matching_pack(facet_matching *matching, uint64_t regions, uint64_t maps, pack *p)
{
    ASSERT(matching && p);
    enum { PLANE = 2, MOST_ENDED = 1 << 24 };
    matching->dimension = pack_size(p, matching->dimension);
    matching->ended = pack_size(p, matching->ended);
    const size_t plane = matching->dimension;
    p->failed |= plane && p->reads && (plane != PLANE || p->dimension != PLANE);
    if (p->reads && matching->ended > MOST_ENDED) {
        matching->ended = 0;
        p->failed = 1;
    }
    matching->filed = pack_size(p, matching->filed);
    const size_t outers = pack_count(p, matching->outers, sizeof(uint64_t));
    for (size_t i = 0; i < outers && !p->failed; i++) {
        const uint64_t split = pack_word(p, p->reads ? 0 : matching->outer[i].split);
        pack_split(p->reads ? find_outer(matching, split) : matching->outer + i, regions, maps,
                   plane, p);
    }
    const size_t count = pack_count(p, matching->count, sizeof(uint64_t));
    for (size_t i = 0; i < count && !p->failed; i++) {
        const uint64_t split = pack_word(p, p->reads ? 0 : matching->open[i].split);
        if (p->reads)
            facet_matching_open(matching, split, (facet_crease){0}); // not needed where tasks are
        pack_split(matching->open + i, regions, maps, plane, p);
    }
}

// ---- The parts of a split between different maps ----

static void show_border(const overlap *part, void (*show)(void *, const facet_border *), void *data)
{
    const filed_facet *left = part->a->on_right ? part->b : part->a;
    const filed_facet *right = part->a->on_right ? part->a : part->b;
    const facet_border border = {part->from, part->to, left->map, right->map};
    show(data, &border);
}

void facet_matching_borders(facet_matching *matching, size_t dimension,
                            void (*show)(void *data, const facet_border *border), void *data)
{
    ASSERT(dimension > 0);
    split_facets *closing = innermost_split(matching);
    const side_facets *low = closing->side, *high = closing->side + 1;
    overlap part;
    if (dimension == 1) {
        if (low->count && high->count && low->facet->map != high->facet->map) {
            part = (overlap){low->facet, high->facet, low->facet->point[0], low->facet->point[1]};
            show_border(&part, show, data);
        }
        return;
    }
    sort_intervals(closing);
    for (size_t i = 0, j = 0; next_overlap(&part, closing, &i, &j, 0);)
        show_border(&part, show, data);
}

// ---- The measure of these parts ----

// sum += to - from, in one coordinate.
static void add_step(fmpq_t sum, const fmpz *begin, const fmpz *end, int axis)
{
    fmpq_t coordinate;
    fmpq_init(coordinate);
    fmpq_set_fmpz_frac(coordinate, end + axis, end + 2);
    fmpq_add(sum, sum, coordinate);
    fmpq_set_fmpz_frac(coordinate, begin + axis, begin + 2);
    fmpq_sub(sum, sum, coordinate);
    fmpq_clear(coordinate);
}

// A part of the line without gaps, between points that are borrowed.
typedef struct {
    const fmpz *from, *to;
} line_run;

void plane_distance_square(fmpq_t square, const fmpz *from, const fmpz *to)
{
    fmpz *numerator = fmpq_numref(square), *denominator = fmpq_denref(square);
    fmpz_t step;
    fmpz_init(step);
    fmpz_zero(numerator);
    for (int axis = 0; axis < 2; axis++) {
        fmpz_mul(step, to + axis, from + 2);
        fmpz_submul(step, from + axis, to + 2);
        fmpz_addmul(numerator, step, step);
    }
    fmpz_mul(denominator, from + 2, to + 2);
    fmpz_mul(denominator, denominator, denominator);
    fmpz_clear(step);
}

// All steps have one direction, so their sum is as long as all of them together.
static bool line_square(fmpq_t square, split_facets *closing)
{
    overlap part;
    line_run run = {0};
    size_t runs = 0;
    fmpq_t sum[2];
    bool finite = true;
    fmpq_init(sum[0]);
    fmpq_init(sum[1]);
    sort_intervals(closing);
    for (size_t i = 0, j = 0; finite && next_overlap(&part, closing, &i, &j, 0);) {
        finite = !fmpz_is_zero(part.from + 2) && !fmpz_is_zero(part.to + 2);
        if (runs && finite && compare_points(run.to, part.from) == 0) {
            run.to = part.to;
            continue;
        }
        for (int axis = 0; axis < 2 && runs; axis++)
            add_step(sum[axis], run.from, run.to, axis);
        run = (line_run){part.from, part.to};
        runs++;
    }
    if (finite && runs == 1) {
        plane_distance_square(square, run.from, run.to);
    } else if (finite && runs) {
        for (int axis = 0; axis < 2; axis++)
            add_step(sum[axis], run.from, run.to, axis);
        fmpq_mul(square, sum[0], sum[0]);
        fmpq_addmul(square, sum[1], sum[1]);
    }
    fmpq_clear(sum[0]);
    fmpq_clear(sum[1]);
    return finite;
}

// Both sides tile the same part of the split's hyperplane. Pieces between facets with one map are
// left out.
static void plane_square(fmpq_t square, const split_facets *closing)
{
    const side_facets *low = closing->side, *high = closing->side + 1;
    fmpq_t part;
    fmpq_init(part);
    fmpq_zero(square);
    for (const filed_facet *facet = low->facet; facet < low->facet + low->count; facet++) {
        size_t same = 0;
        for (size_t j = 0; j < high->count; j++)
            same += high->facet[j].map == facet->map;
        for (size_t j = 0; j < (same ? high->count : 1); j++) {
            if (same && high->facet[j].map == facet->map)
                continue;
            facet_shapes_common(part, facet->shape, same ? high->facet[j].shape : NULL);
            fmpq_add(square, square, part);
        }
    }
    facet_measure_square(square, low->facet->shape);
    fmpq_clear(part);
}

bool facet_matching_square(fmpq_t square, const facet_matching *matching, size_t dimension)
{
    ASSERT(dimension > 0);
    split_facets *closing = innermost_split(matching);
    const side_facets *low = closing->side, *high = closing->side + 1;
    fmpq_zero(square);
    if (low->count == 0 || high->count == 0)
        return true;
    if (dimension == 2)
        return line_square(square, closing);
    if (dimension == 1)
        fmpq_set_si(square, low->facet->map != high->facet->map, 1);
    else
        plane_square(square, closing);
    return true;
}
