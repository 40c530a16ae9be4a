// Outputs as balls, from the layer before the last hidden one: they contain the rational ones.
#include "paths.h"
#include "tree/maps_balls.h"
#include "unit.h"

#include <flint/fmpq_vec.h>

typedef struct {
    size_t entries, folded, wide; // wide: bounds that are not far below what doubles would have
} tally;

// Rows of outputs through the fold and the outputs themselves, after their slopes and offsets.
static void check_outputs(path *p, tally *of)
{
    const size_t columns = p->maps.columns, last = p->maps.layers - 1;
    const rounded_layer *net = p->rounded.layer + last;
    ball *row = memory_new(columns, sizeof *row);
    path_forms *truth = path_truth(p);
    size_t wrong = 0;
    const int folds = walk_maps_follow_balls(&p->maps);
    walk_maps_follow_outputs(&p->maps);
    for (size_t j = 0; j < net->units; j++) {
        const size_t from = net->source[net->unit.piece[j] + p->maps.layer[last].pattern[j]];
        if (folds)
            walk_maps_fold_balls(row, &p->maps, from);
        for (size_t c = 0; c < columns && folds; c++)
            wrong += !ball_is_within(truth[last].z + net->order[from] * columns + c, row[c]);
        walk_maps_output_balls(row, &p->maps, j);
        for (size_t c = 0; c < columns; c++) {
            wrong += !ball_is_within(truth[last].y + j * columns + c, row[c]);
            of->wide += !(row[c].bound < 0x1p-60);
        }
        of->entries += columns;
        of->folded += folds ? columns : 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    path_truth_free(truth, p);
    free(row);
}

// The outputs where cells are cut by units of the last hidden layer, whose forms are known or not.
static void check_cuts(path *p, random_state *random, tally *of)
{
    const size_t last = p->maps.layers - 1;
    if (random_below(random, 2))
        walk_maps_need_exact(&p->maps, last - 1);
    for (int cuts = 0; cuts < 4; cuts++) {
        path_change_pattern(p->maps.layer + last - 1, random);
        walk_maps_sync(&p->maps, last);
        check_outputs(p, of);
    }
}

// Outputs are asked for after every step, or seldom. Takes the path.
static tally follow(path *p, random_state *random, int steps)
{
    const uint64_t seldom = 1 + random_below(random, 3);
    tally of = {0};
    for (int step = 0; step < steps; step++) {
        path_step(p, random);
        if (random_below(random, seldom))
            continue;
        check_outputs(p, &of);
        if (p->maps.layers > 2 && random_below(random, 4) == 0)
            check_cuts(p, random, &of);
    }
    path_clear(p);
    return of;
}

// ---- Networks of moderate numbers ----

// Layers of one activation, of the width given, with a linear one behind them; weights are about as
// large as keeps the size of outputs.
static crease_net *moderate(random_state *random, const char *units, size_t inputs, size_t hidden,
                            size_t width, ulong denominator)
{
    crease_net *net = net_new(inputs, hidden + 1);
    for (size_t l = 0; l <= hidden; l++) {
        net_layer *layer = net->layer + l;
        const size_t before = l ? width : inputs;
        activation act;
        CU_ASSERT_FATAL(activation_parse(&act, l < hidden ? units : "linear", NULL) == CREASE_OK);
        net_layer_init(layer, before, l < hidden ? width : 2, act);
        const double scale = sqrt(3 / (double)before);
        for (size_t i = 0; i < layer->rows * (before + 1); i++) {
            fmpq *x = i < layer->rows ? layer->bias + i : layer->weight + i - layer->rows;
            const double sample = scale * (double)random_between(random, -(1 << 20), 1 << 20);
            fmpq_set_si(x, (slong)sample, denominator);
            if (random_below(random, 8) == 0)
                fmpq_zero(x);
        }
    }
    net_finish(net);
    return net;
}

static void moderate_nets(void)
{
    static const char *const units[] = {"relu",     "leaky:1/10", "hardtanh",
                                        "maxout:3", "abs",        "pwl:-1,1/2,2;0,1,-1,1/3;2/3"};
    enum { UNITS = sizeof units / sizeof *units, WIDTH = 13 };
    printf("seed 91 ");
    random_state random;
    random_seed(&random, 91);
    for (size_t k = 0; k < 6 * UNITS; k++) {
        const size_t inputs = 1 + random_below(&random, 7), hidden = 1 + k / UNITS % 3;
        const ulong denominator = k % 2 ? 1 << 20 : (1 << 20) + 1; // short weights and long ones
        path p;
        path_init(&p, moderate(&random, units[k % UNITS], inputs, hidden, WIDTH, denominator),
                  k % 5 ? CREASE_FILTERED : CREASE_FLOAT);
        const tally of = follow(&p, &random, 40);
        CU_ASSERT(of.entries > 0 && of.folded == of.entries);
        CU_ASSERT_EQUAL(of.wide, 0);
    }
}

// ---- Others ----

static void degenerate_nets(void)
{
    printf("seed 92 ");
    random_state random;
    random_seed(&random, 92);
    tally all = {0};
    for (int k = 0; k < 200; k++) {
        path p;
        const size_t inputs = 1 + random_below(&random, 5);
        path_init(&p, (k % 2 ? random_net : random_maxout_net)(&random, inputs, 6, 3),
                  CREASE_FILTERED);
        const tally of = follow(&p, &random, 12);
        all.entries += of.entries;
        all.folded += of.folded;
    }
    CU_ASSERT(all.folded > 0 && all.folded < all.entries); // some have no linear layer at the end
}

// The layer before the only hidden one leads to the domain, and is stored by entries.
static void sparse_space(void)
{
    enum { INPUTS = 2200, VARIED = 40 };
    printf("seed 93 ");
    random_state random;
    random_seed(&random, 93);
    fmpq *plane = _fmpq_vec_init(INPUTS * PATH_COLUMNS);
    for (size_t i = 0; i < INPUTS; i++)
        for (size_t c = i < VARIED ? 0 : PATH_INPUTS; c < PATH_COLUMNS; c++)
            fmpq_set_si(plane + i * PATH_COLUMNS + c, (slong)random_between(&random, -3, 3), 2);
    path p;
    path_init_on(&p, moderate(&random, "relu", INPUTS, 1, 12, 1 << 20), plane, CREASE_FILTERED);
    CU_ASSERT(rounded_is_sparse(p.maps.layer->rounded));
    const tally of = follow(&p, &random, 6);
    CU_ASSERT(of.entries > 0 && of.folded == of.entries);
}

UNIT_MAIN("maps_fold_balls", {"moderate_nets", moderate_nets}, {"degenerate_nets", degenerate_nets},
          {"sparse_space", sparse_space})
