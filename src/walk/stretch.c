// Shares of a walk that is told of in order.
#include "walk/stretch.h"

#include "base/memory.h"
#include "walk/manner.h"
#include <stdlib.h>

// Cells among which to cut: at least so many in all, and for each share; but no more than that for
// all shares, and never more than so many times what is wanted.
enum {
    LEAST_CELLS = 8192,
    CELLS_PER_PART = 128,
    MOST_CELLS = 1 << 20,
    MOST_TIMES = 8,
};

// Where one cell of the top ends and the next begins.
typedef struct {
    walker *w;
    size_t *first; // the number of the first neuron of each layer
    size_t neurons;
    size_t level;        // neurons before this one are inserted
    int at_end;          // the present cell is one of those sought: its halves are left out
    uint64_t cells;      // so far
    uint64_t most_cells; // then it ends
    uint64_t weight;     // of these
    // What is to be kept: those of a share.
    walk_record *record; // NULL: nothing
    size_t part, parts;
    uint64_t whole;          // weight of all
    walk_path before, after; // the last cell of the shares before, the first of those after
    int has_before, has_after;
} top;

// ---- One walk of the top ----

// How many regions a cell has, about: of creases of its layer those that cut it, and what these
// cut is cut the finer the larger it is. docs/cluster.md has what came of this and other powers.
static uint64_t weight_of(size_t creases)
{
    return (uint64_t)(creases + 2) * (creases + 2);
}

static void keep_cell(top *t, uint64_t weight)
{
    const walk_path *path = &t->w->path;
    const unsigned __int128 middle = 2 * (unsigned __int128)t->weight + weight;
    const size_t part = (size_t)(middle * t->parts / (2 * (unsigned __int128)t->whole));
    if (part == t->part) {
        walk_record_add(t->record, path->choice, path->count);
    } else if (part < t->part) {
        t->has_before = 1;
        walk_path_copy(&t->before, path->choice, path->count);
    } else if (!t->has_after) {
        t->has_after = 1;
        walk_path_copy(&t->after, path->choice, path->count);
    }
}

static void take_cell(top *t, uint64_t weight)
{
    if (t->record)
        keep_cell(t, weight);
    t->cells++;
    t->weight += weight;
}

static void hear_cell(void *data, walk_position *pos, size_t l, const geom_cell *cell,
                      hyperplane_list list)
{
    top *t = data;
    (void)cell;
    t->at_end = list.count && t->first[l] + pos->inserts[l].kept[list.number[0]].unit >= t->level;
    if (t->at_end)
        take_cell(t, weight_of(list.count));
}

static crease_visit hear_region(void *data, const crease_region *region)
{
    (void)region;
    take_cell(data, weight_of(0));
    return CREASE_GO;
}

// A split all of whose parts are in the share is one subtree of it.
static void hear_split_end(void *data, const crease_split *split)
{
    top *t = data;
    const walk_path *path = &t->w->path;
    walk_record *record = t->record;
    t->at_end = 0;
    if (!record || record->subtrees < split->parts)
        return;
    walk_path *part = record->subtree + record->subtrees - split->parts;
    for (size_t i = 0; i < split->parts; i++)
        if (part[i].count != path->count + 1 || walk_path_shared(part + i, path) < path->count)
            return;
    while (record->subtree + record->subtrees > part + 1)
        walk_path_clear(record->subtree + --record->subtrees);
    part->count = path->count;
}

static void hear_part(void *data, const crease_split *split, size_t index)
{
    (void)data;
    (void)split;
    (void)index;
}

static void hear_nothing(void *data)
{
    (void)data;
}

static walk_advice advise(void *data, walk_position *pos, size_t l, const geom_cell *cell)
{
    const top *t = data;
    (void)pos;
    (void)l;
    (void)cell;
    if (t->cells > t->most_cells || t->has_after)
        return WALK_STOP;
    return t->at_end ? WALK_LEAVE_OUT : WALK_ENTER;
}

