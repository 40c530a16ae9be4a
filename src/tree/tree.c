// The region tree, walked depth first.
//
// Why every region is found exactly once: docs/algorithms.md. In short, a cell that
// no neuron of the next layer cuts has one affine map for that layer; a cell that is
// cut is the union of its two halves, which are of full dimension and overlap only
// on the crease; so the leaves tile the domain, and two leaves differ in the piece
// of the neuron that separated them.
#include "tree/tree.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/trace.h"
#include "tree/pieces.h"
#include "tree/region.h"
#include "tree/step.h"
#include <inttypes.h>

#include <string.h>

// A cell of the last layer with at most MOST_COUNTED hyperplanes is counted in one go, by one
// thread. Smaller numbers share work more evenly, larger ones save some: tests/bench/README.md.
enum { MOST_COUNTED = 1024 };
// PAIRS_PER_CELL pairs of hyperplanes take about as long as entering a cell.
enum { PAIRS_PER_CELL = 32 };
// In more than two dimensions: the cost of dividing a cell, in the unit of WALK_CELL, and how many
// halves are handed back at a time, since each such cell must be made once more.
enum { GENERAL_SPLIT = 8, MOST_GENERAL = 4 };

// ---- the recursion ----

static bool enter_cell_of_layer(walker *w, size_t l, const geom_cell *cell);

static bool insert_layer(walker *w, size_t l, const geom_cell *cell, hyperplane_list list);

static bool report_split(walker *w, const crease_split *split)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    ASSERT(split->parts >= 2);
    const crease_visitor *visitor = w->visitor;
    return !visitor->split || visitor->split(visitor->data, split) == CREASE_GO;
}

static void report_cell(walker *w, size_t l, const geom_cell *cell, hyperplane_list list)
{
    ASSERT(l >= 1 && l <= w->hidden + 1);
    ASSERT(cell_is_made(cell));
    ASSERT(!list.count || list.number);
    ASSERT(w->hidden < w->pos.maps.layers);
    const walk_tracer *tracer = w->tracer;
    if (tracer)
        tracer->cell(tracer->data, &w->pos, l, cell, list);
}

static void count_splits(walker *w, size_t l, uint32_t unit, uint64_t cells)
{
    ASSERT(l >= 1 && l <= w->hidden + 1);
    ASSERT(w->hidden < w->pos.maps.layers);
    w->counts->splits += cells;
    if (w->added)
        w->added[l][unit] += cells;
}

// The half is walked later, unless it is handed back meanwhile.
static void wait_push(walker *w, walk_choice choice)
{
    walk_sharing *shared = &w->shared;
    if (!shared->give)
        return;
    MEMORY_RESERVE(shared->waiting, shared->waiting_capacity, shared->waitings + 1);
    shared->waiting[shared->waitings++] = (waiting_half){.depth = w->path.count, .choice = choice};
}

// Returns whether the half was handed back.
static bool wait_pop(walker *w, size_t place)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    walk_sharing *shared = &w->shared;
    if (!shared->give)
        return false;
    const waiting_half *half = shared->waiting + place;
    shared->waitings = place;
    if (half->rest)
        shared->pass(shared->receiver, half->rest);
    return half->taken;
}

static void give_half(walker *w, waiting_half *half)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    const walk_path before = {.choice = w->path.choice, .count = half->depth};
    walk_path *path = walk_path_new(&before);
    walk_path_push(path, half->choice);
    half->taken = true;
    half->rest = w->shared.give(w->shared.receiver, path);
}

// Hands back the first halves that wait at the shallowest layer: these are the largest.
static void hand_back(walker *w)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    walk_sharing *shared = &w->shared;
    const size_t most = cells_are_costly(&w->pos.space) ? MOST_GENERAL : SIZE_MAX;
    size_t first = 0;
    while (first < shared->waitings && shared->waiting[first].taken)
        first++;
    for (size_t i = first; i < shared->waitings; i++) {
        waiting_half *half = shared->waiting + i;
        if (half->choice.layer != shared->waiting[first].choice.layer || i - first == most)
            break;
        give_half(w, half);
    }
    shared->spent = 0;
}

