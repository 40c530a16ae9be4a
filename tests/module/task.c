// Subtrees carried from one walker to another.
#include "walk/task.h"
#include "audit.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

// ---- A walker outside of crease_walk. ----

typedef struct {
    crease_options options;
    crease_visitor visitor;
    run_limits limits;
    rounded_net rounded;
    crease_counts counts;
    walker w;
} lone_walker;

static void fetch_line(void *from, fmpz *row, const plane_origin *origin)
{
    walker *w = from;
    walk_maps_form(&w->maps, row, origin->layer + 1, origin->unit, origin->breakpoint);
}

static void lone_init(lone_walker *lone, const atlas *of, crease_arith arith)
{
    *lone = (lone_walker){.options = {.arith = arith}};
    run_limits_init(&lone->limits, &lone->options);
    rounded_net_init(&lone->rounded, of->net, NULL, of->net->inputs);
    crease_counts_init(&lone->counts, of->net);
    walker *w = &lone->w;
    *w = (walker){.net = of->net,
                  .domain = of->domain,
                  .visitor = &lone->visitor,
                  .hidden = crease_net_hidden(of->net),
                  .counting = 1,
                  .ticker = {.limits = &lone->limits},
                  .counts = &lone->counts};
    walk_maps_init(&w->maps, of->net, &lone->rounded, arith);
    w->inserts = memory_new(w->maps.layers, sizeof *w->inserts);
    for (size_t l = 0; l < w->maps.layers; l++)
        insertion_init(w->inserts + l, w->maps.layer + l);
    sign_judge_init(&w->judge, arith, 0);
    space_init(&w->space, 2, &w->judge);
    w->space.fetch = fetch_line;
    w->space.fetch_from = w;
    w->has_interior = cell_from_domain(&w->whole, &w->space, of->domain);
    w->border = space_here(&w->space);
}

static void lone_clear(lone_walker *lone)
{
    walker *w = &lone->w;
    for (size_t l = 0; l < w->maps.layers; l++)
        insertion_clear(w->inserts + l);
    free(w->inserts);
    free(w->waiting);
    walk_maps_clear(&w->maps);
    space_clear(&w->space);
    sign_judge_clear(&w->judge);
    crease_counts_clear(&lone->counts);
    rounded_net_clear(&lone->rounded);
    run_limits_clear(&lone->limits);
}

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
    lone_walker home, away, fresh;
    const atlas *truth;
    gathering all;
    size_t carried;
    int same_path;
} journey;

// Lines and generators in integers, which both walkers compute for themselves.
static int same_cell(walker *w, const geom_cell *cell, walker *v, const geom_cell *other)
{
    int same = cell->count == other->count;
    fmpz *row = _fmpz_vec_init(3);
    for (size_t i = 0; i < cell->count && same; i++) {
        const cell_generator *p = cell->generator + i, *q = other->generator + i;
        row_copy(row, space_point_row(&w->space, p->point), 3);
        same &= _fmpz_vec_equal(row, space_point_row(&v->space, q->point), 3);
        row_copy(row, space_plane_row(&w->space, p->plane), 3);
        same &= _fmpz_vec_equal(row, space_plane_row(&v->space, q->plane), 3);
        const plane_origin *a = w->space.origin + p->plane, *b = v->space.origin + q->plane;
        same &= a->split == b->split && a->unit == b->unit && p->side == q->side;
        if (w->judge.arith == CREASE_FILTERED)
            same &= !memcmp(space_spot(&w->space, p->point), space_spot(&v->space, q->point),
                            sizeof(point_approx));
    }
    _fmpz_vec_clear(row, 3);
    return same;
}

static int same_prefix(const walker *w, const walker *v, size_t l)
{
    int same = 1;
    for (size_t i = 1; i < l; i++)
        same &= !memcmp(w->maps.layer[i].pattern, v->maps.layer[i].pattern,
                        w->maps.layer[i].rounded->units * sizeof(uint32_t));
    return same;
}

// The half that is being handed back is the last one taken.
static const waiting_half *half_at_home(const walker *w)
{
    size_t i = w->waitings;
    while (!w->waiting[i - 1].taken)
        i--;
    return w->waiting + i - 1;
}

