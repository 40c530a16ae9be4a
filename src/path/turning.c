// A point under a layer whose weights turn: a path through a network of two inputs.
#include "path/turning.h"

#include "base/memory.h"
#include "path/sweep.h"
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>

// Layers of the network of a point.
enum { INPUTS = 2 };

enum { LAYER_TURNING, LAYER_AFTER };

int turning_is_homogeneous(const turning *s)
{
    return s->layer + net_homogeneous_layers(s->net, s->layer) == s->net->layers;
}

static void segment(crease_path *polygon, size_t reach)
{
    fmpq *end = _fmpq_vec_init(2 * INPUTS);
    for (size_t i = 0; i < 2; i++) {
        fmpq_one(end + INPUTS * i);
        fmpq_set_si(end + INPUTS * i + 1, i ? (slong)reach : -(slong)reach, 1);
    }
    if (crease_path_polyline(polygon, end, 2, INPUTS, NULL))
        abort(); // the ends differ
    polygon->closed = 1;
    _fmpq_vec_clear(end, 2 * INPUTS);
}

// The polygon on the unit circle, or the segment there and back, to be freed with
// crease_path_clear.
static void turning_polygon(crease_path *polygon, const turning *s)
{
    static const fmpq one = {1, 1}, zero = {0, 1};
    if (s->reach) {
        segment(polygon, s->reach);
        return;
    }
    const fmpq p[] = {one, zero}, q[] = {zero, one};
    if (crease_path_circle(polygon, p, q, INPUTS, s->vertices, NULL))
        abort(); // there are as many vertices as it takes
}

static activation named(const char *name)
{
    activation act;
    if (activation_parse(&act, name, NULL))
        abort(); // it is in the table
    return act;
}

// The input of layer l at v, to be freed with _fmpq_vec_clear.
static fmpq *input_of(const crease_net *net, size_t l, const fmpq *v)
{
    fmpq *input = _fmpq_vec_init((slong)net->inputs);
    for (size_t i = 0; i < net->inputs; i++)
        fmpq_set(input + i, v + i);
    for (size_t k = 0; k < l; k++) {
        const net_layer *layer = net->layer + k;
        fmpq *next = _fmpq_vec_init((slong)layer->units);
        net_layer_evaluate(next, layer, input);
        _fmpq_vec_clear(input, (slong)layer->inputs);
        input = next;
    }
    return input;
}

static void fill_turning(net_layer *layer, const turning *s, const fmpq *v)
{
    const net_layer *from = s->net->layer + s->layer, *to = s->other->layer + s->layer;
    fmpq *h = input_of(s->net, s->layer, v);
    net_layer_init_like(layer, 2, from);
    for (size_t r = 0; r < from->rows; r++) {
        net_layer_dot(layer->weight + 2 * r, from, r, h);
        net_layer_dot(layer->weight + 2 * r + 1, to, r, h);
        fmpq_set(layer->bias + r, from->bias + r);
    }
    _fmpq_vec_clear(h, (slong)from->inputs);
}

static void fill_label(net_layer *layer, size_t outputs, size_t output)
{
    net_layer_init(layer, outputs, 1, named("relu"));
    fmpq_one(layer->weight + output);
}

crease_net *turning_net_new(const turning *s, const fmpq *v)
{
    size_t after = s->net->layers - s->layer - 1;
    crease_net *net = net_new(2, LAYER_AFTER + after + 1);
    fill_turning(net->layer + LAYER_TURNING, s, v);
    for (size_t l = 0; l < after; l++)
        net->layer[LAYER_AFTER + l] = s->net->layer[s->layer + 1 + l];
    fill_label(net->layer + LAYER_AFTER + after, crease_net_outputs(s->net), s->label);
    return net;
}

void turning_net_free(crease_net *net)
{
    for (size_t l = LAYER_AFTER; net && l + 1 < net->layers; l++)
        net->layer[l].weight = NULL; // borrowed
    crease_net_free(net);
}

// ---- where the label changes ----

