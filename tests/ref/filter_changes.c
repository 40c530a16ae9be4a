// Changes that make a random network hard for doubles.
#include "filter_changes.h"
#include <flint/fmpq_vec.h>

bool change_one_in(net_changer *c, uint64_t n)
{
    return random_below(&c->random, n) == 0;
}

void change_power_of_ten(fmpq_t x, slong exponent)
{
    fmpq_set_si(x, 10, 1);
    fmpq_pow_si(x, x, exponent);
}

// ---- Creases close to each other. ----

// +-10^-k, k from 12 to 200.
static void sliver(fmpq_t width, net_changer *c)
{
    slong exponent = change_one_in(c, 2) ? (slong)random_between(&c->random, 12, 40)
                                         : (slong)random_between(&c->random, 12, 200);
    change_power_of_ten(width, -exponent);
    if (change_one_in(c, 2))
        fmpq_neg(width, width);
}

// z at the image y of the chosen point becomes a breakpoint.
static void draw_through(net_changer *c, net_layer *layer, size_t unit, const fmpq *y)
{
    fmpq *bias = layer->bias + unit;
    fmpq_zero(bias);
    if (layer->act->pieces > 1)
        fmpq_set(bias, layer->act->breakpoint + random_below(&c->random, layer->act->pieces - 1));
    for (size_t i = 0; i < layer->inputs; i++)
        fmpq_submul(bias, layer->weight + unit * layer->inputs + i, y + i);
}

static void copy_unit(net_changer *c, net_layer *layer, size_t unit)
{
    static const slong factor[][2] = {{1, 1}, {-1, 1}, {2, 1}, {1, 3}, {-7, 5}};
    size_t n = layer->inputs, from = random_below(&c->random, layer->units);
    const slong *chosen = factor[random_below(&c->random, sizeof factor / sizeof *factor)];
    fmpq_t times;
    fmpq_init(times);
    fmpq_set_si(times, chosen[0], (ulong)chosen[1]);
    for (size_t i = 0; i < n; i++)
        fmpq_mul(layer->weight + unit * n + i, layer->weight + from * n + i, times);
    fmpq_mul(layer->bias + unit, layer->bias + from, times);
    fmpq_clear(times);
}

static void shift_a_little(net_changer *c, net_layer *layer, size_t unit)
{
    size_t n = layer->inputs;
    fmpq_t width;
    fmpq_init(width);
    sliver(width, c);
    fmpq *moved = change_one_in(c, 3) ? layer->weight + unit * n + random_below(&c->random, n)
                                      : layer->bias + unit;
    fmpq_add(moved, moved, width);
    fmpq_clear(width);
}

// y becomes the output of the layer at y.
static fmpq *next_image(const net_layer *layer, fmpq *y)
{
    fmpq *z = _fmpq_vec_init((slong)layer->units);
    for (size_t j = 0; j < layer->units; j++) {
        fmpq_set(z + j, layer->bias + j);
        for (size_t i = 0; i < layer->inputs; i++)
            fmpq_addmul(z + j, layer->weight + j * layer->inputs + i, y + i);
        activation_apply(z + j, layer->act, z + j);
    }
    _fmpq_vec_clear(y, (slong)layer->inputs);
    return z;
}

// From the first layer to the last, since each is drawn where the ones before it lead.
static void draw_all(net_changer *c, bool with_copies, bool with_slivers)
{
    fmpq *y = _fmpq_vec_init(2);
    for (int i = 0; i < 2; i++)
        fmpq_set(y + i, c->point + i);
    for (size_t l = 0; l < c->net->layers; l++) {
        net_layer *layer = c->net->layer + l;
        for (size_t unit = 0; unit < layer->units; unit++) {
            uint64_t kind = random_below(&c->random, 4);
            if (kind == 0)
                draw_through(c, layer, unit, y);
            if (kind == 1 && with_copies)
                copy_unit(c, layer, unit);
            if (kind < 2 && with_slivers && !change_one_in(c, 4))
                shift_a_little(c, layer, unit);
        }
        y = next_image(layer, y);
    }
    _fmpq_vec_clear(y, (slong)c->net->layer[c->net->layers - 1].units);
}

