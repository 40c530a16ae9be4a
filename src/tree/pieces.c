// Into how many pieces the cuts of a layer divide a cell.
#include "tree/pieces.h"

#include "base/limits.h"
#include "tree/check.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

// Where a cut enters or leaves the cell: at a vertex, or inside the edge that leaves it.
typedef struct {
    size_t vertex;
    int inside;          // the edge
    int infinite;        // the end is at infinity
    point_approx approx; // if inside, once known
    int known, tight;    // approx is set; from forms as tight as doubles allow
} border_hit;

typedef struct {
    uint32_t cut;
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
    chord *chords;
    chord_places *places; // of each chord
    uint64_t far_places;  // at infinity
} division;

int walk_pieces_can(const walk_position *pos, size_t l, size_t cuts)
{
    const geom_cell *whole = &pos->whole;
    // A half of an unbounded cell without vertices must be made to find out whether it is bounded.
    const int can_divide = whole->simplex ? cuts < 1 || (cuts == 1 && whole->simplex->bounded > 0)
                                          : cuts <= 1 || !pos->space.general;
    return can_divide && (cuts <= 1 || pos->space.dimension == 2) &&
           !pos->maps.layer[l].rounded->has_maxout;
}

static const line_approx *line_of(const division *d, size_t k)
{
    const insertion *in = d->pos->inserts + d->l;
    return (const line_approx *)(const void *)insertion_form(in, d->chords[k].cut);
}

static const fmpz *row_of_chord(const division *d, size_t k)
{
    return insertion_row(d->pos, d->l, d->chords[k].cut);
}

// ---- chords ----

static size_t vertex_after(const geom_cell *cell, size_t i)
{
    return i + 1 == cell->count ? 0 : i + 1;
}

static size_t vertex_before(const geom_cell *cell, size_t i)
{
    return (i ? i : cell->count) - 1;
}

static int is_far_vertex(const division *d, size_t vertex)
{
    return d->pos->space.point[d->cell->generator[vertex].point].infinite;
}

static void chord_init(division *d, size_t k, uint32_t of, signed char *sign)
{
    size_t n = d->cell->count, ends = 0;
    chord *made = d->chords + k;
    insertion_sides(d->pos, d->l, of, d->cell, sign);
    made->cut = of;
    made->sign = sign;
    for (size_t i = 0; i < n && ends < 2; i++) {
        size_t after = vertex_after(d->cell, i);
        int inside = sign[i] * sign[after] < 0;
        if (sign[i] == 0 || inside)
            made->end[ends++] = (border_hit){
                .vertex = i,
                .inside = inside,
                .infinite = is_far_vertex(d, i) && (!inside || is_far_vertex(d, after)),
            };
    }
}

// ---- signs of one cut where another one ends ----

// Whether the end is the antipode of cut f x edge, as in `crossing` of cell2.c.
static int end_is_flipped(const division *d, size_t f, const border_hit *hit)
{
    int rises = d->chords[f].sign[hit->vertex] < 0;
    return rises != (d->cell->generator[hit->vertex].side > 0);
}

static void meet_edge(const division *d, size_t f, border_hit *hit)
{
    uint32_t line = d->cell->generator[hit->vertex].plane;
    if (hit->infinite)
        filter_meet_infinity(&hit->approx, line_of(d, f), end_is_flipped(d, f, hit));
    else
        filter_meet(&hit->approx, line_of(d, f), space_line(&d->pos->space, line));
}

// The sign of cut k at an end of cut f inside an edge, in integers.
static int sign_at_edge_exact(division *d, size_t k, size_t f, const border_hit *hit)
{
    fmpz meet[3] = {0, 0, 0};
    uint32_t line = d->cell->generator[hit->vertex].plane;
    row_cross(meet, row_of_chord(d, f), space_plane_row(&d->pos->space, line));
    if (end_is_flipped(d, f, hit))
        _fmpz_vec_neg(meet, meet, 3);
    int sign = sign_exact(&d->pos->judge, row_of_chord(d, k), meet, 3);
    for (int i = 0; i < 3; i++)
        fmpz_clear(meet + i);
    return sign;
}

// The same in exact doubles, or SIGN_UNKNOWN.
static int sign_at_edge_grained(division *d, size_t k, size_t f, const border_hit *hit)
{
    grained form, cut, edge, at;
    double value;
    uint32_t line = d->cell->generator[hit->vertex].plane;
    if (hit->infinite || !insertion_grained(&form, d->pos, d->l, d->chords[k].cut) ||
        !insertion_grained(&cut, d->pos, d->l, d->chords[f].cut) ||
        !space_grained_line(&edge, &d->pos->space, line) || !grained_cross(&at, &cut, &edge))
        return SIGN_UNKNOWN;
    grained_orient(&at);
    return grained_dot(&value, &form, &at) ? sign_exact_double(&d->pos->judge, value)
                                           : SIGN_UNKNOWN;
}