static void count_alone(lone_walker *lone, const walk_task *task, crease_counts *counts)
{
    uint64_t signs = lone->w.judge.decided_float + lone->w.judge.decided_exact;
    geom_cell cell;
    size_t l = walk_task_open(&cell, &lone->w, task);
    walk_subtree(&lone->w, l, &cell);
    add_counts(counts, &lone->counts);
    counts->decided_float = lone->w.judge.decided_float + lone->w.judge.decided_exact - signs;
    uint64_t *per_layer = lone->counts.per_layer;
    memset(per_layer, 0, lone->counts.layers * sizeof *per_layer);
    lone->counts = (crease_counts){.per_layer = per_layer, .layers = lone->counts.layers};
}

static void carry(void *to, walk_task *task)
{
    journey *j = to;
    const waiting_half *half = half_at_home(&j->home.w);
    geom_cell cell;
    size_t l = walk_task_open(&cell, &j->away.w, task);
    walk_maps_sync(&j->away.w.maps, l); // as walk_subtree does first of all
    j->same_path &= l == half->layer && same_prefix(&j->home.w, &j->away.w, l) &&
                    same_cell(&j->home.w, half->cell, &j->away.w, &cell);
    // The subtree does not depend on where the walker has been before.
    lone_init(&j->fresh, j->truth, j->home.w.judge.arith);
    crease_counts first, again;
    crease_counts_init(&first, j->truth->net);
    crease_counts_init(&again, j->truth->net);
    count_alone(&j->fresh, task, &first);
    count_alone(&j->away, task, &again);
    CU_ASSERT(same_counts(&first, &again));
    CU_ASSERT_EQUAL(first.decided_float, again.decided_float);
    add_counts(&j->home.counts, &first);
    // Once more, to be told its regions.
    j->fresh.visitor = (crease_visitor){.data = &j->all, .region = gather};
    j->fresh.w.counting = 0;
    count_alone(&j->fresh, task, &again);
    crease_counts_clear(&first);
    crease_counts_clear(&again);
    lone_clear(&j->fresh);
    walk_task_free(task);
    j->carried++;
}

static size_t carried(crease_net *net, const char *box, crease_arith arith, uint64_t budget)
{
    crease_domain *domain = domain_of(box);
    atlas truth;
    atlas_walk(&truth, net, domain, NULL, 0);
    journey j = {.truth = &truth, .all = {.truth = &truth}, .same_path = 1};
    lone_init(&j.home, &truth, arith);
    lone_init(&j.away, &truth, arith);
    j.home.visitor = (crease_visitor){.data = &j.all, .region = gather};
    j.home.w.counting = 0;
    j.home.w.budget = budget;
    j.home.w.give = carry;
    j.home.w.give_to = &j;
    CU_ASSERT(walk_tree(&j.home.w));
    CU_ASSERT(j.same_path);
    j.home.counts.complete = 1;
    CU_ASSERT(same_counts(&j.home.counts, &truth.counts));
    CU_ASSERT(is_complete(&j.all));
    size_t count = j.carried;
    free(j.all.patterns);
    lone_clear(&j.home);
    lone_clear(&j.away);
    atlas_clear(&truth);
    crease_domain_free(domain);
    crease_net_free(net);
    return count;
}

static void subtrees(void)
{
    static const char *const boxes[] = {"-2,2", NULL, "-1/3,5,-4,1"};
    printf("seed 61 ");
    random_state random;
    random_seed(&random, 61);
    size_t count = 0;
    for (int k = 0; k < 200; k++) {
        uint64_t budget = 1 + random_below(&random, 6);
        count += carried(random_net(&random, 2, 9, 3), boxes[k % 3],
                         k % 2 ? CREASE_EXACT : CREASE_FILTERED, budget);
    }
    CU_ASSERT(count > 200);
}

// The first task is the domain itself.
static void whole(void)
{
    atlas truth;
    crease_net *net = net_of(RELU("[[1, 2], [3, -4], [0, 1]]", "[0, 1, 2]"));
    crease_domain *domain = domain_of("-3,3");
    atlas_walk(&truth, net, domain, NULL, 0);
    lone_walker lone;
    lone_init(&lone, &truth, CREASE_FILTERED);
    walk_task *task = walk_task_whole();
    crease_counts counts;
    crease_counts_init(&counts, net);
    count_alone(&lone, task, &counts);
    counts.complete = 1;
    CU_ASSERT(same_counts(&counts, &truth.counts));
    crease_counts_clear(&counts);
    walk_task_free(task);
    lone_clear(&lone);
    atlas_clear(&truth);
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("task", {"subtrees", subtrees}, {"whole", whole})
