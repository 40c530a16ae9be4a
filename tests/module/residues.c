// Residues of the maps on a path: those of its integers, whatever way they were kept.
#include "tree/residues.h"
#include "exact/residue.h"
#include "paths.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

// ---- Two routes: the integer rows, and the true map scaled by sigma. ----

static int agrees_with_integers(const uint32_t *map, path *p)
{
    walk_maps_need_output(&p->maps);
    const walk_layer *last = p->maps.layer + p->maps.layers - 1;
    fmpz *row = _fmpz_vec_init(PATH_COLUMNS);
    int good = 1;
    for (size_t j = 0; j < last->rounded->units; j++) {
        walk_layer_output(row, last, j);
        for (size_t c = 0; c < PATH_COLUMNS; c++)
            good &= map[j * PATH_COLUMNS + c] == residue_of(row + c);
    }
    _fmpz_vec_clear(row, PATH_COLUMNS);
    return good;
}

static int agrees_with_truth(const uint32_t *map, path *p)
{
    path_forms *truth = path_truth(p);
    const path_forms *outputs = truth + p->maps.layers - 1;
    const scaled_layer *scaled = p->maps.scaled->layer + p->maps.layers - 1;
    fmpz_t prime, residue;
    fmpq_t value;
    fmpz_init_set_ui(prime, RESIDUE_PRIME);
    fmpz_init(residue);
    fmpq_init(value);
    int good = 1;
    for (size_t at = 0; at < outputs->units * PATH_COLUMNS; at++) {
        fmpq_mul(value, outputs->y + at, scaled->sigma + at / PATH_COLUMNS);
        good &= fmpq_mod_fmpz(residue, value, prime) && fmpz_equal_ui(residue, map[at]);
    }
    fmpq_clear(value);
    fmpz_clear(residue);
    fmpz_clear(prime);
    path_truth_free(truth, p);
    return good;
}

// Residues are asked for after every third step or so: in between, layers have changed
// back and forth. The integers are asked for even less often, and first or last.
static void follow_path(path *p, random_state *random, int steps)
{
    walk_residues *residues = walk_residues_new(&p->maps);
    uint32_t *map = memory_new(crease_net_outputs(p->net) * PATH_COLUMNS, sizeof *map);
    int good = 1;
    for (int step = 0; step < steps; step++) {
        path_step(p, random);
        if (random_below(random, 3))
            continue;
        if (random_below(random, 3) == 0)
            walk_maps_need_output(&p->maps);
        walk_residues_output(map, residues);
        good &= agrees_with_truth(map, p);
        if (random_below(random, 2))
            good &= agrees_with_integers(map, p);
    }
    CU_ASSERT(good);
    free(map);
    walk_residues_free(residues);
}

static void follow(crease_net *net, crease_arith arith, random_state *random, int steps)
{
    path p;
    path_init(&p, net, arith);
    follow_path(&p, random, steps);
    path_clear(&p);
}

static void small_nets(void)
{
    printf("seed 51 ");
    random_state random;
    random_seed(&random, 51);
    for (int k = 0; k < 120; k++)
        follow(random_net(&random, PATH_INPUTS, 6, 3), (crease_arith)(k % 3), &random, 30);
}

static void planes(void)
{
    printf("seed 53 ");
    random_state random;
    random_seed(&random, 53);
    for (int k = 0; k < 120; k++) {
        path p;
        path_init_plane(&p, &random, (crease_arith)(k % 3));
        follow_path(&p, &random, 30);
        path_clear(&p);
    }
}

static void maxout_nets(void)
{
    printf("seed 54 ");
    random_state random;
    random_seed(&random, 54);
    for (int k = 0; k < 120; k++)
        follow(random_maxout_net(&random, PATH_INPUTS, 5, 3), (crease_arith)(k % 3), &random, 30);
}

// Integers of many words, and multiples of the prime among weights.
static void large_numbers(void)
{
    enum { LAYERS = 6, WIDTH = 7 };
    printf("seed 52 ");
    random_state random;
    random_seed(&random, 52);
    for (int k = 0; k < 12; k++) {
        crease_net *net = net_new(PATH_INPUTS, LAYERS);
        for (size_t l = 0; l < LAYERS; l++) {
            size_t inputs = l ? WIDTH : PATH_INPUTS;
            net_layer *layer = net->layer + l;
            net_layer_init(layer, inputs, WIDTH, random_activation(&random));
            for (size_t i = 0; i < WIDTH * inputs; i++) {
                fmpq *x = layer->weight + i;
                fmpq_set_si(x, (slong)random_between(&random, INT64_MIN / 4, INT64_MAX / 4), 1);
                if (random_below(&random, 4) == 0)
                    fmpq_set_si(x, (slong)(RESIDUE_PRIME * (1 + random_below(&random, 5))), 1);
                if (random_below(&random, 4) == 0)
                    fmpq_div_2exp(x, x, 60);
            }
            for (size_t j = 0; j < WIDTH; j++)
                random_rational(layer->bias + j, &random, 1000000);
        }
        net_finish(net);
        follow(net, CREASE_FILTERED, &random, 30);
    }
}

// ---- They tell maps apart, and coming back leaves no trace. ----

static void there_and_back(void)
{
    crease_net *net = net_of(RELU("[[1, 2], [3, 4], [-1, 5]]", "[0, 1, 2]") "," RELU(
        "[[1, 1, 2], [2, -1, 3]]", "[1, 0]") "," LINEAR("[[1, 7]]", "[3]"));
    path p;
    path_init(&p, net, CREASE_FILTERED);
    walk_residues *residues = walk_residues_new(&p.maps);
    uint32_t first[PATH_COLUMNS], other[PATH_COLUMNS], again[PATH_COLUMNS];
    for (uint32_t code = 1; code < 32; code++) {
        uint32_t *pattern[] = {p.maps.layer[1].pattern, p.maps.layer[2].pattern};
        for (uint32_t j = 0; j < 5; j++)
            pattern[j / 3][j % 3] = 1;
        walk_residues_output(first, residues);
        for (uint32_t j = 0; j < 5; j++)
            pattern[j / 3][j % 3] = 1 - (code >> j & 1);
        walk_residues_output(other, residues);
        for (uint32_t j = 0; j < 5; j++)
            pattern[j / 3][j % 3] = 1;
        walk_residues_output(again, residues);
        CU_ASSERT(memcmp(first, again, sizeof first) == 0);
        CU_ASSERT(memcmp(first, other, sizeof first) != 0);
    }
    CU_ASSERT(agrees_with_truth(first, &p));
    walk_residues_free(residues);
    path_clear(&p);
}

// Small integers whose scales are all 1.
static void by_hand(void)
{
    path p;
    path_init(&p, net_of(RELU("[[1, 2]]", "[-1]") "," LINEAR("[[1]]", "[-5]")), CREASE_EXACT);
    walk_residues *residues = walk_residues_new(&p.maps);
    uint32_t map[PATH_COLUMNS];
    walk_residues_output(map, residues);
    CU_ASSERT(map[0] == 0 && map[1] == 0 && map[2] == RESIDUE_PRIME - 5);
    p.maps.layer[1].pattern[0] = 1;
    walk_residues_output(map, residues);
    CU_ASSERT(map[0] == 1 && map[1] == 2 && map[2] == RESIDUE_PRIME - 6);
    walk_residues_free(residues);
    path_clear(&p);
}

UNIT_MAIN("residues", {"small_nets", small_nets}, {"planes", planes},
          {"large_numbers", large_numbers}, {"there_and_back", there_and_back},
          {"by_hand", by_hand}, {"maxout_nets", maxout_nets})