// Restores the count of decisions, since a check is not a decision.
static void check_end(division *d, size_t k, size_t f, const border_hit *hit, int found)
{
    sign_judge *judge = &d->pos->judge;
    uint64_t decided = judge->decided_exact;
    if (judge->arith != CREASE_FLOAT && found != SIGN_UNKNOWN)
        check_same("sign of a cut at an end of another", found, sign_at_edge_exact(d, k, f, hit));
    judge->decided_exact = decided;
}

// Takes tighter doubles, if there are any, for the form of cut k and the end of cut f.
static int tighten_end(division *d, size_t k, size_t f, border_hit *hit)
{
    int tighter = insertion_tighten(d->pos, d->l, d->chords[k].cut);
    if (hit->tight || d->pos->judge.arith != CREASE_FILTERED)
        return tighter;
    insertion_tighten(d->pos, d->l, d->chords[f].cut);
    space_tighten_plane(&d->pos->space, d->cell->generator[hit->vertex].plane);
    meet_edge(d, f, hit);
    hit->tight = 1;
    return 1;
}

// That end of cut f, computed on first use. Few ends are needed: those that share an edge.
static const point_approx *approx_end(const division *d, size_t f, border_hit *hit)
{
    if (!hit->known && d->pos->judge.arith != CREASE_EXACT)
        meet_edge(d, f, hit);
    hit->known = 1;
    return &hit->approx;
}

// The sign of cut k at an end of cut f.
static int sign_at_end(division *d, size_t k, size_t f, int end)
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
    int found = sign_try(&d->pos->judge, line_of(d, k), approx_end(d, f, hit));
    if (found == SIGN_UNKNOWN)
        found = sign_at_edge_grained(d, k, f, hit);
    if (found == SIGN_UNKNOWN && tighten_end(d, k, f, hit))
        found = sign_try(&d->pos->judge, line_of(d, k), &hit->approx);
    if (CHECKED)
        check_end(d, k, f, hit, found);
    if (found == SIGN_UNKNOWN)
        found = sign_at_edge_exact(d, k, f, hit);
    return found;
}

// ---- signs of one cut along a parallel one ----

// Tries doubles, at the foot of cut f.
static int sign_at_foot(division *d, size_t k, size_t f)
{
    point_approx at;
    if (d->pos->judge.arith == CREASE_EXACT)
        return SIGN_UNKNOWN;
    filter_foot(&at, line_of(d, f));
    return sign_try(&d->pos->judge, line_of(d, k), &at);
}

// With (a, b, c) for k, (A, B, C) for f and (a, b) = m (A, B): the sign of c - m C. A and B are not
// both 0.
static int sign_along_exact(division *d, size_t k, size_t f)
{
    const fmpz *of = row_of_chord(d, k), *on = row_of_chord(d, f);
    int i = fmpz_is_zero(on);
    sign_judge *judge = &d->pos->judge;
    fmpz_mul(judge->value, of + 2, on + i);
    fmpz_submul(judge->value, of + i, on + 2);
    return sign_exact_value(judge, judge->value) * fmpz_sgn(on + i);
}

static void check_along(division *d, size_t k, size_t f, int found)
{
    sign_judge *judge = &d->pos->judge;
    uint64_t decided = judge->decided_exact;
    if (judge->arith != CREASE_FLOAT && found != SIGN_UNKNOWN)
        check_same("sign of a cut along a parallel one", found, sign_along_exact(d, k, f));
    judge->decided_exact = decided;
}

static int sign_along(division *d, size_t k, size_t f)
{
    walk_position *pos = d->pos;
    int found = sign_at_foot(d, k, f);
    // Parallel lines through the origin coincide.
    if (found == SIGN_UNKNOWN && d->l <= pos->maps.homogeneous)
        found = 0;
    if (found == SIGN_UNKNOWN && (insertion_tighten(pos, d->l, d->chords[k].cut) |
                                  insertion_tighten(pos, d->l, d->chords[f].cut)))
        found = sign_at_foot(d, k, f);
    if (CHECKED)
        check_along(d, k, f, found);
    if (found == SIGN_UNKNOWN)
        found = sign_along_exact(d, k, f);
    return found;
}

// ---- ends along the border ----

typedef struct {
    uint32_t chord, end;
} chord_end;

