// Random paths through a network, and what the maps of its layers are there, in rationals.
#ifndef TESTS_PATHS_H
#define TESTS_PATHS_H

#include "bounds.h"
#include "nets.h"
#include "tree/maps.h"

#include <flint/fmpq_vec.h>
#include <stdbool.h>

// The columns of most paths; others have one for each of their inputs and one more.
enum { PATH_INPUTS = 2, PATH_COLUMNS = PATH_INPUTS + 1 };

// The maps of a walker controlled by the test.
typedef struct {
    crease_net *net;
    fmpq *parametrization; // NULL: the identity
    rounded_net rounded;
    walk_maps maps;
} path;

// Takes the network and the parametrization, of a domain of this dimension.
static inline void path_init_in(path *p, crease_net *net, fmpq *parametrization, size_t dimension,
                                crease_arith arith)
{
    p->net = net;
    p->parametrization = parametrization;
    rounded_net_init(&p->rounded, net, parametrization, dimension);
    walk_maps_init(&p->maps, &p->rounded, arith);
    for (size_t l = 1; l < p->maps.layers; l++)
        walk_maps_sync(&p->maps, l);
}

// The same on a plane, or without parametrization.
static inline void path_init_on(path *p, crease_net *net, fmpq *parametrization, crease_arith arith)
{
    path_init_in(p, net, parametrization, parametrization ? PATH_INPUTS : net->inputs, arith);
}

static inline void path_init(path *p, crease_net *net, crease_arith arith)
{
    path_init_on(p, net, NULL, arith);
}

// A random network of any number of inputs on a random plane, which may be degenerate.
static inline void path_init_plane(path *p, random_state *random, crease_arith arith)
{
    crease_net *net = random_net(random, 1 + random_below(random, 7), 6, 3);
    path_init_on(p, net, random_parametrization(random, net->inputs, PATH_INPUTS), arith);
}

// Brings the integer rows of layers 1 .. last up to date.
static inline void path_need_integers(walk_maps *maps, size_t last)
{
    for (size_t l = 1; l <= last; l++)
        for (size_t unit = 0; unit < maps->layer[l].rounded->units; unit++)
            walk_maps_need_unit(maps, l, unit);
}

static inline void path_clear(path *p)
{
    const size_t columns = p->maps.columns;
    walk_maps_clear(&p->maps);
    rounded_net_clear(&p->rounded);
    if (p->parametrization)
        _fmpq_vec_clear(p->parametrization, (slong)(p->net->inputs * columns));
    crease_net_free(p->net);
}

// One unit changes, or many, or none.
static inline void path_change_pattern(walk_layer *layer, random_state *random)
{
    size_t units = layer->rounded->units;
    if (random_below(random, 4) == 0)
        return;
    size_t changes = random_below(random, 3) ? 1 : units;
    for (size_t k = 0; k < changes; k++) {
        size_t unit = random_below(random, units);
        layer->pattern[unit] =
            (uint32_t)random_below(random, unit_pieces(&layer->rounded->unit, unit));
        walk_layer_settle(layer, (uint32_t)unit);
    }
}

// As the walk does it: from some layer on the patterns change, each map is brought up to
// date before the next pattern is known, and now and then one is made tight.
static inline void path_step(path *p, random_state *random)
{
    size_t last = p->maps.layers - 1;
    for (size_t l = 1 + random_below(random, last); l <= last; l++) {
        walk_maps_sync(&p->maps, l);
        if (p->maps.arith == CREASE_FILTERED && random_below(random, 4) == 0)
            walk_maps_tighten(&p->maps, l);
        path_change_pattern(p->maps.layer + l, random);
    }
}

// ---- The truth, from the network and the patterns alone. ----

typedef struct {
    size_t rows, units, columns;
    fmpq *z; // rows x columns: before the activation
    fmpq *y; // units x columns: after it
} path_forms;

static inline void path_forms_of_layer(path_forms *f, const net_layer *layer,
                                       const uint32_t *pattern, const path_forms *below)
{
    const size_t columns = f->columns, constant = columns - 1;
    fmpq_t weight;
    fmpq_init(weight);
    for (size_t j = 0; j < layer->rows; j++) {
        fmpq *z = f->z + j * columns;
        for (size_t i = 0; i < layer->inputs; i++) {
            net_layer_weight(weight, layer, j, i);
            for (size_t c = 0; c < columns && !fmpq_is_zero(weight); c++)
                fmpq_addmul(z + c, weight, below->y + i * columns + c);
        }
        fmpq_add(z + constant, z + constant, layer->bias + j);
    }
    fmpq_clear(weight);
    for (size_t j = 0; j < layer->units; j++) {
        size_t row = layer->unit.row[j];
        row += layer->unit.row[j + 1] > row + 1 ? pattern[j] : 0;
        fmpq *y = f->y + j * columns;
        const fmpq *z = f->z + row * columns;
        for (size_t c = 0; c < columns; c++)
            fmpq_mul(y + c, z + c, net_layer_act(layer, j)->slope + pattern[j]);
        fmpq_add(y + constant, y + constant, net_layer_act(layer, j)->offset + pattern[j]);
    }
}

