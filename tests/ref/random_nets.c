// Small random networks: creases that coincide, meet, are parallel, run along the
// border of the box or vanish on whole cells, and the same moved by almost nothing.
#include "random_nets.h"

#include "base/random.h"
#include "net/net.h"
#include <assert.h>

enum { POINTS = 2, WIDEST = 5 };

// What the choice of a layer depends on.
typedef struct {
    random_state random;
    random_case *of;
    int range;                  // integer weights in -range..range
    fmpq image[POINTS][WIDEST]; // where chosen inputs are mapped to, layer by layer
    size_t dimension, room;     // inputs; how many creases may still be made
    size_t plain;               // of 8 units, so many have no special place
} builder;

static int one_in(builder *b, uint64_t n)
{
    return random_below(&b->random, n) == 0;
}

static slong integer(builder *b, int range)
{
    return (slong)random_between(&b->random, -range, range);
}

// ---- Units. Each kind fills the row of one unit, and its bias. ----

typedef struct {
    fmpq *row, *bias;
    const net_layer *layer;
    size_t unit; // earlier units of the layer are filled
} blank;

static void any_row(builder *b, const blank *u)
{
    for (size_t i = 0; i < u->layer->inputs; i++)
        fmpq_set_si(u->row + i, one_in(b, 4) ? 0 : integer(b, b->range), 1);
}

static void any_bias(builder *b, const blank *u)
{
    fmpq_set_si(u->bias, one_in(b, 2) ? 0 : integer(b, b->range), 1);
}

// The crease of some breakpoint runs through the image of a chosen point.
static void bias_through_point(builder *b, const blank *u)
{
    const activation *act = &u->layer->act;
    const fmpq *image = b->image[random_below(&b->random, POINTS)];
    fmpq_zero(u->bias);
    if (act->pieces > 1)
        fmpq_set(u->bias, act->breakpoint + random_below(&b->random, act->pieces - 1));
    for (size_t i = 0; i < u->layer->inputs; i++)
        fmpq_submul(u->bias, u->row + i, image + i);
}

static void make_free(builder *b, const blank *u)
{
    any_row(b, u);
    any_bias(b, u);
}

static void make_concurrent(builder *b, const blank *u)
{
    any_row(b, u);
    bias_through_point(b, u);
}

static void make_constant(builder *b, const blank *u)
{
    if (one_in(b, 2))
        any_bias(b, u);
    else
        bias_through_point(b, u); // identically at a breakpoint
}

// Along a coordinate; if the chosen point is a corner of the box, along its border.
static void make_along_axis(builder *b, const blank *u)
{
    fmpq_set_si(u->row + random_below(&b->random, u->layer->inputs), one_in(b, 2) ? 1 : -1, 1);
    bias_through_point(b, u);
}

// Vanishes wherever two inputs agree, such as two units that are both inactive.
static void make_difference(builder *b, const blank *u)
{
    size_t other = random_below(&b->random, u->layer->inputs);
    make_along_axis(b, u);
    fmpq_sub_si(u->row + other, u->row + other, 1);
    bias_through_point(b, u);
    if (one_in(b, 2))
        fmpq_zero(u->bias);
}

// Never active on the values of a ReLU layer, and zero where those are.
static void make_dead(builder *b, const blank *u)
{
    for (size_t i = 0; i < u->layer->inputs; i++)
        fmpq_set_si(u->row + i, (slong)random_between(&b->random, -b->range, 0), 1);
    fmpq_set_si(u->bias, (slong)random_between(&b->random, -1, 0), 1);
}

