// Several walkers share one tree.
#include "walk/sharing.h"

#include "base/memory.h"
#include "base/parallel.h"
#include <stdlib.h>

// Bytes that undelivered buffers take before threads that are ahead wait.
enum { WINDOW = 64 << 20 };

// A task and its results. If task is NULL: only results that follow those of another task.
typedef struct {
    walk_path *task;
    crease_counts counts;
    uint64_t told;         // regions already delivered
    void *portion;         // the observer's buffer, with the regions after those
    int refused;           // the observer has stopped the run
    crease_progress shown; // its part of the progress that was reported
    walk_outcome outcome;
} walk_part;

typedef struct {
    const crease_net *net;
    const walk_observer *observer; // or NULL
    crease_counts *counts;         // of all that was delivered
    uint64_t most_regions;
    walk_slice *slice; // or NULL
} walk_crowd;

typedef struct {
    walker *w;
    walk_crowd *crowd;
    // Results go to a part of the tree, which has a place in the order.
    crease_visitor hearing;
    walk_follower following;
    walk_part *part, *heard; // the task's; the one that gets results now
    parallel_place *place;   // of the task; NULL: it is repeated, and nothing is reported
} crowd_walker;

// Whether parts have counts of their own and are delivered in order.
static int is_ordered(const walk_crowd *crowd)
{
    return crowd->observer || crowd->slice;
}

static walk_part *part_new(walk_path *task)
{
    walk_part *part = memory_new(1, sizeof *part);
    part->task = task;
    return part;
}

static void part_free(const walk_crowd *crowd, walk_part *part)
{
    if (part->task)
        walk_path_free(part->task);
    if (part->portion)
        crowd->observer->close(crowd->observer->data, part->portion);
    crease_counts_clear(&part->counts);
    free(part);
}

// ---- Reports to an observer ----

static void *portion_of(const walk_crowd *crowd, walk_part *part)
{
    if (!part->portion)
        part->portion = crowd->observer->open(crowd->observer->data);
    return part->portion;
}

// A region that is not counted was cancelled during the callback.
static crease_visit tell_portion(const walk_crowd *crowd, walk_part *part)
{
    const walk_observer *observer = crowd->observer;
    const uint64_t first = crowd->counts->activation_regions + part->told;
    const uint64_t regions = part->counts.activation_regions - part->told;
    if (!part->portion || part->refused)
        return CREASE_GO;
    part->told += regions;
    part->refused = observer->deliver(observer->data, part->portion, first, regions) != CREASE_GO;
    return part->refused ? CREASE_STOP : CREASE_GO;
}

static int is_first(const crowd_walker *k)
{
    return k->place && !k->crowd->slice && parallel_is_first(k->place);
}

// Only the first task in order knows the remaining quota.
static int set_most_regions(crowd_walker *k)
{
    const walk_crowd *crowd = k->crowd;
    k->w->most_regions = crowd->most_regions;
    if (is_first(k) && crowd->most_regions != UINT64_MAX)
        k->w->most_regions -= crowd->counts->activation_regions;
    return k->w->counts->activation_regions <= k->w->most_regions;
}

// Delivers the results so far, or keeps them until their turn.
static crease_visit pass_on(crowd_walker *k)
{
    const walk_crowd *crowd = k->crowd;
    if (!k->place)
        return CREASE_GO;
    const size_t size = crowd->observer->size(k->heard->portion);
    if (is_first(k)) {
        if (!set_most_regions(k))
            return CREASE_STOP;
        if (size < crowd->observer->together)
            return CREASE_GO;
        k->w->first_id = k->part->counts.activation_regions;
        return tell_portion(crowd, k->part);
    }
    return parallel_keep(k->place, size) ? CREASE_GO : CREASE_STOP;
}

static crease_visit hear_region(void *data, const crease_region *region)
{
    crowd_walker *k = data;
    const crease_visitor *visitor = &k->crowd->observer->visitor;
    if (visitor->region(portion_of(k->crowd, k->heard), region) != CREASE_GO || run_is_cancelled())
        return CREASE_STOP;
    return pass_on(k);
}

static crease_visit hear_split(void *data, const crease_split *split)
{
    crowd_walker *k = data;
    return k->crowd->observer->visitor.split(portion_of(k->crowd, k->heard), split);
}

static walk_advice hear_advice(void *data, walk_position *pos, size_t l, const geom_cell *cell)
{
    crowd_walker *k = data;
    return k->crowd->observer->advise(portion_of(k->crowd, k->heard), pos, l, cell);
}

static void hear_leave(void *data, const crease_split *split)
{
    crowd_walker *k = data;
    k->crowd->observer->visitor.leave(portion_of(k->crowd, k->heard), split);
}

// ---- Tasks ----

