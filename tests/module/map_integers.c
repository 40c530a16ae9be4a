// Maps in integers: against rationals, and updates against maps made again.
#include "paths.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

// ---- Comparing. ----

// integers = scale * rationals
static bool is_scaled(const fmpz *integers, const fmpq_t scale, const fmpq *rationals,
                      size_t columns)
{
    bool good = true;
    fmpq_t product;
    fmpq_init(product);
    for (size_t c = 0; c < columns; c++) {
        fmpq_mul(product, rationals + c, scale);
        good &= fmpz_is_one(fmpq_denref(product)) && fmpz_equal(fmpq_numref(product), integers + c);
    }
    fmpq_clear(product);
    return good;
}

// Rows, outputs and forms of layer l are the true ones in the units of scaled_net.
static bool layer_is_true(path *p, const path_forms *truth, size_t l)
{
    const walk_layer *layer = p->maps.layer + l;
    const activation *act = p->net->layer[l - 1].act;
    const scaled_layer *scaled = layer->integers.net;
    const size_t columns = truth->columns;
    fmpz *row = _fmpz_vec_init((slong)columns);
    fmpq *form = _fmpq_vec_init((slong)columns);
    bool good = layer->integers.rows.count == truth[l].rows && fmpq_sgn(scaled->tau) > 0;
    for (size_t j = truth[l].units; j-- > 0;)
        walk_maps_need_unit(&p->maps, l, j); // some may be there
    for (size_t j = 0; j < truth[l].rows; j++) {
        integer_map_unpack(row, &layer->integers, rows_at(&layer->integers.rows, j));
        good &= is_scaled(row, scaled->tau + j / act->rank, truth[l].z + j * columns, columns);
    }
    for (size_t j = 0; j < truth[l].units; j++) {
        integer_map_output(row, &p->maps.layer[l].integers, j);
        good &= is_scaled(row, scaled->sigma + j, truth[l].y + j * columns, columns);
        for (size_t b = 0; b < activation_predicates(act); b++) {
            walk_maps_form(&p->maps, row, l, j, b);
            path_predicate(form, truth + l, act, j, b);
            good &= is_scaled(row, scaled->tau + j, form, columns);
        }
    }
    _fmpq_vec_clear(form, (slong)columns);
    _fmpz_vec_clear(row, (slong)columns);
    return good;
}

static bool all_layers_are_true(path *p)
{
    bool good = true;
    path_forms *truth = path_truth(p);
    for (size_t l = 1; l < p->maps.layers; l++)
        good &= layer_is_true(p, truth, l);
    path_truth_free(truth, p);
    return good;
}

// Maps that have never seen another pattern.
static bool same_as_afresh(path *p)
{
    walk_maps fresh;
    walk_maps_init(&fresh, &p->rounded, CREASE_EXACT);
    bool same = true;
    for (size_t l = 1; l < fresh.layers; l++) {
        const walk_layer *layer = p->maps.layer + l;
        walk_maps_sync(&fresh, l);
        size_t units = layer->rounded->units;
        memcpy(fresh.layer[l].pattern, layer->pattern, units * sizeof *layer->pattern);
        path_need_integers(&fresh, l);
        same &= _fmpz_vec_equal(fresh.layer[l].integers.rows.entry, layer->integers.rows.entry,
                                (slong)layer->rounded->rows);
    }
    walk_maps_clear(&fresh);
    return same;
}

// ---- Random paths. ----

// Integers may be requested rarely, for the first layers only, or after every step.
static void follow_path(path *p, random_state *random, int steps)
{
    bool good = true;
    uint64_t seldom = 1 + random_below(random, 4);
    for (int step = 0; step < steps; step++) {
        path_step(p, random);
        if (random_below(random, 3) == 0)
            path_need_integers(&p->maps, 1 + random_below(random, p->net->layers));
        if (random_below(random, seldom))
            continue;
        path_need_integers(&p->maps, p->net->layers);
        good &= all_layers_are_true(p);
        good &= same_as_afresh(p);
    }
    CU_ASSERT(good);
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
    random_state random = unit_random(71);
    CASES(k, 120)
        follow(random_net(&random, PATH_INPUTS, 6, 3), (crease_arith)(k % 3), &random, 16);
}

