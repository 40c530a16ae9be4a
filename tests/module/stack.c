// Layers given by forms of coordinates.
#include "make/stack.h"
#include "unit.h"

static void set_row(fmpq_mat_t forms, slong row, const slong *numbers, ulong denominator)
{
    for (slong j = 0; j < fmpq_mat_ncols(forms); j++)
        fmpq_set_si(fmpq_mat_entry(forms, row, j), numbers[j], denominator);
}

static void check_layer(const net_layer *layer, const slong *weights, const slong *biases)
{
    for (size_t i = 0; i < layer->rows * layer->inputs; i++)
        CU_ASSERT(fmpq_equal_si(layer->weight + i, weights[i]));
    for (size_t i = 0; i < layer->rows; i++)
        CU_ASSERT(fmpq_equal_si(layer->bias + i, biases[i]));
}

// y = 3 h_1 - h_2 + 5 is read from the first layer, the second is 2 y - 1 and -y.
static void composes(void)
{
    stack made;
    fmpq_mat_t first, read, second;
    fmpq_mat_init(first, 2, 3);
    fmpq_mat_init(read, 1, 3);
    fmpq_mat_init(second, 2, 2);
    set_row(first, 0, (slong[]){1, 2, 3}, 1);
    set_row(first, 1, (slong[]){-1, 0, 4}, 1);
    set_row(read, 0, (slong[]){3, -1, 5}, 1);
    set_row(second, 0, (slong[]){2, -1}, 1);
    set_row(second, 1, (slong[]){-1, 0}, 1);
    stack_open(&made, 2, 3);
    CU_ASSERT_EQUAL(stack_coordinates(&made), 2);
    stack_layer(&made, first, "relu");
    stack_read(&made, read);
    CU_ASSERT_EQUAL(stack_coordinates(&made), 1);
    stack_layer(&made, second, "abs");
    stack_read(&made, read);
    stack_output_layer(&made);
    crease_net *net = stack_close(&made);
    CU_ASSERT_EQUAL_FATAL(crease_net_layers(net), 3);
    CU_ASSERT_EQUAL(crease_net_hidden(net), 2);
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 1), "abs");
    check_layer(net->layer, (slong[]){1, 2, -1, 0}, (slong[]){3, 4});
    check_layer(net->layer + 1, (slong[]){6, -2, -3, 1}, (slong[]){9, -5});
    check_layer(net->layer + 2, (slong[]){3, -1}, (slong[]){5});
    crease_net_free(net);
    fmpq_mat_clear(second);
    fmpq_mat_clear(read);
    fmpq_mat_clear(first);
}

// Every unit by itself, with all of its rows, and signs kept.
static void integers(void)
{
    stack made;
    fmpq_mat_t forms;
    fmpq_mat_init(forms, 4, 2);
    set_row(forms, 0, (slong[]){-2, 4}, 3);
    set_row(forms, 1, (slong[]){1, 0}, 6);
    set_row(forms, 2, (slong[]){10, -20}, 1);
    set_row(forms, 3, (slong[]){30, 0}, 1);
    stack_open(&made, 1, 1);
    stack_integers(&made, forms, "maxout:2");
    crease_net *net = stack_close(&made);
    check_layer(net->layer, (slong[]){-4, 1, 1, 3}, (slong[]){8, 0, -2, 0});
    crease_net_free(net);
    fmpq_mat_clear(forms);
}

UNIT_MAIN("stack", {"composes", composes}, {"integers", integers})