// Returns whether all of the top was met.
static int walk_top(top *t)
{
    walker *w = t->w;
    t->at_end = 0;
    t->cells = t->weight = 0;
    walk_position_restart(&w->pos);
    walk_counts_reset(w->counts);
    const crease_progress before = w->ticker.limits->now;
    const int all = walk_tree(w);
    run_limits_take_back(w->ticker.limits, &before); // these regions are only on the way
    w->ticker.told = (crease_progress){0};
    w->share = 0;
    return all;
}

// ---- Which neurons ----

// The least level found that has enough cells and not too many, or the last that has fewer.
static void find_level(top *t, uint64_t wanted)
{
    size_t low = 0, high = t->neurons + 1; // too few, too many
    t->most_cells = MOST_TIMES * wanted;
    for (size_t level = 16; high - low > 1;) {
        t->level = level < t->neurons ? level : t->neurons;
        const int all = walk_top(t);
        if (run_limits_passed(t->w->ticker.limits) || (all && t->cells >= wanted))
            return;
        *(all ? &low : &high) = t->level;
        level = high > t->neurons && low < t->neurons ? 2 * low : low + (high - low) / 2;
    }
    t->level = low;
    walk_top(t);
}

// ---- The share ----

static size_t open_between(const walk_path *a, const walk_path *b)
{
    return walk_path_shared(a, b) + 1;
}

// What others tell of before and after is not told of here.
static void set_brackets(const top *t)
{
    walk_record *record = t->record;
    const walk_path *before = t->has_before ? &t->before : NULL;
    for (size_t i = 0; i < record->subtrees; i++) {
        walk_path *path = record->subtree + i;
        const int last = i + 1 == record->subtrees;
        const walk_path *after = !last ? path + 1 : t->has_after ? &t->after : NULL;
        path->opens = path->count - (before ? open_between(before, path) : 0);
        path->closes = path->count - (after ? open_between(path, after) : 0);
        before = path;
    }
}

static void find_neurons(top *t)
{
    t->first = memory_new(t->w->hidden + 1, sizeof *t->first);
    for (size_t l = 1; l <= t->w->hidden; l++) {
        t->first[l] = t->neurons;
        t->neurons += t->w->pos.maps.layer[l].rounded->units;
    }
}

static void take_stretch(top *t, walk_record *record)
{
    uint64_t wanted =
        t->parts < MOST_CELLS / CELLS_PER_PART ? CELLS_PER_PART * t->parts : MOST_CELLS;
    find_neurons(t);
    find_level(t, wanted < LEAST_CELLS ? LEAST_CELLS : wanted);
    t->most_cells = UINT64_MAX;
    t->whole = t->weight;
    t->record = record;
    if (!run_limits_passed(t->w->ticker.limits))
        walk_top(t);
    set_brackets(t);
    walk_path_clear(&t->before);
    walk_path_clear(&t->after);
    free(t->first);
}

void walk_take_stretch(walk_record *record, walker *w, size_t part, size_t parts)
{
    top t = {.w = w, .part = part, .parts = parts};
    const crease_visitor visitor = {.data = &t, .region = hear_region}, *heard = w->visitor;
    const walk_follower follower = {
        &t, hear_cell, hear_part, hear_nothing, hear_split_end, hear_nothing, hear_nothing};
    crease_counts own = {.layers = w->counts->layers}, *counts = w->counts;
    uint64_t **added = w->added;
    own.per_layer = memory_new(own.layers, sizeof *own.per_layer);
    w->visitor = &visitor;
    w->follower = &follower;
    w->adviser = (walk_adviser){advise, &t};
    w->counts = &own;
    w->added = NULL;
    take_stretch(&t, record);
    w->visitor = heard;
    w->follower = NULL;
    w->adviser = (walk_adviser){0};
    w->counts = counts;
    w->added = added;
    crease_counts_clear(&own);
}
