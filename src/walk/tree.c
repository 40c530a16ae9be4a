// The region tree, walked depth first.
//
// Why every region is found exactly once: docs/algorithms.md. In short, a cell that
// no neuron of the next layer cuts has one affine map for that layer; a cell that is
// cut is the union of its two halves, which are of full dimension and overlap only
// on the crease; so the leaves tile the domain, and two leaves differ in the piece
// of the neuron that separated them.
#include "walk/tree.h"

#include "base/memory.h"
#include "walk/pieces.h"
#include "walk/region.h"
#include "walk/task.h"
#include <string.h>

// A cell of the last layer with at most so many cuts is counted in one go, by one thread.
// Smaller numbers share work more evenly, larger ones save some: docs/performance.md.
enum { MOST_COUNTED = 256 };
// So many pairs of cuts take about as long as it takes to enter a cell.
enum { PAIRS_PER_CELL = 32 };

// ---- the recursion ----

static int enter(walker *w, size_t l, const cell2 *cell);

// Numbers of the cuts of a layer that cut the present cell, in order.
typedef struct {
    uint32_t *cut;
    size_t count;
} cut_list;

static int insert(walker *w, size_t l, const cell2 *cell, cut_list list);

static int tell_split(walker *w, const crease_split *split)
{
    const crease_visitor *visitor = w->visitor;
    return !visitor->split || visitor->split(visitor->data, split) == CREASE_GO;
}

// The lower half comes first when somebody listens. When nobody does, the half on whose
// side the next layer's map was last made comes first: there fewer units have changed.
static int high_first(const walker *w, size_t l, cut question)
{
    if (!w->counting || l + 1 == w->maps.layers)
        return 0;
    return w->maps.layer[l + 1].latest[question.unit] > question.breakpoint;
}

static size_t wait_push(walker *w, size_t l, const cell2 *cell)
{
    MEMORY_RESERVE(w->waiting, w->waiting_capacity, w->waitings + 1);
    w->waiting[w->waitings] = (waiting_half){l, cell, 0};
    return w->waitings++;
}

static int wait_pop(walker *w, size_t place)
{
    w->waitings = place;
    return w->waiting[place].taken;
}

// Hands back the halves that wait at the shallowest layer: these are the largest.
static void hand_back(walker *w)
{
    size_t first = 0;
    while (first < w->waitings && w->waiting[first].taken)
        first++;
    for (size_t i = first; i < w->waitings; i++) {
        waiting_half *half = w->waiting + i;
        if (half->layer != w->waiting[first].layer)
            break;
        half->taken = 1;
        w->give(w->give_to, walk_task_new(w, half->layer, half->cell));
    }
    w->entered = 0;
}

// Work is measured in cells that are entered.
static void spend(walker *w, uint64_t cells)
{
    w->entered += cells;
    if (w->budget && w->entered > w->budget)
        hand_back(w);
}

// Those of the cuts that cut the half too; the others fix a piece there.
static cut_list still_cutting(walker *w, size_t l, const cell2 *half, cut_list list)
{
    insertion *in = w->inserts + l;
    uint32_t *pattern = w->maps.layer[l].pattern;
    cut_list left = {arena_take(&w->space.cells, list.count * sizeof *left.cut), 0};
    signed char *sign = arena_take(&w->space.cells, half->count);
    for (size_t i = 0; i < list.count; i++) {
        cut question = in->cuts[list.cut[i]];
        // Below an earlier breakpoint of the same unit: below this one too.
        if (pattern[question.unit] < question.breakpoint)
            continue;
        sides on = insertion_sides(w, l, list.cut[i], half, sign);
        if (on.below && on.above)
            left.cut[left.count++] = list.cut[i];
        // For one that still cuts this only says: not below.
        pattern[question.unit] = question.breakpoint + (uint32_t)on.above;
    }
    return left;
}

static int walk_half(walker *w, size_t l, const cell2 *half, cut_list list)
{
    arena_mark mark = arena_here(&w->space.cells);
    int go_on = insert(w, l, half, still_cutting(w, l, half, list));
    arena_release(&w->space.cells, mark);
    return go_on;
}

// Puts a cut from the middle of the list first: parallel creases tend to come in order.
// It is the first of its unit's, as still_cutting expects.
static void middle_first(const insertion *in, cut_list list)
{
    size_t i = list.count / 2;
    uint32_t middle = list.cut[i];
    while (i > 0 && in->cuts[list.cut[i - 1]].unit == in->cuts[middle].unit)
        middle = list.cut[--i];
    memmove(list.cut + 1, list.cut, i * sizeof *list.cut);
    list.cut[0] = middle;
}

