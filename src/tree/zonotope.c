// What a cell can come to: a zonotope that contains the outputs of all its points.
#include "tree/zonotope.h"

#include "base/limits.h"
#include "base/memory.h"
#include "exact/kernels.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SYMBOLS = 1024 }; // more are added up in the errors
static const double MOST_VALUE = 1e200;

void zonotope_init(zonotope *z, const rounded_net *net)
{
    *z = (zonotope){.dimension = net->dimension};
    for (size_t l = 0; l < net->layers; l++) {
        const rounded_layer *layer = net->layer + l;
        z->widest = layer->stride > z->widest ? layer->stride : z->widest;
        z->widest = layer->units > z->widest ? layer->units : z->widest;
    }
    double **of_units[] = {&z->error,  &z->low,    &z->high, &z->slope,
                           &z->middle, &z->radius, &z->size, &z->unit_error};
    z->slack =
        memory_new((z->widest > z->dimension ? z->widest : z->dimension) + 1, sizeof(double));
    for (size_t i = 0; i < sizeof of_units / sizeof *of_units; i++)
        *of_units[i] = memory_new(z->widest, sizeof(double));
    z->row = memory_new(z->widest, sizeof *z->row);
    z->active = memory_new(z->widest, sizeof *z->active);
    z->reach = memory_new(z->dimension + 1, sizeof *z->reach);
}

void zonotope_clear(zonotope *z)
{
    double *all[] = {z->map,  z->error, z->low,   z->high,   z->slope, z->middle,    z->radius,
                     z->size, z->term,  z->reach, z->vertex, z->slack, z->unit_error};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    free(z->row);
    free(z->active);
}

size_t zonotope_bytes(const zonotope *z)
{
    enum { OF_UNITS = 10 };
    return sizeof(double) * (z->widest * (z->capacity + OF_UNITS) + z->vertex_capacity);
}

static double *column(const zonotope *z, size_t c)
{
    return z->map + c * z->stride;
}

static void reserve_columns(zonotope *z, size_t columns)
{
    if (columns <= z->capacity)
        return;
    z->capacity = 2 * columns;
    z->map = memory_resize(z->map, z->capacity * z->widest, sizeof *z->map);
}

// ---- The cell ----

static int take_vertices(zonotope *z, const walk_position *pos, const geom_cell *cell)
{
    const size_t d = z->dimension, count = cell->count;
    if (pos->judge.arith != CREASE_FILTERED || cell->lines || pos->focus)
        return 0;
    if (d * count > z->vertex_capacity) {
        z->vertex_capacity = 2 * d * count;
        free(z->vertex);
        z->vertex = memory_new(z->vertex_capacity, sizeof *z->vertex);
    }
    z->vertices = count;
    z->spot = 0;
    memset(z->reach, 0, d * sizeof *z->reach);
    for (size_t i = 0; i < count; i++) {
        const double *at = space_place(&pos->space, cell->generator[i].point);
        if (at[d] == 0 || !(at[d + 1] < HUGE_VAL))
            return 0;
        z->spot = at[d + 1] > z->spot ? at[d + 1] : z->spot;
        for (size_t c = 0; c < d; c++) {
            z->vertex[c * count + i] = at[c];
            z->reach[c] = fmax(z->reach[c], fabs(at[c]));
        }
    }
    for (size_t c = 0; c < d; c++)
        z->reach[c] += z->spot;
    z->reach[d] = 1;
    return 1;
}

// How large column c is, at most, at a point of the cell.
static double zonotope_reach(const zonotope *z, size_t c)
{
    return c < z->dimension ? z->reach[c] : 1;
}

// ---- Ranges ----

