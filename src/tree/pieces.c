// Into how many pieces the cuts of a layer divide a cell.
#include "tree/pieces.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "tree/chords.h"
#include <stdlib.h>
#include <string.h>

bool walk_pieces_can(walk_position *pos, size_t l, size_t cuts)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const geom_cell *whole = &pos->whole;
    if (pos->maps.layer[l].rounded->has_maxout)
        return false;
    if (cuts > 1)
        return cells_are_polygons(&pos->space);
    // A half of an unbounded cell without generators must be made to see whether it is bounded.
    return cuts < 1 || whole->count || cell_is_bounded(whole, &pos->space);
}

static bool ends_alternate(chord_places a, chord_places b)
{
    return (a.first < b.first && b.first < a.second && a.second < b.second) ||
           (b.first < a.first && a.first < b.second && b.second < a.second);
}

// The number of pieces that cut k adds to those of the cuts before it.
static uint64_t pieces_added(division *d, size_t k, meeting *points)
{
    uint32_t count = 0;
    const chord_places *places = d->places;
    for (uint32_t f = 0; f < k; f++) {
        const chord_places here = places[k], there = places[f];
        if (here.first == there.first && here.second == there.second)
            return 0; // the same line
        if (ends_alternate(here, there))
            points[count++].with = f;
    }
    return 1 + division_sort(d, k, points, count);
}

// ---- pieces ----

// For one cut, in any dimension: a half is bounded iff all directions of the cell lie on the other
// side.
static uint64_t bounded_halves(walk_position *pos, size_t l, const geom_cell *cell, uint32_t cut)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    arena *stack = &pos->space.cells;
    arena_mark mark = arena_here(stack);
    signed char *sign = arena_take(stack, cell->count);
    insertion_sides(pos, l, cut, cell, sign);
    int below = !cell->lines, above = !cell->lines;
    for (size_t i = 0; i < cell->count; i++)
        if (pos->space.point[cell->generator[i].point].infinite) {
            below &= sign[i] > 0;
            above &= sign[i] < 0;
        }
    arena_release(stack, mark);
    return (uint64_t)(below + above);
}

static piece_counts with_bounded(const division *d, uint64_t pieces)
{
    const uint64_t unbounded = division_far(d);
    return (piece_counts){pieces, pieces > unbounded ? pieces - unbounded : 0};
}

// If at most one cut divides the cell.
static piece_counts count_halves(walk_position *pos, size_t l, const geom_cell *cell,
                                 const uint32_t *list, size_t cuts)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    if (cell_is_bounded(cell, &pos->space))
        return (piece_counts){1 + cuts, 1 + cuts};
    return (piece_counts){1 + cuts, cuts ? bounded_halves(pos, l, cell, *list) : 0};
}

piece_counts walk_pieces(walk_position *pos, size_t l, const geom_cell *cell, const uint32_t *list,
                         size_t cuts, uint64_t *added)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    for (size_t k = 0; added && k < cuts; k++)
        added[k] = 1;
    if (cuts < 2)
        return count_halves(pos, l, cell, list, cuts);
    const space_mark mark = space_here(&pos->space);
    division d;
    division_init(&d, pos, l, cell, list, cuts);
    meeting *points = arena_take(&pos->space.cells, cuts * sizeof *points);
    uint64_t pieces = 1;
    for (size_t k = 0; k < cuts && !run_is_cancelled(); k++) {
        const uint64_t more = pieces_added(&d, k, points);
        if (added)
            added[k] = more;
        pieces += more;
    }
    space_release(&pos->space, mark);
    return with_bounded(&d, pieces);
}

// ---- keys ----

typedef struct {
    division d; // its chords in the order of their first ends, and of equal ones the last second
    uint64_t *step; // of each chord: what changes from its left to its right
    uint64_t start; // the key before the first place of the border
    uint64_t *key;
    size_t keys;
    meeting *points;
} key_walk;

// The key of the map if the forms of all listed cuts are negative, which no region may have.
static uint64_t key_below(walk_position *pos, size_t l, const uint32_t *list, size_t cuts)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const walk_predicate *kept = pos->inserts[l].kept;
    walk_layer *layer = pos->maps.layer + l;
    for (size_t k = 0; k < cuts; k++)
        layer->pattern[kept[list[k]].unit] = kept[list[k]].breakpoint;
    for (size_t k = 0; k < cuts; k++) {
        uint32_t *piece = layer->pattern + kept[list[k]].unit;
        *piece = *piece < kept[list[k]].breakpoint ? *piece : kept[list[k]].breakpoint;
        walk_layer_settle(layer, kept[list[k]].unit);
    }
    run_context limits_before = run_set_limits(NULL); // the first key may make all integers
    const uint64_t key = walk_fingerprint_here(walk_position_fingerprint(pos));
    run_here = limits_before;
    return key;
}

static uint64_t step_across(walk_position *pos, size_t l, uint32_t cut)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const walk_predicate predicate = pos->inserts[l].kept[cut];
    return walk_fingerprint_step(pos->fingerprint, predicate.unit, predicate.breakpoint);
}

static int compare_chords(const void *a, const void *b, void *data)
{
    const division *d = data;
    const chord_places p = d->places[*(const uint32_t *)a], q = d->places[*(const uint32_t *)b];
    if (p.first != q.first)
        return p.first < q.first ? -1 : 1;
    return (p.second < q.second) - (p.second > q.second);
}

