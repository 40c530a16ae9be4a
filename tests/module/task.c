// Subtrees carried from one walker to another.
#include "audit.h"
#include "unit.h"
#include "walk_threads.h"
#include "walker.h"

#include <flint/fmpz_vec.h>

static void add_counts(crease_counts *sum, const crease_counts *part)
{
    sum->activation_regions += part->activation_regions;
    sum->bounded_regions += part->bounded_regions;
    sum->splits += part->splits;
    for (size_t l = 0; l < sum->layers; l++)
        sum->per_layer[l] += part->per_layer[l];
}

// ---- The patterns of all regions that any walker has met. ----

typedef struct {
    const atlas *truth;
    uint32_t *patterns; // truth->units each
    size_t count, capacity;
} gathering;

static crease_visit gather(void *data, const crease_region *region)
{
    gathering *all = data;
    size_t at = all->count++ * all->truth->units;
    MEMORY_RESERVE(all->patterns, all->capacity, at + all->truth->units);
    for (size_t l = 0; l < crease_net_hidden(all->truth->net); l++) {
        size_t width = crease_net_width(all->truth->net, l);
        memcpy(all->patterns + at, crease_region_pattern(region, l), width * sizeof(uint32_t));
        at += width;
    }
    return CREASE_GO;
}

// Each region of the truth once: as many, and every one is there.
static int is_complete(const gathering *all)
{
    size_t units = all->truth->units;
    int good = all->count == all->truth->count;
    unsigned char *seen = memory_new(all->truth->count, 1);
    for (size_t i = 0; i < all->count && good; i++) {
        size_t low = 0, high = all->truth->count; // regions come in order of their patterns
        while (high - low > 1) {
            size_t middle = (low + high) / 2;
            int order = compare_patterns(all->truth->region[middle].pattern,
                                         all->patterns + i * units, units);
            *(order <= 0 ? &low : &high) = middle;
        }
        good &= !seen[low] && compare_patterns(all->truth->region[low].pattern,
                                               all->patterns + i * units, units) == 0;
        seen[low] = 1;
    }
    free(seen);
    return good;
}

// ---- Home hands back halves; each is walked elsewhere, twice, while home waits. ----

typedef struct {
    test_walker home, away, fresh;
    const atlas *truth;
    gathering all;
    size_t carried, handed_on;
    int same_path;
    random_state random;
} journey;

// Lines and generators in integers, which both walkers compute for themselves; and those of a path
// in doubles too.
static int same_cell(walker *w, const geom_cell *cell, walker *v, const geom_cell *other,
                     int of_path)
{
    int same = cell->count == other->count;
    const slong columns = (slong)w->pos.space.columns;
    const int plane = columns == 3;
    fmpz *row = _fmpz_vec_init(columns);
    for (size_t i = 0; i < cell->count && same; i++) {
        const cell_generator *p = cell->generator + i, *q = other->generator + i;
        row_copy(row, space_point_row(&w->pos.space, p->point), (size_t)columns);
        same &= _fmpz_vec_equal(row, space_point_row(&v->pos.space, q->point), columns);
        if (!plane)
            continue;
        row_copy(row, space_plane_row(&w->pos.space, p->plane), 3);
        same &= _fmpz_vec_equal(row, space_plane_row(&v->pos.space, q->plane), 3);
        const plane_origin *a = w->pos.space.origin + p->plane, *b = v->pos.space.origin + q->plane;
        same &= a->split == b->split && a->unit == b->unit && p->side == q->side;
        if (of_path && w->pos.judge.arith == CREASE_FILTERED)
            same &= !memcmp(space_spot(&w->pos.space, p->point),
                            space_spot(&v->pos.space, q->point), sizeof(point_approx));
    }
    _fmpz_vec_clear(row, columns);
    return same;
}

static int same_prefix(const walker *w, const walker *v, size_t l)
{
    int same = 1;
    for (size_t i = 1; i < l; i++)
        same &= !memcmp(w->pos.maps.layer[i].pattern, v->pos.maps.layer[i].pattern,
                        w->pos.maps.layer[i].rounded->units * sizeof(uint32_t));
    return same;
}

