// Pascanu, Montufar and Bengio, sections 4 to 6: regions for each parameter, deep and shallow.
#include "base/memory.h"
#include "exact/rational.h"
#include "theory/architecture.h"
#include "tool/figure.h"
#include <crease/theory.h>
#include <stdlib.h>

enum { SHAPES = 3 };
// Hidden layers of twice as many units as there are inputs, and of four times as many.
static const struct {
    size_t inputs, width;
} shapes[SHAPES] = {{2, 4}, {2, 8}, {4, 8}};

// regions = the bound called name, the largest of those that are theorems if there are several.
static int find_bound(fmpz_t regions, const char *name, const crease_architecture *shape)
{
    crease_standing standing = crease_bound_compute(regions, crease_bound_find(name), shape);
    return !standing.needs && !standing.flaw;
}

static void add(table *t, const char *shape, const char *kind, size_t layers,
                const crease_architecture *of, const char *name)
{
    fmpz_t regions, parameters;
    fmpz_init(regions);
    fmpz_init(parameters);
    if (of && find_bound(regions, name, of)) {
        crease_architecture_parameters(parameters, of);
        char *count = fmpz_get_str(NULL, 10, regions), *size = fmpz_get_str(NULL, 10, parameters);
        fmpq_t ratio;
        fmpq_init(ratio);
        fmpq_set_fmpz_frac(ratio, regions, parameters);
        table_add(t, "%s,%s,%s,%zu,%zu,%s,%s,%.9g", shape, kind, name, layers,
                  crease_architecture_units(of), size, count, rational_double(ratio));
        fmpq_clear(ratio);
        flint_free(count);
        flint_free(size);
    }
    fmpz_clear(regions);
    fmpz_clear(parameters);
}

static crease_status add_depth(table *t, size_t inputs, size_t width, size_t layers,
                               crease_error *error)
{
    char shape[64];
    size_t *widths = memory_new(layers + 2, sizeof *widths);
    widths[0] = inputs;
    for (size_t l = 1; l <= layers; l++)
        widths[l] = width;
    widths[layers + 1] = 1;
    snprintf(shape, sizeof shape, "%zu inputs; width %zu", inputs, width);
    crease_architecture *deep;
    crease_status status = crease_architecture_new(&deep, widths, layers + 2, "relu", error);
    if (status == CREASE_OK) {
        crease_architecture *units = architecture_new_shallow(deep, SHALLOW_SAME_UNITS);
        crease_architecture *size = architecture_new_shallow(deep, SHALLOW_SAME_PARAMETERS);
        add(t, shape, "deep: Pascanu et al. at least", layers, deep, "pascanu");
        add(t, shape, "deep: Montufar et al. at least", layers, deep, "montufar-2014");
        add(t, shape, "one layer of as many units: most", layers, units, "zaslavsky");
        add(t, shape, "one layer of as many parameters: most", layers, size, "zaslavsky");
        crease_architecture_free(units);
        crease_architecture_free(size);
        crease_architecture_free(deep);
    }
    free(widths);
    return status;
}

static crease_status measure(experiment *e, crease_error *error)
{
    crease_status status = CREASE_OK;
    size_t most = e->how.quick ? 6 : 12;
    for (size_t i = 0; i < SHAPES; i++)
        for (size_t layers = 1; layers <= most && status == CREASE_OK; layers++)
            status = add_depth(&e->found, shapes[i].inputs, shapes[i].width, layers, error);
    return status;
}

const figure figures_pascanu[] = {
    {.name = "pascanu",
     .title = "regions for each parameter, of deep networks and of one layer",
     .source = "Pascanu, Montufar and Bengio 2013, sections 4 to 6",
     .exact = "everything: bounds and numbers of parameters are integers",
     .sampled = "nothing",
     .sizes = "the paper gives orders of growth; here numbers, up to 12 layers",
     .columns = "shape,network,bound,layers,units,parameters,regions,per_parameter",
     .measure = measure,
     .chart = {.title = "Regions for each weight and bias",
               .x = "layers",
               .x_label = "layers of the deep network",
               .y_label = "activation regions for each parameter",
               .log_y = 1,
               .series = "network",
               .panel = "shape",
               .curve = {{.y = "per_parameter", .name = "%s"}}}},
    {.name = NULL},
};
