// Tests of the storage of a layer: all weights, or those that are not zero.
#include "net/layer.h"
#include "base/memory.h"
#include "base/random.h"
#include "net/net.h"
#include "unit.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static activation named(const char *name)
{
    activation act;
    CU_ASSERT_EQUAL_FATAL(activation_parse(&act, name, NULL), CREASE_OK);
    return act;
}

// Some rows empty, some full, most with few entries.
static void random_matrix(fmpq *weight, size_t rows, size_t inputs, random_state *random)
{
    for (size_t r = 0; r < rows; r++) {
        uint64_t kind = random_below(random, 4),
                 share = kind == 0 ? 1 : 1 + random_below(random, 9);
        for (size_t i = 0; i < inputs && kind != 1; i++)
            if (random_below(random, share) == 0) {
                slong numerator = (slong)random_between(random, -9, 9);
                fmpq_set_si(weight + r * inputs + i, numerator, 1 + random_below(random, 3));
            }
    }
}

static void check_weights(const net_layer *layer, const fmpq *weight)
{
    fmpq_t found;
    fmpq_init(found);
    size_t entries = 0;
    bool good = true;
    for (size_t r = 0; r < layer->rows; r++) {
        sparsity_row row = sparsity_row_of(&layer->support, r);
        entries += row.count;
        for (size_t k = 0; k + 1 < row.count; k++)
            good &= row_column(&row, k) < row_column(&row, k + 1);
        for (size_t i = 0; i < layer->inputs; i++) {
            net_layer_weight(found, layer, r, i);
            good &= fmpq_equal(found, weight + r * layer->inputs + i);
        }
    }
    CU_ASSERT(good);
    CU_ASSERT_EQUAL(entries, sparsity_entries(&layer->support));
    fmpq_clear(found);
}

// A layer made from entries one by one, then stored in each way: the same weights, values and
// identity.
static void check_storages(random_state *random)
{
    size_t rank = 1 + random_below(random, 3), units = 1 + random_below(random, 40);
    size_t rows = rank * units, inputs = 1 + random_below(random, 120);
    fmpq *weight = _fmpq_vec_init((slong)(rows * inputs)), *x = _fmpq_vec_init((slong)inputs);
    fmpq *y = _fmpq_vec_init((slong)units), *first = _fmpq_vec_init((slong)units);
    random_matrix(weight, rows, inputs, random);
    for (size_t i = 0; i < inputs; i++)
        fmpq_set_si(x + i, (slong)random_between(random, -9, 9), 7);
    weight_rows made = {0};
    for (size_t r = 0; r < rows; r++) {
        for (size_t i = 0; i < inputs; i++)
            if (!fmpq_is_zero(weight + r * inputs + i) || random_below(random, 5) == 0)
                fmpq_set(weight_rows_add(&made, i), weight + r * inputs + i);
        weight_rows_end(&made);
    }
    crease_net *net = net_new(inputs, 1);
    net_layer *layer = net->layer;
    char name[16], identity[65] = "";
    snprintf(name, sizeof name, rank > 1 ? "maxout:%zu" : "relu", rank);
    activation act = named(name);
    net_layer_init_rows(layer, &made, inputs, units, &act, 1, NULL);
    CU_ASSERT(made.rows == 0 && made.start == NULL && made.weight == NULL);
    CU_ASSERT(layer->rows == rows && layer->units == units && layer->inputs == inputs);
    for (size_t r = 0; r < rows; r++)
        fmpq_set_si(layer->bias + r, (slong)random_between(random, -3, 3), 2);

    static const net_storage storage[] = {STORE_NONZERO, STORE_ALL,       STORE_NONZERO,
                                          STORE_NONZERO, STORE_WHAT_PAYS, STORE_ALL};
    for (size_t s = 0; s < sizeof storage / sizeof *storage; s++) {
        check_weights(layer, weight);
        net_layer_evaluate(s ? y : first, layer, x);
        for (size_t u = 0; u < units && s; u++)
            CU_ASSERT(fmpq_equal(y + u, first + u));
        net_finish(net);
        CU_ASSERT(!s || strcmp(identity, net->sha256) == 0);
        memcpy(identity, net->sha256, sizeof identity);
        net_layer copy;
        net_layer_copy(&copy, layer);
        check_weights(&copy, weight);
        net_layer_clear(&copy);
        net_layer_store(layer, storage[s]);
        if (storage[s] != STORE_WHAT_PAYS)
            CU_ASSERT_EQUAL(layer->support.start != NULL, storage[s] == STORE_NONZERO);
    }
    crease_net_free(net);
    _fmpq_vec_clear(weight, (slong)(rows * inputs));
    _fmpq_vec_clear(x, (slong)inputs);
    _fmpq_vec_clear(y, (slong)units);
    _fmpq_vec_clear(first, (slong)units);
}

static void storages(void)
{
    const char *text = getenv("CREASE_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 10) : 1;
    random_state random = unit_random(seed);
    CASES(k, 60)
        check_storages(&random);
}

// Twice transposed is the same; entries go to their places.
static void transposed(void)
{
    random_state random = unit_random(11);
    CASES(trial, 40) {
        size_t rows = 1 + random_below(&random, 30), columns = 1 + random_below(&random, 30);
        weight_rows made = {0};
        for (size_t r = 0; r < rows; r++) {
            for (size_t c = 0; c < columns; c++)
                if (random_below(&random, 4) == 0)
                    fmpq_one(weight_rows_add(&made, c));
            weight_rows_end(&made);
        }
        sparsity s = sparsity_copy(&(sparsity){rows, columns, made.start, made.column});
        size_t *from, *back;
        sparsity t = sparsity_transpose(&s, NULL, &from),
                 again = sparsity_transpose(&t, NULL, &back);
        CU_ASSERT(t.rows == columns && t.columns == rows);
        for (size_t c = 0; c < columns; c++)
            for (size_t k = t.start[c]; k < t.start[c + 1]; k++)
                CU_ASSERT_EQUAL(sparsity_find(&s, t.column[k], c), from[k]);
        CU_ASSERT_EQUAL(sparsity_entries(&again), sparsity_entries(&s));
        for (size_t k = 0; k < made.entries; k++)
            CU_ASSERT(again.column[k] == s.column[k] && from[back[k]] == k);
        sparsity_clear(&s);
        sparsity_clear(&t);
        sparsity_clear(&again);
        free(from);
        free(back);
        weight_rows_clear(&made);
    }
}

UNIT_MAIN("layer", {"storages", storages}, {"transposed", transposed})