enum { NO_LABEL = -1 };

typedef struct {
    flip_list *flips;
    sweep sweep;
    size_t label_layer, edge;
    int exact, first, label;
    size_t at_capacity, exact_capacity;
} watch;

// Room for one more; the rationals in it are made here.
static size_t add_flip(watch *w)
{
    flip_list *flips = w->flips;
    size_t i = flips->count++;
    MEMORY_RESERVE(flips->at, w->at_capacity, flips->count);
    if (w->exact) {
        MEMORY_RESERVE(flips->exact, w->exact_capacity, flips->count);
        fmpq_init(flips->exact + i);
    }
    return i;
}

// At a point of the present edge, of which the ends are vertices.
static void note_flip(watch *w, uint32_t point)
{
    size_t i = add_flip(w);
    geom_space *space = &w->sweep.space;
    ball *at = w->flips->at + i, edge = {{(double)w->edge, 0}, 0};
    if (point == SWEEP_START) {
        *at = edge;
    } else if (w->sweep.judge.arith == CREASE_EXACT) {
        *at = (ball){{0, 0}, INFINITY};
    } else {
        const double *place = space_place(space, point); // as in exact/point.h
        *at = ball_add((ball){{place[0], 0}, place[2]}, edge);
    }
    if (!w->exact)
        return;
    const fmpz *row = space_point_row(space, point);
    fmpq_set_fmpz_frac(w->flips->exact + i, row, row + 1);
    fmpq_add_ui(w->flips->exact + i, w->flips->exact + i, w->edge);
}

static void flips_edge(void *data, size_t edge, const fmpq *p, const fmpq *q)
{
    (void)p;
    (void)q;
    ((watch *)data)->edge = edge;
}

static void flips_piece(void *data, size_t l, uint32_t lo, uint32_t hi, int differs)
{
    (void)hi;
    (void)differs;
    watch *w = data;
    if (l != w->label_layer)
        return;
    int label = w->sweep.maps.layer[l].pattern[0] > 0;
    if (w->label == NO_LABEL)
        w->first = label;
    else if (label != w->label)
        note_flip(w, lo);
    w->label = label;
    w->flips->pieces++;
    w->sweep.done++;
}

// The end of the last edge is the start of the first: if labels differ there, it is a flip, and
// the first of all.
static void close_circle(watch *w)
{
    flip_list *flips = w->flips;
    flips->last = w->label;
    if (w->first == w->label)
        return;
    size_t count = add_flip(w);
    for (size_t i = count; i > 0; i--) {
        flips->at[i] = flips->at[i - 1];
        if (w->exact)
            fmpq_swap(flips->exact + i, flips->exact + i - 1);
    }
    flips->at[0] = (ball){{0, 0}, 0};
}

int flips_find(flip_list *flips, const turning *of, const fmpq *v, int exact, crease_arith arith,
               run_ticker *ticker, uint64_t done)
{
    *flips = (flip_list){0};
    crease_net *net = turning_net_new(of, v);
    watch w = {.flips = flips, .label_layer = net->layers, .exact = exact, .label = NO_LABEL};
    sweep_observer observer = {.data = &w, .edge = flips_edge, .piece = flips_piece};
    sweep_init(&w.sweep, net, arith, 0, ticker, observer);
    w.sweep.done = done;
    crease_path polygon;
    rounded_net rounded;
    turning_polygon(&polygon, of);
    rounded_net_init(&rounded, net, NULL, INPUTS);
    int goes_on = sweep_path(&w.sweep, &rounded, &polygon);
    if (goes_on)
        close_circle(&w);
    rounded_net_clear(&rounded);
    crease_path_clear(&polygon);
    sweep_clear(&w.sweep);
    turning_net_free(net);
    return goes_on;
}

void flips_clear(flip_list *flips)
{
    for (size_t i = 0; flips->exact && i < flips->count; i++)
        fmpq_clear(flips->exact + i);
    free(flips->exact);
    free(flips->at);
    *flips = (flip_list){0};
}
