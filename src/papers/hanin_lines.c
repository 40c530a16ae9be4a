// Hanin and Rolnick 2019, figure 5: regions along lines through 0 and a point, for each unit.
#include "base/memory.h"
#include "papers/hanin.h"
#include "papers/trained.h"
#include "theory/growth.h"
#include <crease/path.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// Both the segment from 0 to the point and the whole line.
enum { SEGMENT, LINE, DOMAINS };
static const char *const domains[DOMAINS] = {"segment from 0 to the point", "whole line"};

// The mean number of regions for each unit over the lines, whose ends come by turns.
static crease_status cross(double *ratio, const experiment *e, const crease_net *net,
                           const fmpq *ends, size_t lines, int whole, crease_error *error)
{
    crease_line_wanted wanted = {.places = CREASE_LINE_COUNTED, .whole_line = whole};
    crease_options options = experiment_walk(e);
    crease_line_averages averages;
    crease_line_averages_init(&averages, net);
    crease_status status =
        crease_lines_cross(&averages, net, NULL, ends, lines, &wanted, &options, NULL, NULL, error);
    *ratio = averages.regions_per_neuron.mean;
    crease_line_averages_clear(&averages);
    return status;
}

// During training: one line for each network and point.
static crease_status cross_checkpoint(double *ratio, const grid *g, size_t which, size_t repeat,
                                      crease_error *error)
{
    const training *t = g->data;
    const crease_net *net = training_net(t, which % t->epochs, repeat / t->points);
    const fmpq *point = t->point + repeat % t->points * t->inputs;
    fmpq *ends = _fmpq_vec_init((slong)(2 * t->inputs));
    for (size_t i = 0; i < t->inputs; i++)
        fmpq_set(ends + t->inputs + i, point + i);
    crease_status status = cross(ratio, g->e, net, ends, 1, which / t->epochs == LINE, error);
    _fmpq_vec_clear(ends, (slong)(2 * t->inputs));
    return status;
}

crease_status hanin_5(experiment *e, crease_error *error)
{
    training t;
    if (training_read(&t, e->how.data, "", e->how.data, error))
        return CREASE_ERROR;
    grid g = {.e = e,
              .cases = DOMAINS * t.epochs,
              .repeats = t.runs * t.points,
              .width = 1,
              .measure = cross_checkpoint,
              .data = &t};
    crease_status status = grid_measure(&g, error);
    for (size_t i = 0; i < g.cases && status == CREASE_OK; i++) {
        cells mean;
        table_add(&e->found, "%s,%d,%s", domains[i / t.epochs], t.epoch[i % t.epochs],
                  training_cells(&mean, &t, &g, i, 0));
    }
    grid_clear(&g);
    training_clear(&t);
    return status;
}

static const shape shapes_5[] = {{1, 16}, {2, 16},  {4, 16},  {1, 64}, {2, 64},
                                 {4, 64}, {2, 128}, {10, 64}, {5, 128}};

static crease_status cross_initial(double *ratio, const grid *g, size_t which, size_t repeat,
                                   crease_error *error)
{
    size_t inputs = g->e->how.quick ? 16 : 784, lines = g->e->how.quick ? 5 : 50;
    uint64_t seed = parallel_seed(g->e->how.seed, repeat);
    crease_net *net;
    if (hanin_he(&net, inputs, shapes_5[which], seed, error))
        return CREASE_ERROR;
    // Ends by turns: 0, which they are already, and a normal point.
    fmpq *ends = _fmpq_vec_init((slong)(2 * lines * inputs));
    fmpq *point = _fmpq_vec_init((slong)(lines * inputs));
    crease_points_random(point, lines, inputs, parallel_seed(seed, 1));
    for (size_t i = 0; i < lines * inputs; i++)
        fmpq_swap(ends + (2 * (i / inputs) + 1) * inputs + i % inputs, point + i);
    crease_status status = CREASE_OK;
    for (int domain = 0; domain < DOMAINS && status == CREASE_OK; domain++)
        status = cross(ratio + domain, g->e, net, ends, lines, domain == LINE, error);
    _fmpq_vec_clear(point, (slong)(lines * inputs));
    _fmpq_vec_clear(ends, (slong)(2 * lines * inputs));
    crease_net_free(net);
    return status;
}

// What the Kac-Rice formula expects for wide layers: a number of breakpoints for each unit, and one
// more region than breakpoints. The point has coordinates of variance 1.
static double expected_ratio(shape of, int whole)
{
    growth_line line = {.V = 2, .B = 1e-6, .qq = 1, .whole = whole};
    double *crossings = memory_new(of.depth, sizeof *crossings), sum = 0;
    growth_crossings(crossings, of.depth, &line, 0);
    for (size_t l = 0; l < of.depth; l++)
        sum += crossings[l] / (double)of.depth;
    free(crossings);
    return sum + 1 / (double)(of.depth * of.width);
}

crease_status hanin_5_initial(experiment *e, crease_error *error)
{
    grid g = {.e = e,
              .cases = e->how.quick ? 3 : sizeof shapes_5 / sizeof *shapes_5,
              .repeats = e->how.quick ? 4 : 10,
              .width = DOMAINS,
              .measure = cross_initial};
    crease_status status = grid_measure(&g, error);
    for (size_t i = 0; i < DOMAINS * g.cases && status == CREASE_OK; i++) {
        shape of = shapes_5[i / DOMAINS];
        int domain = i % DOMAINS;
        cells mean;
        table_add(&e->found, "%s,%zu,%zu,%zu,%s,%.9g", domains[domain], of.depth, of.width,
                  of.depth * of.width, grid_cells(&mean, &g, i / DOMAINS, (size_t)domain),
                  expected_ratio(of, domain == LINE));
    }
    grid_clear(&g);
    return status;
}
