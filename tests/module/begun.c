// Where progress of a walk begins that is shared, or taken up again.
#include "walk/begun.h"
#include "unit.h"
#include "walk/stretch.h"
#include "walk_threads.h"
#include "walker.h"

#include <math.h>

static void hear(void *data, const crease_progress *now)
{
    *(crease_progress *)data = *now;
}

// All shares together are the whole domain, in areas by doubles.
static void shares_add_up(const crease_net *net, const crease_domain *domain, size_t parts)
{
    double sum = 0;
    test_walker t;
    test_walker_init(&t, CREASE_FILTERED, net, domain);
    t.w.whole_size = cell_size(&t.w.pos.whole, &t.w.pos.space);
    t.w.counting = 0; // stretches are told of in order
    CU_ASSERT(t.w.whole_size > 0);
    for (size_t part = 0; part < parts; part++) {
        walk_record record;
        crease_progress now = {0};
        walk_record_init(&record, "test", net, domain, &t.options, 0);
        walk_take_stretch(&record, &t.w, part, parts);
        const walk_path **path = memory_new(record.subtrees, sizeof *path);
        for (size_t i = 0; i < record.subtrees; i++)
            path[i] = record.subtree + i;
        const double left = walk_share_left(&t.w, path, record.subtrees);
        sum += left;
        // Taken up again where this is left, and begun as this share.
        t.options.progress = hear;
        t.options.progress_data = &now;
        t.limits.next_report = 0;
        t.limits.now = (crease_progress){0};
        walk_tell_begun(&t.w, 1, 1, path, record.subtrees);
        CU_ASSERT(now.share == now.share_before && now.share == (left > 0 ? 1 - left : 0));
        const double whole = t.w.whole_size;
        walk_tell_begun(&t.w, 1, parts + 1, path, record.subtrees);
        CU_ASSERT(t.w.whole_size == whole * left && now.share == now.share_before);
        t.w.whole_size = whole;
        t.options.progress = NULL;
        free(path);
        walk_record_clear(&record);
    }
    CU_ASSERT(fabs(sum - 1) < 1e-6);
    test_walker_clear(&t);
}

static void shares(void)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        crease_net *net = seed % 3 ? he_net("2-12-12-1", seed % 2 ? "relu" : "abs", seed)
                                   : integer_net("relu", 2, 6, 3, seed);
        crease_domain *domain = domain_of("-2,1");
        shares_add_up(net, domain, 1 + seed % 5);
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

// An unbounded domain has no share that is done.
static void unbounded(void)
{
    crease_net *net = he_net("2-5-1", "relu", 1);
    crease_domain *domain = crease_domain_new_space(2);
    test_walker t;
    test_walker_init(&t, CREASE_FILTERED, net, domain);
    t.w.whole_size = cell_size(&t.w.pos.whole, &t.w.pos.space);
    const walk_path whole = {0}, *path = &whole;
    CU_ASSERT(walk_share_left(&t.w, &path, 1) == 0);
    test_walker_clear(&t);
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("begun", {"shares", shares}, {"unbounded", unbounded})
