// Patterns packed into words: what was put in comes out, and nothing else.
#include "regions/packing.h"

#include "nets.h"
#include "unit.h"

#include <inttypes.h>

// A unit of so many pieces; only their number matters here.
static activation staircase(size_t pieces)
{
    activation act = {.name = memory_copy_text("staircase"), .pieces = pieces};
    act.breakpoint = _fmpq_vec_init((slong)pieces - 1);
    act.slope = _fmpq_vec_init((slong)pieces);
    act.offset = _fmpq_vec_init((slong)pieces);
    for (size_t p = 0; p + 1 < pieces; p++)
        fmpq_set_si(act.breakpoint + p, (slong)p, 1);
    return act;
}

// An output layer after hidden layers of these widths and numbers of pieces.
static crease_net *net_of_shape(const size_t *units, const size_t *pieces, size_t hidden)
{
    crease_net *net = net_new(2, hidden + 1);
    size_t inputs = 2;
    for (size_t l = 0; l < hidden; l++) {
        net_layer_init(net->layer + l, inputs, units[l], staircase(pieces[l]));
        inputs = units[l];
    }
    activation act;
    if (activation_parse(&act, "linear", NULL) != CREASE_OK)
        abort();
    net_layer_init(net->layer + hidden, inputs, 1, act);
    net_finish(net);
    return net;
}

// Random patterns, and those that are all ones.
static void round_trip(const crease_net *net, random_state *random)
{
    packing packed;
    packing_init(&packed, net);
    uint32_t *pattern = memory_new(packed.units, sizeof *pattern);
    uint32_t *back = memory_new(packed.units, sizeof *back);
    uint64_t *words = memory_new(packed.words + 1, sizeof *words);
    for (int round = 0; round < 20; round++) {
        memset(words, 0, packed.words * sizeof *words);
        words[packed.words] = 0x0123456789abcdef;
        uint32_t *in_layer = pattern;
        for (size_t l = 0; l < packed.layers; l++) {
            const packed_layer *of = packed.layer + l;
            for (size_t unit = 0; unit < of->units; unit++)
                in_layer[unit] =
                    round ? (uint32_t)random_below(random, of->pieces) : of->pieces - 1;
            packing_put(words, &packed, l, in_layer);
            in_layer += of->units;
        }
        packing_get(back, &packed, words);
        CU_ASSERT(!memcmp(back, pattern, packed.units * sizeof *pattern));
        CU_ASSERT(packing_equal(&packed, words, pattern));
        CU_ASSERT_EQUAL(words[packed.words], 0x0123456789abcdef);
        if (packed.units) {
            back[random_below(random, packed.units)] += 1;
            CU_ASSERT_FALSE(packing_equal(&packed, words, back));
        }
    }
    free(pattern);
    free(back);
    free(words);
    packing_clear(&packed);
}

static void random_shapes(void)
{
    static const size_t any[] = {1, 2, 3, 4, 5, 16, 17, 256, 257, 65536, 65537};
    const uint64_t seed = 20261121;
    printf("seed %" PRIu64 " ", seed);
    random_state random;
    random_seed(&random, seed);
    for (int round = 0; round < 100; round++) {
        size_t units[4], pieces[4], hidden = 1 + random_below(&random, 4);
        for (size_t l = 0; l < hidden; l++) {
            units[l] = 1 + random_below(&random, 70);
            pieces[l] = any[random_below(&random, round % 10 ? 7 : 11)];
        }
        crease_net *net = net_of_shape(units, pieces, hidden);
        round_trip(net, &random);
        crease_net_free(net);
    }
}

// As many words as the header promises.
static void sizes(void)
{
    static const struct {
        size_t units[2], pieces[2], words;
    } row[] = {
        {{64, 1}, {2, 1}, 1},  {{64, 1}, {2, 2}, 2},  {{65, 5}, {2, 1}, 2},
        {{32, 9}, {3, 1}, 1},  {{32, 1}, {4, 3}, 2},  {{9, 4}, {1, 1}, 0},
        {{3, 30}, {2, 3}, 1},  {{3, 31}, {2, 3}, 2},  {{16, 1}, {5, 1}, 1},
        {{8, 1}, {17, 1}, 1},  {{4, 1}, {257, 1}, 1}, {{2, 1}, {65537, 1}, 1},
        {{60, 1}, {2, 16}, 1}, {{61, 1}, {2, 16}, 2},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        crease_net *net = net_of_shape(row[i].units, row[i].pieces, 2);
        packing packed;
        packing_init(&packed, net);
        CU_ASSERT_EQUAL(packed.words, row[i].words);
        CU_ASSERT_EQUAL(packed.layers, 2);
        CU_ASSERT_EQUAL(packed.units, row[i].units[0] + row[i].units[1]);
        packing_clear(&packed);
        crease_net_free(net);
    }
}

static void no_hidden_layer(void)
{
    crease_net *net = net_of_shape(NULL, NULL, 0);
    packing packed;
    packing_init(&packed, net);
    CU_ASSERT_EQUAL(packed.layers, 0);
    CU_ASSERT_EQUAL(packed.units, 0);
    CU_ASSERT_EQUAL(packed.words, 0);
    CU_ASSERT(packing_equal(&packed, NULL, NULL));
    packing_clear(&packed);
    crease_net_free(net);
}

UNIT_MAIN("packing", {"random shapes", random_shapes}, {"sizes", sizes},
          {"no hidden layer", no_hidden_layer})
