// One unit of a random network, of a kind chosen at random.
#include "random_units.h"

int random_one_in(unit_maker *maker, uint64_t n)
{
    return random_below(&maker->random, n) == 0;
}

slong random_integer(unit_maker *maker, int range)
{
    return (slong)random_between(&maker->random, -range, range);
}

// The unit to be filled.
typedef struct {
    fmpq *row, *bias;
    const net_layer *layer;
    size_t unit; // earlier units of the layer are filled
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
    const activation *act = &u->layer->act;
    const fmpq *image = maker->image[random_below(&maker->random, RANDOM_POINTS)];
    fmpq_zero(u->bias);
    if (act->pieces > 1)
        fmpq_set(u->bias, act->breakpoint + random_below(&maker->random, act->pieces - 1));
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

// Along a coordinate; if the chosen point is a corner of the box, along its border.
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

// A multiple of an earlier unit, perhaps shifted: the same crease, or a parallel one.
static void make_multiple(unit_maker *maker, const blank *u)
{
    static const slong factor[][2] = {{1, 1}, {-1, 1}, {2, 1}, {-2, 1}, {1, 3}, {0, 1}};
    if (u->unit == 0) {
        make_free(maker, u);
        return;
    }
    fmpq_t times;
    fmpq_init(times);
    const slong *chosen = factor[random_below(&maker->random, sizeof factor / sizeof *factor)];
    fmpq_set_si(times, chosen[0], (ulong)chosen[1]);
    size_t earlier = random_below(&maker->random, u->unit);
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

void random_unit(unit_maker *maker, net_layer *layer, size_t unit)
{
    blank u = {layer->weight + unit * layer->inputs, layer->bias + unit, layer, unit};
    if (random_below(&maker->random, 8) < maker->plain)
        make_free(maker, &u);
    else
        kinds[random_below(&maker->random, sizeof kinds / sizeof *kinds)](maker, &u);
}