// A multiple of an earlier unit, perhaps shifted: the same crease, or a parallel one.
static void make_multiple(builder *b, const blank *u)
{
    static const slong factor[][2] = {{1, 1}, {-1, 1}, {2, 1}, {-2, 1}, {1, 3}, {0, 1}};
    if (u->unit == 0) {
        make_free(b, u);
        return;
    }
    fmpq_t times;
    fmpq_init(times);
    const slong *chosen = factor[random_below(&b->random, sizeof factor / sizeof *factor)];
    fmpq_set_si(times, chosen[0], (ulong)chosen[1]);
    size_t earlier = random_below(&b->random, u->unit);
    for (size_t i = 0; i < u->layer->inputs; i++)
        fmpq_mul(u->row + i, u->layer->weight + earlier * u->layer->inputs + i, times);
    fmpq_mul(u->bias, u->layer->bias + earlier, times);
    if (one_in(b, 3))
        fmpq_add_si(u->bias, u->bias, integer(b, 2));
    fmpq_clear(times);
}

static void (*const kinds[])(builder *, const blank *) = {
    make_free,       make_concurrent, make_concurrent, make_constant,   make_along_axis,
    make_along_axis, make_multiple,   make_multiple,   make_difference, make_dead,
};

static void make_unit(builder *b, const blank *u)
{
    if (random_below(&b->random, 8) < b->plain)
        make_free(b, u);
    else
        kinds[random_below(&b->random, sizeof kinds / sizeof *kinds)](b, u);
}

// ---- Layers. ----

static activation any_activation(builder *b)
{
    static const char *const names[] = {"relu", "relu",       "relu", "relu",     "leaky:1/10",
                                        "abs",  "leaky:-1/2", "abs",  "hardtanh", "linear"};
    activation act;
    size_t choice = random_below(&b->random, sizeof names / sizeof *names);
    crease_status status = activation_parse(&act, names[choice], NULL);
    assert(status == CREASE_OK);
    (void)status;
    return act;
}

static void add_layer(builder *b, net_layer *layer, size_t inputs, size_t units, activation act)
{
    net_layer_init(layer, inputs, units, act);
    for (size_t unit = 0; unit < units; unit++) {
        blank u = {layer->weight + unit * inputs, layer->bias + unit, layer, unit};
        make_unit(b, &u);
    }
    for (size_t p = 0; p < POINTS; p++) {
        fmpq *y = _fmpq_vec_init((slong)units);
        for (size_t unit = 0; unit < units; unit++) {
            fmpq_set(y + unit, layer->bias + unit);
            for (size_t i = 0; i < inputs; i++)
                fmpq_addmul(y + unit, layer->weight + unit * inputs + i, b->image[p] + i);
        }
        for (size_t unit = 0; unit < units; unit++)
            activation_apply(b->image[p] + unit, &layer->act, y + unit);
        _fmpq_vec_clear(y, (slong)units);
    }
}

// Hidden layers of any activation within the room there is, then a read-out.
static void build(builder *b)
{
    size_t layers = 1 + random_below(&b->random, 3);
    int read_out = !one_in(b, 5);
    crease_net *net = net_new(b->dimension, layers + (size_t)read_out);
    size_t inputs = b->dimension;
    for (size_t l = 0; l < layers; l++) {
        activation act = any_activation(b);
        size_t units = one_in(b, 2) ? WIDEST : 1 + random_below(&b->random, WIDEST);
        while (units > 1 && units * (act.pieces - 1) > b->room)
            units--;
        size_t used = units * (act.pieces - 1);
        b->room -= used < b->room ? used : b->room;
        add_layer(b, &net->layer[l], inputs, units, act);
        inputs = units;
    }
    if (read_out) {
        activation linear;
        crease_status status = activation_parse(&linear, "linear", NULL);
        assert(status == CREASE_OK);
        (void)status;
        add_layer(b, &net->layer[layers], inputs, 1 + random_below(&b->random, 3), linear);
    }
    b->of->net = net;
}

// ---- The whole, and what is done to it afterwards. ----

static void power_of_ten(fmpq_t x, slong exponent)
{
    fmpq_set_si(x, 10, 1);
    fmpq_pow_si(x, x, exponent);
}

static void scale(fmpq *numbers, size_t count, slong exponent)
{
    fmpq_t factor;
    fmpq_init(factor);
    power_of_ten(factor, exponent);
    for (size_t i = 0; i < count; i++)
        fmpq_mul(numbers + i, numbers + i, factor);
    fmpq_clear(factor);
}

