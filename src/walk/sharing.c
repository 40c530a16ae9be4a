// Several walkers share one tree.
#include "walk/sharing.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "base/parallel.h"
#include <stdlib.h>

// Bytes that undelivered buffers take before threads that are ahead wait.
enum { WINDOW = 64 << 20 };

// A task and its results. If task is NULL: only results that follow those of another task.
typedef struct {
    walk_path *task;
    crease_counts counts;
    uint64_t delivered;       // regions already delivered
    void *buffer;             // the observer's buffer, with the regions after those
    bool refused;             // the observer has stopped the run
    crease_progress reported; // its part of the progress that was reported
    walk_outcome outcome;
} walk_part;

typedef struct {
    const crease_net *net;
    const walk_observer *observer; // or NULL
    crease_counts *counts;         // of all that was delivered
    uint64_t most_regions;
    walk_batch *batch; // or NULL
} walk_team;

typedef struct {
    walker *w;
    walk_team *team;
    // Results go to a part of the tree, which has a place in the order.
    crease_visitor reporting;
    walk_tracer tracer;
    walk_part *part, *into; // the task's; the one that gets results now
    parallel_place *place;  // of the task; NULL: it is repeated, and nothing is reported
} team_walker;

static walk_part *part_new(walk_path *task)
{
    walk_part *part = memory_new(1, sizeof *part);
    part->task = task;
    return part;
}

static void part_free(const walk_team *team, walk_part *part)
{
    if (part->task)
        walk_path_free(part->task);
    if (part->buffer)
        team->observer->close(team->observer->data, part->buffer);
    crease_counts_clear(&part->counts);
    free(part);
}

// ---- Reports to an observer ----

static void *buffer_of(const walk_team *team, walk_part *part)
{
    if (!part->buffer)
        part->buffer = team->observer->open(team->observer->data);
    return part->buffer;
}

// A region that is not counted was cancelled during the callback.
static crease_visit deliver_buffer(const walk_team *team, walk_part *part)
{
    const walk_observer *observer = team->observer;
    const uint64_t first = team->counts->activation_regions + part->delivered;
    const uint64_t regions = part->counts.activation_regions - part->delivered;
    if (!part->buffer || part->refused)
        return CREASE_GO;
    part->delivered += regions;
    part->refused = observer->deliver(observer->data, part->buffer, first, regions) != CREASE_GO;
    return part->refused ? CREASE_STOP : CREASE_GO;
}

static bool is_first(const team_walker *k)
{
    return k->place && !k->team->batch && parallel_is_first(k->place);
}

// Only the first task in order knows the remaining quota.
static bool set_most_regions(team_walker *k)
{
    const walk_team *team = k->team;
    k->w->most_regions = team->most_regions;
    if (is_first(k) && team->most_regions != UINT64_MAX)
        k->w->most_regions -= team->counts->activation_regions;
    return k->w->counts->activation_regions <= k->w->most_regions;
}

// Delivers the results so far, or keeps them until their turn.
static crease_visit pass_on(team_walker *k)
{
    const walk_team *team = k->team;
    if (!k->place)
        return CREASE_GO;
    const size_t size = team->observer->size(k->into->buffer);
    if (is_first(k)) {
        if (!set_most_regions(k))
            return CREASE_STOP;
        if (size < team->observer->together)
            return CREASE_GO;
        k->w->first_id = k->part->counts.activation_regions;
        return deliver_buffer(team, k->part);
    }
    return parallel_keep(k->place, size) ? CREASE_GO : CREASE_STOP;
}

static crease_visit observe_region(void *data, const crease_region *region)
{
    team_walker *k = data;
    const crease_visitor *visitor = &k->team->observer->visitor;
    if (visitor->region(buffer_of(k->team, k->into), region) != CREASE_GO || run_is_cancelled())
        return CREASE_STOP;
    return pass_on(k);
}

static bool observe_keys(void *data, const walk_position *pos, const uint64_t *key, size_t keys)
{
    team_walker *k = data;
    void *buffer = buffer_of(k->team, k->into);
    return k->team->observer->keys(buffer, pos, key, keys) == CREASE_GO && pass_on(k) == CREASE_GO;
}

static crease_visit observe_split(void *data, const crease_split *split)
{
    ASSERT(split->parts >= 2);
    team_walker *k = data;
    return k->team->observer->visitor.split(buffer_of(k->team, k->into), split);
}

static walk_advice observe_advice(void *data, walk_position *pos, size_t l, const geom_cell *cell,
                                  const unsigned char *open, double *promise)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    team_walker *k = data;
    return k->team->observer->advise(buffer_of(k->team, k->into), pos, l, cell, open, promise);
}