static void spend(walker *w, uint64_t work)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    walk_sharing *shared = &w->shared;
    shared->spent += work;
    if (shared->budget && shared->spent > shared->budget)
        hand_back(w);
}

static void spend_split(walker *w)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    if (cells_are_costly(&w->pos.space))
        spend(w, GENERAL_SPLIT);
}

// Before the cell enters the layer.
static walk_advice advice(walker *w, size_t l, const geom_cell *cell)
{
    ASSERT(l >= 1 && l <= w->hidden + 1);
    ASSERT(cell_is_made(cell));
    ASSERT(w->hidden < w->pos.maps.layers);
    double unused = 0;
    return w->advise ? w->advise(w->visitor->data, &w->pos, l, cell, NULL, &unused) : WALK_ENTER;
}

// For a part of a split, which a choice leads to. promise: compared with that of the other half.
static walk_advice advice_on_part(walker *w, walk_choice choice, const geom_cell *part,
                                  hyperplane_list rest, double *promise)
{
    ASSERT(cell_is_made(part));
    ASSERT(!rest.count || rest.number);
    ASSERT(w->hidden < w->pos.maps.layers);
    const size_t l = choice.layer;
    const walk_layer *layer = w->pos.maps.layer + l;
    arena *stack = &w->pos.space.cells;
    if (!w->advise)
        return WALK_ENTER;
    const arena_mark mark = arena_here(stack);
    unsigned char *open = arena_take(stack, layer->rounded->units);
    memset(open, 0, layer->rounded->units);
    for (size_t i = 0; i < rest.count; i++)
        open[w->pos.inserts[l].kept[rest.number[i]].unit] = 1;
    layer->pattern[choice.unit] = choice.breakpoint + choice.part;
    const walk_advice entering = w->advise(w->visitor->data, &w->pos, l, part, open, promise);
    arena_release(stack, mark);
    return entering;
}

static bool walk_part(walker *w, const crease_split *split, size_t index, const geom_cell *part,
                      hyperplane_list list, walk_advice entering)
{
    ASSERT(cell_is_made(part));
    ASSERT(!list.count || list.number);
    ASSERT(w->hidden < w->pos.maps.layers);
    ASSERT(split->parts >= 2);
    if (run_is_cancelled())
        return false;
    size_t l = split->layer + 1;
    const walk_tracer *tracer = w->tracer;
    if (entering == WALK_LEAVE_OUT)
        return true;
    arena_mark mark = arena_here(&w->pos.space.cells);
    walk_choice choice = walk_choice_of(split, index);
    walk_layer *layer = w->pos.maps.layer + l;
    layer->pattern[choice.unit] = choice.breakpoint + choice.part;
    walk_layer_settle(layer, choice.unit);
    walk_path_push(&w->path, choice);
    if (tracer)
        tracer->part(tracer->data, split, index);
    bool go_on = insert_layer(w, l, part, hyperplanes_left(&w->pos, l, part, list));
    if (tracer)
        tracer->part_end(tracer->data);
    w->path.count--;
    arena_release(&w->pos.space.cells, mark);
    return go_on;
}

static void report_leave(walker *w, const crease_split *split)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    ASSERT(split->parts >= 2);
    const walk_tracer *tracer = w->tracer;
    if (tracer)
        tracer->split_end(tracer->data, split);
    if (w->visitor->leave)
        w->visitor->leave(w->visitor->data, split);
}

// Adds a cell, some times, to the share of the domain that is walked.
static void note_share(walker *w, const geom_cell *cell, int times)
{
    ASSERT(cell_is_made(cell));
    ASSERT(w->hidden < w->pos.maps.layers);
    if (w->ticker.limits->options->progress && w->whole_size > 0)
        w->share += times * cell_size(cell, &w->pos.space) / w->whole_size;
}

// Whether the halves are regions of which only the pattern is wanted: then they are not made.
static bool is_pattern_enough(walker *w, size_t l, const geom_cell *cell, hyperplane_list list)
{
    ASSERT(l >= 1 && l <= w->hidden + 1);
    ASSERT(cell_is_made(cell));
    ASSERT(!list.count || list.number);
    ASSERT(w->hidden < w->pos.maps.layers);
    geom_space *space = &w->pos.space;
    return w->patterns_only && l == w->hidden && list.count == 1 && !cells_are_segments(space) &&
           cell_is_bounded(cell, space);
}