// The sign of a cut along the border just before its end there.
static int sign_before(const division *d, const chord *of, const border_hit *end)
{
    return of->sign[end->inside ? end->vertex : vertex_before(d->cell, end->vertex)];
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
        int differs = i == 0 || compare_ends(ends + i - 1, ends + i, d) != 0;
        place += differs;
        chord_places *of = d->places + ends[i].chord;
        *(ends[i].end ? &of->second : &of->first) = place;
        d->far_places += differs && d->chords[ends[i].chord].end[ends[i].end].infinite;
    }
    arena_release(stack, mark);
}

static int ends_alternate(chord_places a, chord_places b)
{
    return (a.first < b.first && b.first < a.second && a.second < b.second) ||
           (b.first < a.first && a.first < b.second && b.second < a.second);
}

// ---- meeting points along one cut ----

typedef struct {
    size_t with;     // the earlier cut
    double range[2]; // holds the coordinate along the sorting axis
    fmpz row[3];     // integers, once known
    grained *at;     // exact doubles once computed, or NULL: there are none
    // The range is from forms as tight as doubles allow; row is set; exact doubles were tried.
    signed char tight, known, asked;
} meeting;

typedef struct {
    division *d;
    size_t k; // the cut
    int axis; // 0: sort by x, then y; 1: by y, then x
    grained cut;
    int is_grained; // the cut's doubles are exact
} sorting;

static void set_range(meeting *made, const sorting *by)
{
    const sign_judge *judge = &by->d->pos->judge;
    point_approx at;
    filter_meet(&at, line_of(by->d, by->k), line_of(by->d, made->with));
    double value = by->axis ? at.y : at.x, bound = at.radius;
    if (judge->arith == CREASE_FLOAT)
        bound = judge->tolerance * fabs(value);
    if (bound < INFINITY && isfinite(value)) {
        bound = (bound + FILTER_UNIT * fabs(value)) * FILTER_ENLARGE;
        made->range[0] = value - bound;
        made->range[1] = value + bound;
    }
}

static void meeting_init(meeting *made, const sorting *by, size_t f)
{
    *made = (meeting){.with = f, .range = {-INFINITY, INFINITY}};
    if (by->d->pos->judge.arith != CREASE_EXACT)
        set_range(made, by);
}

static int tighten_meeting(meeting *point, const sorting *by)
{
    const division *d = by->d;
    if (point->tight || d->pos->judge.arith != CREASE_FILTERED)
        return 0;
    insertion_tighten(d->pos, d->l, d->chords[by->k].cut);
    insertion_tighten(d->pos, d->l, d->chords[point->with].cut);
    set_range(point, by);
    point->tight = 1;
    return 1;
}

static const fmpz *meeting_row(meeting *point, const sorting *by)
{
    if (!point->known) {
        row_cross(point->row, row_of_chord(by->d, by->k), row_of_chord(by->d, point->with));
        if (fmpz_sgn(point->row + 2) < 0)
            _fmpz_vec_neg(point->row, point->row, 3);
        point->known = 1;
    }
    return point->row;
}

static const grained *meeting_grained(meeting *point, const sorting *by)
{
    const division *d = by->d;
    grained with, at;
    if (point->asked)
        return point->at;
    point->asked = 1;
    if (by->is_grained && insertion_grained(&with, d->pos, d->l, d->chords[point->with].cut) &&
        grained_cross(&at, &by->cut, &with)) {
        grained_orient(&at);
        point->at = arena_take(&d->pos->space.cells, sizeof at);
        *point->at = at;
    }
    return point->at;
}

// Compares by exact doubles. Returns 0 if these do not suffice.
static int compare_grained(int *order, meeting *p, meeting *q, const sorting *by)
{
    double value[2];
    const grained *a = meeting_grained(p, by), *b = meeting_grained(q, by);
    if (!a || !b || !grained_compare(value, a, b, by->axis))
        return 0;
    grained_compare(value + 1, a, b, !by->axis);
    sign_judge *judge = &by->d->pos->judge;
    *order = sign_exact_double(judge, value[0]);
    if (*order == 0)
        *order = sign_exact_double(judge, value[1]);
    return 1;
}

static int compare_exact(meeting *p, meeting *q, const sorting *by)
{
    const fmpz *a = meeting_row(p, by), *b = meeting_row(q, by);
    sign_judge *judge = &by->d->pos->judge;
    int sign = 0;
    for (int i = 0; i < 2 && sign == 0; i++) {
        int axis = i ? !by->axis : by->axis;
        fmpz_mul(judge->value, a + axis, b + 2);
        fmpz_submul(judge->value, b + axis, a + 2);
        sign = sign_exact_value(judge, judge->value);
    }
    return sign;
}

static void check_order(meeting *p, meeting *q, const sorting *by, int found, int is_known)
{
    sign_judge *judge = &by->d->pos->judge;
    uint64_t decided = judge->decided_exact;
    if (judge->arith != CREASE_FLOAT && is_known)
        check_same("order of meeting points along a cut", found, compare_exact(p, q, by));
    judge->decided_exact = decided;
}