// Puts the chords in order and those on one line together.
static void sort_chords(key_walk *w)
{
    division *d = &w->d;
    arena *stack = &d->pos->space.cells;
    const size_t cuts = d->cuts;
    uint32_t *order = arena_take(stack, cuts * sizeof *order);
    chord *chords = arena_take(stack, cuts * sizeof *chords);
    chord_places *places = arena_take(stack, cuts * sizeof *places);
    for (uint32_t k = 0; k < cuts; k++)
        order[k] = k;
    qsort_r(order, cuts, sizeof *order, compare_chords, d);
    size_t lines = 0;
    for (size_t i = 0; i < cuts; i++) {
        const chord *segment = d->chords + order[i];
        uint64_t step = step_across(d->pos, d->l, segment->cut);
        if (chord_left(d, order[i]) > 0) {
            w->start = fingerprint_add(w->start, step);
            step = fingerprint_negative(step);
        }
        if (i > 0 && compare_chords(order + i - 1, order + i, d) == 0) {
            w->step[lines - 1] = fingerprint_add(w->step[lines - 1], step);
            continue;
        }
        chords[lines] = *segment;
        places[lines] = d->places[order[i]];
        w->step[lines++] = step;
    }
    d->cuts = lines;
    d->chords = chords;
    d->places = places;
}

// Lists the pieces that begin where a cut begins, and the one at the beginning of the border.
static void walk_border(key_walk *w, size_t most_places)
{
    const division *d = &w->d;
    uint64_t *ending = arena_take(&d->pos->space.cells, (most_places + 1) * sizeof *ending);
    memset(ending, 0, (most_places + 1) * sizeof *ending);
    uint64_t key = w->key[w->keys++] = w->start;
    for (size_t k = 0, place = 0; k < d->cuts; k++) {
        for (; place <= d->places[k].first; place++)
            key = fingerprint_add(key, fingerprint_negative(ending[place]));
        key = w->key[w->keys++] = fingerprint_add(key, w->step[k]);
        ending[d->places[k].second] = fingerprint_add(ending[d->places[k].second], w->step[k]);
    }
}

// Lists the chords that meet chord k. Returns the key where it begins, on its left.
static uint64_t begin_chord(size_t *meetings, const key_walk *w, size_t k)
{
    const chord_places *places = w->d.places, here = places[k];
    uint64_t key = w->start;
    size_t count = 0;
    for (uint32_t f = 0; f < k; f++) {
        if (places[f].second > here.first)
            key = fingerprint_add(key, w->step[f]);
        w->points[count].with = f;
        count += places[f].second > here.first && places[f].second < here.second;
    }
    for (uint32_t f = (uint32_t)k + 1; f < w->d.cuts && places[f].first < here.second; f++) {
        w->points[count].with = f;
        count += places[f].first > here.first && places[f].second > here.second;
    }
    *meetings = count;
    return key;
}

static int compare_with(const void *a, const void *b)
{
    const meeting *p = a, *q = b;
    return (p->with < q->with) - (p->with > q->with);
}

// Passes a point in which chord k meets others. If k is the first of these, it lists the pieces
// that begin there, from the last chord on.
static uint64_t pass_point(key_walk *w, size_t k, uint64_t key, meeting *met, size_t count)
{
    bool is_first = true;
    for (size_t i = 0; i < count; i++)
        is_first &= met[i].with > k;
    if (is_first && count > 1)
        qsort(met, count, sizeof *met, compare_with);
    for (size_t i = 0; i < count; i++) {
        const uint64_t step = w->step[met[i].with];
        key = fingerprint_add(key, met[i].with > k ? step : fingerprint_negative(step));
        w->key[w->keys] = key;
        w->keys += is_first;
    }
    return key;
}

static void walk_chord(key_walk *w, size_t k)
{
    size_t count;
    meeting *points = w->points;
    uint64_t key = begin_chord(&count, w, k);
    division_sort(&w->d, k, points, count);
    for (size_t i = 0, end; i < count; i = end) {
        end = i + 1;
        while (end < count && points[end].place == points[i].place)
            end++;
        key = pass_point(w, k, key, points + i, end - i);
    }
}

static piece_counts walk_keys(key_walk *w, const uint32_t *list, size_t cuts, uint64_t below)
{
    division *d = &w->d;
    arena *stack = &d->pos->space.cells;
    w->start = below;
    w->step = arena_take(stack, cuts * sizeof *w->step);
    w->points = arena_take(stack, (cuts + 1) * sizeof *w->points);
    division_init(d, d->pos, d->l, d->cell, list, cuts);
    if (run_is_cancelled())
        return (piece_counts){0, 0};
    sort_chords(w);
    walk_border(w, 2 * cuts);
    for (size_t k = 0; k < d->cuts && !run_poll(cuts); k++)
        walk_chord(w, k);
    return with_bounded(d, w->keys);
}

const uint64_t *walk_piece_keys(piece_counts *pieces, walk_position *pos, size_t l,
                                const geom_cell *cell, const uint32_t *list, size_t cuts)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith < CREASE_FLOAT);
    // Each two cuts meet at most once; one more is written than counted.
    const size_t most = 2 + cuts + cuts * (cuts - (cuts > 0)) / 2;
    key_walk w = {.d = {.pos = pos, .l = l, .cell = cell}};
    w.key = arena_take(&pos->space.cells, most * sizeof *w.key);
    const uint64_t below = key_below(pos, l, list, cuts);
    if (cuts < 2) {
        *pieces = count_halves(pos, l, cell, list, cuts);
        w.key[0] = below;
        if (cuts)
            w.key[1] = fingerprint_add(below, step_across(pos, l, *list));
        return w.key;
    }
    const space_mark mark = space_here(&pos->space);
    *pieces = walk_keys(&w, list, cuts, below);
    space_release(&pos->space, mark);
    return w.key;
}
