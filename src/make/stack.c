// A deep network, layer by layer, each given by what it does to a few coordinates.
#include "make/stack.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <stdio.h>

void stack_open(stack *network, slong inputs)
{
    ASSERT(inputs > 0);
    network->net = net_new((size_t)inputs, 0);
    network->capacity = 0;
    fmpq_mat_init(network->below, inputs + 1, inputs + 1);
    fmpq_mat_one(network->below);
}

slong stack_coordinates(const stack *network)
{
    return fmpq_mat_nrows(network->below) - 1;
}

void stack_layer(stack *network, const fmpq_mat_t forms, const char *activation_name)
{
    ASSERT(fmpq_mat_ncols(forms) == stack_coordinates(network) + 1);
    slong rows = fmpq_mat_nrows(forms), inputs = fmpq_mat_ncols(network->below) - 1;
    activation act;
    if (activation_parse(&act, activation_name, NULL))
        FATAL("a construction names the activation %s", activation_name);
    ASSERT(rows % (slong)act.rank == 0);
    MEMORY_RESERVE(network->net->layer, network->capacity, network->net->layers + 1);
    net_layer *layer = network->net->layer + network->net->layers++;
    net_layer_init(layer, (size_t)inputs, (size_t)rows / act.rank, act);
    fmpq_mat_t composed;
    fmpq_mat_init(composed, rows, inputs + 1);
    if (network->net->layers == 1)
        fmpq_mat_set(composed, forms); // nothing is below
    else
        fmpq_mat_mul(composed, forms, network->below);
    for (slong i = 0; i < rows; i++) {
        for (slong j = 0; j < inputs; j++)
            fmpq_swap(layer->weight + i * inputs + j, fmpq_mat_entry(composed, i, j));
        fmpq_swap(layer->bias + i, fmpq_mat_entry(composed, i, inputs));
    }
    fmpq_mat_clear(composed);
}

// The largest number that all numbers are multiples of: the gcd of numerators over the lcm of
// denominators. content is 0, or that of other numbers, which join in.
static void forms_content(fmpq_t content, const fmpq *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fmpq_is_zero(numbers + i))
            continue;
        fmpz_gcd(fmpq_numref(content), fmpq_numref(content), fmpq_numref(numbers + i));
        fmpz_lcm(fmpq_denref(content), fmpq_denref(content), fmpq_denref(numbers + i));
    }
}

static void divide_forms(fmpq *numbers, size_t count, const fmpq_t by)
{
    for (size_t i = 0; i < count; i++)
        fmpq_div(numbers + i, numbers + i, by);
}

void stack_integers(stack *network, const fmpq_mat_t forms, const char *activation_name)
{
    ASSERT(fmpq_mat_ncols(forms) == stack_coordinates(network) + 1);
    stack_layer(network, forms, activation_name);
    net_layer *layer = network->net->layer + network->net->layers - 1;
    size_t rank = layer->act->rank, weights = rank * layer->inputs;
    fmpq_t content;
    fmpq_init(content);
    for (size_t unit = 0; unit < layer->units; unit++) {
        fmpq_zero(content);
        forms_content(content, layer->weight + unit * weights, weights);
        forms_content(content, layer->bias + unit * rank, rank);
        if (fmpq_is_zero(content))
            continue;
        divide_forms(layer->weight + unit * weights, weights, content);
        divide_forms(layer->bias + unit * rank, rank, content);
    }
    fmpq_clear(content);
}

void stack_read(stack *network, const fmpq_mat_t forms)
{
    slong rows = fmpq_mat_nrows(forms), columns = fmpq_mat_ncols(forms);
    ASSERT(columns == (slong)network->net->layer[network->net->layers - 1].units + 1);
    fmpq_mat_clear(network->below);
    fmpq_mat_init(network->below, rows + 1, columns);
    for (slong i = 0; i < rows; i++)
        for (slong j = 0; j < columns; j++)
            fmpq_set(fmpq_mat_entry(network->below, i, j), fmpq_mat_entry(forms, i, j));
    fmpq_one(fmpq_mat_entry(network->below, rows, columns - 1));
}

void stack_output_layer(stack *network)
{
    slong coordinates = stack_coordinates(network);
    fmpq_mat_t forms;
    fmpq_mat_init(forms, coordinates, coordinates + 1);
    fmpq_mat_one(forms);
    stack_layer(network, forms, "linear");
    fmpq_mat_clear(forms);
}

crease_net *stack_close(stack *network)
{
    fmpq_mat_clear(network->below);
    return network->net;
}

// ---- Layers that do the same to every coordinate ----

void wave_init(wave *w, slong units, slong rank)
{
    ASSERT(units > 0 && rank > 0);
    w->units = units;
    w->rank = rank;
    snprintf(w->activation, sizeof w->activation, rank == 1 ? "relu" : "maxout:%ld", (long)rank);
    fmpq_mat_init(w->forms, units * rank, 2);
    fmpq_mat_init(w->weights, 1, units + 1);
}

void wave_row(wave *w, slong row, slong slope, slong constant)
{
    ASSERT(row >= 0 && row < w->units * w->rank);
    fmpq_set_si(fmpq_mat_entry(w->forms, row, 0), slope, 1);
    fmpq_set_si(fmpq_mat_entry(w->forms, row, 1), constant, 1);
}

