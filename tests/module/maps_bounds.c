// The error bounds of maps, recomputed: every operation is counted, whatever the true errors are.
//
// True errors are far smaller than their bounds, so comparing with the truth would not notice
// if a bound were too small by a factor of ten. Here the operations are counted again.
#include "paths.h"
#include "unit.h"

static const double nearly = 1 - 1e-5; // the bounds are compared in doubles

// ---- Networks that use every term of the bounds. ----

static crease_net *net_by(random_state *random, size_t net_inputs,
                          activation (*any)(random_state *))
{
    size_t layers = 1 + random_below(random, 5);
    crease_net *net = net_new(net_inputs, layers);
    for (size_t l = 0; l < layers; l++) {
        size_t inputs = l ? net->layer[l - 1].units : net_inputs;
        net_layer *layer = net->layer + l;
        net_layer_init(layer, inputs, 1 + random_below(random, 12), any(random));
        for (size_t i = 0; i < layer->rows * inputs; i++)
            fmpq_set_si(layer->weight + i, (slong)random_between(random, -999, 999), 700);
        for (size_t j = 0; j < layer->rows; j++)
            fmpq_set_si(layer->bias + j, (slong)random_between(random, -999, 999), 300);
    }
    net_finish(net);
    return net;
}

static double norm_of(const walk_layer *layer, const double *map, size_t c)
{
    double norm = 0;
    for (size_t j = 0; j < layer->rounded->rows; j++)
        norm = hypot(norm, map[c * layer->rounded->stride + j]);
    return norm;
}

// ---- Counting. ----

// The terms of a layer's sums, column by column.
typedef struct {
    double inputs;  // how many terms a sum has
    double updates; // how many may have changed since it was made afresh
    double outputs; // at least the norm of the outputs of the layer before, on any pieces
    double sums;    // of the sizes of all terms
    double before;  // the error of the outputs that comes from the maps before
} ingredients;

static ingredients ingredients_of(const path *p, size_t l, size_t c, const double *before_map,
                                  const double *before_bound, size_t updates)
{
    const walk_layer *before = p->maps.layer + l - 1;
    const rounded_layer *net = p->rounded.layer + l, *from = p->rounded.layer + l - 1;
    bool constant = c == PATH_INPUTS;
    ingredients of = {.inputs = (double)net->inputs};
    of.updates = (double)updates;
    of.outputs = from->steepest * norm_of(before, before_map, c);
    of.outputs += constant ? from->farthest * sqrt(of.inputs) : 0;
    of.sums = net->sizes * of.outputs + (constant ? net->bias_norm : 0);
    of.before = net->spectral * from->steepest * before_bound[c];
    return of;
}

// Doubles, one u each: an output is a rounded slope times z plus a rounded offset, 3; a fresh
// sum rounds the weight, the product and n sums; an update takes the difference of
// two outputs, so twice the size, times a rounded weight, 3, and adds it to the sum.
static double least_of_doubles(const rounded_layer *net, const ingredients *of)
{
    double rounding = net->spectral * 3 * of->outputs;
    rounding += (of->inputs + 2) * of->sums;
    rounding += of->updates * (of->sums + 3 * 2 * net->sizes * of->outputs);
    return of->before + FILTER_UNIT * rounding;
}

// Pairs, u^2 each: products lose low * low and the rounding of three small parts, 4 in all, also
// those of the outputs; each of m sums rounds a low part that has grown to at most
// m u times the sums.
static double least_of_pairs(const rounded_layer *net, const ingredients *of)
{
    double steps = of->inputs + of->updates;
    double rounding = net->spectral * 4 * of->outputs;
    rounding += of->inputs * 4 * net->sizes * of->outputs;
    rounding += of->updates * 4 * 2 * net->sizes * of->outputs;
    rounding += steps * steps * of->sums;
    return of->before + FILTER_UNIT * FILTER_UNIT * rounding;
}

// ---- Every layer, every column. ----

static void check_doubles(const path *p)
{
    for (size_t l = 1; l < p->maps.layers; l++)
        for (size_t c = 0; c < PATH_COLUMNS; c++) {
            const walk_layer *layer = p->maps.layer + l, *before = layer - 1;
            ingredients of = ingredients_of(p, l, c, before->view.entry, before->view.bound,
                                            layer->doubles.log.most_changes);
            CU_ASSERT(layer->view.bound[c] >= nearly * least_of_doubles(layer->rounded, &of));
            CU_ASSERT(layer->view.bound[c] < INFINITY);
            // Bound and value of the column's norm.
            CU_ASSERT(layer->view.norm[c] >=
                      nearly * (layer->rounded->spectral * of.outputs +
                                (c == PATH_INPUTS ? layer->rounded->bias_norm : 0)));
            CU_ASSERT(layer->view.norm[c] >= norm_of(layer, layer->view.entry, c));
        }
}