// Hyperplanes that are left, and what is known of their signs at the generators that the last
// choice has not made: all of it.
static int same_rest(const walker *w, const walk_place *a, const walker *v, const walk_place *b)
{
    const insertion *p = w->pos.inserts + a->layer, *q = v->pos.inserts + b->layer;
    int same = a->list.count == b->list.count;
    for (size_t k = 0; k < a->list.count && same; k++) {
        const uint32_t x = a->list.number[k], y = b->list.number[k];
        same &=
            p->kept[x].unit == q->kept[y].unit && p->kept[x].breakpoint == q->kept[y].breakpoint;
        for (size_t i = 0; i < a->cell->count && same; i++) {
            const uint32_t s = a->cell->generator[i].slot, t = b->cell->generator[i].slot;
            const unsigned char known = p->memo[s * p->memo_row + x];
            same &= (s < a->slots) == (t < b->slots);
            // Of maxout units only some are asked for.
            if (s < a->slots && !w->pos.maps.layer[a->layer].rounded->has_maxout)
                same &= known != SIGN_OPEN && known == q->memo[t * q->memo_row + y];
        }
    }
    return same;
}

// The half that is being handed back is the last one taken.
static const waiting_half *half_at_home(const walker *w)
{
    size_t i = w->shared.waitings;
    while (!w->shared.waiting[i - 1].taken)
        i--;
    return w->shared.waiting + i - 1;
}

// Or of the cell where the walk is, which it hands on.
static int is_of_half(const walker *w, const walk_task *task)
{
    const walk_path *path = walk_task_path(task);
    return path->count > w->path.count || walk_path_shared(path, &w->path) < path->count;
}

static void count_alone(test_walker *lone, walk_task *task, crease_counts *counts)
{
    sign_judge *judge = &lone->w.pos.judge;
    uint64_t by_float = judge->decided_float, by_integers = judge->decided_exact;
    walk_place end;
    if (!walk_task_path(task)->count) {
        walk_position_restart(&lone->w.pos);
        walk_subtree(&lone->w, 1, &lone->w.pos.whole);
    } else if (walk_task_open(&end, &lone->w.pos, task)) {
        walk_subtree_at(&lone->w, &end);
    }
    add_counts(counts, &lone->counts);
    counts->decided_float = judge->decided_float - by_float;
    counts->decided_exact = judge->decided_exact - by_integers;
    uint64_t *per_layer = lone->counts.per_layer;
    memset(per_layer, 0, lone->counts.layers * sizeof *per_layer);
    lone->counts = (crease_counts){.per_layer = per_layer, .layers = lone->counts.layers};
}

static walk_task *task_of_path(const walk_task *task)
{
    const walk_path *path = walk_task_path(task);
    return walk_task_at(path->choice, path->count);
}

static int same_work(const crease_counts *a, const crease_counts *b)
{
    return same_counts(a, b) && a->decided_float == b->decided_float &&
           a->decided_exact == b->decided_exact;
}

static void *carry(void *to, walk_task *task)
{
    journey *j = to;
    walk_place end;
    CU_ASSERT(walk_task_open(&end, &j->away.w.pos, task));
    const size_t l = end.layer;
    if (is_of_half(&j->home.w, task)) {
        const waiting_half *half = half_at_home(&j->home.w);
        j->same_path &= l == half->place.layer && same_prefix(&j->home.w, &j->away.w, l) &&
                        same_cell(&j->home.w, half->place.cell, &j->away.w, end.cell, 0) &&
                        same_rest(&j->home.w, &half->place, &j->away.w, &end);
    }
    j->handed_on += !is_of_half(&j->home.w, task);
    // The subtree does not depend on where the walker has been before.
    test_walker_init(&j->fresh, j->home.w.pos.judge.arith, j->truth->net, j->truth->domain);
    crease_counts first, again, found;
    crease_counts_init(&first, j->truth->net);
    crease_counts_init(&again, j->truth->net);
    crease_counts_init(&found, j->truth->net);
    count_alone(&j->fresh, task, &first);
    count_alone(&j->away, task, &again);
    CU_ASSERT(same_work(&first, &again));
    // Nor on anything but the path to it.
    walk_task *same = task_of_path(task);
    walk_place of_path;
    CU_ASSERT(walk_task_open(&end, &j->away.w.pos, task));
    CU_ASSERT(walk_task_open(&of_path, &j->fresh.w.pos, same));
    CU_ASSERT(same_prefix(&j->away.w, &j->fresh.w, l) &&
              same_cell(&j->away.w, end.cell, &j->fresh.w, of_path.cell, 1) &&
              same_rest(&j->away.w, &end, &j->fresh.w, &of_path));
    walk_task_free(same);
    same = task_of_path(task);
    count_alone(&j->fresh, same, &found);
    CU_ASSERT(same_work(&first, &found));
    walk_task_free(same);
    add_counts(&j->home.counts, &first);
    // Once more, to be told its regions.
    const int plane = j->truth->net->inputs == 2;
    if (plane)
        j->fresh.visitor = (crease_visitor){.data = &j->all, .region = gather};
    j->fresh.w.counting = 0;
    if (plane)
        count_alone(&j->fresh, task, &again);
    crease_counts_clear(&first);
    crease_counts_clear(&again);
    crease_counts_clear(&found);
    test_walker_clear(&j->fresh);
    walk_task_free(task);
    j->carried++;
    return NULL;
}

