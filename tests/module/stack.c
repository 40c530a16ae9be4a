// Layers given by forms of coordinates, waves, sawtooths and zonotopes.
#include "make/stack.h"
#include "built.h"
#include "unit.h"

// ---- Layers given by forms of coordinates ----

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
    stack_open(&made, 2);
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
    stack_open(&made, 1);
    stack_integers(&made, forms, "maxout:2");
    crease_net *net = stack_close(&made);
    check_layer(net->layer, (slong[]){-4, 1, 1, 3}, (slong[]){8, 0, -2, 0});
    crease_net_free(net);
    fmpq_mat_clear(forms);
}

// ---- Waves: what a coordinate becomes, and what is spared ----

// g(s) = 2 relu(s) - relu(3 s - 1) + 1, of two coordinates, with three units to spare.
static crease_net *build(slong stretch)
{
    wave w;
    stack made;
    wave_init(&w, 2, 1);
    wave_row(&w, 0, 1, 0);
    wave_row(&w, 1, 3, -1);
    wave_weight(&w, 0, 2);
    wave_weight(&w, 1, -1);
    wave_weight(&w, 2, 1);
    if (stretch != 1)
        wave_stretch(&w, stretch, 2);
    stack_open(&made, 1);
    stack_wave(&made, &w, 3);
    stack_output_layer(&made);
    return stack_close(&made);
}

static void wave_values(void)
{
    crease_net *net = build(1);
    CU_ASSERT_EQUAL(crease_net_width(net, 0), 5);
    built_value(net, -4, 1, 1, 1);
    built_value(net, 1, 3, 5, 3);
    built_value(net, 1, 1, 1, 1);
    crease_net_free(net);
    net = build(3); // s = 3/2 y
    built_value(net, 2, 9, 5, 3);
    built_value(net, 2, 3, 1, 1);
    crease_net_free(net);
}

static void maxout(void)
{
    wave w;
    stack made;
    wave_init(&w, 1, 3);
    for (slong r = 0; r < 3; r++)
        wave_row(&w, r, r - 1, 0);
    wave_weight(&w, 0, 7);
    stack_open(&made, 2);
    stack_wave(&made, &w, 0);
    CU_ASSERT_EQUAL(stack_coordinates(&made), 2);
    crease_net *net = stack_close(&made);
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 0), "maxout:3");
    CU_ASSERT_EQUAL(net->layer->rows, 6);
    for (size_t i = 0; i < 12; i++) // rows (r - 1) x_1, then (r - 1) x_2
        CU_ASSERT(
            fmpq_equal_si(net->layer->weight + i, i / 6 == i % 2 ? (slong)(i / 2 % 3) - 1 : 0));
    crease_net_free(net);
}

// ---- Sawtooths of p edges ----

// Zero at even multiples of 1/p and one at odd ones, linear in between.
static void sawtooth_values(void)
{
    for (slong p = 1; p <= 6; p++) {
        char arguments[32];
        snprintf(arguments, sizeof arguments, "widths=%ld", (long)p);
        crease_net *net = built_from("arora:line", arguments);
        for (slong i = 0; i <= p; i++)
            built_value(net, i, (ulong)p, i % 2, 1);
        for (slong i = 0; i < p; i++)
            built_value(net, 2 * i + 1, (ulong)(2 * p), 1, 2);
        built_value(net, -1, 1, 0, 1);
        crease_net_free(net);
    }
}

// ---- The layer of a norm ----

// gamma(x) = |x| + |x| on a line, and one edge reads it out.
static void norm(void)
{
    crease_net *net = built_from("arora:zonotope", "d=1 m=2 widths=1");
    built_value(net, -3, 7, 6, 7);
    built_value(net, 3, 7, 6, 7);
    crease_net_free(net);
}

// b_t = (1, t, t^2), once with either sign.
static void normals(void)
{
    crease_net *net = built_from("arora:zonotope", "d=3 m=4 widths=1");
    CU_ASSERT_EQUAL_FATAL(crease_net_width(net, 0), 8);
    for (slong t = 1; t <= 4; t++)
        for (slong j = 0, power = 1; j < 3; j++, power *= t) {
            CU_ASSERT(fmpq_equal_si(net->layer->weight + 6 * (t - 1) + j, power));
            CU_ASSERT(fmpq_equal_si(net->layer->weight + 6 * (t - 1) + 3 + j, -power));
        }
    crease_net_free(net);
}

static void cones(void)
{
    built_claims("arora:zonotope", "d=3 m=2 widths=1",
                 "activation_regions = 4; linear_regions = 4");
    built_claims("arora:zonotope", "d=3 m=5 widths=1",
                 "activation_regions = 22; linear_regions = 22");
}

UNIT_MAIN("stack", {"stack: composes", composes}, {"stack: integers", integers},
          {"wave: values", wave_values}, {"wave: maxout", maxout},
          {"sawtooth: values", sawtooth_values}, {"zonotope: norm", norm},
          {"zonotope: normals", normals}, {"zonotope: cones", cones})