// Walks all parts, the lower half first, or the one that promises more or comes first on the line.
static bool walk_parts(walker *w, const walk_step *step)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    const crease_split *split = &step->split;
    const size_t parts = split->parts, place = w->shared.waitings;
    walk_advice *entering = arena_take(&w->pos.space.cells, parts * sizeof *entering);
    double promise[2] = {0, 0};
    for (size_t i = 0; i < parts; i++)
        entering[i] = advice_on_part(w, walk_choice_of(split, i), step->part + i, step->rest,
                                     promise + (i > 0));
    const bool upper_first =
        !split->winner && ((w->line_order && step->starts_above) || promise[1] > promise[0]);
    for (size_t i = parts; i-- > 1;)
        wait_push(w, walk_choice_of(split, upper_first ? 0 : i));
    bool go_on = true;
    for (size_t i = 0; i < parts; i++) {
        const size_t index = upper_first ? !i : i;
        const bool is_taken = i > 0 && wait_pop(w, place + parts - 1 - i);
        if (!is_taken && go_on)
            go_on = walk_part(w, split, index, step->part + index, step->rest, entering[index]);
    }
    return go_on;
}

// Splits the cell by the first unit of the list and walks the parts.
static bool branch(walker *w, size_t l, const geom_cell *cell, hyperplane_list list)
{
    ASSERT(l >= 1 && l <= w->hidden + 1);
    ASSERT(cell_is_made(cell));
    ASSERT(list.count && list.number);
    insertion *in = w->pos.inserts + l;
    const uint32_t slots = in->slots;
    const space_mark mark = space_here(&w->pos.space);
    geom_cell half[2];
    walk_step step = {.layer = l,
                      .depth = w->path.count,
                      .hyperplane = list.number[0],
                      .rest = {list.number + 1, list.count - 1},
                      .line_order = w->line_order,
                      .skip_halves = is_pattern_enough(w, l, cell, list)};
    step_split(&step, half, &w->pos, cell);
    step.split.id = w->split_ids;
    w->split_ids += step.split.creases;
    count_splits(w, l, (uint32_t)step.split.unit, step.split.parts - 1);
    spend_split(w);
    if (!report_split(w, &step.split))
        return false;
    if (step.skip_halves && !step.split.winner)
        note_share(w, cell, -1); // which both halves add
    const bool go_on = walk_parts(w, &step);
    report_leave(w, &step.split);
    in->slots = slots;
    space_release(&w->pos.space, mark);
    return go_on;
}

static bool report_region(walker *w, const geom_cell *cell, uint64_t id)
{
    ASSERT(cell_is_made(cell));
    ASSERT(w->hidden < w->pos.maps.layers);
    if (run_is_cancelled())
        return false;
    region_cache cache = {0};
    crease_region region = {&w->pos, cell, id, &cache};
    const space_mark mark = space_here(&w->pos.space);
    // A query that does not take long is not cancelled; the first one may make all integers.
    const bool costly = cells_are_costly(&w->pos.space) || !w->pos.maps.scaled;
    run_context before = costly ? run_here : run_set_limits(NULL);
    crease_visit visit = w->visitor->region(w->visitor->data, &region);
    if (!costly)
        run_here = before;
    space_release(&w->pos.space, mark);
    return visit == CREASE_GO;
}

// A region whose callback was cancelled is not counted.
static bool leaf(walker *w, const geom_cell *cell)
{
    ASSERT(cell_is_made(cell));
    ASSERT(w->hidden < w->pos.maps.layers);
    crease_counts *counts = w->counts;
    if (counts->activation_regions == w->most_regions)
        return false;
    if (fault_drops())
        return true;
    uint64_t id = counts->activation_regions++ - w->first_id;
    TRACE("tree", "depth %zu: region %" PRIu64, w->path.count, id);
    if (w->hidden)
        counts->per_layer[w->hidden - 1]++;
    counts->bounded_regions += (uint64_t)cell_is_bounded(cell, &w->pos.space);
    bool go_on = !w->visitor->region || report_region(w, cell, id);
    if (!run_is_cancelled())
        return go_on;
    counts->activation_regions--;
    if (w->hidden)
        counts->per_layer[w->hidden - 1]--;
    counts->bounded_regions -= (uint64_t)cell_is_bounded(cell, &w->pos.space);
    return false;
}