// low and high of all rows: the greatest and least values at vertices, and all that may be added.
// Returns 0 where numbers are too large.
static int find_ranges(zonotope *z, size_t count)
{
    const size_t d = z->dimension;
    const double rounding = FILTER_UNIT * (2 * (double)z->columns + 8);
    double *value = z->slope, *slack = z->slack;
    int finite = 1;
    for (size_t j = 0; j < count; j++) {
        z->low[j] = HUGE_VAL;
        z->high[j] = -HUGE_VAL;
        slack[j] = 0;
    }
    for (size_t v = 0; v < z->vertices; v++) {
        memcpy(value, column(z, d), count * sizeof *value);
        for (size_t c = 0; c < d; c++) {
            const double x = z->vertex[c * z->vertices + v], *a = column(z, c);
            for (size_t j = 0; j < count; j++)
                value[j] += x * a[j];
        }
        for (size_t j = 0; j < count; j++) {
            z->low[j] = value[j] < z->low[j] ? value[j] : z->low[j];
            z->high[j] = value[j] > z->high[j] ? value[j] : z->high[j];
        }
    }
    for (size_t c = 0; c < z->columns; c++) {
        const double *a = column(z, c);
        const double spread = c < d ? z->spot : c > d, size = rounding * zonotope_reach(z, c);
        for (size_t j = 0; j < count; j++)
            slack[j] += (spread + size) * fabs(a[j]);
    }
    for (size_t j = 0; j < count; j++) {
        const double room =
            (slack[j] + z->error[j]) * FILTER_ENLARGE + FILTER_TINY * (double)(z->columns + 1);
        z->low[j] -= room + FILTER_UNIT * 2 * fabs(z->low[j]);
        z->high[j] += room + FILTER_UNIT * 2 * fabs(z->high[j]);
        finite &= z->low[j] > -MOST_VALUE && z->high[j] < MOST_VALUE;
    }
    return finite;
}

// ---- Activations ----

// slope z + middle, within radius, for low <= z <= high where these lie on several pieces.
static void take_chord(zonotope *z, const rounded_layer *net, size_t unit, uint32_t first,
                       uint32_t last)
{
    const size_t piece = net->unit.piece[unit], row = z->row[unit];
    const double low = z->low[row], high = z->high[row];
    const double from = net->slope[piece + first] * low + net->offset[piece + first];
    const double to = net->slope[piece + last] * high + net->offset[piece + last];
    double slope = (to - from) / (high - low), flattest = HUGE_VAL, steepest = -HUGE_VAL;
    for (uint32_t p = first; p <= last; p++) {
        flattest = fmin(flattest, net->slope[piece + p]);
        steepest = fmax(steepest, net->slope[piece + p]);
    }
    slope = fmax(flattest, fmin(slope, steepest)); // any slope will do
    double least = HUGE_VAL, most = -HUGE_VAL, size = 0;
    // A piecewise-linear function less a linear one is extreme at breakpoints or ends: all of them
    // on both pieces that meet there, since breakpoints are rounded.
    for (uint32_t p = first; p <= last; p++)
        for (int end = 0; end < 2; end++) {
            const uint32_t b = p + (uint32_t)end;
            const double at = b == first ? low
                              : b > last ? high
                                         : net->breakpoint[(b - 1) * net->stride + row];
            const double value = net->slope[piece + p] * at + net->offset[piece + p];
            least = fmin(least, value - slope * at);
            most = fmax(most, value - slope * at);
            size = fmax(size, (fabs(net->slope[piece + p]) + fabs(slope)) * fabs(at) +
                                  fabs(net->offset[piece + p]));
        }
    z->slope[unit] = slope;
    z->middle[unit] = 0.5 * (least + most);
    z->radius[unit] = 0.5 * (most - least) + 16 * FILTER_UNIT * size + FILTER_TINY;
}

// The pieces that a unit may be on, by its range; breakpoints are off by FILTER_UNIT of their size.
static void take_unit(zonotope *z, const rounded_layer *net, size_t unit)
{
    const size_t piece = net->unit.piece[unit], pieces = unit_pieces(&net->unit, unit);
    const size_t row = net->source[piece];
    uint32_t first = 0, last = 0;
    z->row[unit] = (uint32_t)row;
    for (uint32_t b = 0; b + 1 < pieces; b++) {
        const double at = net->breakpoint[b * net->stride + row], near = 2 * FILTER_UNIT * fabs(at);
        first += z->low[row] > at + near;
        last += !(z->high[row] < at - near);
    }
    if (first < last) {
        take_chord(z, net, unit, first, last);
        return;
    }
    z->slope[unit] = net->slope[piece + first];
    z->middle[unit] = net->offset[piece + first];
    z->radius[unit] = 0;
}

// The greatest of several rows: between the greatest of their lower ends and of their upper ones.
static void take_maxout(zonotope *z, const rounded_layer *net, size_t unit)
{
    const size_t piece = net->unit.piece[unit];
    double low = -HUGE_VAL, high = -HUGE_VAL;
    z->row[unit] = net->source[piece];
    for (size_t p = 0; p < unit_pieces(&net->unit, unit); p++) {
        low = fmax(low, z->low[net->source[piece + p]]);
        high = fmax(high, z->high[net->source[piece + p]]);
    }
    z->slope[unit] = 0;
    z->middle[unit] = 0.5 * low + 0.5 * high;
    z->radius[unit] = 0.5 * (high - low) + 4 * FILTER_UNIT * (fabs(low) + fabs(high)) + FILTER_TINY;
}