// Makes one layer tiny and the next huge, or the other way round.
static void scale_layers(builder *b)
{
    crease_net *net = b->of->net;
    slong exponent = one_in(b, 3) ? 300 : 8;
    exponent = one_in(b, 2) ? exponent : -exponent;
    net_layer *layer = &net->layer[random_below(&b->random, net->layers)];
    scale(layer->weight, layer->units * layer->inputs, exponent);
    scale(layer->bias, layer->units, exponent);
    if (layer < net->layer + net->layers - 1 && !one_in(b, 4))
        scale(layer[1].weight, layer[1].units * layer[1].inputs, -exponent);
}

// Changes a weight or bias by less than a double can see.
static void perturb(builder *b)
{
    crease_net *net = b->of->net;
    net_layer *layer = &net->layer[random_below(&b->random, net->layers)];
    size_t weights = layer->units * layer->inputs;
    size_t choice = random_below(&b->random, weights + layer->units);
    fmpq *number = choice < weights ? layer->weight + choice : layer->bias + (choice - weights);
    fmpq_t change;
    fmpq_init(change);
    power_of_ten(change, one_in(b, 2) ? -200 : -20);
    if (one_in(b, 2))
        fmpq_neg(change, change);
    fmpq_add(number, number, change);
    fmpq_clear(change);
}

static void choose_box(builder *b)
{
    random_case *of = b->of;
    int symmetric = one_in(b, 2);
    of->lo = _fmpq_vec_init((slong)b->dimension);
    of->hi = _fmpq_vec_init((slong)b->dimension);
    for (size_t i = 0; i < b->dimension; i++) {
        ulong denominator = 1 + random_below(&b->random, 4);
        fmpq_set_si(of->lo + i, integer(b, 4), denominator);
        fmpq_add_si(of->hi + i, of->lo + i, 1 + (slong)random_below(&b->random, 3));
        if (symmetric) {
            fmpq_set_si(of->lo + i, -1, 1);
            fmpq_set_si(of->hi + i, 1, 1);
        }
    }
}

// Creases will be drawn through these: corners of the box, or small integers.
static void choose_points(builder *b)
{
    for (size_t p = 0; p < POINTS; p++) {
        for (size_t i = 0; i < WIDEST; i++)
            fmpq_init(&b->image[p][i]);
        int corner = b->of->lo && one_in(b, 2);
        for (size_t i = 0; i < b->dimension; i++)
            if (corner)
                fmpq_set(&b->image[p][i], (one_in(b, 2) ? b->of->lo : b->of->hi) + i);
            else
                fmpq_set_si(&b->image[p][i], integer(b, 1), 1);
    }
}

void random_case_init(random_case *of, uint64_t seed, size_t dimension)
{
    static const size_t room[] = {0, 20, 18, 10};
    assert(dimension >= 1 && dimension <= 3);
    builder b = {.of = of, .dimension = dimension, .room = room[dimension]};
    *of = (random_case){.dimension = dimension};
    random_seed(&b.random, seed);
    if (one_in(&b, 4))
        b.room *= 2;
    b.range = 1 + (int)random_below(&b.random, 3);
    b.plain = random_below(&b.random, 8);
    if (!one_in(&b, 3))
        choose_box(&b);
    choose_points(&b);
    build(&b);
    if (one_in(&b, 5))
        scale_layers(&b);
    for (int changes = one_in(&b, 3) ? 1 + one_in(&b, 3) : 0; changes > 0; changes--)
        perturb(&b);
    net_finish(of->net);
    for (size_t p = 0; p < POINTS; p++)
        for (size_t i = 0; i < WIDEST; i++)
            fmpq_clear(&b.image[p][i]);
}

void random_case_clear(random_case *of)
{
    crease_net_free(of->net);
    if (of->lo)
        _fmpq_vec_clear(of->lo, (slong)of->dimension);
    if (of->hi)
        _fmpq_vec_clear(of->hi, (slong)of->dimension);
}
