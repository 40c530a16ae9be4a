// Into how many pieces the cuts of a layer divide a cell.
#include "tree/pieces.h"

#include "base/fatal.h"
#include "base/limits.h"
#include <math.h>
#include <stdlib.h>

enum { NOT_MADE = UINT32_MAX };

// Where a cut enters or leaves the cell: at a vertex, or inside the edge that leaves it.
typedef struct {
    size_t vertex;
    int inside;     // the edge
    bool infinite;  // the end is at infinity
    uint32_t point; // of the space, if inside and once needed
} border_hit;

typedef struct {
    uint32_t cut, plane;     // plane: of the space, once needed
    const signed char *sign; // at each vertex
    border_hit end[2];
} chord;

// The places of a chord's ends along the border, counterclockwise from the first vertex. Places are
// equal iff the points are. Parallel cuts that leave the cell in one direction have places of their
// own, in the order of the cuts.
typedef struct {
    uint32_t first, second;
} chord_places;

typedef struct {
    walk_position *pos;
    size_t l;
    const geom_cell *cell;
    size_t cuts;
    chord *chords;
    chord_places *places; // of each chord
    uint64_t far_places;  // at infinity
} division;

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

static const line_approx *line_of(const division *d, size_t k)
{
    const insertion *in = d->pos->inserts + d->l;
    return (const line_approx *)(const void *)insertion_form(in, d->chords[k].cut);
}

static uint32_t plane_of(const division *d, size_t k)
{
    chord *segment = d->chords + k;
    if (segment->plane == NOT_MADE) {
        const insertion *in = d->pos->inserts + d->l;
        const walk_predicate predicate = in->kept[segment->cut];
        const plane_origin origin = {0, (uint32_t)d->l - 1, predicate.unit, predicate.breakpoint};
        segment->plane = space_add_plane(&d->pos->space, insertion_form(in, segment->cut), origin);
    }
    return segment->plane;
}

static int sign_at(const division *d, size_t k, uint32_t point)
{
    return insertion_decide(d->pos, d->l, d->chords[k].cut, point);
}

// ---- chords ----

static size_t vertex_after(const geom_cell *cell, size_t i)
{
    ASSERT(cell_is_made(cell));
    return i + 1 == cell->count ? 0 : i + 1;
}

static size_t vertex_before(const geom_cell *cell, size_t i)
{
    ASSERT(cell_is_made(cell));
    return (i ? i : cell->count) - 1;
}

static bool is_far_vertex(const division *d, size_t vertex)
{
    return d->pos->space.point[d->cell->generator[vertex].point].infinite;
}

// Finds where cut number k leaves the polygon: at two vertices, or inside two sides.
static void chord_init(division *d, size_t k, uint32_t cut, signed char *sign)
{
    size_t n = d->cell->count, ends = 0;
    chord *segment = d->chords + k;
    insertion_sides(d->pos, d->l, cut, d->cell, sign);
    segment->cut = cut;
    segment->plane = NOT_MADE;
    segment->sign = sign;
    for (size_t i = 0; i < n && ends < 2; i++) {
        size_t after = vertex_after(d->cell, i);
        bool inside = sign[i] * sign[after] < 0;
        if (sign[i] == 0 || inside)
            segment->end[ends++] = (border_hit){
                .vertex = i,
                .inside = inside,
                .infinite = is_far_vertex(d, i) && (!inside || is_far_vertex(d, after)),
                .point = NOT_MADE,
            };
    }
}

// ---- signs of one cut where another one ends ----

// That end of cut f inside an edge, made on first use as in `crossing` of polygon.c. Few ends are
// needed: those that share an edge.
static uint32_t point_of_end(const division *d, size_t f, border_hit *hit)
{
    const cell_generator *edge = d->cell->generator + hit->vertex;
    const bool rises = d->chords[f].sign[hit->vertex] < 0;
    if (hit->point == NOT_MADE)
        hit->point = space_add_meet(&d->pos->space, plane_of(d, f), edge->plane,
                                    rises != (edge->side > 0), hit->infinite);
    return hit->point;
}

// The sign of cut k at an end of cut f.
static int sign_at_end(const division *d, size_t k, size_t f, int end)
{
    border_hit *hit = d->chords[f].end + end;
    const signed char *sign = d->chords[k].sign;
    int here = sign[hit->vertex];
    if (!hit->inside)
        return here;
    int next = sign[vertex_after(d->cell, hit->vertex)];
    // Inside an edge a form has the sign of either end, unless it changes there.
    if (here * next >= 0)
        return here ? here : next;
    return sign_at(d, k, point_of_end(d, f, hit));
}

// The sign of cut k along cut f, which is parallel: at the foot of f.
static int sign_along(const division *d, size_t k, size_t f)
{
    return sign_at(d, k, space_add_foot(&d->pos->space, plane_of(d, f)));
}

// ---- ends along the border ----

typedef struct {
    uint32_t chord, end;
} chord_end;