// Units without a symbol keep what they may be off as an error.
static void zonotope_activate(zonotope *z, const rounded_layer *net)
{
    double *old_size = z->low; // no longer needed then
    size_t symbols = z->columns - z->dimension - 1;
    for (size_t unit = 0; unit < net->units; unit++)
        (unit_rank(&net->unit, unit) > 1 ? take_maxout : take_unit)(z, net, unit);
    memset(old_size, 0, z->stride * sizeof *old_size);
    for (size_t c = 0; c < z->columns; c++)
        for (size_t j = 0; j < net->rows; j++)
            old_size[j] += fabs(column(z, c)[j]) * zonotope_reach(z, c);
    for (size_t unit = 0; unit < net->units; unit++) {
        const double slope = fabs(z->slope[unit]);
        double error = slope * z->error[z->row[unit]];
        z->size[unit] = slope * old_size[z->row[unit]] + fabs(z->middle[unit]);
        error += 4 * FILTER_UNIT * z->size[unit] + FILTER_TINY;
        if (z->radius[unit] > 0 && symbols < MOST_SYMBOLS) {
            z->radius[unit] = (z->radius[unit] + error) * FILTER_ENLARGE;
            z->size[unit] += z->radius[unit];
            z->unit_error[unit] = 0;
            symbols++;
        } else {
            z->unit_error[unit] = (error + z->radius[unit]) * FILTER_ENLARGE;
            z->radius[unit] = 0;
        }
    }
}

// ---- The next layer ----

// Outputs of the units that are not zero, column by column; returns how many these are.
static size_t list_terms(zonotope *z, size_t units)
{
    size_t count = 0;
    for (uint32_t unit = 0; unit < units; unit++)
        if (z->slope[unit] != 0 || z->middle[unit] != 0 || z->radius[unit] != 0)
            z->active[count++] = unit;
    if (units * z->columns > z->term_capacity) {
        z->term_capacity = 2 * units * z->columns;
        free(z->term);
        z->term = memory_new(z->term_capacity, sizeof *z->term);
    }
    for (size_t c = 0; c < z->columns; c++)
        for (size_t k = 0; k < count; k++) {
            const uint32_t unit = z->active[k];
            z->term[c * units + unit] = z->slope[unit] * column(z, c)[z->row[unit]] +
                                        (c == z->dimension ? z->middle[unit] : 0);
        }
    return count;
}

static void add_entries(zonotope *z, const rounded_layer *net, size_t c, uint32_t input,
                        double term)
{
    const size_t first = net->at.start[input], count = net->at.start[input + 1] - first;
    kernel_add_entries(column(z, c), z->stride, 1, net->at.column + first, net->weight + first,
                       count, &term);
}

static void sum_terms(zonotope *z, const rounded_layer *net, size_t count)
{
    if (!rounded_is_sparse(net)) {
        kernel_sum(z->map, z->stride, z->columns, NULL, net->weight, z->active, z->term,
                   net->inputs, count, NULL);
        return;
    }
    memset(z->map, 0, z->columns * z->stride * sizeof *z->map);
    for (size_t c = 0; c < z->columns; c++)
        for (size_t k = 0; k < count; k++)
            add_entries(z, net, c, z->active[k], z->term[c * count + k]);
}

static void add_symbols(zonotope *z, const rounded_layer *net, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const uint32_t unit = z->active[k];
        const double radius = z->radius[unit];
        if (radius == 0)
            continue;
        double *to = column(z, z->columns);
        if (rounded_is_sparse(net)) {
            memset(to, 0, z->stride * sizeof *to);
            add_entries(z, net, z->columns, unit, radius);
        } else {
            const double *weight = net->weight + unit * net->stride;
            for (size_t j = 0; j < z->stride; j++)
                to[j] = radius * weight[j];
        }
        z->columns++;
    }
}

static double whole_reach(const zonotope *z)
{
    double reach = 1;
    for (size_t c = 0; c < z->dimension; c++)
        reach += z->reach[c];
    return reach;
}

