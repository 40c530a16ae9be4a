// Layers whose units have different activations: rows, values, identity, files.
#include "net/units.h"
#include "base/random.h"
#include "net/net.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

static activation named(const char *name)
{
    activation act;
    CU_ASSERT_EQUAL_FATAL(activation_parse(&act, name, NULL), CREASE_OK);
    return act;
}

static crease_net *parse(const char *text)
{
    crease_net *net;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&net, text, strlen(text), "test", NULL, &error),
                          CREASE_OK);
    return net;
}

static const char *const names[] = {"relu", "linear", "maxout:3", "hardtanh", "maxout:2"};
static const size_t ranks[] = {1, 1, 3, 1, 2}, pieces[] = {2, 1, 3, 3, 2};
static const size_t predicates[] = {1, 0, 3, 2, 1};
enum { NAMES = sizeof names / sizeof *names };

// Every unit draws a name; the same name may stand in several places of the table.
static void random_layer(net_layer *layer, size_t *drawn, size_t inputs, size_t units,
                         random_state *random)
{
    enum { TABLE = 12 };
    activation act[TABLE];
    size_t name[TABLE];
    uint32_t kind[100];
    for (size_t k = 0; k < TABLE; k++) {
        name[k] = random_below(random, NAMES);
        act[k] = named(names[name[k]]);
    }
    for (size_t u = 0; u < units; u++) {
        kind[u] = (uint32_t)random_below(random, TABLE);
        drawn[u] = name[kind[u]];
    }
    net_layer_init_mixed(layer, inputs, units, act, TABLE, kind);
    for (size_t i = 0; i < layer->rows * inputs; i++)
        fmpq_set_si(layer->weight + i, random_between(random, -6, 6), random_below(random, 5) + 1);
    for (size_t i = 0; i < layer->rows; i++)
        fmpq_set_si(layer->bias + i, random_between(random, -6, 6), random_below(random, 5) + 1);
}

// The largest of the rows of maxout, the others by cases.
static void direct(fmpq_t y, size_t name, const fmpq *z)
{
    fmpq_set(y, z);
    for (size_t r = 1; r < ranks[name]; r++)
        if (fmpq_cmp(z + r, y) > 0)
            fmpq_set(y, z + r);
    if (!strcmp(names[name], "relu") && fmpq_sgn(y) < 0)
        fmpq_zero(y);
    if (!strcmp(names[name], "hardtanh") && fmpq_cmp_si(y, 1) > 0)
        fmpq_set_si(y, 1, 1);
    if (!strcmp(names[name], "hardtanh") && fmpq_cmp_si(y, -1) < 0)
        fmpq_set_si(y, -1, 1);
}

static bool is_laid_out(const net_layer *layer, const size_t *drawn)
{
    size_t row = 0, piece = 0, predicate = 0;
    bool good = layer->unit.units == layer->units;
    for (size_t u = 0; u < layer->units; u++) {
        const unit_table *unit = &layer->unit;
        good &= !strcmp(net_layer_act(layer, u)->name, names[drawn[u]]);
        good &= unit->row[u] == row && unit->piece[u] == piece && unit->predicate[u] == predicate;
        good &= unit_rows(unit, u) == ranks[drawn[u]] && unit_pieces(unit, u) == pieces[drawn[u]];
        good &= unit_predicates(unit, u) == predicates[drawn[u]];
        for (size_t p = 0; p < pieces[drawn[u]]; p++)
            good &= unit_row(unit, u, p) == row + (ranks[drawn[u]] > 1 ? p : 0);
        row += ranks[drawn[u]];
        piece += pieces[drawn[u]];
        predicate += predicates[drawn[u]];
    }
    return good && layer->rows == row && layer->unit.piece[layer->units] == piece;
}

static bool all_kinds_occur_once(const net_layer *layer)
{
    size_t next = 0;
    for (size_t u = 0; u < layer->units; u++) {
        if (layer->unit.kind[u] > next)
            return false;
        next += layer->unit.kind[u] == next;
    }
    for (size_t a = 0; a < layer->kinds; a++)
        for (size_t b = 0; b < a; b++)
            if (!strcmp(layer->act[a].name, layer->act[b].name))
                return false;
    return next == layer->kinds;
}

static void layers(void)
{
    random_state random = unit_random(5);
    CASES(round, 300) {
        size_t inputs = 1 + random_below(&random, 4), units = 1 + random_below(&random, 9);
        size_t drawn[100];
        net_layer layer;
        random_layer(&layer, drawn, inputs, units, &random);
        CU_ASSERT(is_laid_out(&layer, drawn));
        CU_ASSERT(all_kinds_occur_once(&layer));
        fmpq *x = _fmpq_vec_init((slong)inputs), *y = _fmpq_vec_init((slong)units);
        fmpq *z = _fmpq_vec_init((slong)layer.rows + 1), *expected = z + layer.rows;
        for (size_t i = 0; i < inputs; i++)
            fmpq_set_si(x + i, random_between(&random, -9, 9), random_below(&random, 3) + 1);
        net_layer_evaluate(y, &layer, x);
        for (size_t r = 0; r < layer.rows; r++) {
            _fmpq_vec_dot(z + r, layer.weight + r * inputs, x, (slong)inputs);
            fmpq_add(z + r, z + r, layer.bias + r);
        }
        for (size_t u = 0; u < units; u++) {
            direct(expected, drawn[u], z + layer.unit.row[u]);
            CU_ASSERT(fmpq_equal(y + u, expected));
        }
        _fmpq_vec_clear(x, (slong)inputs);
        _fmpq_vec_clear(y, (slong)units);
        _fmpq_vec_clear(z, (slong)layer.rows + 1);
        net_layer_clear(&layer);
    }
}

// Written and read again.
static void round_trips(void)
{
    random_state random = unit_random(7);
    CASES(round, 100) {
        size_t drawn[100], width = 2;
        crease_net *net = net_new(width, 1 + random_below(&random, 3));
        for (size_t l = 0; l < net->layers; l++) {
            random_layer(net->layer + l, drawn, width, 1 + random_below(&random, 5), &random);
            width = net->layer[l].units;
        }
        net_finish(net);
        char *text;
        size_t size;
        FILE *stream = open_memstream(&text, &size);
        crease_net_write(stream, net);
        fclose(stream);
        crease_net *back = parse(text);
        CU_ASSERT_STRING_EQUAL(crease_net_sha256(back), crease_net_sha256(net));
        for (size_t l = 0; l < net->layers; l++) {
            CU_ASSERT_EQUAL(back->layer[l].rows, net->layer[l].rows);
            CU_ASSERT_EQUAL(back->layer[l].kinds, net->layer[l].kinds);
        }
        free(text);
        crease_net_free(back);
        crease_net_free(net);
    }
}

UNIT_MAIN("units", {"layers", layers}, {"round trips", round_trips})
