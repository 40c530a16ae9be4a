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

// ---- the recursion ----

static int enter(walker *w, size_t l, const geom_cell *cell);

// Numbers of the cuts of a layer that cut the present cell, in order.
typedef struct {
    uint32_t *cut;
    size_t count;
} cut_list;

static int insert(walker *w, size_t l, const geom_cell *cell, cut_list list);

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

static size_t wait_push(walker *w, size_t l, const geom_cell *cell)
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

// Those of the cuts that cut the half too; the others fix a piece there.
static cut_list still_cutting(walker *w, size_t l, const geom_cell *half, cut_list list)
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

static int walk_half(walker *w, size_t l, const geom_cell *half, cut_list list)
{
    arena_mark mark = arena_here(&w->space.cells);
    int go_on = insert(w, l, half, still_cutting(w, l, half, list));
    arena_release(&w->space.cells, mark);
    return go_on;
}

// Cuts the cell by the first cut of the list and walks both halves.
static int branch(walker *w, size_t l, const geom_cell *cell, cut_list list)
{
    insertion *in = w->inserts + l;
    uint32_t k = list.cut[0];
    cut question = in->cuts[k];
    uint32_t *piece = w->maps.layer[l].pattern + question.unit;
    crease_split split = {w->counts->splits++, l - 1, question.unit, question.breakpoint};
    if (!tell_split(w, &split))
        return 0;

    space_mark mark = space_here(&w->space);
    uint32_t slots = in->slots;
    signed char *sign = arena_take(&w->space.cells, cell->count);
    insertion_sides(w, l, k, cell, sign);
    plane_origin origin = {split.id, (uint32_t)split.layer, question.unit, question.breakpoint};
    uint32_t plane = space_add_plane(&w->space, insertion_form(in, k), origin);
    geom_cell half[2]; // below, above
    cell_split(half, half + 1, &w->space, cell, sign, plane, &in->slots);
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
    space_release(&w->space, mark);
    if (w->visitor->leave)
        w->visitor->leave(w->visitor->data, &split);
    return go_on;
}

// Inserts the cuts of layer l into the cell, then goes one layer down.
static int insert(walker *w, size_t l, const geom_cell *cell, cut_list list)
{
    return list.count ? branch(w, l, cell, list) : enter(w, l + 1, cell);
}

static int leaf(walker *w, const geom_cell *cell)
{
    crease_counts *counts = w->counts;
    if (w->max_regions && counts->activation_regions == w->max_regions)
        return 0;
    uint64_t id = counts->activation_regions++;
    if (w->hidden)
        counts->per_layer[w->hidden - 1]++;
    counts->bounded_regions += (uint64_t)cell_is_bounded(cell, &w->space);
    if (!w->visitor->region)
        return 1;
    crease_region region;
    region_init(&region, w, cell, id);
    crease_visit visit = w->visitor->region(w->visitor->data, &region);
    return visit == CREASE_GO;
}

// A cell of the last layer when only numbers are wanted: its pieces need not be made.
static int count_pieces(walker *w, size_t l, const geom_cell *cell)
{
    crease_counts *counts = w->counts;
    uint64_t pieces = walk_pieces(w, l, cell);
    int go_on = !w->max_regions || counts->activation_regions + pieces <= w->max_regions;
    if (!go_on)
        pieces = w->max_regions - counts->activation_regions;
    counts->activation_regions += pieces;
    counts->bounded_regions += pieces;
    counts->per_layer[l - 1] += pieces;
    counts->splits += pieces ? pieces - 1 : 0;
    return go_on;
}

static void note_share(walker *w, const geom_cell *cell)
{
    if (w->ticker.limits->options->progress && w->whole_size > 0)
        w->share += cell_size(cell, &w->space) / w->whole_size;
}

static cut_list all_cuts(walker *w, size_t l)
{
    size_t count = w->inserts[l].count;
    cut_list list = {arena_take(&w->space.cells, count * sizeof *list.cut), count};
    for (uint32_t k = 0; k < count; k++)
        list.cut[k] = k;
    return list;
}

int walk_subtree(walker *w, size_t l, const geom_cell *cell)
{
    if (w->budget && ++w->entered > w->budget)
        hand_back(w);
    walk_maps_sync(&w->maps, l);
    arena_mark mark = arena_here(&w->space.cells);
    geom_cell own;
    cell_copy(&own, &w->space, cell);
    insertion_survey(w, l, &own);
    int need_no_cells = w->counting && l == w->hidden && walk_pieces_can(w) &&
                        cell_is_bounded(&own, &w->space);
    int go_on = need_no_cells ? count_pieces(w, l, &own) : insert(w, l, &own, all_cuts(w, l));
    if (need_no_cells)
        note_share(w, &own);
    arena_release(&w->space.cells, mark);
    return go_on;
}

// The cell is a region of the layers before l.
static int enter(walker *w, size_t l, const geom_cell *cell)
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