// Of a sum of n products with rounded weights each term is off by (n + 3) u of its size, and by
// what its unit is off.
static void sum_errors(zonotope *z, const rounded_layer *net, double columns)
{
    const double n = (double)net->inputs, rounding = FILTER_UNIT * (n + 4);
    memset(z->error, 0, z->stride * sizeof *z->error);
    for (size_t i = 0; i < net->inputs; i++) {
        const double term = z->unit_error[i] * (1 + rounding) + rounding * z->size[i];
        if (rounded_is_sparse(net)) {
            for (size_t k = net->at.start[i]; k < net->at.start[i + 1]; k++)
                z->error[net->at.column[k]] += term * fabs(net->weight[k]);
        } else {
            const double *weight = net->weight + i * net->stride;
            for (size_t j = 0; j < z->stride; j++)
                z->error[j] += term * fabs(weight[j]);
        }
    }
    for (size_t j = 0; j < net->rows; j++) {
        z->error[j] += 2 * FILTER_UNIT * (fabs(net->bias[j]) + fabs(column(z, z->dimension)[j]));
        z->error[j] += FILTER_TINY * (n + 1) * (columns + 1) * whole_reach(z);
        z->error[j] *= FILTER_ENLARGE * (1 + 8 * rounding);
    }
}

static void enter_layer(zonotope *z, const rounded_layer *net, size_t units)
{
    const size_t count = list_terms(z, units);
    z->stride = net->stride;
    reserve_columns(z, z->columns + count);
    sum_terms(z, net, count);
    add_symbols(z, net, count);
    double *constant = column(z, z->dimension);
    for (size_t j = 0; j < net->rows; j++)
        constant[j] += net->bias[j];
    sum_errors(z, net, (double)z->columns);
}

// ---- All of it ----

static void zonotope_begin(zonotope *z, const walk_layer *layer)
{
    z->columns = z->dimension + 1;
    z->stride = layer->rounded->stride;
    reserve_columns(z, z->columns);
    memcpy(z->map, layer->use.entry, z->columns * z->stride * sizeof *z->map);
    double error = 0;
    for (size_t c = 0; c < z->columns; c++)
        error += layer->use.bound[c] * zonotope_reach(z, c);
    for (size_t j = 0; j < layer->rounded->rows; j++)
        z->error[j] = error * FILTER_ENLARGE;
}

int zonotope_rise(zonotope *z, walk_position *pos, size_t l, const geom_cell *cell)
{
    if (!take_vertices(z, pos, cell))
        return 0;
    zonotope_begin(z, pos->maps.layer + l);
    for (;; l++) {
        const rounded_layer *net = pos->maps.layer[l].rounded;
        if (run_gives_up((z->vertices * (z->dimension + 1) + z->columns * net->inputs) *
                         net->stride))
            return 0;
        if (!find_ranges(z, net->rows))
            return 0;
        zonotope_activate(z, net);
        z->outputs = net->units;
        if (l + 1 == pos->maps.layers)
            return 1;
        enter_layer(z, net + 1, net->units);
    }
}

void zonotope_range(double range[2], const zonotope *z, const zonotope_form *form)
{
    const size_t d = z->dimension;
    double size = fabs(form->constant), extra = 0, constant = form->constant;
    for (size_t o = 0; o < z->outputs; o++) {
        constant += form->factor[o] * z->middle[o];
        size += fabs(form->factor[o]) * z->size[o];
        extra += fabs(form->factor[o]) * (z->radius[o] + z->unit_error[o]);
    }
    double *a = z->slack; // scratch: coordinates
    for (size_t c = 0; c < z->columns; c++) {
        double sum = 0;
        for (size_t o = 0; o < z->outputs; o++)
            sum += form->factor[o] * z->slope[o] * column(z, c)[z->row[o]];
        if (c < d) {
            a[c] = sum + form->input[c];
            size += fabs(form->input[c]) * z->reach[c];
            extra += fabs(a[c]) * z->spot;
        } else if (c == d) {
            constant += sum;
        } else {
            extra += fabs(sum);
        }
    }
    const double terms = (double)(z->outputs + z->columns + 8);
    extra = (extra + 4 * terms * FILTER_UNIT * size) * FILTER_ENLARGE +
            FILTER_TINY * terms * terms * whole_reach(z);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t v = 0; v < z->vertices; v++) {
        double value = constant;
        for (size_t c = 0; c < d; c++)
            value += a[c] * z->vertex[c * z->vertices + v];
        if (!(fabs(value) < HUGE_VAL))
            extra = HUGE_VAL;
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    range[0] = extra < HUGE_VAL ? low - extra : -HUGE_VAL;
    range[1] = extra < HUGE_VAL ? high + extra : HUGE_VAL;
}