static void *give(void *to, walk_path *task)
{
    crowd_walker *k = to;
    return parallel_push(k->place, part_new(task), k->w->visitor->leave || k->w->follower);
}

// From now on results belong to this part.
static void hear_for(crowd_walker *k, walk_part *part)
{
    const walk_observer *observer = k->crowd->observer;
    k->heard = part;
    if (observer && observer->follow_to)
        observer->follow_to(k->following.data, portion_of(k->crowd, part));
}

// From now on results follow the task that was handed back.
static void pass(void *to, void *rest)
{
    crowd_walker *k = to;
    hear_for(k, part_new(NULL));
    parallel_put(rest, k->heard);
}

// Nothing is counted after the first task that was handed back is passed: there the walk only
// leaves splits.
static void count_here(crowd_walker *k, walk_part *part)
{
    walker *w = k->w;
    crease_counts_init(&part->counts, k->crowd->net);
    if (k->crowd->counts->per_neuron)
        crease_counts_by_neuron(&part->counts, k->crowd->net);
    walker_count_into(w, &part->counts);
    w->ticker.reported = (crease_progress){0};
    w->share = 0;
    w->split_ids = w->first_id = 0;
}

static void walk_part_by(crowd_walker *k, walk_part *part)
{
    walker *w = k->w;
    const uint64_t float_before = w->pos.judge.decided_float;
    const uint64_t exact_before = w->pos.judge.decided_exact;
    k->part = part;
    hear_for(k, part);
    w->shared.pass = pass;
    part->outcome = walk_run_task(w, part->task, k->place ? give : NULL, k);
    part->shown = w->ticker.reported;
    if (!is_ordered(k->crowd))
        return;
    w->counts->decided_float += w->pos.judge.decided_float - float_before;
    w->counts->decided_exact += w->pos.judge.decided_exact - exact_before;
}

static void run_part(void *data, void *state, parallel_place *at, void *task)
{
    crowd_walker *k = state;
    walk_part *part = task;
    const walk_crowd *crowd = data;
    k->place = at;
    part->outcome = WALK_STOPPED;
    if (crowd->slice && atomic_load(&crowd->slice->ended))
        return;
    if (is_ordered(crowd)) {
        count_here(k, part);
        set_most_regions(k);
    }
    walk_part_by(k, part);
    if (!is_ordered(crowd)) {
        part_free(crowd, part);
        return;
    }
    if (part->outcome != WALK_DONE && !crowd->slice)
        parallel_end_here(at); // with all that follows
    if (part->portion)
        parallel_keep(at, crowd->observer->size(part->portion));
}

// Walks a part again if it found more regions than the quota, which was not known then.
static void walk_again(crowd_walker *k, walk_part *part)
{
    const walk_crowd *crowd = k->crowd;
    crease_counts_clear(&part->counts);
    crowd->observer->close(crowd->observer->data, part->portion);
    part->portion = NULL;
    part->told = 0;
    k->place = NULL;
    run_limits_add(k->w->ticker.limits, &(crease_progress){.regions = -part->shown.regions,
                                                           .share = -part->shown.share});
    count_here(k, part);
    k->w->most_regions = crowd->most_regions - crowd->counts->activation_regions;
    walk_part_by(k, part);
}

// ---- Delivery ----

static int tell_part(void *data, void *state, void *task)
{
    walk_crowd *crowd = data;
    walk_part *part = task;
    crowd_walker *k = state;
    if (part->counts.activation_regions > crowd->most_regions - crowd->counts->activation_regions)
        walk_again(k, part);
    int go_on = part->outcome == WALK_DONE;
    go_on &= tell_portion(crowd, part) == CREASE_GO;
    if (part->task)
        walk_counts_add(crowd->counts, &part->counts);
    part_free(crowd, part);
    if (!go_on) // the other threads stop too
        atomic_store(&k->w->ticker.limits->stopped, 1);
    return go_on;
}

static void leave_part(walk_slice *slice, const walk_part *part)
{
    const walk_path *path = part->task;
    const walk_path *latest = slice->left.path + slice->left.count - 1;
    atomic_store(&slice->ended, 1);
    // Tasks that an unfinished subtree has handed back are part of it.
    if (!slice->left.count || walk_path_shared(latest, path) < latest->count)
        walk_paths_add(&slice->left, path);
}

