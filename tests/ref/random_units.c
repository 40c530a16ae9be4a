// One unit of a random network, of a kind chosen at random.
#include "random_units.h"

#include <flint/fmpq_vec.h>

bool random_one_in(unit_maker *maker, uint64_t n)
{
    return random_below(&maker->random, n) == 0;
}

slong random_integer(unit_maker *maker, int range)
{
    return (slong)random_between(&maker->random, -range, range);
}

// The row to be filled: the only one of its unit, or one of several.
typedef struct {
    fmpq *row, *bias;
    const net_layer *layer;
    const activation *act; // of its unit
    size_t index;          // earlier rows of the layer are filled
} blank;

static void any_row(unit_maker *maker, const blank *u)
{
    for (size_t i = 0; i < u->layer->inputs; i++)
        fmpq_set_si(u->row + i, random_one_in(maker, 4) ? 0 : random_integer(maker, maker->range),
                    1);
}

static void any_bias(unit_maker *maker, const blank *u)
{
    fmpq_set_si(u->bias, random_one_in(maker, 2) ? 0 : random_integer(maker, maker->range), 1);
}

// The crease of some breakpoint runs through the image of a chosen point.
static void bias_through_point(unit_maker *maker, const blank *u)
{
    const activation *act = u->act;
    const fmpq *image = maker->image[random_below(&maker->random, RANDOM_POINTS)];
    fmpq_zero(u->bias);
    size_t breakpoints = activation_breakpoints(act);
    if (breakpoints > 0)
        fmpq_set(u->bias, act->breakpoint + random_below(&maker->random, breakpoints));
    for (size_t i = 0; i < u->layer->inputs; i++)
        fmpq_submul(u->bias, u->row + i, image + i);
}

static void make_free(unit_maker *maker, const blank *u)
{
    any_row(maker, u);
    any_bias(maker, u);
}

static void make_concurrent(unit_maker *maker, const blank *u)
{
    any_row(maker, u);
    bias_through_point(maker, u);
}

static void make_constant(unit_maker *maker, const blank *u)
{
    if (random_one_in(maker, 2))
        any_bias(maker, u);
    else
        bias_through_point(maker, u); // identically at a breakpoint
}

// Along a coordinate; if the chosen point is a generator of the box, along its border.
static void make_along_axis(unit_maker *maker, const blank *u)
{
    size_t axis = random_below(&maker->random, u->layer->inputs);
    fmpq_set_si(u->row + axis, random_one_in(maker, 2) ? 1 : -1, 1);
    bias_through_point(maker, u);
}

// Vanishes wherever two inputs agree, such as two units that are both inactive.
static void make_difference(unit_maker *maker, const blank *u)
{
    size_t other = random_below(&maker->random, u->layer->inputs);
    make_along_axis(maker, u);
    fmpq_sub_si(u->row + other, u->row + other, 1);
    bias_through_point(maker, u);
    if (random_one_in(maker, 2))
        fmpq_zero(u->bias);
}

// Never active on the values of a ReLU layer, and zero where those are.
static void make_dead(unit_maker *maker, const blank *u)
{
    for (size_t i = 0; i < u->layer->inputs; i++)
        fmpq_set_si(u->row + i, (slong)random_between(&maker->random, -maker->range, 0), 1);
    fmpq_set_si(u->bias, (slong)random_between(&maker->random, -1, 0), 1);
}

// A multiple of an earlier row, perhaps shifted: the same crease, or a parallel one.
static void make_multiple(unit_maker *maker, const blank *u)
{
    static const slong factor[][2] = {{1, 1}, {-1, 1}, {2, 1}, {-2, 1}, {1, 3}, {0, 1}};
    if (u->index == 0) {
        make_free(maker, u);
        return;
    }
    fmpq_t times;
    fmpq_init(times);
    const slong *chosen = factor[random_below(&maker->random, sizeof factor / sizeof *factor)];
    fmpq_set_si(times, chosen[0], (ulong)chosen[1]);
    size_t earlier = random_below(&maker->random, u->index);
    for (size_t i = 0; i < u->layer->inputs; i++)
        fmpq_mul(u->row + i, u->layer->weight + earlier * u->layer->inputs + i, times);
    fmpq_mul(u->bias, u->layer->bias + earlier, times);
    if (random_one_in(maker, 3))
        fmpq_add_si(u->bias, u->bias, random_integer(maker, 2));
    fmpq_clear(times);
}

