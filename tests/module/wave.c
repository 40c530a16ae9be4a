// Waves: what a coordinate becomes, and what is spared.
#include "make/wave.h"
#include "built.h"
#include "unit.h"

// g(s) = 2 relu(s) - relu((3 s - 1) / 2) + 1, of two coordinates, with three units to spare.
static crease_net *build(slong stretch)
{
    wave w;
    stack made;
    wave_init(&w, 2, 1);
    wave_row(&w, 0, 1, 0, 1);
    wave_row(&w, 1, 3, -1, 2);
    wave_weight(&w, 0, 2);
    wave_weight(&w, 1, -1);
    wave_weight(&w, 2, 1);
    if (stretch != 1)
        wave_stretch(&w, stretch, 2);
    stack_open(&made, 1, 2);
    stack_wave(&made, &w, 3);
    stack_output_layer(&made);
    wave_clear(&w);
    return stack_close(&made);
}

static void values(void)
{
    crease_net *net = build(1);
    CU_ASSERT_EQUAL(crease_net_width(net, 0), 5);
    built_value(net, -4, 1, 1, 1);
    built_value(net, 1, 3, 5, 3);
    built_value(net, 1, 1, 2, 1);
    crease_net_free(net);
    net = build(3); // s = 3/2 y
    built_value(net, 2, 9, 5, 3);
    built_value(net, 2, 3, 2, 1);
    crease_net_free(net);
}

static void maxout(void)
{
    wave w;
    stack made;
    wave_init(&w, 1, 3);
    for (slong r = 0; r < 3; r++)
        wave_row(&w, r, r - 1, 0, 1);
    wave_weight(&w, 0, 7);
    stack_open(&made, 2, 1);
    stack_wave(&made, &w, 0);
    CU_ASSERT_EQUAL(stack_coordinates(&made), 2);
    crease_net *net = stack_close(&made);
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 0), "maxout:3");
    CU_ASSERT_EQUAL(net->layer->rows, 6);
    for (size_t i = 0; i < 12; i++) // rows (r - 1) x_1, then (r - 1) x_2
        CU_ASSERT(
            fmpq_equal_si(net->layer->weight + i, i / 6 == i % 2 ? (slong)(i / 2 % 3) - 1 : 0));
    crease_net_free(net);
    wave_clear(&w);
}

UNIT_MAIN("wave", {"values", values}, {"maxout", maxout})
