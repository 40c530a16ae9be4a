// One cell of the last layer with enough cuts to be shared by several threads.
#include "tree/pieces.h"
#include "walk_threads.h"
#include "walker.h"

static void *count_task(void *data, walk_path *task)
{
    *(size_t *)data += 1;
    walk_path_free(task);
    return NULL;
}

// How often a walker returns a half of the cell when the tree is shared.
static size_t tasks_given(crease_net *net, const char *box)
{
    test_walker t;
    size_t given = 0;
    crease_domain *domain = domain_of(box);
    test_walker_init(&t, CREASE_FILTERED, net, domain);
    t.w.shared.budget = 1024 * WALK_CELL;
    t.w.shared.give = count_task;
    t.w.shared.receiver = &given;
    CU_ASSERT(walk_tree(&t.w));
    test_walker_clear(&t);
    crease_domain_free(domain);
    crease_net_free(net);
    return given;
}

static void no_report(void *data, const crease_progress *now)
{
    (void)data;
    (void)now;
}

// The final progress report.
static double share_done(crease_net *net, const char *box)
{
    test_walker t;
    crease_domain *domain = domain_of(box);
    test_walker_init(&t, CREASE_FILTERED, net, domain);
    t.options.progress = no_report;
    t.w.whole_size = cell_size(&t.w.pos.whole, &t.w.pos.space);
    CU_ASSERT(walk_tree(&t.w));
    double share = t.w.share;
    test_walker_clear(&t);
    crease_domain_free(domain);
    crease_net_free(net);
    return share;
}

// The whole box at once, as cells of few cuts are counted.
static uint64_t pieces_at_once(crease_net *net, const char *box)
{
    test_position t;
    test_position_init(&t, CREASE_FILTERED, net, domain_of(box));
    walk_maps_sync(&t.pos.maps, 1);
    insertion_survey(&t.pos, 1, &t.pos.whole);
    size_t cuts = t.pos.inserts[1].count;
    uint32_t *list = memory_new(cuts, sizeof *list);
    for (uint32_t k = 0; k < cuts; k++)
        list[k] = k;
    uint64_t pieces = walk_pieces(&t.pos, 1, &t.pos.whole, list, cuts, NULL).all;
    free(list);
    test_position_clear(&t);
    return pieces;
}

// Three creases for each unit, of which the middle one lies in the middle of them all: 0 before -1,
// x + 1 up to 0, 1 up to 1, then x.
static crease_net *stairs_layer(void)
{
    crease_net *net = he_net("2-401-1", "relu", 18);
    net_layer relu = net->layer[0];
    activation stairs;
    CU_ASSERT_EQUAL_FATAL(activation_parse(&stairs, "pwl:-1,0,1;0,1,0,1;1", NULL), CREASE_OK);
    net_layer_init(net->layer, relu.inputs, relu.units, stairs);
    for (size_t i = 0; i < relu.rows * relu.inputs; i++)
        net_layer_weight(net->layer->weight + i, &relu, i / relu.inputs, i % relu.inputs);
    for (size_t i = 0; i < relu.rows; i++)
        fmpq_set(net->layer->bias + i, relu.bias + i);
    net_layer_clear(&relu);
    net_finish(net);
    return net;
}

typedef crease_net *make_net(void);

static crease_net *generic_layer(void)
{
    return he_net("2-1400-1", "relu", 11);
}

static crease_net *strip_layer(void)
{
    return he_net("2-700-1", "hardtanh", 12);
}

static crease_net *tied_layer(void)
{
    return integer_net("relu", 1, 1300, 30, 13);
}

static crease_net *tied_strip_layer(void)
{
    return integer_net("hardtanh", 1, 650, 20, 14);
}

static void one_wide_layer(make_net *make, const char *box, size_t least)
{
    crease_counts counts;
    crease_net *net = make();
    crease_domain *domain = domain_of(box);
    count_by(&counts, net, domain, CREASE_FILTERED, 5);
    CU_ASSERT_EQUAL(counts.activation_regions, pieces_at_once(make(), box));
    CU_ASSERT_EQUAL(counts.splits + 1, counts.activation_regions);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
    CU_ASSERT(tasks_given(make(), box) >= least);
    CU_ASSERT_DOUBLE_EQUAL(share_done(make(), box), 1, 1e-9);
    any_threads(make(), box, CREASE_FILTERED, 1);
}

static void generic(void)
{
    one_wide_layer(generic_layer, "-2,2", 1);
    any_threads(he_net("2-7-1200-1", "relu", 15), "-2,2", CREASE_FILTERED, 1);
}

static void strips(void)
{
    one_wide_layer(strip_layer, "-2,2", 1);
    one_wide_layer(stairs_layer, "-1000,1000", 1);
}

static void ties(void)
{
    one_wide_layer(tied_layer, "-3,3", 1);
    one_wide_layer(tied_strip_layer, "-3,3", 1);
}

static void exact(void)
{
    any_threads(integer_net("relu", 1, 300, 9, 17), "-3,3", CREASE_EXACT, 1);
}

static void whole_plane(void)
{
    any_threads(he_net("2-3-300-1", "relu", 16), NULL, CREASE_FILTERED, 1);
}

UNIT_MAIN("walk_threads_wide", {"generic", generic}, {"strips", strips}, {"ties", ties},
          {"exact", exact}, {"whole_plane", whole_plane})