// Counts the pieces of a cell of the last layer, if only counts or keys are wanted, without making
// them. Returns 0, with nothing done, if a limit on regions depends on which pieces come first.
static bool count_pieces(bool *go_on, walker *w, size_t l, const geom_cell *cell,
                         hyperplane_list list)
{
    ASSERT(l >= 1 && l <= w->hidden + 1);
    ASSERT(cell_is_made(cell));
    ASSERT(!list.count || list.number);
    ASSERT(w->hidden < w->pos.maps.layers);
    crease_counts *counts = w->counts;
    *go_on = false;
    if (run_limits_reached(&w->ticker, counts->activation_regions, w->share))
        return true;
    spend(w, list.count * list.count / (2 * PAIRS_PER_CELL) * WALK_CELL);
    arena *stack = &w->pos.space.cells;
    arena_mark mark = arena_here(stack);
    uint64_t *added = w->added ? arena_take(stack, list.count * sizeof *added) : NULL;
    piece_counts pieces;
    const uint64_t *key = NULL;
    if (w->keys)
        key = walk_piece_keys(&pieces, &w->pos, l, cell, list.number, list.count);
    else
        pieces = walk_pieces(&w->pos, l, cell, list.number, list.count, added);
    uint64_t most = w->most_regions - counts->activation_regions;
    bool divides = pieces.all > most && pieces.bounded < pieces.all && !run_is_cancelled();
    for (size_t k = 0; added && k < list.count && !divides && !run_is_cancelled(); k++)
        w->added[l][w->pos.inserts[l].kept[list.number[k]].unit] += added[k];
    if (run_is_cancelled() || divides) {
        arena_release(stack, mark);
        return !divides;
    }
    *go_on = pieces.all <= most;
    if (!*go_on)
        pieces.all = pieces.bounded = most;
    counts->activation_regions += pieces.all;
    counts->bounded_regions += pieces.bounded;
    counts->per_layer[l - 1] += pieces.all;
    counts->splits += pieces.all ? pieces.all - 1 : 0;
    note_share(w, cell, 1);
    if (key)
        *go_on = w->keys(w->visitor->data, &w->pos, key, pieces.all);
    arena_release(stack, mark);
    return true;
}

// Whether cells of the last layer need not be made. Keys come in any order, and of all pieces.
static bool can_count_pieces(walker *w, size_t l, size_t cuts)
{
    ASSERT(l >= 1 && l <= w->hidden + 1);
    ASSERT(w->hidden < w->pos.maps.layers);
    const bool has_keys =
        w->keys && !w->added && w->most_regions == UINT64_MAX && w->pos.judge.arith != CREASE_FLOAT;
    return (w->counting || has_keys) && l == w->hidden && walk_pieces_can(&w->pos, l, cuts);
}

// Moves a random hyperplane to the front, since hyperplanes in the order in which they cut a line,
// as those of a grid, would make a path of the tree as long as the list. For counts that do not
// depend on the order. If a unit has several hyperplanes, the first must be taken first.
static void choose_pivot(const walker *w, size_t l, hyperplane_list list)
{
    ASSERT(l >= 1 && l <= w->hidden + 1);
    ASSERT(!list.count || list.number);
    ASSERT(w->hidden < w->pos.maps.layers);
    const walk_predicate *kept = w->pos.inserts[l].kept;
    random_state random;
    random_seed(&random, list.count + w->path.count);
    size_t i = (size_t)random_below(&random, list.count);
    const size_t unit = kept[list.number[i]].unit;
    while (i > 0 && kept[list.number[i - 1]].unit == unit)
        i--;
    const uint32_t first = list.number[i];
    memmove(list.number + 1, list.number, i * sizeof *list.number);
    list.number[0] = first;
}