static void check_pairs(path *p)
{
    walk_maps_need_pairs(&p->maps, p->maps.layers - 1);
    for (size_t l = 1; l < p->maps.layers; l++)
        for (size_t c = 0; c < PATH_COLUMNS; c++) {
            const walk_layer *layer = p->maps.layer + l, *before = layer - 1;
            ingredients of = ingredients_of(p, l, c, before->pairs.high, before->pairs.bound,
                                            PAIR_UPDATES_PER_INPUT * layer->rounded->inputs);
            CU_ASSERT(layer->pairs.bound[c] >= nearly * least_of_pairs(layer->rounded, &of));
            CU_ASSERT(layer->pairs.bound[c] <= 0x1p-30 * layer->view.bound[c] + 1e-290);
        }
}

// A pair rounded to a double is off by u of its size, and by the error of the pair.
static void check_tight(path *p)
{
    for (size_t l = 1; l < p->maps.layers; l++) {
        const walk_layer *layer = p->maps.layer + l;
        walk_maps_tighten(&p->maps, l);
        for (size_t c = 0; c < PATH_COLUMNS; c++)
            CU_ASSERT(layer->view.bound[c] >=
                      nearly * (layer->pairs.bound[c] +
                                FILTER_UNIT * norm_of(layer, layer->view.entry, c)));
    }
}

// A row less another: the errors of two entries of a column whose errors have at most the
// error bound as their norm are e and -e in the worst case, e = error bound / sqrt(2). The
// difference is rounded.
static void check_differences(const walk_layer *layer, size_t unit)
{
    for (size_t b = 0; b < unit_predicates(&layer->rounded->unit, unit); b++) {
        line_approx form;
        walk_layer_approx((double *)&form, layer, unit, b);
        for (size_t c = 0; c < PATH_COLUMNS; c++)
            CU_ASSERT(form.bound[c] >= nearly * (2 * layer->view.bound[c] / sqrt(2) +
                                                 FILTER_UNIT * fabs(form.a[c])));
    }
}

// A form less its breakpoint: the breakpoint is rounded, and so is the difference.
static void check_breakpoints(const walk_layer *layer, const activation *act, size_t unit)
{
    for (size_t b = 0; b + 1 < act->pieces; b++) {
        line_approx form;
        walk_layer_approx((double *)&form, layer, unit, b);
        double rounding = fabs(fmpq_get_d(act->breakpoint + b)) + fabs(form.a[PATH_INPUTS]);
        CU_ASSERT(form.bound[PATH_INPUTS] >=
                  nearly * (layer->view.bound[PATH_INPUTS] + FILTER_UNIT * rounding));
        for (size_t c = 0; c < PATH_INPUTS; c++)
            CU_ASSERT(form.bound[c] >= layer->view.bound[c]);
    }
}

static void check_forms(const path *p)
{
    for (size_t l = 1; l < p->maps.layers; l++) {
        const walk_layer *layer = p->maps.layer + l;
        for (size_t j = 0; j < layer->rounded->units; j++)
            if (unit_rows(&layer->rounded->unit, j) > 1)
                check_differences(layer, j);
            else
                check_breakpoints(layer, net_layer_act(p->net->layer + l - 1, j), j);
    }
}

// A parametrization has no sums: each entry is rounded once, to a double or to a pair.
static void check_parametrization(path *p)
{
    const walk_layer *first = p->maps.layer;
    walk_maps_need_pairs(&p->maps, p->maps.layers - 1);
    for (size_t c = 0; c < PATH_COLUMNS; c++) {
        double norm = norm_of(first, first->view.entry, c) * nearly;
        CU_ASSERT(first->view.bound[c] >= FILTER_UNIT * norm);
        CU_ASSERT(first->pairs.bound[c] >= FILTER_UNIT * FILTER_UNIT * norm);
        CU_ASSERT(first->view.bound[c] <= 4 * FILTER_UNIT * norm + 0x1p-500);
        CU_ASSERT(first->pairs.bound[c] <= 0x1p-30 * first->view.bound[c] + 1e-290);
    }
}

static void on_random_paths(void (*check)(path *), uint64_t seed)
{
    random_state random = unit_random(seed);
    CASES(k, 100) {
        path p;
        size_t inputs = k % 2 ? PATH_INPUTS : 1 + random_below(&random, 9);
        fmpq *parametrization = k % 2 ? NULL : random_parametrization(&random, inputs, PATH_INPUTS);
        crease_net *net =
            net_by(&random, inputs, k < 60 ? random_activation : random_any_activation);
        path_init_on(&p, net, parametrization, CREASE_FILTERED);
        for (size_t l = 1; l < p.maps.layers; l++) {
            walk_maps_sync(&p.maps, l);
            path_change_pattern(p.maps.layer + l, &random);
        }
        check(&p);
        if (parametrization)
            check_parametrization(&p);
        path_clear(&p);
    }
}

static void check_all_doubles(path *p)
{
    check_doubles(p);
    check_forms(p);
}

static void doubles(void)
{
    on_random_paths(check_all_doubles, 111);
}

static void pairs(void)
{
    on_random_paths(check_pairs, 112);
}

static void tight(void)
{
    on_random_paths(check_tight, 113);
}

UNIT_MAIN("maps_bounds", {"doubles", doubles}, {"pairs", pairs}, {"tight", tight})