void change_concurrent(net_changer *c)
{
    draw_all(c, 0, 0);
}

void change_slivers(net_changer *c)
{
    draw_all(c, 1, 1);
}

void change_one_weight(net_changer *c)
{
    draw_all(c, 1, 0);
    net_layer *layer = c->net->layer + random_below(&c->random, c->net->layers);
    shift_a_little(c, layer, random_below(&c->random, layer->units));
}

// ---- Scales. ----

static void scale_unit(net_layer *layer, size_t unit, slong exponent)
{
    fmpq_t factor;
    fmpq_init(factor);
    change_power_of_ten(factor, exponent);
    for (size_t i = 0; i < layer->inputs; i++)
        fmpq_mul(layer->weight + unit * layer->inputs + i, layer->weight + unit * layer->inputs + i,
                 factor);
    fmpq_mul(layer->bias + unit, layer->bias + unit, factor);
    fmpq_clear(factor);
}

// Scales the weights of the next layer for a unit.
static void scale_input(net_layer *layer, size_t input, slong exponent)
{
    fmpq_t factor;
    fmpq_init(factor);
    change_power_of_ten(factor, exponent);
    for (size_t j = 0; j < layer->units; j++)
        fmpq_mul(layer->weight + j * layer->inputs + input,
                 layer->weight + j * layer->inputs + input, factor);
    fmpq_clear(factor);
}

static slong any_exponent(net_changer *c)
{
    static const slong most[] = {8, 30, 150, 300};
    slong bound = most[random_below(&c->random, 4)];
    return (slong)random_between(&c->random, -bound, bound);
}

// Multiplies a unit by a power of ten, and divides in the next layer if requested.
static void scale_one(net_changer *c, size_t l, size_t unit, slong exponent, bool take_back)
{
    net_layer *layer = c->net->layer + l;
    scale_unit(layer, unit, exponent);
    if (take_back && l + 1 < c->net->layers)
        scale_input(layer + 1, unit, -exponent);
}

void change_layer_scales(net_changer *c)
{
    for (size_t l = 0; l < c->net->layers; l++) {
        slong exponent = any_exponent(c);
        bool take_back = change_one_in(c, 2);
        if (change_one_in(c, 3))
            continue;
        for (size_t unit = 0; unit < c->net->layer[l].units; unit++)
            scale_one(c, l, unit, exponent, take_back);
    }
}

void change_row_scales(net_changer *c)
{
    for (size_t l = 0; l < c->net->layers; l++)
        for (size_t unit = 0; unit < c->net->layer[l].units; unit++)
            if (change_one_in(c, 2))
                scale_one(c, l, unit, any_exponent(c), !change_one_in(c, 3));
}

void change_to_denormal(net_changer *c)
{
    for (size_t l = 0; l < c->net->layers; l++)
        for (size_t unit = 0; unit < c->net->layer[l].units; unit++)
            if (change_one_in(c, 2))
                scale_one(c, l, unit, (slong)random_between(&c->random, -325, -305),
                          change_one_in(c, 2));
}

// One number of the layer, without regard to the others.
static fmpq *any_number(net_changer *c, net_layer *layer)
{
    size_t weights = layer->units * layer->inputs;
    size_t choice = random_below(&c->random, weights + layer->units);
    return choice < weights ? layer->weight + choice : layer->bias + (choice - weights);
}

void change_beyond_doubles(net_changer *c)
{
    fmpq_t factor;
    fmpq_init(factor);
    for (int k = 0; k < 4; k++) {
        size_t l = random_below(&c->random, c->net->layers);
        net_layer *layer = c->net->layer + l;
        slong exponent = change_one_in(c, 2) ? 400 : -400;
        if (change_one_in(c, 2)) {
            fmpq *number = any_number(c, layer);
            change_power_of_ten(factor, exponent);
            fmpq_mul(number, number, factor);
        } else {
            scale_one(c, l, random_below(&c->random, layer->units), exponent, change_one_in(c, 2));
        }
    }
    fmpq_clear(factor);
}