static void (*const kinds[])(unit_maker *, const blank *) = {
    make_free,       make_concurrent, make_concurrent, make_constant,   make_along_axis,
    make_along_axis, make_multiple,   make_multiple,   make_difference, make_dead,
};

static blank blank_row(net_layer *layer, size_t row)
{
    size_t unit = 0;
    while (layer->unit.row[unit + 1] <= row)
        unit++;
    return (blank){layer->weight + row * layer->inputs, layer->bias + row, layer,
                   net_layer_act(layer, unit), row};
}

static void random_row(unit_maker *maker, net_layer *layer, size_t row)
{
    blank u = blank_row(layer, row);
    if (random_below(&maker->random, 8) < maker->plain)
        make_free(maker, &u);
    else
        kinds[random_below(&maker->random, sizeof kinds / sizeof *kinds)](maker, &u);
}

// ---- Maxout: the rows of a unit together. ----

// row = row 0 of the unit + times * another row.
static void add_multiple(net_layer *layer, size_t row, size_t first, slong times, const fmpq *other)
{
    fmpq_t factor;
    fmpq_init(factor);
    fmpq_set_si(factor, times, 1);
    size_t n = layer->inputs;
    for (size_t i = 0; i <= n; i++) {
        fmpq *to = i < n ? layer->weight + row * n + i : layer->bias + row;
        fmpq_set(to, i < n ? layer->weight + first * n + i : layer->bias + first);
        fmpq_addmul(to, factor, other + i);
    }
    fmpq_clear(factor);
}

// Each row of any kind, some equal to an earlier one of the unit, or shifted.
static void make_rows(unit_maker *maker, net_layer *layer, size_t first, size_t rank)
{
    fmpq *constant = _fmpq_vec_init((slong)layer->inputs + 1);
    fmpq_one(constant + layer->inputs);
    for (size_t r = 0; r < rank; r++) {
        random_row(maker, layer, first + r);
        if (r > 0 && random_one_in(maker, 3)) {
            size_t earlier = first + random_below(&maker->random, r);
            slong shift = random_one_in(maker, 2) ? 0 : random_integer(maker, 1);
            add_multiple(layer, first + r, earlier, shift, constant);
        }
    }
    _fmpq_vec_clear(constant, (slong)layer->inputs + 1);
}

// All rows tie along a common line, through a chosen point.
static void make_pencil(unit_maker *maker, net_layer *layer, size_t first, size_t rank)
{
    size_t n = layer->inputs;
    fmpq *line = _fmpq_vec_init((slong)n + 1);
    blank u = blank_row(layer, first);
    u.row = line;
    u.bias = line + n;
    make_concurrent(maker, &u);
    random_row(maker, layer, first);
    for (size_t r = 1; r < rank; r++)
        add_multiple(layer, first + r, first, random_integer(maker, 2), line);
    _fmpq_vec_clear(line, (slong)n + 1);
}

// All rows have one value at the image of a chosen point.
static void make_meeting(unit_maker *maker, net_layer *layer, size_t first, size_t rank)
{
    const fmpq *image = maker->image[random_below(&maker->random, RANDOM_POINTS)];
    slong value = random_integer(maker, 1);
    for (size_t r = 0; r < rank; r++) {
        blank u = blank_row(layer, first + r);
        any_row(maker, &u);
        fmpq_set_si(u.bias, value, 1);
        for (size_t i = 0; i < layer->inputs; i++)
            fmpq_submul(u.bias, u.row + i, image + i);
    }
}

// Max pooling: rows that tie wherever two inputs agree.
static void make_selection(unit_maker *maker, net_layer *layer, size_t first, size_t rank)
{
    for (size_t r = 0; r < rank; r++)
        fmpq_one(layer->weight + (first + r) * layer->inputs +
                 random_below(&maker->random, layer->inputs));
}

static void (*const groups[])(unit_maker *, net_layer *, size_t, size_t) = {
    make_rows, make_rows, make_pencil, make_meeting, make_meeting, make_selection};

void random_unit(unit_maker *maker, net_layer *layer, size_t unit)
{
    size_t rank = net_layer_act(layer, unit)->rank, first = layer->unit.row[unit];
    if (rank == 1)
        random_row(maker, layer, first);
    else
        groups[random_below(&maker->random, sizeof groups / sizeof *groups)](maker, layer, first,
                                                                             rank);
}