// Inserts the hyperplanes of layer l into the cell, then goes one layer down.
static bool insert_layer(walker *w, size_t l, const geom_cell *cell, hyperplane_list list)
{
    ASSERT(l >= 1 && l <= w->hidden + 1);
    ASSERT(cell_is_made(cell));
    ASSERT(!list.count || list.number);
    ASSERT(w->hidden < w->pos.maps.layers);
    bool go_on;
    if (can_count_pieces(w, l, list.count)) {
        if (list.count <= MOST_COUNTED && count_pieces(&go_on, w, l, cell, list))
            return go_on;
        if (list.count > MOST_COUNTED && !w->added && w->most_regions == UINT64_MAX)
            choose_pivot(w, l, list);
    }
    report_cell(w, l, cell, list);
    if (!list.count)
        return enter_cell_of_layer(w, l + 1, cell);
    return branch(w, l, cell, list);
}

// The step of a cell that is a region of the layers before l into that layer. Returns whether the
// walk goes on below it, with *list and *own; otherwise *go_on says whether it goes on at all.
static bool step_down(bool *go_on, hyperplane_list *list, geom_cell *own, walker *w, size_t l,
                      const geom_cell *cell)
{
    ASSERT(l >= 1 && l <= w->hidden);
    ASSERT(cell_is_made(cell));
    ASSERT(w->hidden < w->pos.maps.layers);
    const rounded_layer *net = w->pos.maps.layer[l].rounded;
    if (l >= 2)
        w->counts->per_layer[l - 2]++;
    spend(w, WALK_CELL);
    *go_on = !run_poll(w->pos.space.columns * net->inputs * net->stride); // all of its map, at most
    if (!*go_on)
        return false;
    walk_maps_sync(&w->pos.maps, l);
    if (advice(w, l, cell) == WALK_LEAVE_OUT)
        return false;
    *list = step_into_layer(own, &w->pos, l, cell);
    TRACE("tree", "depth %zu: layer %zu, %zu hyperplanes split the cell", w->path.count, l - 1,
          list->count);
    return true;
}

// Enters a cell that is a region of the layers before l. A loop over the layers that do not split
// it, since processors predict few returns of a deep recursion.
static bool enter_cell_of_layer(walker *w, size_t l, const geom_cell *cell)
{
    ASSERT(l >= 1 && l <= w->hidden + 1);
    ASSERT(cell_is_made(cell));
    ASSERT(w->hidden < w->pos.maps.layers);
    const arena_mark mark = arena_here(&w->pos.space.cells);
    geom_cell own[2];
    hyperplane_list list;
    bool go_on;
    for (;; l++) {
        go_on = !run_limits_reached(&w->ticker, w->counts->activation_regions, w->share);
        if (!go_on)
            break;
        if (l > w->hidden) {
            spend(w, w->visitor->region ? WALK_CELL : 1);
            note_share(w, cell, 1);
            go_on = leaf(w, cell);
            break;
        }
        geom_cell *here = own + l % 2;
        if (!step_down(&go_on, &list, here, w, l, cell))
            break;
        if (list.count || l == w->hidden) {
            go_on = insert_layer(w, l, here, list);
            break;
        }
        report_cell(w, l, here, list);
        cell = here;
    }
    arena_release(&w->pos.space.cells, mark);
    return go_on;
}

void walker_count_into(walker *w, crease_counts *counts)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    w->counts = counts;
    if (!counts->per_neuron)
        return;
    if (!w->added)
        w->added = memory_new(w->hidden + 1, sizeof *w->added);
    uint64_t *added = counts->per_neuron;
    for (size_t l = 1; l <= w->hidden; l++) {
        w->added[l] = added;
        added += w->pos.maps.layer[l].rounded->units;
    }
}

bool walk_tree(walker *w)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    return enter_cell_of_layer(w, 1, &w->pos.whole);
}

// ---- the path to a subtree, and the splits reported with it ----

typedef struct {
    walker *w;
    size_t depth, first; // choices made; how many come before the reported ones
    size_t layer;        // of the latest cell
} path_trace;