// Cuts the cell by the first cut of the list and walks both halves.
static int branch(walker *w, size_t l, const cell2 *cell, cut_list list)
{
    insertion *in = w->inserts + l;
    if (w->counting && l == w->hidden)
        middle_first(in, list);
    uint32_t k = list.cut[0];
    cut question = in->cuts[k];
    uint32_t *piece = w->maps.layer[l].pattern + question.unit;
    crease_split split = {w->counts->splits++, l - 1, question.unit, question.breakpoint};
    if (!tell_split(w, &split))
        return 0;

    plane_mark mark = plane_here(&w->space);
    uint32_t slots = in->slots;
    signed char *sign = arena_take(&w->space.cells, cell->count);
    insertion_sides(w, l, k, cell, sign);
    line_origin origin = {split.id, (uint32_t)split.layer, question.unit, question.breakpoint};
    uint32_t line = plane_add_line(&w->space, in->shadow + k, origin);
    cell2 half[2]; // below, above
    cell2_split(half, half + 1, &w->space, cell, sign, line, &in->slots);
    insertion_reserve(in, slots);

    cut_list rest = {list.cut + 1, list.count - 1};
    int first = high_first(w, l, question), second = !first;
    size_t place = wait_push(w, l, half + second);
    *piece = question.breakpoint + (uint32_t)first;
    int go_on = walk_half(w, l, half + first, rest);
    *piece = question.breakpoint + (uint32_t)second;
    if (!wait_pop(w, place) && go_on)
        go_on = walk_half(w, l, half + second, rest);
    in->slots = slots;
    plane_release(&w->space, mark);
    if (w->visitor->leave)
        w->visitor->leave(w->visitor->data, &split);
    return go_on;
}

static int leaf(walker *w, const cell2 *cell)
{
    crease_counts *counts = w->counts;
    if (w->max_regions && counts->activation_regions == w->max_regions)
        return 0;
    uint64_t id = counts->activation_regions++;
    if (w->hidden)
        counts->per_layer[w->hidden - 1]++;
    counts->bounded_regions += (uint64_t)cell2_is_bounded(cell, &w->space);
    if (!w->visitor->region)
        return 1;
    crease_region region;
    region_init(&region, w, cell, id);
    crease_visit visit = w->visitor->region(w->visitor->data, &region);
    return visit == CREASE_GO;
}

double walk_cell_area(const walker *w, const cell2 *cell)
{
    double twice = 0;
    for (size_t i = 0; i < cell->count; i++) {
        const corner2 *next = cell->corner + (i + 1 == cell->count ? 0 : i + 1);
        const point_shadow *a = &w->space.point[cell->corner[i].point].shadow;
        const point_shadow *b = &w->space.point[next->point].shadow;
        if (a->w == 0)
            return 0;
        twice += a->x * b->y - b->x * a->y;
    }
    return twice / 2;
}

static void note_share(walker *w, const cell2 *cell)
{
    if (w->ticker.limits->options->progress && w->whole_area > 0)
        w->share += walk_cell_area(w, cell) / w->whole_area;
}

// A cell of the last layer when only numbers are wanted: its pieces need not be made.
static int count_pieces(walker *w, size_t l, const cell2 *cell, cut_list list)
{
    crease_counts *counts = w->counts;
    if (walk_limits_reached(&w->ticker, counts->activation_regions, w->share))
        return 0;
    spend(w, list.count * list.count / (2 * PAIRS_PER_CELL));
    uint64_t pieces = walk_pieces(w, l, cell, list.cut, list.count);
    int go_on = !w->max_regions || counts->activation_regions + pieces <= w->max_regions;
    if (!go_on)
        pieces = w->max_regions - counts->activation_regions;
    counts->activation_regions += pieces;
    counts->bounded_regions += pieces;
    counts->per_layer[l - 1] += pieces;
    counts->splits += pieces ? pieces - 1 : 0;
    note_share(w, cell);
    return go_on;
}

// Inserts the cuts of layer l into the cell, then goes one layer down.
static int insert(walker *w, size_t l, const cell2 *cell, cut_list list)
{
    if (w->counting && l == w->hidden && list.count <= MOST_COUNTED &&
        cell2_is_bounded(cell, &w->space))
        return count_pieces(w, l, cell, list);
    return list.count ? branch(w, l, cell, list) : enter(w, l + 1, cell);
}

static cut_list all_cuts(walker *w, size_t l)
{
    size_t count = w->inserts[l].count;
    cut_list list = {arena_take(&w->space.cells, count * sizeof *list.cut), count};
    for (uint32_t k = 0; k < count; k++)
        list.cut[k] = k;
    return list;
}

int walk_subtree(walker *w, size_t l, const cell2 *cell)
{
    spend(w, 1);
    walk_maps_sync(&w->maps, l);
    arena_mark mark = arena_here(&w->space.cells);
    cell2 own;
    cell2_copy(&own, &w->space, cell);
    insertion_survey(w, l, &own);
    int go_on = insert(w, l, &own, all_cuts(w, l));
    arena_release(&w->space.cells, mark);
    return go_on;
}

// The cell is a region of the layers before l.
static int enter(walker *w, size_t l, const cell2 *cell)
{
    if (walk_limits_reached(&w->ticker, w->counts->activation_regions, w->share))
        return 0;
    if (l > w->hidden) {
        note_share(w, cell);
        return leaf(w, cell);
    }
    if (l >= 2)
        w->counts->per_layer[l - 2]++;
    return walk_subtree(w, l, cell);
}

int walk_tree(walker *w)
{
    return enter(w, 1, &w->whole);
}