// The sign of a cut along the border just before its end there.
static int sign_before(const division *d, const chord *segment, const border_hit *end)
{
    return segment->sign[end->inside ? end->vertex : vertex_before(d->cell, end->vertex)];
}

static int compare_ends(const void *a, const void *b, void *data)
{
    division *d = data;
    const chord_end *p = a, *q = b;
    const chord *first = d->chords + p->chord, *second = d->chords + q->chord;
    const border_hit *x = first->end + p->end, *y = second->end + q->end;
    if (x->vertex != y->vertex)
        return x->vertex < y->vertex ? -1 : 1;
    if (x->inside != y->inside)
        return x->inside - y->inside;
    // The later end lies where the form of the first cut has changed its sign.
    int before = sign_before(d, first, x), order = 0;
    if (x->inside)
        order = sign_at_end(d, p->chord, q->chord, (int)q->end) * before;
    if (!order && x->infinite)
        order = sign_along(d, p->chord, q->chord) * before;
    return order;
}

// Short lists are sorted by insertion, in place.
static void sort_ends(division *d, chord_end *ends, size_t count)
{
    enum { FEW = 16 };
    if (count > FEW) {
        qsort_r(ends, count, sizeof *ends, compare_ends, d);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        const chord_end moved = ends[i];
        size_t k = i;
        for (; k > 0 && compare_ends(ends + k - 1, &moved, d) > 0; k--)
            ends[k] = ends[k - 1];
        ends[k] = moved;
    }
}

static void find_places(division *d, size_t cuts)
{
    arena *stack = &d->pos->space.cells;
    arena_mark mark = arena_here(stack);
    chord_end *ends = arena_take(stack, 2 * cuts * sizeof *ends);
    for (uint32_t i = 0; i < 2 * cuts; i++)
        ends[i] = (chord_end){i / 2, i % 2};
    sort_ends(d, ends, 2 * cuts);
    for (uint32_t i = 0, place = 0; i < 2 * cuts; i++) {
        bool differs = i == 0 || compare_ends(ends + i - 1, ends + i, d) != 0;
        place += differs;
        chord_places *places = d->places + ends[i].chord;
        *(ends[i].end ? &places->second : &places->first) = place;
        d->far_places += differs && d->chords[ends[i].chord].end[ends[i].end].infinite;
    }
    arena_release(stack, mark);
}

static bool ends_alternate(chord_places a, chord_places b)
{
    return (a.first < b.first && b.first < a.second && a.second < b.second) ||
           (b.first < a.first && a.first < b.second && b.second < a.second);
}

// ---- meeting points along one cut ----

typedef struct {
    size_t with;     // the earlier cut
    double range[2]; // holds the coordinate along the sorting axis
    uint32_t point;  // of the space, once needed
} meeting;

typedef struct {
    division *d;
    size_t k;  // the cut
    bool axis; // along which the cut is longer
    int turn;  // the cut runs along it upwards (1) or downwards (-1); 0: doubles do not show it
} sorting;

// The cut runs from its first to its second end, so it has the part of the border between them on
// its right.
static void sorting_begin(sorting *by, division *d, size_t k)
{
    const line_approx *line = line_of(d, k);
    const sign_judge *judge = &d->pos->judge;
    *by = (sorting){.d = d, .k = k};
    if (judge->arith == CREASE_EXACT)
        return;
    by->axis = fabs(line->a[0]) > fabs(line->a[1]);
    const double slope = by->axis ? -line->a[0] : line->a[1];
    const int left = sign_before(d, d->chords + k, d->chords[k].end);
    if (judge->arith == CREASE_FLOAT || fabs(slope) > line->bound[!by->axis])
        by->turn = slope > 0 ? left : -left;
}

static void meeting_init(meeting *met, const sorting *by, size_t f)
{
    const sign_judge *judge = &by->d->pos->judge;
    point_approx point;
    *met = (meeting){.with = f, .range = {-INFINITY, INFINITY}, .point = NOT_MADE};
    if (!by->turn)
        return;
    filter_meet(&point, line_of(by->d, by->k), line_of(by->d, f));
    double value = by->axis ? point.y : point.x, bound = point.radius;
    if (judge->arith == CREASE_FLOAT)
        bound = judge->tolerance * fabs(value);
    if (bound < INFINITY && isfinite(value)) {
        bound = (bound + FILTER_UNIT * fabs(value)) * FILTER_ENLARGE;
        met->range[0] = value - bound;
        met->range[1] = value + bound;
    }
}

// The sign of cut f where cut k begins, if the two meet.
static int sign_at_begin(const division *d, size_t f, size_t k)
{
    const int before = sign_before(d, d->chords + f, d->chords[f].end);
    return d->places[f].first < d->places[k].first ? -before : before;
}

static uint32_t point_of_meeting(meeting *met, const sorting *by)
{
    const division *d = by->d;
    const int left = sign_before(d, d->chords + by->k, d->chords[by->k].end);
    const bool rises = sign_at_begin(d, met->with, by->k) != left;
    if (met->point == NOT_MADE)
        met->point =
            space_add_meet(&d->pos->space, plane_of(d, met->with), plane_of(d, by->k), !rises, 0);
    return met->point;
}