// A slice ends before the first part that is not done, or when its time is up. Splits that end
// between the remaining subtrees belong to these.
static int slice_part(void *data, void *state, void *task)
{
    walk_crowd *crowd = data;
    walk_part *part = task;
    walk_slice *slice = crowd->slice;
    const run_limits *limits = ((crowd_walker *)state)->w->ticker.limits;
    const int is_late =
        slice->until > 0 && slice->taken && run_limits_seconds(limits) >= slice->until;
    slice->nowhere |= part->outcome == WALK_NOWHERE;
    if (part->task && (slice->left.count || part->outcome != WALK_DONE || is_late)) {
        leave_part(slice, part);
    } else if (!slice->left.count) {
        slice->take(slice->data, part->portion, part->counts.activation_regions);
        slice->taken += part->task != NULL;
        if (part->task)
            walk_counts_add(crowd->counts, &part->counts);
    }
    part_free(crowd, part);
    return !slice->nowhere;
}

static void drop_part(void *data, void *task)
{
    part_free(data, task);
}

static void begin_to_hear(crowd_walker *k)
{
    const crease_visitor *heard = &k->crowd->observer->visitor;
    const walk_observer *observer = k->crowd->observer;
    k->hearing = (crease_visitor){.data = k,
                                  .wants_maps = heard->wants_maps,
                                  .split = heard->split ? hear_split : NULL,
                                  .region = heard->region ? hear_region : NULL,
                                  .leave = heard->leave ? hear_leave : NULL};
    k->w->visitor = &k->hearing;
    if (k->crowd->observer->advise)
        k->w->advise = hear_advice;
    if (observer->follow) {
        k->following = observer->follow(observer->data);
        k->w->follower = &k->following;
    }
}

// A split takes SPLIT bytes of the stack, and a path has at most one for each predicate.
static size_t stack_of(const walk_position *pos)
{
    enum { SPLIT = 1024, REST = 1 << 16 };
    size_t bytes = REST;
    for (size_t l = 1; l < pos->maps.layers; l++)
        bytes += SPLIT * (pos->inserts[l].predicates + 1);
    return bytes;
}

static int run_crowd(walk_crowd *crowd, walker *walkers, size_t count, const walk_paths *paths)
{
    crowd_walker *crew = memory_new(count, sizeof *crew);
    for (size_t i = 0; i < count; i++) {
        crew[i] = (crowd_walker){.w = walkers + i, .crowd = crowd};
        if (crowd->observer)
            begin_to_hear(crew + i);
    }
    void **first = memory_new(paths->count, sizeof *first);
    for (size_t i = 0; i < paths->count; i++)
        first[i] = part_new(walk_path_new(paths->path + i));
    const parallel_order work = {.data = crowd,
                                 .run = run_part,
                                 .deliver = crowd->slice      ? slice_part
                                            : crowd->observer ? tell_part
                                                              : NULL,
                                 .drop = drop_part,
                                 .window = WINDOW,
                                 .threads = count,
                                 .stack = is_ordered(crowd) ? 0 : stack_of(&walkers->pos),
                                 .states = crew,
                                 .state_size = sizeof *crew};
    int all = parallel_run_order(&work, first, paths->count);
    for (size_t i = 0; i < count && crowd->observer && crowd->observer->unfollow; i++)
        crowd->observer->unfollow(crew[i].following.data);
    free(first);
    free(crew);
    return all && !atomic_load(&walkers->ticker.limits->stopped);
}

static walk_path root;
static const walk_paths whole = {.path = &root, .count = 1};

crease_status walk_shared(crease_counts *counts, walker *walkers, size_t count)
{
    walk_crowd crowd = {.counts = counts};
    int all = run_crowd(&crowd, walkers, count, &whole);
    for (size_t i = 1; i < count; i++)
        walk_counts_add(counts, walkers[i].counts);
    return all ? CREASE_OK : CREASE_STOPPED;
}

crease_status walk_listened(crease_counts *counts, walker *walkers, size_t count,
                            const crease_net *net, const walk_manner *manner)
{
    walk_crowd crowd = {.net = net,
                        .observer = manner->observer,
                        .counts = counts,
                        .most_regions = walkers->most_regions};
    return run_crowd(&crowd, walkers, count, &whole) ? CREASE_OK : CREASE_STOPPED;
}

// A subtree ends the splits that the next one does not lie in.
static void close_left(walk_slice *slice)
{
    walk_paths *left = &slice->left;
    const walk_path *last = slice->paths->path + slice->paths->count - 1;
    for (size_t i = 0; i < left->count; i++) {
        walk_path *path = left->path + i;
        const size_t open =
            i + 1 < left->count ? walk_path_shared(path, path + 1) + 1 : last->count - last->closes;
        path->closes = path->count - open;
    }
}

void walk_sliced(crease_counts *counts, walker *walkers, size_t count, const crease_net *net,
                 const walk_manner *manner, walk_slice *slice)
{
    walk_crowd crowd = {.net = net,
                        .observer = manner->observer,
                        .counts = counts,
                        .most_regions = UINT64_MAX,
                        .slice = slice};
    run_crowd(&crowd, walkers, count, slice->paths);
    close_left(slice);
}
