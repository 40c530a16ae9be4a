// The region tree, walked depth first.
//
// Why every region is found exactly once: docs/algorithms.md. In short, a cell that
// no neuron of the next layer cuts has one affine map for that layer; a cell that is
// cut is the union of its two halves, which are of full dimension and overlap only
// on the crease; so the leaves tile the domain, and two leaves differ in the piece
// of the neuron that separated them.
#include "walk/tree.h"

#include "base/memory.h"
#include "walk/cuts.h"
#include "walk/maxout.h"
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

static int enter(walker *w, size_t l, const geom_cell *cell);

static int insert(walker *w, size_t l, const geom_cell *cell, cut_list list);

static int tell_split(walker *w, const crease_split *split)
{
    const crease_visitor *visitor = w->visitor;
    return !visitor->split || visitor->split(visitor->data, split) == CREASE_GO;
}

// The lower half comes first when somebody listens, or else the one that comes first on the
// line. When nobody does, the half on whose
// side the next layer's map was last made comes first: there fewer units have changed.
static int high_first(const walker *w, size_t l, cut predicate, const signed char *sign)
{
    if (w->along)
        return sign[0] > 0;
    if (!w->counting || l + 1 == w->maps.layers)
        return 0;
    return w->maps.layer[l + 1].latest[predicate.unit] > predicate.breakpoint;
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

// Work is measured in cells that are entered.
static void spend(walker *w, uint64_t cells)
{
    w->entered += cells;
    if (w->budget && w->entered > w->budget)
        hand_back(w);
}

static int walk_half(walker *w, size_t l, const geom_cell *half, cut_list list)
{
    arena_mark mark = arena_here(&w->space.cells);
    int go_on = insert(w, l, half, cuts_left(w, l, half, list));
    arena_release(&w->space.cells, mark);
    return go_on;
}

// Cuts the cell by the first cut of the list and walks both halves.
static int branch(walker *w, size_t l, const geom_cell *cell, cut_list list)
{
    insertion *in = w->inserts + l;
    if (w->counting && l == w->hidden)
        cuts_middle_first(w, l, list);
    uint32_t k = list.cut[0];
    cut predicate = in->cuts[k];
    uint32_t *piece = w->maps.layer[l].pattern + predicate.unit;
    crease_split split = {w->split_ids++, 1, l - 1, predicate.unit, predicate.breakpoint, 2, NULL};
    w->counts->splits++;
    if (!tell_split(w, &split))
        return 0;

    space_mark mark = space_here(&w->space);
    uint32_t slots = in->slots;
    signed char *sign = arena_take(&w->space.cells, cell->count);
    insertion_sides(w, l, k, cell, sign);
    plane_origin origin = {split.id, (uint32_t)split.layer, predicate.unit, predicate.breakpoint};
    uint32_t plane = space_add_plane(&w->space, insertion_form(in, k), origin);
    geom_cell half[2]; // below, above
    cell_split(half, half + 1, &w->space, cell, sign, plane, &in->slots);
    insertion_reserve(in, slots);

    cut_list rest = {list.cut + 1, list.count - 1};
    int first = high_first(w, l, predicate, sign), second = !first;
    size_t place = wait_push(w, l, half + second);
    *piece = predicate.breakpoint + (uint32_t)first;
    int go_on = walk_half(w, l, half + first, rest);
    *piece = predicate.breakpoint + (uint32_t)second;
    if (!wait_pop(w, place) && go_on)
        go_on = walk_half(w, l, half + second, rest);
    in->slots = slots;
    space_release(&w->space, mark);
    if (w->visitor->leave)
        w->visitor->leave(w->visitor->data, &split);
    return go_on;
}

// The parts of a cell in which one row of a maxout unit has won, all of them at once.
typedef struct {
    geom_cell *cell;
    uint32_t *winner;
    size_t count;
} part_list;

// One dimension: part after part, each begins with the plane with which the one before ends.
static void sort_along(part_list parts, const geom_cell *cell)
{
    uint32_t end = cell->generator[0].plane;
    for (size_t i = 0; i + 1 < parts.count; i++) {
        size_t k = i;
        while (k < parts.count && parts.cell[k].generator[0].plane != end)
            k++;
        if (k == parts.count) // float arithmetic contradicts itself
            return;
        geom_cell next = parts.cell[k];
        uint32_t winner = parts.winner[k];
        parts.cell[k] = parts.cell[i];
        parts.winner[k] = parts.winner[i];
        parts.cell[i] = next;
        parts.winner[i] = winner;
        end = next.generator[1].plane;
    }
}

static part_list find_parts(walker *w, const geom_cell *cell, const maxout_ties *ties)
{
    size_t rank = w->maps.layer[ties->l].rounded->rank;
    part_list parts = {arena_take(&w->space.cells, rank * sizeof *parts.cell),
                       arena_take(&w->space.cells, rank * sizeof *parts.winner), 0};
    for (uint32_t i = 0; i < rank; i++)
        if (maxout_part(parts.cell + parts.count, w, ties, cell, i))
            parts.winner[parts.count++] = i;
    if (w->along)
        sort_along(parts, cell);
    return parts;
}

static int walk_parts(walker *w, size_t l, part_list parts, uint32_t *piece, cut_list rest)
{
    size_t place = w->waitings;
    for (size_t i = parts.count; i-- > 1;)
        wait_push(w, l, parts.cell + i);
    int go_on = 1;
    for (size_t i = 0; i < parts.count; i++) {
        *piece = parts.winner[i];
        int taken = i > 0 && wait_pop(w, place + parts.count - 1 - i);
        if (!taken && go_on)
            go_on = walk_half(w, l, parts.cell + i, rest);
    }
    return go_on;
}

// Divides the cell among the rows of the first maxout unit of the list.
static int branch_maxout(walker *w, size_t l, const geom_cell *cell, cut_list list)
{
    insertion *in = w->inserts + l;
    uint32_t unit = in->cuts[list.cut[0]].unit, slots = in->slots;
    size_t predicates = w->maps.layer[l].rounded->predicates;
    space_mark mark = space_here(&w->space);
    maxout_ties ties = {l,
                        list.cut[0],
                        {w->split_ids, (uint32_t)l - 1, unit, 0},
                        arena_take(&w->space.cells, predicates * sizeof *ties.plane)};
    memset(ties.plane, 0xff, predicates * sizeof *ties.plane); // NO_PLANE
    part_list parts = find_parts(w, cell, &ties);
    crease_split split = {w->split_ids, predicates, l - 1, unit, 0, parts.count, parts.winner};
    w->split_ids += predicates;
    w->counts->splits += parts.count - 1;
    if (!tell_split(w, &split))
        return 0;
    cut_list rest = {list.cut + 1, list.count - 1};
    int go_on = walk_parts(w, l, parts, w->maps.layer[l].pattern + unit, rest);
    in->slots = slots;
    space_release(&w->space, mark);
    if (w->visitor->leave)
        w->visitor->leave(w->visitor->data, &split);
    return go_on;
}

static int leaf(walker *w, const geom_cell *cell)
{
    crease_counts *counts = w->counts;
    if (w->max_regions && counts->activation_regions == w->max_regions)
        return 0;
    if (fault_drops())
        return 1;
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

static void note_share(walker *w, const geom_cell *cell)
{
    if (w->ticker.limits->options->progress && w->whole_size > 0)
        w->share += cell_size(cell, &w->space) / w->whole_size;
}

// A cell of the last layer when only numbers are wanted: its pieces need not be made.
static int count_pieces(walker *w, size_t l, const geom_cell *cell, cut_list list)
{
    crease_counts *counts = w->counts;
    if (run_limits_reached(&w->ticker, counts->activation_regions, w->share))
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
static int insert(walker *w, size_t l, const geom_cell *cell, cut_list list)
{
    if (w->counting && l == w->hidden && list.count <= MOST_COUNTED && walk_pieces_can(w, l) &&
        cell_is_bounded(cell, &w->space))
        return count_pieces(w, l, cell, list);
    if (!list.count)
        return enter(w, l + 1, cell);
    return (cuts_are_ties(w, l) ? branch_maxout : branch)(w, l, cell, list);
}

int walk_subtree(walker *w, size_t l, const geom_cell *cell)
{
    spend(w, 1);
    walk_maps_sync(&w->maps, l);
    arena_mark mark = arena_here(&w->space.cells);
    geom_cell own;
    cell_copy(&own, &w->space, cell);
    insertion_survey(w, l, &own);
    int go_on = insert(w, l, &own, cuts_all(w, l));
    arena_release(&w->space.cells, mark);
    return go_on;
}

// The cell is a region of the layers before l.
static int enter(walker *w, size_t l, const geom_cell *cell)
{
    if (run_limits_reached(&w->ticker, w->counts->activation_regions, w->share))
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