static void planes(void)
{
    random_state random = unit_random(73);
    CASES(k, 120) {
        path p;
        path_init_plane(&p, &random, (crease_arith)(k % 3));
        follow_path(&p, &random, 16);
        path_clear(&p);
    }
}

static void maxout_nets(void)
{
    random_state random = unit_random(74);
    CASES(k, 120)
        follow(random_maxout_net(&random, PATH_INPUTS, 5, 3), (crease_arith)(k % 3), &random, 16);
}

// Every weight with a denominator of its own.
static crease_net *fractions(random_state *random, size_t layers, size_t width,
                             activation (*any)(random_state *))
{
    crease_net *net = net_new(PATH_INPUTS, layers);
    for (size_t l = 0; l < layers; l++) {
        size_t inputs = l ? width : PATH_INPUTS;
        net_layer *layer = net->layer + l;
        net_layer_init(layer, inputs, width, any(random));
        size_t biases = layer->rows;
        for (size_t i = 0; i < biases * (inputs + 1); i++) {
            fmpq *x = i < biases ? layer->bias + i : layer->weight + i - biases;
            slong numerator = (slong)random_between(random, -1000000, 1000000);
            fmpq_set_si(x, numerator, 1 + random_below(random, 1000));
            ulong shift = random_below(random, 200);
            if (random_below(random, 4) == 0)
                fmpq_div_2exp(x, x, shift);
        }
    }
    net_finish(net);
    return net;
}

static void large_numbers(void)
{
    random_state random = unit_random(72);
    for (int k = 0; k < 12; k++)
        follow(fractions(&random, 4, 5, random_activation), (crease_arith)(k % 3), &random, 12);
    follow(fractions(&random, 12, 4, random_activation), CREASE_EXACT, &random, 8);
    for (int k = 0; k < 6; k++)
        follow(fractions(&random, 4, 3, random_any_activation), (crease_arith)(k % 3), &random, 12);
}

// max(x, 2 y - 1, 0), then max(-y, y + 3).
static void maxout_by_hand(void)
{
    path p;
    path_init(&p,
              net_of(LAYER("maxout:3", "[[1, 0], [0, 2], [0, 0]]",
                           "[0, -1, 0]") "," LAYER("maxout:2", "[[-1], [1]]", "[0, 3]")),
              CREASE_EXACT);
    static const slong first[3][3] = {{-1, 2, -1}, {-1, 0, 0}, {0, -2, 1}};
    static const slong winner[3][3] = {{1, 0, 0}, {0, 2, -1}, {0, 0, 0}};
    fmpz *row = _fmpz_vec_init(PATH_COLUMNS);
    for (uint32_t piece = 0; piece < 3; piece++) {
        p.maps.layer[1].pattern[0] = piece;
        walk_maps_sync(&p.maps, 2);
        for (size_t c = 0; c < PATH_COLUMNS; c++) {
            walk_maps_form(&p.maps, row, 1, 0, piece); // as many predicates as rows
            CU_ASSERT(fmpz_equal_si(row + c, first[piece][c]));
            walk_maps_form(&p.maps, row, 2, 0, 0); // 2 y + 3
            CU_ASSERT(fmpz_equal_si(row + c, 2 * winner[piece][c] + (c == PATH_INPUTS ? 3 : 0)));
        }
    }
    _fmpz_vec_clear(row, PATH_COLUMNS);
    path_clear(&p);
}

// ---- Rows that are computed, and rows that are not. ----

static bool row_is(const walk_layer *layer, size_t j, slong x, slong y, slong constant)
{
    fmpz *row = _fmpz_vec_init(PATH_COLUMNS);
    integer_map_unpack(row, &layer->integers, rows_at(&layer->integers.rows, j));
    const bool good =
        fmpz_equal_si(row, x) && fmpz_equal_si(row + 1, y) && fmpz_equal_si(row + 2, constant);
    _fmpz_vec_clear(row, PATH_COLUMNS);
    return good;
}

