// Where the label of a point changes while a layer turns.
#include "path/flips.h"

#include "base/memory.h"
#include "path/sweep.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

enum { INPUTS = 2, NO_LABEL = -1 };

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
    span *at = w->flips->at + i;
    if (point == SWEEP_START)
        *at = span_of_integer((unsigned)w->edge);
    else if (w->sweep.judge.arith == CREASE_EXACT)
        *at = span_whole();
    else
        *at = span_shift(span_of_point(space_place(space, point)), (unsigned)w->edge);
    if (!w->exact)
        return;
    const fmpz *row = space_point_row(space, point);
    fmpq_set_fmpz_frac(w->flips->exact + i, row, row + 1);
    fmpq_add_ui(w->flips->exact + i, w->flips->exact + i, w->edge);
}

static void hear_point(void *data, uint32_t point, const plane_origin *origin, uint32_t lo,
                       uint32_t hi)
{
    (void)data;
    (void)point;
    (void)origin;
    (void)lo;
    (void)hi;
}

static void hear_piece(void *data, size_t l, uint32_t lo, uint32_t hi, int differs)
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

// The parametrization of edge i: rows (q - p, p) of x and y.
static void set_parametrization(fmpq *parametrization, size_t vertices, size_t i)
{
    turning_vertex(parametrization + 1, parametrization + 3, vertices, i);
    turning_vertex(parametrization, parametrization + 2, vertices, i + 1);
    fmpq_sub(parametrization, parametrization, parametrization + 1);
    fmpq_sub(parametrization + 2, parametrization + 2, parametrization + 3);
}

static int cross_edges(watch *w, const crease_net *net, size_t vertices)
{
    rounded_net whole, edge;
    fmpq *parametrization = _fmpq_vec_init(2 * INPUTS);
    int goes_on = 1;
    rounded_net_init(&whole, net, NULL, INPUTS);
    for (w->edge = 0; w->edge < vertices && goes_on; w->edge++) {
        set_parametrization(parametrization, vertices, w->edge);
        rounded_net_init_on(&edge, &whole, parametrization, 1);
        goes_on = sweep_segment(&w->sweep, &edge);
        rounded_net_clear(&edge);
    }
    rounded_net_clear(&whole);
    _fmpq_vec_clear(parametrization, 2 * INPUTS);
    return goes_on;
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
    flips->at[0] = (span){0, 0};
}

int flips_find(flip_list *flips, const turning *of, const fmpq *v, int exact, crease_arith arith,
               run_ticker *ticker, uint64_t done)
{
    *flips = (flip_list){0};
    crease_net *net = turning_net_new(of, v);
    watch w = {.flips = flips, .label_layer = net->layers, .exact = exact, .label = NO_LABEL};
    sweep_listener listener = {.data = &w, .point = hear_point, .piece = hear_piece};
    sweep_init(&w.sweep, net, arith, 0, ticker, listener);
    w.sweep.done = done;
    int goes_on = cross_edges(&w, net, of->vertices);
    if (goes_on)
        close_circle(&w);
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
