// A deep network, layer by layer, each given by what it does to a few coordinates.
#include "make/stack.h"

#include <assert.h>
#include <stdlib.h>

void stack_open(stack *made, slong inputs, slong layers)
{
    made->net = net_new((size_t)inputs, (size_t)layers);
    made->next = 0;
    fmpq_mat_init(made->below, inputs + 1, inputs + 1);
    fmpq_mat_one(made->below);
}

slong stack_coordinates(const stack *made)
{
    return fmpq_mat_nrows(made->below) - 1;
}

void stack_layer(stack *made, const fmpq_mat_t forms, const char *activation_name)
{
    slong rows = fmpq_mat_nrows(forms), inputs = fmpq_mat_ncols(made->below) - 1;
    activation act;
    if (activation_parse(&act, activation_name, NULL))
        abort(); // the construction names what there is not
    assert(made->next < made->net->layers && rows % (slong)act.rank == 0);
    net_layer *layer = made->net->layer + made->next++;
    net_layer_init(layer, (size_t)inputs, (size_t)rows / act.rank, act);
    fmpq_mat_t composed;
    fmpq_mat_init(composed, rows, inputs + 1);
    fmpq_mat_mul(composed, forms, made->below);
    for (slong i = 0; i < rows; i++) {
        for (slong j = 0; j < inputs; j++)
            fmpq_swap(layer->weight + i * inputs + j, fmpq_mat_entry(composed, i, j));
        fmpq_swap(layer->bias + i, fmpq_mat_entry(composed, i, inputs));
    }
    fmpq_mat_clear(composed);
}

// The greatest factor by which all numbers can be divided so that they stay, or become,
// integers: gcd of numerators over lcm of denominators. Starts at 0.
static void take_content(fmpq_t content, const fmpq *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fmpq_is_zero(numbers + i))
            continue;
        fmpz_gcd(fmpq_numref(content), fmpq_numref(content), fmpq_numref(numbers + i));
        fmpz_lcm(fmpq_denref(content), fmpq_denref(content), fmpq_denref(numbers + i));
    }
}

static void divide(fmpq *numbers, size_t count, const fmpq_t by)
{
    for (size_t i = 0; i < count; i++)
        fmpq_div(numbers + i, numbers + i, by);
}

void stack_integers(stack *made, const fmpq_mat_t forms, const char *activation_name)
{
    stack_layer(made, forms, activation_name);
    net_layer *layer = made->net->layer + made->next - 1;
    size_t rank = layer->act.rank, weights = rank * layer->inputs;
    fmpq_t content;
    fmpq_init(content);
    for (size_t unit = 0; unit < layer->units; unit++) {
        fmpq_zero(content);
        take_content(content, layer->weight + unit * weights, weights);
        take_content(content, layer->bias + unit * rank, rank);
        if (fmpq_is_zero(content))
            continue;
        divide(layer->weight + unit * weights, weights, content);
        divide(layer->bias + unit * rank, rank, content);
    }
    fmpq_clear(content);
}

void stack_read(stack *made, const fmpq_mat_t forms)
{
    slong rows = fmpq_mat_nrows(forms), columns = fmpq_mat_ncols(forms);
    assert(columns == (slong)made->net->layer[made->next - 1].units + 1);
    fmpq_mat_clear(made->below);
    fmpq_mat_init(made->below, rows + 1, columns);
    for (slong i = 0; i < rows; i++)
        for (slong j = 0; j < columns; j++)
            fmpq_set(fmpq_mat_entry(made->below, i, j), fmpq_mat_entry(forms, i, j));
    fmpq_one(fmpq_mat_entry(made->below, rows, columns - 1));
}

void stack_output_layer(stack *made)
{
    slong coordinates = stack_coordinates(made);
    fmpq_mat_t forms;
    fmpq_mat_init(forms, coordinates, coordinates + 1);
    fmpq_mat_one(forms);
    stack_layer(made, forms, "linear");
    fmpq_mat_clear(forms);
}

crease_net *stack_close(stack *made)
{
    assert(made->next == made->net->layers);
    fmpq_mat_clear(made->below);
    return made->net;
}