// Rows are made on request, with those that they need; few changes are applied, after many they are
// made again.
static void one_by_one(void)
{
    enum { UNITS = 8 };
    path p;
    path_init(&p,
              net_of(RELU("[[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,0],[8,0]]",
                          "[0,0,0,0,0,0,0,0]") "," RELU("[[1,1,1,1,1,1,1,1],[1,2,3,4,5,6,7,8]]",
                                                        "[0,1]") "," LINEAR("[[1, 1]]", "[0]")),
              CREASE_FILTERED);
    walk_layer *layer = p.maps.layer;
    for (uint32_t i = 0; i < UNITS; i++)
        layer[1].pattern[i] = i < 3;
    walk_maps_sync(&p.maps, 2);
    walk_maps_need_unit(&p.maps, 2, 0);
    CU_ASSERT(layer[2].integers.rows.known[0] && !layer[2].integers.rows.known[1]);
    for (uint32_t i = 0; i < UNITS; i++)
        CU_ASSERT_EQUAL(layer[1].integers.rows.known[i] != 0,
                        i < 3); // units that are off give nothing
    CU_ASSERT(row_is(layer + 2, 0, 1 + 2 + 3, 0, 0));
    layer[1].pattern[7] = 1;
    walk_maps_sync(&p.maps, 2);
    walk_maps_need_unit(&p.maps, 2, 1);
    CU_ASSERT(row_is(layer + 2, 0, 1 + 2 + 3, 0, 0)); // not requested yet
    CU_ASSERT(row_is(layer + 2, 1, 1 + 4 + 9 + 64, 0, 1));
    walk_maps_need_unit(&p.maps, 2, 0);
    CU_ASSERT(row_is(layer + 2, 0, 1 + 2 + 3 + 8, 0, 0));
    // A unit that changes and changes back.
    for (size_t k = 0; k < 2; k++) {
        layer[1].pattern[7] = (uint32_t)k;
        walk_maps_sync(&p.maps, 2);
        walk_maps_need_unit(&p.maps, 2, 1);
    }
    walk_maps_need_unit(&p.maps, 2, 0);
    CU_ASSERT(row_is(layer + 2, 0, 1 + 2 + 3 + 8, 0, 0));
    for (uint32_t i = 0; i < UNITS; i++)
        layer[1].pattern[i] = i >= 5;
    walk_maps_sync(&p.maps, 2);
    walk_maps_need_unit(&p.maps, 2, 1);
    CU_ASSERT(row_is(layer + 2, 1, 36 + 49 + 64, 0, 1));
    CU_ASSERT(all_layers_are_true(&p));
    path_clear(&p);
}

// Integers are made only when requested.
static void on_demand(void)
{
    path p;
    path_init(&p, net_of(RELU("[[1, 2]]", "[-1]") "," LINEAR("[[1]]", "[5]")), CREASE_FILTERED);
    CU_ASSERT_PTR_NULL(p.maps.scaled);
    CU_ASSERT_PTR_NULL(p.maps.layer[1].integers.net);
    CU_ASSERT_EQUAL(p.maps.layer[1].integers.rows.count, 0);
    path_need_integers(&p.maps, 1);
    CU_ASSERT(p.maps.scaled && p.maps.layer[1].integers.current);
    CU_ASSERT_FALSE(p.maps.layer[2].integers.current);
    CU_ASSERT(row_is(p.maps.layer + 1, 0, 1, 2, -1));
    p.maps.layer[1].pattern[0] = 1;
    path_need_integers(&p.maps, 2);
    CU_ASSERT(row_is(p.maps.layer + 2, 0, 1, 2, 4));
    // Forgetting approximations leaves the integers, which are right on any path.
    walk_maps_forget(&p.maps);
    p.maps.layer[1].pattern[0] = 0;
    path_need_integers(&p.maps, 2);
    CU_ASSERT(all_layers_are_true(&p));
    path_clear(&p);
}

UNIT_MAIN("map_integers", {"small_nets", small_nets}, {"planes", planes},
          {"large_numbers", large_numbers}, {"on_demand", on_demand}, {"one_by_one", one_by_one},
          {"maxout_nets", maxout_nets}, {"maxout_by_hand", maxout_by_hand})
