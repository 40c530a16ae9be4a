// Where the cuts of a layer meet in a polygon.
#include "tree/chords.h"

#include "base/fatal.h"
#include "base/limits.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_MADE = UINT32_MAX };

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

int chord_left(const division *d, size_t k)
{
    ASSERT(k < d->cuts);
    return sign_before(d, d->chords + k, d->chords[k].end);
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

// ---- meeting points along one cut ----

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
    const int left = chord_left(d, k);
    if (judge->arith == CREASE_FLOAT || fabs(slope) > line->bound[!by->axis])
        by->turn = slope > 0 ? left : -left;
}

static void meeting_init(meeting *met, const sorting *by, uint32_t with)
{
    const sign_judge *judge = &by->d->pos->judge;
    point_approx point;
    *met = (meeting){.with = with, .range = {-INFINITY, INFINITY}, .point = NOT_MADE};
    if (!by->turn)
        return;
    filter_meet(&point, line_of(by->d, by->k), line_of(by->d, with));
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
    const int before = chord_left(d, f);
    return d->places[f].first < d->places[k].first ? -before : before;
}

static uint32_t point_of_meeting(meeting *met, const sorting *by)
{
    const division *d = by->d;
    const int left = chord_left(d, by->k);
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

static int compare_low(const void *a, const void *b)
{
    const meeting *p = a, *q = b;
    return (p->range[0] > q->range[0]) - (p->range[0] < q->range[0]);
}

// For meetings that are nearly in order, or few.
static void sort_by_insertion(meeting *points, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (!(points[i].range[0] < points[i - 1].range[0]))
            continue;
        const meeting moved = points[i];
        size_t k = i;
        for (; k > 0 && points[k - 1].range[0] > moved.range[0]; k--)
            points[k] = points[k - 1];
        points[k] = moved;
    }
}

// Sorts d->copy into the points by the lower ends of ranges: into as many buckets as meetings,
// which lie about evenly in most cells, and then by insertion.
static void sort_by_low(meeting *points, const division *d, size_t count)
{
    enum { FEW = 8, CROWD = 32 };
    const meeting *copy = d->copy;
    uint32_t *start = d->bucket, fullest = 0;
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        least = copy[i].range[0] < least ? copy[i].range[0] : least;
        most = copy[i].range[0] > most ? copy[i].range[0] : most;
    }
    const double scale = (double)(count - 1) / (most - least);
    if (count > FEW && scale > 0 && scale < INFINITY) {
        memset(start, 0, (count + 2) * sizeof *start);
        for (size_t i = 0; i < count; i++) {
            uint32_t *size = start + 2 + (size_t)((copy[i].range[0] - least) * scale);
            ++*size;
            fullest = *size > fullest ? *size : fullest;
        }
        for (size_t i = 2; i < count + 2; i++)
            start[i] += start[i - 1];
        for (size_t i = 0; i < count; i++)
            points[start[1 + (size_t)((copy[i].range[0] - least) * scale)]++] = copy[i];
    } else {
        memcpy(points, copy, count * sizeof *points);
    }
    if ((fullest == 0 && count > FEW) || fullest > CROWD)
        qsort(points, count, sizeof *points, compare_low);
    else
        sort_by_insertion(points, count);
}

// Ranges that overlap, directly or by others between them, are next to each other; these meetings
// are compared, all others are apart.
static size_t number_places(meeting *points, size_t count, sorting *by)
{
    size_t places = 0;
    for (size_t i = 0, end; i < count; i = end) {
        double top = points[i].range[1];
        for (end = i + 1; end < count && !(top < points[end].range[0]); end++)
            top = points[end].range[1] > top ? points[end].range[1] : top;
        if (end - i > 1)
            qsort_r(points + i, end - i, sizeof *points, compare_meetings, by);
        for (size_t j = i; j < end; j++) {
            places += j == i || compare_meetings(points + j - 1, points + j, by) != 0;
            points[j].place = (uint32_t)places - 1;
        }
    }
    return places;
}

size_t division_sort(division *d, size_t k, meeting *points, size_t count)
{
    ASSERT(k < d->cuts);
    ASSERT(count <= d->cuts);
    sorting by;
    if (count < 2) {
        points->place = 0;
        return count;
    }
    sorting_begin(&by, d, k);
    for (size_t i = 0; i < count; i++)
        meeting_init(d->copy + i, &by, points[i].with);
    sort_by_low(points, d, count);
    d->pos->judge.decided_float += count - 1; // those that are apart
    const size_t places = number_places(points, count, &by);
    for (size_t i = 0; i < count / 2 && by.turn < 0; i++) {
        const meeting swapped = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = swapped;
    }
    return places;
}

// ---- all of it ----

// And the parts of the border at infinity: two for a strip, none for the whole plane, whose border
// has no end, and one for any other unbounded cell.
uint64_t division_far(const division *d)
{
    uint64_t parts = d->far_places;
    for (size_t i = 0; i < d->cell->count; i++)
        parts += !is_far_vertex(d, i) && is_far_vertex(d, vertex_after(d->cell, i));
    return parts;
}

// Finds the places of the listed cuts on the border.
void division_init(division *d, walk_position *pos, size_t l, const geom_cell *cell,
                   const uint32_t *list, size_t cuts)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    arena *stack = &pos->space.cells;
    *d = (division){.pos = pos, .l = l, .cell = cell, .cuts = cuts};
    d->chords = arena_take(stack, cuts * sizeof *d->chords);
    d->places = arena_take(stack, cuts * sizeof *d->places);
    d->copy = arena_take(stack, cuts * sizeof *d->copy);
    d->bucket = arena_take(stack, (cuts + 2) * sizeof *d->bucket);
    signed char *sign = arena_take(stack, cuts * cell->count);
    for (size_t k = 0; k < cuts; k++)
        chord_init(d, k, list[k], sign + k * cell->count);
    if (!run_is_cancelled())
        find_places(d, cuts);
}