static void pass_cell(void *data, walk_position *pos, size_t l, const geom_cell *cell,
                      hyperplane_list list)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(!list.count || list.number);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    path_trace *trace = data;
    (void)pos;
    if (trace->depth >= trace->first && l != trace->layer && l >= 2)
        trace->w->counts->per_layer[l - 2]++;
    trace->layer = l;
    report_cell(trace->w, l, cell, list);
}

static void arrive(const path_trace *trace)
{
    const walk_tracer *tracer = trace->w->tracer;
    if (tracer && trace->depth == trace->first)
        tracer->arrive(tracer->data);
}

static void pass_split(void *data, const crease_split *split, size_t index)
{
    ASSERT(split->parts >= 2);
    path_trace *trace = data;
    walker *w = trace->w;
    const walk_tracer *tracer = w->tracer;
    if (trace->depth >= trace->first) {
        crease_split opened = *split;
        opened.id = w->split_ids;
        count_splits(w, split->layer + 1, (uint32_t)split->unit, split->parts - 1);
        report_split(w, &opened);
    }
    w->split_ids += split->creases;
    trace->depth++;
    arrive(trace);
    if (tracer)
        tracer->part(tracer->data, split, index);
}

static walk_outcome outcome_of(bool go_on)
{
    return go_on ? WALK_DONE : WALK_STOPPED;
}

// Walks the subtree of a cell of the layer of the path's last choice.
static bool walk_below(walker *w, const walk_path_end *end)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    spend(w, WALK_CELL);
    if (run_is_cancelled())
        return false;
    if (advice(w, end->layer, end->cell) == WALK_LEAVE_OUT)
        return true;
    // Many points will lie between these, so they are refined first.
    for (size_t i = 0; i < end->cell->count; i++)
        space_refine_point(&w->pos.space, end->cell->generator[i].point);
    return insert_layer(w, end->layer, end->cell,
                        hyperplanes_left(&w->pos, end->layer, end->cell, end->list));
}

static walk_outcome walk_to_end(walker *w, const walk_path *path, path_trace *trace)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    ASSERT(path->opens <= path->count && path->closes <= path->count);
    const walk_tracer *tracer = w->tracer;
    const walk_tracer on_path = {.data = trace, .cell = pass_cell, .part = pass_split};
    walk_path_end end;
    if (!w->hidden || !walk_path_descend(&end, &w->pos, path, &on_path))
        return run_is_cancelled() ? WALK_STOPPED : WALK_NOWHERE;
    bool go_on = walk_below(w, &end);
    for (size_t i = path->count; go_on && i-- > path->count - path->closes;) {
        if (tracer)
            tracer->part_end(tracer->data);
        w->path.count = i;
        report_leave(w, end.split + i);
    }
    return outcome_of(go_on);
}

// If cells take long, tasks are small, so that every thread soon has one. The way to a task meets
// every hyperplane, most of them a few times.
static uint64_t budget_of(const walker *w)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    enum { SOONER = 4, WAY = 8 };
    uint64_t way = 0;
    for (size_t l = 1; l <= w->hidden; l++)
        way += WAY * WALK_CELL * w->pos.inserts[l].predicates;
    const uint64_t budget = way > WALK_BUDGET ? way : WALK_BUDGET;
    return cells_are_costly(&w->pos.space) ? budget / SOONER : budget;
}

walk_outcome walk_run_task(walker *w, const walk_path *task,
                           void *(*give)(void *receiver, walk_path *task), void *receiver)
{
    ASSERT(w->hidden < w->pos.maps.layers);
    ASSERT(task->opens <= task->count && task->closes <= task->count);
    path_trace trace = {.w = w, .first = task->count - task->opens};
    w->shared.budget = give ? budget_of(w) : 0;
    w->shared.spent = 0;
    w->shared.give = give;
    w->shared.receiver = receiver;
    walk_position_restart(&w->pos);
    walk_path_copy(&w->path, task->choice, task->count);
    if (w->tracer)
        w->tracer->approach(w->tracer->data);
    arrive(&trace);
    return task->count ? walk_to_end(w, task, &trace) : outcome_of(walk_tree(w));
}