// One entry per layer of maps; the first is the parametrization, whose y are the inputs.
static inline path_forms *path_truth(const path *p)
{
    const size_t columns = p->maps.columns;
    path_forms *forms = memory_new(p->maps.layers, sizeof *forms);
    for (size_t l = 0; l < p->maps.layers; l++) {
        forms[l].columns = columns;
        forms[l].units = p->rounded.layer[l].units;
        forms[l].rows = p->rounded.layer[l].rows;
        forms[l].z = _fmpq_vec_init((slong)(forms[l].rows * columns));
        forms[l].y = _fmpq_vec_init((slong)(forms[l].units * columns));
        for (size_t i = 0; i < forms->units * columns && l == 0; i++) {
            fmpq_set_si(forms->z + i, i / columns == i % columns, 1);
            if (p->parametrization)
                fmpq_set(forms->z + i, p->parametrization + i);
            fmpq_set(forms->y + i, forms->z + i);
        }
        if (l)
            path_forms_of_layer(forms + l, p->net->layer + l - 1, p->maps.layer[l].pattern,
                                forms + l - 1);
    }
    return forms;
}

static inline void path_truth_free(path_forms *forms, const path *p)
{
    for (size_t l = 0; l < p->maps.layers; l++) {
        _fmpq_vec_clear(forms[l].z, (slong)(forms[l].rows * forms[l].columns));
        _fmpq_vec_clear(forms[l].y, (slong)(forms[l].units * forms[l].columns));
    }
    free(forms);
}

// The form of a predicate, as many numbers as columns: z - breakpoint, or for maxout the later row
// of a pair less the earlier one, pairs counted one by one.
static inline void path_predicate(fmpq *form, const path_forms *truth, const activation *act,
                                  size_t unit, size_t predicate)
{
    const size_t columns = truth->columns, constant = columns - 1;
    size_t rank = truth->rows / truth->units, i = 0, j = 1;
    for (size_t k = 0; k < predicate && rank > 1; k++)
        if (++j == rank) {
            i++;
            j = i + 1;
        }
    const fmpq *z = truth->z + unit * rank * columns;
    for (size_t c = 0; c < columns; c++)
        if (rank > 1)
            fmpq_sub(form + c, z + j * columns + c, z + i * columns + c);
        else
            fmpq_set(form + c, z + c);
    if (rank == 1)
        fmpq_sub(form + constant, form + constant, act->breakpoint + predicate);
}

// ---- Errors. ----

// Whether column c of a map high + low, low may be NULL, is within the error bound of the true z:
// each entry, and the norm of all errors together. An error bound that is not finite says nothing.
static inline bool path_column_holds(const path_forms *truth, const double *high, const double *low,
                                     double bound, size_t c)
{
    if (!(bound < INFINITY))
        return true;
    bool good = true;
    fmpq *x = _fmpq_vec_init(3), *square = x + 1, *limit = x + 2;
    exact_double(limit, bound);
    for (size_t j = 0; j < truth->rows && good; j++) {
        good &= isfinite(high[j]) && (!low || isfinite(low[j]));
        if (!good)
            break;
        exact_double(x, high[j]);
        fmpq_sub(x, x, truth->z + j * truth->columns + c);
        if (low) {
            fmpq_t rest;
            fmpq_init(rest);
            exact_double(rest, low[j]);
            fmpq_add(x, x, rest);
            fmpq_clear(rest);
        }
        fmpq_addmul(square, x, x);
        fmpq_abs(x, x);
        good &= fmpq_cmp(x, limit) <= 0;
    }
    fmpq_mul(limit, limit, limit);
    good &= fmpq_cmp(square, limit) <= 0;
    _fmpq_vec_clear(x, 3);
    return good;
}

// The map in use of layer l.
static inline int path_approx_holds(const path *p, const path_forms *truth, size_t l)
{
    const walk_layer *layer = p->maps.layer + l;
    int good = 1;
    for (size_t c = 0; c < layer->columns; c++)
        good &= path_column_holds(truth + l, layer->view.entry + c * layer->rounded->stride, NULL,
                                  layer->view.bound[c], c);
    return good;
}

#endif