static void observe_leave(void *data, const crease_split *split)
{
    ASSERT(split->parts >= 2);
    team_walker *k = data;
    k->team->observer->visitor.leave(buffer_of(k->team, k->into), split);
}

// ---- Tasks ----

static void *give(void *receiver, walk_path *task)
{
    ASSERT(task->opens <= task->count && task->closes <= task->count);
    team_walker *k = receiver;
    return parallel_push(k->place, part_new(task), k->w->visitor->leave || k->w->tracer);
}

// From now on results belong to this part.
static void observe_for(team_walker *k, walk_part *part)
{
    const walk_observer *observer = k->team->observer;
    k->into = part;
    if (observer && observer->trace_into)
        observer->trace_into(k->tracer.data, buffer_of(k->team, part));
}

// From now on results follow the task that was handed back.
static void pass(void *receiver, void *rest)
{
    team_walker *k = receiver;
    observe_for(k, part_new(NULL));
    parallel_put(rest, k->into);
}

// Nothing is counted after the first task that was handed back is passed: there the walk only
// leaves splits.
static void count_here(team_walker *k, walk_part *part)
{
    walker *w = k->w;
    crease_counts_init(&part->counts, k->team->net);
    if (k->team->counts->per_neuron)
        crease_counts_by_neuron(&part->counts, k->team->net);
    walker_count_into(w, &part->counts);
    w->ticker.reported = (crease_progress){0};
    w->share = 0;
    w->split_ids = w->first_id = 0;
}

static void walk_part_by(team_walker *k, walk_part *part)
{
    walker *w = k->w;
    const uint64_t float_before = w->pos.judge.decided_float;
    const uint64_t exact_before = w->pos.judge.decided_exact;
    k->part = part;
    observe_for(k, part);
    w->shared.pass = pass;
    part->outcome = walk_run_task(w, part->task, k->place ? give : NULL, k);
    part->reported = w->ticker.reported;
    w->counts->decided_float += w->pos.judge.decided_float - float_before;
    w->counts->decided_exact += w->pos.judge.decided_exact - exact_before;
}

static void run_part(void *data, void *state, parallel_place *place, void *task)
{
    team_walker *k = state;
    walk_part *part = task;
    const walk_team *team = data;
    k->place = place;
    part->outcome = WALK_STOPPED;
    if (team->batch && atomic_load(&team->batch->ended))
        return;
    count_here(k, part);
    set_most_regions(k);
    walk_part_by(k, part);
    if (part->outcome != WALK_DONE && !team->batch)
        parallel_end_here(place); // with all that follows
    if (part->buffer)
        parallel_keep(place, team->observer->size(part->buffer));
}

// Walks a part again if it found more regions than the quota, which was not known then.
static void walk_again(team_walker *k, walk_part *part)
{
    const walk_team *team = k->team;
    crease_counts_clear(&part->counts);
    team->observer->close(team->observer->data, part->buffer);
    part->buffer = NULL;
    part->delivered = 0;
    k->place = NULL;
    run_limits_add(k->w->ticker.limits, &(crease_progress){.regions = -part->reported.regions,
                                                           .share = -part->reported.share});
    count_here(k, part);
    k->w->most_regions = team->most_regions - team->counts->activation_regions;
    walk_part_by(k, part);
}

// ---- Delivery ----

static bool deliver_part(void *data, void *state, void *task)
{
    walk_team *team = data;
    walk_part *part = task;
    team_walker *k = state;
    if (part->counts.activation_regions > team->most_regions - team->counts->activation_regions)
        walk_again(k, part);
    bool go_on = part->outcome == WALK_DONE;
    go_on &= deliver_buffer(team, part) == CREASE_GO;
    if (part->task)
        walk_counts_add(team->counts, &part->counts);
    part_free(team, part);
    if (!go_on) // the other threads stop too
        run_limits_stop(k->w->ticker.limits, team->counts->activation_regions == team->most_regions
                                                 ? RUN_STOPPED_BY_REGIONS
                                                 : RUN_STOPPED_BY_CALL);
    return go_on;
}

static void leave_part(walk_batch *batch, const walk_part *part)
{
    const walk_path *path = part->task;
    const walk_path *latest = batch->left.path + batch->left.count - 1;
    atomic_store(&batch->ended, 1);
    // Tasks that an unfinished subtree has handed back are part of it.
    if (!batch->left.count || walk_path_shared(latest, path) < latest->count)
        walk_paths_add(&batch->left, path);
}