static size_t carried(crease_net *net, const char *box, crease_arith arith, uint64_t budget)
{
    const int plane = net->inputs == 2;
    crease_domain *domain = NULL;
    atlas truth;
    if (!box)
        domain = crease_domain_new_space(net->inputs);
    else if (crease_domain_parse_box(&domain, box, net->inputs, NULL))
        abort();
    if (plane) {
        atlas_walk(&truth, net, domain, NULL, 0);
    } else {
        truth = (atlas){.net = net, .domain = domain};
        crease_counts_init(&truth.counts, net);
        CU_ASSERT_EQUAL(crease_walk(&truth.counts, net, domain, NULL, NULL, NULL), CREASE_OK);
    }
    journey j = {.truth = &truth, .all = {.truth = &truth}, .same_path = 1};
    random_seed(&j.random, budget);
    test_walker_init(&j.home, arith, truth.net, truth.domain);
    test_walker_init(&j.away, arith, truth.net, truth.domain);
    if (plane)
        j.home.visitor = (crease_visitor){.data = &j.all, .region = gather};
    j.home.w.counting = 0;
    j.home.w.shared.budget = budget;
    j.home.w.shared.divisions = plane ? 0 : 5;
    j.home.w.shared.give = carry;
    j.home.w.shared.give_to = &j;
    CU_ASSERT(walk_tree(&j.home.w));
    CU_ASSERT(j.same_path);
    j.home.counts.complete = 1;
    CU_ASSERT(same_counts(&j.home.counts, &truth.counts));
    CU_ASSERT(!plane || is_complete(&j.all));
    size_t count = j.carried;
    if (net->inputs == 3 && crease_net_width(net, 0) > 40) // some cells are large
        CU_ASSERT(j.handed_on > 0);
    free(j.all.patterns);
    test_walker_clear(&j.home);
    test_walker_clear(&j.away);
    atlas_clear(&truth);
    crease_domain_free(domain);
    crease_net_free(net);
    return count;
}

static void subtrees(void)
{
    static const char *const boxes[] = {"-2,2", NULL, "-1/3,5,-4,1"};
    static activation (*const activations[])(random_state *) = {random_activation,
                                                                random_any_activation};
    random_state random = unit_random(61);
    size_t count = 0;
    CASES(k, 200) {
        uint64_t budget = 1 + random_below(&random, 6);
        count += carried(random_net_of(&random, 2, 9, 3, activations[k % 4 == 3]), boxes[k % 3],
                         k % 2 ? CREASE_EXACT : CREASE_FILTERED, budget);
    }
    CU_ASSERT(count > 200);
    CASES(k, 60)
        count += carried(random_net_of(&random, 3, 6, 2, activations[k % 4 == 3]), boxes[k % 2],
                         k % 2 ? CREASE_EXACT : CREASE_FILTERED, 1 + random_below(&random, 40));
    for (uint64_t k = 0; k < 2; k++)
        carried(he_net("3-52-1", "relu", k), boxes[k], CREASE_FILTERED, WALK_BUDGET);
}

// The first task is the domain itself.
static void whole(void)
{
    atlas truth;
    crease_net *net = net_of(RELU("[[1, 2], [3, -4], [0, 1]]", "[0, 1, 2]"));
    crease_domain *domain = domain_of("-3,3");
    atlas_walk(&truth, net, domain, NULL, 0);
    test_walker lone;
    test_walker_init(&lone, CREASE_FILTERED, truth.net, truth.domain);
    walk_task *task = walk_task_at(NULL, 0);
    crease_counts counts;
    crease_counts_init(&counts, net);
    count_alone(&lone, task, &counts);
    counts.complete = 1;
    CU_ASSERT(same_counts(&counts, &truth.counts));
    crease_counts_clear(&counts);
    walk_task_free(task);
    test_walker_clear(&lone);
    atlas_clear(&truth);
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("task", {"subtrees", subtrees}, {"whole", whole})
