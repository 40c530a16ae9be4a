// Hyperplanes as units of one layer.
#include "make/hyperplanes.h"
#include "unit.h"

static void fills(void)
{
    hyperplanes made;
    hyperplanes_open(&made, 3, 2);
    fmpq_set_si(hyperplanes_add(&made, -7) + 1, 5, 1);
    fmpq *second = hyperplanes_add(&made, 4);
    for (int j = 0; j < 3; j++) {
        CU_ASSERT(fmpq_is_zero(second + j));
        fmpq_set_si(second + j, j, 1);
    }
    crease_net *net = hyperplanes_close(&made);
    static const int weights[] = {0, 5, 0, 0, 1, 2}, biases[] = {-7, 4};
    CU_ASSERT_EQUAL(crease_net_inputs(net), 3);
    CU_ASSERT_EQUAL(crease_net_layers(net), 1);
    CU_ASSERT_EQUAL(crease_net_hidden(net), 1);
    CU_ASSERT_EQUAL_FATAL(crease_net_width(net, 0), 2);
    for (int i = 0; i < 6; i++)
        CU_ASSERT(fmpq_equal_si(net->layer->weight + i, weights[i]));
    for (int i = 0; i < 2; i++)
        CU_ASSERT(fmpq_equal_si(net->layer->bias + i, biases[i]));
    crease_net_free(net);
}

UNIT_MAIN("hyperplanes", {"fills", fills})