// A batch ends before the first part that is not done, or when its time is up. Splits that end
// between the remaining subtrees belong to these.
static bool batch_part(void *data, void *state, void *task)
{
    walk_team *team = data;
    walk_part *part = task;
    walk_batch *batch = team->batch;
    const run_limits *limits = ((team_walker *)state)->w->ticker.limits;
    const bool is_late =
        batch->until > 0 && batch->taken && run_limits_seconds(limits) >= batch->until;
    batch->nowhere |= part->outcome == WALK_NOWHERE;
    if (part->task && (batch->left.count || part->outcome != WALK_DONE || is_late)) {
        leave_part(batch, part);
    } else if (!batch->left.count) {
        batch->take(batch->data, part->buffer, part->counts.activation_regions);
        batch->taken += part->task != NULL;
        if (part->task)
            walk_counts_add(team->counts, &part->counts);
    }
    part_free(team, part);
    return !batch->nowhere;
}

// A count that is stopped early, with no observer that needs an order, has all that was found.
static void drop_part(void *data, void *task)
{
    walk_team *team = data;
    walk_part *part = task;
    if (!team->observer && !team->batch && team->most_regions == UINT64_MAX &&
        part->counts.activation_regions)
        walk_counts_add(team->counts, &part->counts);
    part_free(team, part);
}

static void begin_to_observe(team_walker *k)
{
    const crease_visitor *into = &k->team->observer->visitor;
    const walk_observer *observer = k->team->observer;
    k->reporting = (crease_visitor){.data = k,
                                    .split = into->split ? observe_split : NULL,
                                    .region = into->region ? observe_region : NULL,
                                    .leave = into->leave ? observe_leave : NULL};
    k->w->visitor = &k->reporting;
    k->w->patterns_only = observer->patterns_only;
    if (observer->keys)
        k->w->keys = observe_keys;
    if (observer->advise)
        k->w->advise = observe_advice;
    if (observer->trace) {
        k->tracer = observer->trace(observer->data);
        k->w->tracer = &k->tracer;
    }
}

// A split takes SPLIT bytes, and a path has at most one for each predicate. Visiting a region takes
// the rest.
size_t walk_stack(const walk_position *pos)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    enum { SPLIT = 1024, REST = 1 << 18 };
    size_t bytes = REST;
    for (size_t l = 1; l < pos->maps.layers; l++)
        bytes += SPLIT * (pos->inserts[l].predicates + 1);
    return bytes;
}

static bool run_crowd(walk_team *team, walker *walkers, size_t count, const walk_paths *paths)
{
    ASSERT(walkers->hidden < walkers->pos.maps.layers);
    team_walker *members = memory_new(count, sizeof *members);
    for (size_t i = 0; i < count; i++) {
        members[i] = (team_walker){.w = walkers + i, .team = team};
        if (team->observer)
            begin_to_observe(members + i);
    }
    void **first = memory_new(paths->count, sizeof *first);
    for (size_t i = 0; i < paths->count; i++)
        first[i] = part_new(walk_path_new(paths->path + i));
    const parallel_order work = {.data = team,
                                 .run = run_part,
                                 .deliver = team->batch ? batch_part : deliver_part,
                                 .drop = drop_part,
                                 .window = WINDOW,
                                 .threads = count,
                                 .stack = walk_stack(&walkers->pos),
                                 .states = members,
                                 .state_size = sizeof *members};
    bool all = parallel_run_order(&work, first, paths->count);
    for (size_t i = 0; i < count && team->observer && team->observer->untrace; i++)
        team->observer->untrace(members[i].tracer.data);
    free(first);
    free(members);
    return all && !atomic_load(&walkers->ticker.limits->stopped);
}

static walk_path root;
static const walk_paths whole = {.path = &root, .count = 1};

crease_status walk_observed(crease_counts *counts, walker *walkers, size_t count,
                            const walk_mode *mode)
{
    ASSERT(walkers->hidden < walkers->pos.maps.layers);
    walk_team team = {.net = walkers->pos.maps.net,
                      .observer = mode->observer,
                      .counts = counts,
                      .most_regions = walkers->most_regions};
    return run_crowd(&team, walkers, count, &whole) ? CREASE_OK : CREASE_STOPPED;
}

// A subtree ends the splits that the next one does not lie in.
static void close_left(walk_batch *batch)
{
    walk_paths *left = &batch->left;
    const walk_path *last = batch->paths->path + batch->paths->count - 1;
    for (size_t i = 0; i < left->count; i++) {
        walk_path *path = left->path + i;
        const size_t open =
            i + 1 < left->count ? walk_path_shared(path, path + 1) + 1 : last->count - last->closes;
        path->closes = path->count - open;
    }
}

void walk_batched(crease_counts *counts, walker *walkers, size_t count, const walk_mode *mode,
                  walk_batch *batch)
{
    ASSERT(walkers->hidden < walkers->pos.maps.layers);
    walk_team team = {.net = walkers->pos.maps.net,
                      .observer = mode->observer,
                      .counts = counts,
                      .most_regions = UINT64_MAX,
                      .batch = batch};
    run_crowd(&team, walkers, count, batch->paths);
    close_left(batch);
}