// The order of points along the cut: by ranges if these are apart. If not, the point that comes
// first lies where the other cut has the sign with which it begins.
static int compare_meetings(const void *a, const void *b, void *data)
{
    const sorting *by = data;
    meeting *p = (meeting *)a, *q = (meeting *)b;
    const int apart = sign_of_ranges(&by->d->pos->judge, p->range, q->range);
    if (apart || by->d->pos->judge.arith == CREASE_FLOAT)
        return apart;
    const int order =
        -sign_at(by->d, q->with, point_of_meeting(p, by)) * sign_at_begin(by->d, q->with, by->k);
    return by->turn < 0 ? -order : order;
}

static uint64_t count_distinct(meeting *points, size_t count, sorting *by)
{
    if (count > 1)
        qsort_r(points, count, sizeof *points, compare_meetings, by);
    uint64_t distinct = count;
    for (size_t i = 1; i < count; i++)
        distinct -= compare_meetings(points + i - 1, points + i, by) == 0;
    return distinct;
}

// The number of pieces that cut k adds to those of the cuts before it.
static uint64_t pieces_added(division *d, size_t k, meeting *points)
{
    size_t count = 0;
    sorting by;
    const chord_places *places = d->places;
    for (size_t f = 0; f < k; f++) {
        const chord_places here = places[k], there = places[f];
        if (here.first == there.first && here.second == there.second)
            return 0; // the same line
        if (ends_alternate(here, there))
            points[count++].with = f;
    }
    if (count < 2)
        return 1 + count;
    sorting_begin(&by, d, k);
    for (size_t i = 0; i < count; i++)
        meeting_init(points + i, &by, points[i].with);
    return 1 + count_distinct(points, count, &by);
}

// ---- pieces ----

// The number of parts of the border at infinity: two for a strip, none for the whole plane, whose
// border has no end, and one for any other unbounded cell.
static uint64_t far_parts(const division *d)
{
    uint64_t parts = 0;
    for (size_t i = 0; i < d->cell->count; i++)
        parts += !is_far_vertex(d, i) && is_far_vertex(d, vertex_after(d->cell, i));
    return parts;
}

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

// Finds the places of the listed cuts on the border.
static void division_init(division *d, walk_position *pos, size_t l, const geom_cell *cell,
                          const uint32_t *list, size_t cuts)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    arena *stack = &pos->space.cells;
    *d = (division){.pos = pos, .l = l, .cell = cell, .cuts = cuts};
    d->chords = arena_take(stack, cuts * sizeof *d->chords);
    d->places = arena_take(stack, cuts * sizeof *d->places);
    signed char *sign = arena_take(stack, cuts * cell->count);
    for (size_t k = 0; k < cuts; k++)
        chord_init(d, k, list[k], sign + k * cell->count);
    if (!run_is_cancelled())
        find_places(d, cuts);
}

static piece_counts with_bounded(const division *d, uint64_t pieces)
{
    const uint64_t unbounded = d->far_places + far_parts(d);
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
    d->cuts = 0;
    for (size_t i = 0; i < cuts; i++) {
        const chord *segment = d->chords + order[i];
        uint64_t step = step_across(d->pos, d->l, segment->cut);
        if (sign_before(d, segment, segment->end) > 0) {
            w->start = fingerprint_add(w->start, step);
            step = fingerprint_negative(step);
        }
        if (i > 0 && compare_chords(order + i - 1, order + i, d) == 0) {
            w->step[d->cuts - 1] = fingerprint_add(w->step[d->cuts - 1], step);
            continue;
        }
        chords[d->cuts] = *segment;
        places[d->cuts] = d->places[order[i]];
        w->step[d->cuts++] = step;
    }
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
    for (size_t f = 0; f < k; f++) {
        if (places[f].second > here.first)
            key = fingerprint_add(key, w->step[f]);
        w->points[count].with = f;
        count += places[f].second > here.first && places[f].second < here.second;
    }
    for (size_t f = k + 1; f < w->d.cuts && places[f].first < here.second; f++) {
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

// Passes a point in which chord k meets others. If k is the first of these, it lists the pieces that
// begin there, from the last chord on.
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
    sorting by;
    uint64_t key = begin_chord(&count, w, k);
    meeting *points = w->points;
    sorting_begin(&by, &w->d, k);
    for (size_t i = 0; i < count; i++)
        meeting_init(points + i, &by, points[i].with);
    if (count > 1)
        qsort_r(points, count, sizeof *points, compare_meetings, &by);
    for (size_t i = 0; i < count / 2 && by.turn < 0; i++) {
        const meeting swapped = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = swapped;
    }
    for (size_t i = 0, end; i < count; i = end) {
        end = i + 1;
        while (end < count && compare_meetings(points + end - 1, points + end, &by) == 0)
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
