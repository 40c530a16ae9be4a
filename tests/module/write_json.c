// Tests of crease_net_write.
#include "base/random.h"
#include "net/net.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>

// The caller frees the text.
static char *write_text(const crease_net *net)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    crease_net_write(stream, net);
    CU_ASSERT_EQUAL(ferror(stream), 0);
    fclose(stream);
    return text;
}

static crease_net *parse(const char *text)
{
    crease_net *net;
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&net, text, strlen(text), "test", NULL, NULL),
                          CREASE_OK);
    return net;
}

static void check_round_trip(const crease_net *net)
{
    char *text = write_text(net);
    crease_net *back = parse(text);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(back), crease_net_sha256(net));
    CU_ASSERT_STRING_EQUAL(crease_net_about(back), crease_net_about(net));
    CU_ASSERT_EQUAL_FATAL(back->layers, net->layers);
    CU_ASSERT_EQUAL(back->inputs, net->inputs);
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *a = back->layer + l, *b = net->layer + l;
        CU_ASSERT_STRING_EQUAL(a->act->name, b->act->name);
        CU_ASSERT_EQUAL_FATAL(a->units, b->units);
        CU_ASSERT_EQUAL_FATAL(a->rows, b->rows);
        for (size_t i = 0; i < b->rows * b->inputs; i++)
            CU_ASSERT(fmpq_equal(a->weight + i, b->weight + i));
        for (size_t i = 0; i < b->rows; i++)
            CU_ASSERT(fmpq_equal(a->bias + i, b->bias + i));
    }
    char *again = write_text(back);
    CU_ASSERT_STRING_EQUAL(again, text);
    free(again);
    free(text);
    crease_net_free(back);
}

static void check_written(const char *from, const char *to)
{
    crease_net *net = parse(from);
    char *text = write_text(net);
    CU_ASSERT_STRING_EQUAL(text, to);
    free(text);
    check_round_trip(net);
    crease_net_free(net);
}

// Doubles are written as doubles, whatever `numbers` was.
static void doubles(void)
{
    check_written("{\"inputs\":2,\"numbers\":\"binary32\",\"about\":\"a fold\",\"layers\":"
                  "[{\"weights\":[[0.5,-3],[\"7e2\",0.1]],\"bias\":[0,1.25],"
                  "\"activation\":\"leaky:0.1\"},"
                  "{\"weights\":[[1,-1]],\"bias\":[\"1e-20\"],\"activation\":\"linear\"}]}",
                  "{\"inputs\": 2,\n"
                  " \"numbers\": \"binary64\",\n"
                  " \"about\": \"a fold\",\n"
                  " \"layers\": [\n"
                  "  {\"weights\": [[0.5, -3],\n"
                  "               [700, 0.10000000149011612]],\n"
                  "   \"bias\": [0, 1.25],\n"
                  "   \"activation\": \"leaky:1/10\"},\n"
                  "  {\"weights\": [[1, -1]],\n"
                  "   \"bias\": [9.999999682655225e-21],\n"
                  "   \"activation\": \"linear\"}\n"
                  " ]}\n");
}

static void random_rational(fmpq_t x, random_state *random)
{
    fmpq_set_si(x, random_between(random, -99, 99), 1);
    if (random_below(random, 2))
        fmpq_set_si(x, (slong)random_bits(random), (random_bits(random) >> 1) + 1);
    if (random_below(random, 10) == 0)
        fmpq_mul_2exp(x, x, random_below(random, 3000));
    if (random_below(random, 10) == 0)
        fmpq_div_2exp(x, x, random_below(random, 3000));
}

static void random_double(fmpq_t x, random_state *random)
{
    fmpq_set_si(x, random_between(random, -(INT64_C(1) << 53), INT64_C(1) << 53), 1);
    fmpq_div_2exp(x, x, random_below(random, 1075));
}

static void round_trips(void)
{
    static const char *const activations[] = {
        "relu",   "leaky:1/10", "leaky:-22/7",          "abs",      "hardtanh",
        "linear", "leaky:1",    "pwl:-1,1/3;0,1/7,2;5", "maxout:2", "maxout:3"};
    random_state random = unit_random(21);
    CASES(round, 200) {
        void (*random_number)(fmpq_t, random_state *) =
            random_below(&random, 2) ? random_rational : random_double;
        size_t inputs = 1 + random_below(&random, 6), width = inputs;
        crease_net *net = net_new(inputs, 1 + random_below(&random, 4));
        for (size_t l = 0; l < net->layers; l++) {
            activation act;
            activation_parse(&act, activations[random_below(&random, 10)], NULL);
            net_layer *layer = net->layer + l;
            net_layer_init(layer, width, 1 + random_below(&random, 6), act);
            for (size_t i = 0; i < layer->rows * width; i++)
                random_number(layer->weight + i, &random);
            for (size_t i = 0; i < layer->rows; i++)
                random_number(layer->bias + i, &random);
            width = layer->units;
        }
        net_finish(net);
        check_round_trip(net);
        crease_net_free(net);
    }
}

UNIT_MAIN("write_json", {"doubles", doubles}, {"round trips", round_trips})