void wave_weight(wave *w, slong unit, slong weight)
{
    ASSERT(unit >= 0 && unit <= w->units);
    fmpq_set_si(fmpq_mat_entry(w->weights, 0, unit), weight, 1);
}

void wave_stretch(wave *w, slong numerator, slong denominator)
{
    ASSERT(numerator != 0 && denominator > 0);
    fmpq_t factor;
    fmpq_init(factor);
    fmpq_set_si(factor, numerator, (ulong)denominator);
    for (slong row = 0; row < w->units * w->rank; row++)
        fmpq_mul(fmpq_mat_entry(w->forms, row, 0), fmpq_mat_entry(w->forms, row, 0), factor);
    fmpq_clear(factor);
}

static void fill_layer(fmpq_mat_t forms, const wave *w, slong coordinates)
{
    slong rows = w->units * w->rank;
    for (slong j = 0; j < coordinates; j++)
        for (slong i = 0; i < rows; i++) {
            fmpq_set(fmpq_mat_entry(forms, j * rows + i, j), fmpq_mat_entry(w->forms, i, 0));
            fmpq_set(fmpq_mat_entry(forms, j * rows + i, coordinates),
                     fmpq_mat_entry(w->forms, i, 1));
        }
    for (slong i = coordinates * rows; i < fmpq_mat_nrows(forms); i++)
        fmpq_set_si(fmpq_mat_entry(forms, i, coordinates), -1, 1);
}

static void wave_fill_read(fmpq_mat_t read, const wave *w)
{
    for (slong j = 0; j < fmpq_mat_nrows(read); j++) {
        for (slong i = 0; i < w->units; i++)
            fmpq_set(fmpq_mat_entry(read, j, j * w->units + i), fmpq_mat_entry(w->weights, 0, i));
        fmpq_set(fmpq_mat_entry(read, j, fmpq_mat_ncols(read) - 1),
                 fmpq_mat_entry(w->weights, 0, w->units));
    }
}

void stack_wave(stack *network, wave *w, slong spare)
{
    ASSERT(spare >= 0);
    slong coordinates = stack_coordinates(network), units = coordinates * w->units + spare;
    fmpq_mat_t forms, read;
    fmpq_mat_init(forms, units * w->rank, coordinates + 1);
    fmpq_mat_init(read, coordinates, units + 1);
    fill_layer(forms, w, coordinates);
    wave_fill_read(read, w);
    stack_layer(network, forms, w->activation);
    stack_read(network, read);
    fmpq_mat_clear(read);
    fmpq_mat_clear(forms);
    fmpq_mat_clear(w->forms);
    fmpq_mat_clear(w->weights);
}

void stack_small_wave(stack *network, slong units, slong rank, const slong (*row)[2],
                      const slong *weight)
{
    wave w;
    wave_init(&w, units, rank);
    for (slong i = 0; i < units * rank; i++)
        wave_row(&w, i, row[i][0], row[i][1]);
    for (slong i = 0; i <= units; i++)
        wave_weight(&w, i, weight[i]);
    stack_wave(network, &w, 0);
}

void stack_sawtooth(stack *network, slong p, slong spare)
{
    ASSERT(p > 0 && spare >= 0);
    wave w;
    wave_init(&w, p, 1);
    for (slong i = 0; i < p; i++) {
        wave_row(&w, i, p, -i);
        wave_weight(&w, i, i == 0 ? 1 : i % 2 ? -2 : 2);
    }
    stack_wave(network, &w, spare);
}

void stack_zigzag(stack *network, slong p, bool first, slong spare)
{
    ASSERT(p >= 3 && spare >= 0);
    wave w;
    wave_init(&w, p, 1);
    for (slong i = 0; i < p; i++) {
        slong side = i == 2 ? -1 : 1;
        wave_row(&w, i, side, 0);
        fmpq_set_si(fmpq_mat_entry(w.forms, i, 1), -side * (2 * i + 1), 2);
        wave_weight(&w, i, i == 0 ? -3 : i % 2 ? 2 : -2);
    }
    wave_weight(&w, p, 5);
    if (!first)
        wave_stretch(&w, 2 * p + 1, 2);
    stack_wave(network, &w, spare);
}

// ---- The support function of a zonotope ----

void stack_zonotope(stack *network, slong m)
{
    ASSERT(m > 0);
    slong d = stack_coordinates(network);
    fmpq_mat_t forms, read;
    fmpq_mat_init(forms, 2 * m, d + 1);
    fmpq_mat_init(read, 1, 2 * m + 1);
    for (slong i = 0; i < m; i++)
        for (slong j = 0; j < d; j++) {
            fmpq *entry = fmpq_mat_entry(forms, 2 * i, j);
            fmpz_set_si(fmpq_numref(entry), i + 1);
            fmpz_pow_ui(fmpq_numref(entry), fmpq_numref(entry), (ulong)j);
            fmpq_neg(fmpq_mat_entry(forms, 2 * i + 1, j), entry);
        }
    for (slong i = 0; i < 2 * m; i++)
        fmpq_one(fmpq_mat_entry(read, 0, i));
    stack_layer(network, forms, "relu");
    stack_read(network, read);
    fmpq_mat_clear(read);
    fmpq_mat_clear(forms);
}