// The order of points along the cut: by ranges if these are apart.
static int compare_meetings(const void *a, const void *b, void *data)
{
    const sorting *by = data;
    meeting *p = (meeting *)a, *q = (meeting *)b;
    sign_judge *judge = &by->d->pos->judge;
    int apart = sign_of_ranges(judge, p->range, q->range), order;
    if (!apart && by->d->l > by->d->pos->maps.homogeneous && compare_grained(&order, p, q, by)) {
        if (CHECKED)
            check_order(p, q, by, order, 1);
        return order;
    }
    if (!apart && (tighten_meeting(p, by) | tighten_meeting(q, by)))
        apart = sign_of_ranges(judge, p->range, q->range);
    if (CHECKED)
        check_order(p, q, by, apart, apart != 0);
    // Cuts that all vanish at the origin meet nowhere else.
    if (apart || judge->arith == CREASE_FLOAT || by->d->l <= by->d->pos->maps.homogeneous)
        return apart;
    return compare_exact(p, q, by);
}

static uint64_t count_distinct(meeting *points, size_t count, sorting *by)
{
    if (count > 1)
        qsort_r(points, count, sizeof *points, compare_meetings, by);
    uint64_t distinct = count;
    for (size_t i = 1; i < count; i++)
        distinct -= compare_meetings(points + i - 1, points + i, by) == 0;
    for (size_t i = 0; i < count; i++)
        if (points[i].known)
            for (int c = 0; c < 3; c++)
                fmpz_clear(points[i].row + c);
    return distinct;
}

// The number of pieces that cut k adds to those of the cuts before it.
static uint64_t pieces_added(division *d, size_t k, meeting *points)
{
    size_t count = 0;
    sorting by = {.d = d, .k = k};
    if (d->pos->judge.arith != CREASE_EXACT) {
        const double *a = line_of(d, k)->a;
        by.axis = fabs(a[0]) > fabs(a[1]); // along which the cut is longer
    }
    const chord_places *places = d->places;
    for (size_t f = 0; f < k; f++) {
        const chord_places here = places[k], there = places[f];
        if (here.first == there.first && here.second == there.second)
            return 0; // the same line; no meeting so far has integers
        if (ends_alternate(here, there))
            points[count++].with = f;
    }
    if (count < 2)
        return 1 + count;
    by.is_grained = insertion_grained(&by.cut, d->pos, d->l, d->chords[k].cut);
    arena *stack = &d->pos->space.cells;
    const arena_mark mark = arena_here(stack);
    for (size_t i = 0; i < count; i++)
        meeting_init(points + i, &by, points[i].with);
    const uint64_t distinct = count_distinct(points, count, &by);
    arena_release(stack, mark);
    return 1 + distinct;
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

static piece_counts divide_cell(division *d, const uint32_t *list, size_t cuts, uint64_t *added)
{
    arena *stack = &d->pos->space.cells;
    size_t n = d->cell->count;
    signed char *sign = arena_take(stack, cuts * n);
    meeting *points = arena_take(stack, cuts * sizeof *points);
    for (size_t k = 0; k < cuts; k++)
        chord_init(d, k, list[k], sign + k * n);
    uint64_t pieces = 1;
    if (!run_is_cancelled())
        find_places(d, cuts);
    for (size_t k = 0; k < cuts && !run_is_cancelled(); k++) {
        uint64_t more = pieces_added(d, k, points);
        if (added)
            added[k] = more;
        pieces += more;
    }
    uint64_t unbounded = d->far_places + far_parts(d);
    return (piece_counts){pieces, pieces > unbounded ? pieces - unbounded : 0};
}

piece_counts walk_pieces(walk_position *pos, size_t l, const geom_cell *cell, const uint32_t *list,
                         size_t cuts, uint64_t *added)
{
    if (added)
        for (size_t k = 0; k < cuts; k++)
            added[k] = 1;
    if (cuts < 2 && cell_is_bounded(cell, &pos->space))
        return (piece_counts){1 + cuts, 1 + cuts};
    if (cuts < 2)
        return (piece_counts){1 + cuts, cuts ? bounded_halves(pos, l, cell, *list) : 0};
    arena *stack = &pos->space.cells;
    arena_mark mark = arena_here(stack);
    division d = {.pos = pos, .l = l, .cell = cell};
    d.chords = arena_take(stack, cuts * sizeof *d.chords);
    d.places = arena_take(stack, cuts * sizeof *d.places);
    piece_counts pieces = divide_cell(&d, list, cuts, added);
    arena_release(stack, mark);
    return pieces;
}
